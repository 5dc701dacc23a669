//! Where what a nimber search knows is kept beyond its values, so that after a kill the next search goes on from there.

/// Where a nimber search keeps what it knows of positions without values: by their texts in a [`Store`](crate::Store), by memo keys for a search. It is what
/// [`News::Found`](crate::News::Found) tells other workers.
///
/// It is facts and estimates, so that it may be lost, or be old. The search takes the word of its checkpoint for them, as it does for values.
///
/// ```
/// use std::sync::Mutex;
/// use grundy::{Checkpoint, Control, Cram, Method, Nimber, Notation, Solver, Store, Stored};
///
/// /// A shelf for facts, which forgets values.
/// #[derive(Default)]
/// struct Shelf(Mutex<Vec<(String, Vec<u64>)>>);
///
/// impl Store for Shelf {
///     fn get(&self, _: &str) -> Option<Nimber> {
///         None
///     }
///     fn insert(&self, _: String, _: Nimber) {}
///     fn checkpoint(&self) -> Option<&dyn Checkpoint> {
///         Some(self)
///     }
/// }
///
/// impl Checkpoint for Shelf {
///     fn read(&self) -> Vec<(String, Vec<u64>)> {
///         std::mem::take(&mut *self.0.lock().unwrap())
///     }
///     fn is_due(&self, has_stopped: bool) -> bool {
///         has_stopped
///     }
///     fn write(&self, facts: &mut dyn Iterator<Item = (String, Vec<u64>)>) {
///         *self.0.lock().unwrap() = facts.collect();
///     }
///     fn reject(&self, key: &String, _: String, _: Option<String>) {
///         panic!("{key}");
///     }
/// }
///
/// let shelf = Shelf::default();
/// let search = |positions| {
///     let solver = Solver::with_memo(Cram, Stored::new(Cram, &shelf, 1000)).by(Method::Nimbers);
///     solver.with_control(Control::new().positions(positions)).grundy(Cram.parse("5x5").unwrap())
/// };
/// assert!(search(600).is_err()); // alone it lists 756 positions
/// assert_eq!(search(600), Ok(Nimber::new(0)));
/// ```
pub trait Checkpoint<K = String> {
    /// What an earlier search has written, some thousand positions at a time, in the order in which they were written; each once. Empty if there is nothing more, and
    /// as long as it would take more time to read than the search has taken so far.
    fn read(&self) -> Vec<(K, Vec<u64>)>;

    /// Whether it is time to write. It is asked a few times a second, and when a search has stopped, which may be before it has [read](Self::read) everything: then
    /// what was not read would be lost.
    fn is_due(&self, has_stopped: bool) -> bool;

    /// Replaces what was written before. Those on which most work was spent come first.
    fn write(&self, facts: &mut dyn Iterator<Item = (K, Vec<u64>)>);

    /// Something that was read is not used: the text is of no position, or something else was found of it here.
    fn reject(&self, key: &K, read: String, found: Option<String>);
}
