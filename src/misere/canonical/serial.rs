//! A store of forms in the formats of serde: the options of each form, form after form.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::store::{CanonicalForm, CanonicalForms};
use crate::control::Control;

impl Serialize for CanonicalForms {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|form| self.options(form)))
    }
}

/// Each list must be that of a new form in its simplest form. Otherwise two forms of the store could be equal games.
impl<'de> Deserialize<'de> for CanonicalForms {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let lists = Vec::<Vec<CanonicalForm>>::deserialize(deserializer)?;
        let (mut store, mut control) = (Self::new(), Control::unlimited());
        if lists.first().is_none_or(|options| !options.is_empty()) {
            return Err(D::Error::custom("the first form must be *0, which has no options"));
        }
        for (number, options) in lists.iter().enumerate().skip(1) {
            let is_ascending = options.is_sorted_by(|one, other| one < other);
            if !is_ascending || options.iter().any(|option| store.own(*option) != *option) {
                let problem = "its options must be earlier forms in ascending order";
                return Err(D::Error::custom(format_args!("form {number}: {problem}")));
            }
            let values = store.values_of(options);
            // Either the list can be simplified to an older form, or it stands in the text a second time.
            if let Some(known) = store.simplified(options, values).or_else(|| store.find(options)) {
                let known = known.number();
                return Err(D::Error::custom(format_args!("form {number} is equal to form {known}")));
            }
            store.add(options, values, &mut control).map_err(D::Error::custom)?;
        }
        Ok(store)
    }
}
