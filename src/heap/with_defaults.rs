//! Structs of thresholds.

/// A struct whose fields have defaults.
macro_rules! with_defaults {
    ($(#[$attribute:meta])* $name:ident { $($(#[$doc:meta])* $field:ident: $type:ty = $default:expr,)* }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(in crate::heap) struct $name {
            $($(#[$doc])* pub(in crate::heap) $field: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }
    };
}
pub(super) use with_defaults;
