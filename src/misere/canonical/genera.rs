//! The genus of a form.

use super::store::{CanonicalForm, CanonicalForms};
use crate::measures::GenusValue;

impl CanonicalForms {
    /// The genus, which all games with this form have. The [temper](crate::measures::Temper) is that of the form itself: a game
    /// that is equal to it has the same temper, or a later one in the order of tempers.
    ///
    /// The genera of the form and of all its positions are cached.
    ///
    /// ```
    /// use grundy::Control;
    /// use grundy::misere::canonical::CanonicalForms;
    ///
    /// let mut forms = CanonicalForms::new();
    /// let game = forms.parse("*[[3 2] 2 0]", &mut Control::new())?;
    /// assert_eq!(forms.genus(game).to_string(), "1^31");
    /// # Ok::<(), grundy::misere::canonical::ParseFormError>(())
    /// ```
    pub fn genus(&mut self, form: CanonicalForm) -> GenusValue {
        let form = self.own(form);
        let mut open = vec![form];
        let mut known = Vec::new();
        while let Some(&last) = open.last() {
            known.clear();
            let before = open.len();
            for option in self.options(last) {
                match self.genera.get(option) {
                    Some(genus) => known.push(genus.clone()),
                    None => open.push(*option),
                }
            }
            // Nothing was added: all options have genera. A form that was added twice is found in the cache the second time.
            if open.len() == before {
                open.pop();
                self.genera.entry(last).or_insert_with(|| GenusValue::of_options(&known));
            }
        }
        self.genera[&form].clone()
    }
}
