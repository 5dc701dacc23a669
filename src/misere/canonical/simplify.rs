//! Which options are reversible.

use super::store::{CanonicalForm, CanonicalForms, Values};

/// The form that a game with these options simplifies to, if it is not in its simplest form. The options are forms of the store, in
/// ascending order.
///
/// The game *H* simplifies to *G* if all options of *G* are options of *H*, and each other option of *H* can be *reversed*: it has *G*
/// as an option. One who moves to it is answered with the move to *G*, and nothing was gained. If *G* is `*0`, that answer may have
/// been the last move, which loses; so then *H* must be N (the *proviso*): its player has a winning move left where
/// nothing else can be moved in.
///
/// Of the options of *H* that have *G* as an option, one was found last of all the options of *H*: those that *G* has as well were
/// found before *G*, and *G* before what it is an option of. So *G* is looked for among the options of the last, and there
/// among those that have the Grundy value and the misère Grundy value of *H*, as a game equal to it must. For `*0`, whose misère
/// value is 1, that is the proviso.
pub(super) fn simplified(store: &CanonicalForms, options: &[CanonicalForm], values: Values) -> Option<CanonicalForm> {
    let last = options.last()?;
    store.options(*last).iter().copied().filter(|form| store.values(*form) == values).find(|form| {
        let kept = store.options(*form);
        contains_all(options, kept)
            && options
                .iter()
                .filter(|option| kept.binary_search(option).is_err())
                .all(|reversible| store.options(*reversible).binary_search(form).is_ok())
    })
}

/// Whether an ascending list contains all of another.
fn contains_all(list: &[CanonicalForm], others: &[CanonicalForm]) -> bool {
    let mut rest = list.iter();
    others.len() < list.len() && others.iter().all(|other| rest.by_ref().find(|item| *item >= other) == Some(other))
}
