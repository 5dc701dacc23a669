//! Chomp in a format of serde: boards as text, moves and rules as fields, tables as the bytes of their files.

use grundy::Control;
use grundy::chomp::{
    Board, CentredTile, Chomp, ChompValues, Corner, IChomp, LosingBoards, Quadrant, QuadrantBoard, Tile,
};

use super::{check, refused};

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

#[test]
fn boards_are_text_and_have_rows_that_do_not_grow() {
    check(&board("5,5,3"), r#""5,5,3""#);
    check(&Board::empty(), r#""-""#);
    check(&board("1000,999,3"), r#""1000,999,3""#);
    check(&board("100,100,90,80,70,60,50,40,30,20"), r#""100,100,90,80,70,60,50,40,30,20""#);
    assert!(refused::<Board>(r#""2,3""#).contains("row 2 has 3 tiles"));
    assert!(refused::<Board>(r#""1x16777217""#).contains("a side of 16777217 tiles is too long"));
}

#[test]
fn rules_and_tiles() {
    check(&Chomp::edible(), r#"{"corner":"Edible"}"#);
    check(&Corner::Poisoned, r#""Poisoned""#);
    check(&IChomp, "null");
    check(&Tile { row: 2, column: 3 }, r#"{"row":2,"column":3}"#);
    check(&CentredTile { x: -3, y: 2 }, r#"{"x":-3,"y":2}"#);
    let quadrant = QuadrantBoard { quadrant: Quadrant::NorthWest, board: board("3,2,1") };
    check(&quadrant, r#"{"quadrant":"NorthWest","board":"3,2,1"}"#);
}

#[test]
fn tables_are_read_back_the_same() {
    let mut control = Control::new();
    let poisoned = Chomp::poisoned();
    for values in [ChompValues::up_to(20, &mut control).unwrap(), ChompValues::in_box(5, 6, &mut control).unwrap()] {
        let text = serde_json::to_string(&values).unwrap();
        let read: ChompValues = serde_json::from_str(&text).unwrap();
        assert!(read.is_complete() && read.boards() == values.boards());
        assert!(read.iter(poisoned).eq(values.iter(poisoned)));
    }
    let losing = LosingBoards::up_to(25, &mut control).unwrap();
    let read: LosingBoards = serde_json::from_str(&serde_json::to_string(&losing).unwrap()).unwrap();
    assert_eq!((read.bytes(), read.counts()), (losing.bytes(), losing.counts()));
}

#[test]
fn a_table_that_is_not_complete_goes_on() {
    let planned = ChompValues::planned(20, &Control::new()).unwrap();
    let mut read: ChompValues = serde_json::from_str(&serde_json::to_string(&planned).unwrap()).unwrap();
    assert_eq!((read.is_complete(), read.value(Chomp::poisoned(), &board("3,2,1"))), (false, None));
    read.complete(&mut Control::new()).unwrap();
    let all = ChompValues::up_to(20, &mut Control::new()).unwrap();
    assert!(read.iter(Chomp::poisoned()).eq(all.iter(Chomp::poisoned())));
}

#[test]
fn tables_that_were_altered_are_refused() {
    let values = ChompValues::up_to(12, &mut Control::new()).unwrap();
    let bytes: Vec<u8> = serde_json::from_str(&serde_json::to_string(&values).unwrap()).unwrap();
    let error_of = |bytes: &[u8]| refused::<ChompValues>(&serde_json::to_string(bytes).unwrap());
    for (place, part) in [(30, "header"), (70, "table")] {
        let mut altered = bytes.clone();
        altered[place] ^= 1;
        assert!(error_of(&altered).contains(&format!("the checksum of its {part} is wrong")));
    }
    for (wrong, found) in
        [(&bytes[..bytes.len() - 1], bytes.len() - 1), (&[&bytes[..], &[0]].concat()[..], bytes.len() + 1)]
    {
        assert!(error_of(wrong).contains(&format!("the file has {found} bytes in place of {}", bytes.len())));
    }
    assert!(error_of(b"something else").contains("does not begin as a table"));
    assert!(refused::<ChompValues>("[256]").contains("256"));
    let as_losing = refused::<LosingBoards>(&serde_json::to_string(&bytes).unwrap());
    assert!(as_losing.contains("one of losing boards was asked for"), "{as_losing}");

    let large = LosingBoards::planned(93, &Control::unlimited()).unwrap();
    let text = serde_json::to_string(&large).unwrap(); // 72 bytes that ask for 82 MB
    assert!(refused::<LosingBoards>(&text).contains("limit of 16777216 bytes reached"));
}
