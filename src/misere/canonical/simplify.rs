//! Which options are reversible.

use super::store::{CanonicalForm, CanonicalForms};
use crate::game::Outcome;

/// The form that a game with these options simplifies to, if it is not in its simplest form. The options are forms of the store, in
/// ascending order.
///
/// The game *H* simplifies to *G* if all options of *G* are options of *H*, and each other option of *H* can be *reversed*: it has *G*
/// as an option. One who moves to it is answered with the move to *G*, and nothing was gained. If *G* is `*0`, that answer may have
/// been the last move, which loses; so then *H* must be N (the *proviso*): its player has a winning move left where
/// nothing else can be moved in.
///
/// Of the options of *H* that have *G* as an option, one was found last of all the options of *H*: those that *G* has as well were
/// found before *G*, and *G* before what it is an option of. So *G* is looked for among the options of the last.
pub(super) fn simplified(store: &CanonicalForms, options: &[CanonicalForm]) -> Option<CanonicalForm> {
    let last = options.last()?;
    store.options(*last).iter().copied().find(|form| {
        let kept = store.options(*form);
        contains_all(options, kept)
            && options
                .iter()
                .filter(|option| kept.binary_search(option).is_err())
                .all(|reversible| store.options(*reversible).binary_search(form).is_ok())
            && (!kept.is_empty() || options.iter().any(|option| store.outcome(*option) == Outcome::P))
    })
}

/// Whether an ascending list contains all of another.
fn contains_all(list: &[CanonicalForm], others: &[CanonicalForm]) -> bool {
    let mut rest = list.iter();
    others.len() < list.len() && others.iter().all(|other| rest.by_ref().find(|item| *item >= other) == Some(other))
}
