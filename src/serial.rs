//! The feature `serde` for types with an invariant: they are written as plain data, and read through the constructor that checks it.

/// Implements `Serialize` and `Deserialize`: `serde_through!(Type, |value| data, |data: Data| constructor)`. The constructor's error is
/// the error of reading.
macro_rules! serde_through {
    ($type:ty, |$value:ident| $written:expr, |$data:ident: $kind:ty| $read:expr) => {
        #[cfg(feature = "serde")]
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $value = self;
                serde::Serialize::serialize(&$written, serializer)
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let $data = <$kind as serde::Deserialize>::deserialize(deserializer)?;
                $read.map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use serde_through;

/// Writes types as their text, by `Display`, and reads them by `FromStr`.
macro_rules! serde_as_text {
    ($($type:ty),*) => {$(
        $crate::serial::serde_through!($type, |value| format_args!("{value}"), |text: String| text.parse::<$type>());
    )*};
}
pub(crate) use serde_as_text;
