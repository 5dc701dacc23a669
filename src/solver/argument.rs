//! The working of the methods of misère play, as one line of text.

use crate::game::ImpartialGame;
use crate::measures::{FoundTame, TameClass};
use crate::method::Method;
use crate::misere::canonical::CanonicalForm;
use crate::nimber::Nimber;
use crate::notation::{MOST_NAMED, join_first};
use crate::solver::Solver;
use crate::solver::memos::OwnQuotient;

/// Maximum length of a form that is written in full.
const LONGEST_FORM: usize = 60;

impl<G: ImpartialGame, T> Solver<G, T> {
    /// Why a sum is won or lost by a method of misère play, from what the memos hold.
    pub(super) fn misere_argument(&mut self, method: Method, sum: &[G::Position]) -> Option<String> {
        match (method, &self.memos.quotient) {
            (Method::Quotient, OwnQuotient::Found(quotient)) => quotient.argument(&self.game, sum),
            // Two equal components may be tame together, which only their forms tell.
            (Method::Tame, _) => self.argument_of_classes(sum).or_else(|| self.argument_of_forms(sum)),
            (Method::Forms, _) => self.argument_of_forms(sum),
            _ => None,
        }
    }

    /// The genera of the components, if all are known to be tame, and that of their sum.
    fn argument_of_classes(&mut self, sum: &[G::Position]) -> Option<String> {
        let Self { game, memos, .. } = self;
        let mut class = |component: &G::Position| {
            let key = game.memo_key(component.clone());
            let of_form = |form: &CanonicalForm| memos.forms.genus(*form).tame_class();
            let found = memos.tame.get(&key).and_then(FoundTame::class);
            found.or_else(|| memos.form_of.get(&key).and_then(of_form))
        };
        let classes = sum.iter().map(&mut class).collect::<Option<Vec<TameClass>>>()?;
        let total = classes.iter().fold(TameClass::FickleZero, |sum, class| sum + *class);
        let (genus, value) = (total.genus(), total.misere_grundy().get());
        Some(match classes.len() {
            0 | 1 => format!("the position is tame, of genus {genus}, which is the misère Grundy value {value}"),
            _ => {
                let named = join_first(&classes, MOST_NAMED, |class| class.genus().to_string());
                format!(
                    "every component is tame, and of the genera {named} the sum is {genus}, which is the misère Grundy value {value}"
                )
            }
        })
    }

    /// The canonical forms of the components, if they are known.
    fn argument_of_forms(&self, sum: &[G::Position]) -> Option<String> {
        let form = |component: &G::Position| self.memos.form_of.get(&self.game.memo_key(component.clone())).copied();
        let found = sum.iter().map(form).collect::<Option<Vec<CanonicalForm>>>()?;
        let forms = &self.memos.forms;
        let text = |form: &CanonicalForm| match forms.text(*form) {
            text if text.len() <= LONGEST_FORM => text,
            _ => format!("one of {} options", forms.options(*form).len()),
        };
        Some(match &found[..] {
            [] => "the position has ended".to_owned(),
            [form] => {
                let value: Nimber = forms.misere_grundy(*form);
                format!("the canonical form is {}, of the misère Grundy value {}", text(form), value.get())
            }
            _ => format!(
                "the components have the canonical forms {}, whose sum decides",
                join_first(&found, MOST_NAMED, text)
            ),
        })
    }
}
