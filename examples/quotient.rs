//! Quotient.
use grundy::misere::quotient::*;
fn main() {
    let code = std::env::args().nth(1).unwrap();
    let max: usize = std::env::args().nth(2).map_or(300, |s| s.parse().unwrap());
    let mut search = QuotientSearch::new(code.parse().unwrap());
    let t = std::time::Instant::now();
    let mut last = 0;
    let r = search.certify_with(max, |p| { if p.elements != last { last = p.elements; eprintln!("{p:?} {:?}", t.elapsed()); } std::ops::ControlFlow::Continue(()) });
    let q = search.quotient();
    println!("{r:?} {:?} heaps {} order {} P {} {:?}", t.elapsed(), q.heaps(), q.monoid().order(), q.monoid().p_portion().count(), q.period().map(|p| p.to_string()));
}
