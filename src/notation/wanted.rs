//! What a value of a file model is written as, asked of the model itself.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

/// What a file model wants a value to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// An object with these fields.
    Fields(&'static [&'static str]),
    /// Names of the author's own, with values.
    Names,
    List,
    Text,
    /// A whole number from the first to the second.
    Number(i64, i64),
    /// `true` or `false`.
    Truth,
    /// One of these names.
    Choice(&'static [&'static str]),
    Other,
}

/// What a type of a file model wants.
pub(super) fn wanted<'de, T: Deserialize<'de>>() -> Wanted {
    T::deserialize(Asking).map_or_else(|asked| asked.0, |_| Wanted::Other)
}

/// Reads nothing: its error is the answer.
struct Asking;

#[derive(Debug)]
struct Asked(Wanted);

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is wanted", self.0)
    }
}

impl std::error::Error for Asked {}

impl Error for Asked {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Asked(Wanted::Other)
    }
}

impl<'de> Deserializer<'de> for Asking {
    type Error = Asked;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Asked> {
        Err(Asked(Wanted::Other))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Asked> {
        Err(Asked(Wanted::Fields(fields)))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Asked> {
        Err(Asked(Wanted::Choice(variants)))
    }

    fn deserialize_map<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Asked> {
        Err(Asked(Wanted::Names))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Asked> {
        Err(Asked(Wanted::List))
    }

    fn deserialize_str<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Asked> {
        Err(Asked(Wanted::Text))
    }

    fn deserialize_string<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Asked> {
        Err(Asked(Wanted::Text))
    }

    fn deserialize_i32<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Asked> {
        Err(Asked(Wanted::Number(i32::MIN.into(), i32::MAX.into())))
    }

    fn deserialize_u32<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Asked> {
        Err(Asked(Wanted::Number(0, u32::MAX.into())))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Asked> {
        Err(Asked(Wanted::Truth))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Asked> {
        visitor.visit_some(self)
    }

    forward_to_deserialize_any! {
        i8 i16 i64 i128 u8 u16 u64 u128 f32 f64 char bytes byte_buf unit unit_struct
        newtype_struct tuple tuple_struct identifier ignored_any
    }
}

/// A value of a struct, read from an object alone. On its own serde takes a list for a struct as
/// well, its fields in order; a binary format may still do so.
pub(crate) struct Named<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(NoLists(deserializer)).map(Named)
    }
}

/// A deserializer, or a visitor of a struct, that refuses lists.
struct NoLists<I>(I);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for NoLists<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        if self.0.is_human_readable() {
            self.0.deserialize_struct(name, fields, NoLists(visitor))
        } else {
            self.0.deserialize_struct(name, fields, visitor)
        }
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for NoLists<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(map)
    }
}
