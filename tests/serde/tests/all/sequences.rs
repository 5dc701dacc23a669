//! Reports of sequences are written and read back the same; values are written only.

use grundy::heap::{Algorithm, Report, Sequence, TakeAndBreak};

#[test]
fn methods_and_reports() {
    for algorithm in [Algorithm::EveryOption, Algorithm::Sets, Algorithm::SparseSpace, Algorithm::Search] {
        let text = serde_json::to_string(&algorithm).unwrap();
        assert_eq!(serde_json::from_str::<Algorithm>(&text).unwrap(), algorithm);
    }
    assert!(serde_json::from_str::<Algorithm>(r#""Guess""#).is_err());
    let mut kayles = Sequence::new(TakeAndBreak::kayles());
    kayles.extend_to(1000).unwrap();
    let text = serde_json::to_string(&kayles.report()).unwrap();
    assert!(text.contains(r#""sparse_space":{"mask":15,"parity":false,"rare":9,"last_rare":70"#), "{text}");
    let read: Report = serde_json::from_str(&text).unwrap();
    assert_eq!(read.sparse_space, kayles.report().sparse_space);
    assert_eq!(read.algorithm, Algorithm::SparseSpace);
}

#[test]
fn values_are_a_list_of_numbers() {
    let mut kayles = Sequence::new(TakeAndBreak::kayles());
    kayles.extend_to(12).unwrap();
    assert_eq!(serde_json::to_string(&kayles.values()).unwrap(), "[0,1,2,3,1,4,3,2,1,4,2,6]");
}
