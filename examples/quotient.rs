//! Quotient.
use grundy::misere::quotient::*;
fn main() {
    let code = std::env::args().nth(1).unwrap();
    let max: usize = std::env::args().nth(2).map_or(300, |s| s.parse().unwrap());
    let mut search = QuotientSearch::new(code.parse().unwrap());
    let t = std::time::Instant::now();
    let r = search.certify_with(max, |_| if t.elapsed().as_secs() > 5 { std::ops::ControlFlow::Break(()) } else {std::ops::ControlFlow::Continue(()) });
    let q = search.quotient();
    println!("{r:?} {:?} order {} P {} {}", t.elapsed(), q.monoid().order(), q.monoid().p_portion().count(), q.reach());
    println!("{:?} {}", q.verify(Limits::default()), q.presentation());
}
