//! Deserializes types directly from the JSON of DynamoDB's responses, without the SDK's nested maps of attribute values.
//!
//! An attribute is an object with one entry, the type and the value: `{"S": "text"}`, `{"N": "7"}`,
//! `{"M": {"name": {"S": "text"}}}`. A type is deserialized as `serde_dynamo` does from the SDK's values.

use super::{AttributeValue, value::Item};
use aws_sdk_dynamodb::primitives::Blob;
use base64::{Engine, prelude::BASE64_STANDARD};
use serde::{
    Deserialize, Deserializer,
    de::{
        self, DeserializeSeed, EnumAccess, IgnoredAny, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
    },
    forward_to_deserialize_any,
};
use std::{borrow::Cow, cell::RefCell, collections::HashMap, fmt};

/// The type of an attribute.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(field_identifier)]
enum Tag {
    S,
    N,
    #[serde(rename = "BOOL")]
    Bool,
    #[serde(rename = "NULL")]
    Null,
    M,
    L,
    #[serde(rename = "SS")]
    Strings,
    #[serde(rename = "NS")]
    Numbers,
    B,
    #[serde(rename = "BS")]
    Binaries,
}

/// Text that is borrowed from the JSON if it has no escape sequences.
struct Text<'de>(Cow<'de, str>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor;
        impl<'de> Visitor<'de> for TextVisitor {
            type Value = Text<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("text")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }

            fn visit_string<E>(self, text: String) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text)))
            }
        }
        deserializer.deserialize_str(TextVisitor)
    }
}

/// Deserializes an attribute with its type: reads the object's entry and gives the value to `seed`.
struct Tagged<S>(S);

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Tagged<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<S::Value, D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de, S: DeserializeSeed<'de>> Visitor<'de> for Tagged<S> {
    type Value = S::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an attribute with its type")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<S::Value, A::Error> {
        read_tagged(&mut entries, |entries, tag| entries.next_value_seed(Untagged { tag, seed: self.0 }))
    }
}

/// Deserializes the value of an attribute of a known type.
struct Untagged<S> {
    tag: Tag,
    seed: S,
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Untagged<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<S::Value, D::Error> {
        self.seed.deserialize(Value { tag: self.tag, json })
    }
}

/// The value of an attribute of a known type, as the data that `serde` describes.
struct Value<D> {
    tag: Tag,
    json: D,
}

impl<'de, D: Deserializer<'de>> Value<D> {
    /// The JSON, if the attribute has this type.
    fn expect(self, tag: Tag) -> Result<D, D::Error> {
        if self.tag == tag { Ok(self.json) } else { Err(self.mismatch(tag)) }
    }

    fn mismatch<E: de::Error>(&self, expected: Tag) -> E {
        E::custom(format_args!("expected an attribute of type {expected:?}, not {:?}", self.tag))
    }

    fn number(self) -> Result<Text<'de>, D::Error> {
        Text::deserialize(self.expect(Tag::N)?)
    }

    fn bytes(self) -> Result<Vec<u8>, D::Error> {
        let Text(encoded) = Text::deserialize(self.expect(Tag::B)?)?;
        BASE64_STANDARD.decode(encoded.as_bytes()).map_err(de::Error::custom)
    }
}

/// Gives a number of unknown type to a visitor.
fn visit_number<'de, V: Visitor<'de>, E: de::Error>(text: &str, visitor: V) -> Result<V::Value, E> {
    match (text.parse::<i64>(), text.parse::<u64>()) {
        (Ok(number), _) => visitor.visit_i64(number),
        (_, Ok(number)) => visitor.visit_u64(number),
        _ => visitor.visit_f64(text.parse().map_err(de::Error::custom)?),
    }
}

macro_rules! numbers {
    ($($deserialize:ident $visit:ident)+) => {
        $(fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            visitor.$visit(self.number()?.0.parse().map_err(de::Error::custom)?)
        })+
    };
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Value<D> {
    type Error = D::Error;

    numbers! {
        deserialize_i8 visit_i8 deserialize_i16 visit_i16 deserialize_i32 visit_i32 deserialize_i64 visit_i64
        deserialize_u8 visit_u8 deserialize_u16 visit_u16 deserialize_u32 visit_u32 deserialize_u64 visit_u64
        deserialize_f32 visit_f32 deserialize_f64 visit_f64
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        match self.tag {
            Tag::S => self.json.deserialize_str(visitor),
            Tag::N => visit_number(&self.number()?.0, visitor),
            Tag::Bool => self.json.deserialize_bool(visitor),
            Tag::Null => self.deserialize_unit(visitor),
            Tag::M => self.deserialize_map(visitor),
            Tag::L | Tag::Strings | Tag::Numbers | Tag::Binaries => self.deserialize_seq(visitor),
            Tag::B => self.deserialize_bytes(visitor),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.expect(Tag::S)?.deserialize_str(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.expect(Tag::S)?.deserialize_string(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.expect(Tag::S)?.deserialize_char(visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.expect(Tag::Bool)?.deserialize_bool(visitor)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.expect(Tag::Null)?.deserialize_ignored_any(IgnoredAny)?;
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, D::Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        if self.tag == Tag::Null {
            self.json.deserialize_ignored_any(IgnoredAny)?;
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, D::Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        match self.tag {
            Tag::L => self.json.deserialize_seq(Elements { visitor, tag: None }),
            Tag::Strings => self.json.deserialize_seq(Elements { visitor, tag: Some(Tag::S) }),
            Tag::Numbers => self.json.deserialize_seq(Elements { visitor, tag: Some(Tag::N) }),
            Tag::Binaries => self.json.deserialize_seq(Elements { visitor, tag: Some(Tag::B) }),
            _ => Err(self.mismatch(Tag::L)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, D::Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.expect(Tag::M)?.deserialize_map(Entries(visitor))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        if self.tag == Tag::L { self.deserialize_seq(visitor) } else { self.deserialize_map(visitor) }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        match self.tag {
            Tag::S => visitor.visit_enum(Text::deserialize(self.json)?.0.into_deserializer()),
            Tag::M => self.json.deserialize_map(Variant(visitor)),
            _ => Err(self.mismatch(Tag::S)),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        visitor.visit_byte_buf(self.bytes()?)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.json.deserialize_ignored_any(visitor)
    }
}

/// Gives the elements of a list or a set to a visitor. The elements of a set have one type, those of a list their own.
struct Elements<T> {
    visitor: T,
    tag: Option<Tag>,
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Elements<V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(formatter)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, elements: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_seq(Elements { visitor: elements, tag: self.tag })
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Elements<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        match self.tag {
            Some(tag) => self.visitor.next_element_seed(Untagged { tag, seed }),
            None => self.visitor.next_element_seed(Tagged(seed)),
        }
    }
}

/// Gives the entries of a map to a visitor.
struct Entries<T>(T);

impl<'de, V: Visitor<'de>> Visitor<'de> for Entries<V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(formatter)
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(Entries(entries))
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Entries<A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.0.next_key_seed(seed)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(Tagged(seed))
    }
}

/// The text of one attribute of an item, which is read in addition to the item's type.
#[derive(Debug)]
pub struct Capture<'a> {
    name: &'a str,
    text: RefCell<Option<String>>,
}

impl<'a> Capture<'a> {
    /// Captures the string or number attribute `name`.
    pub(super) fn new(name: &'a str) -> Self {
        Self { name, text: RefCell::new(None) }
    }

    /// The captured text, if the item has the attribute as a string or a number.
    pub(super) fn into_text(self) -> Option<String> {
        self.text.into_inner()
    }
}

/// An item in the JSON of a response.
#[derive(Debug)]
pub struct JsonItem<'a, D> {
    json: D,
    captures: Vec<&'a Capture<'a>>,
}

impl<'a, D> JsonItem<'a, D> {
    pub(super) fn new(json: D) -> Self {
        Self { json, captures: Vec::new() }
    }

    /// Captures another attribute.
    #[must_use]
    pub(super) fn capturing(mut self, capture: &'a Capture<'a>) -> Self {
        self.captures.push(capture);
        self
    }
}

impl<'de, D: Deserializer<'de>> JsonItem<'_, D> {
    /// Reads the item with the types of its attributes.
    pub(super) fn attributes(self) -> Result<Item, D::Error> {
        let item = Attributes::deserialize(self.json)?.0;
        for capture in self.captures {
            let value = item.get(capture.name);
            *capture.text.borrow_mut() = value.and_then(|value| value.as_s().or_else(|_| value.as_n()).ok()).cloned();
        }
        Ok(item)
    }
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for JsonItem<'_, D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.json.deserialize_map(Capturing { inner: visitor, captures: self.captures, next: None })
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, D::Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}

/// Gives the attributes of an item to a visitor and captures some of them.
struct Capturing<'a, T> {
    inner: T,
    captures: Vec<&'a Capture<'a>>,
    next: Option<&'a Capture<'a>>,
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Capturing<'_, V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(formatter)
    }

    fn visit_map<A: MapAccess<'de>>(self, attributes: A) -> Result<V::Value, A::Error> {
        self.inner.visit_map(Capturing { inner: attributes, captures: self.captures, next: None })
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Capturing<'_, A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        let Some(Text(name)) = self.inner.next_key()? else { return Ok(None) };
        self.next = self.captures.iter().find(|capture| capture.name == name).copied();
        seed.deserialize(name.into_deserializer()).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        match self.next {
            None => self.inner.next_value_seed(Tagged(seed)),
            Some(capture) => self.inner.next_value_seed(Captured { capture, seed }),
        }
    }
}

/// Captures the text of an attribute with its type, and gives it to `seed`.
struct Captured<'a, S> {
    capture: &'a Capture<'a>,
    seed: S,
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Captured<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<S::Value, D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de, S: DeserializeSeed<'de>> Visitor<'de> for Captured<'_, S> {
    type Value = S::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an attribute with its type")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<S::Value, A::Error> {
        read_tagged(&mut entries, |entries, tag| {
            if !matches!(tag, Tag::S | Tag::N) {
                return entries.next_value_seed(Untagged { tag, seed: self.seed });
            }
            let Text(text) = entries.next_value()?;
            *self.capture.text.borrow_mut() = Some(text.clone().into_owned());
            self.seed.deserialize(Value { tag, json: text.into_deserializer() })
        })
    }
}

/// Reads an object with one entry: its type and, with `read_value`, its value.
fn read_tagged<'de, A: MapAccess<'de>, T>(
    entries: &mut A,
    read_value: impl FnOnce(&mut A, Tag) -> Result<T, A::Error>,
) -> Result<T, A::Error> {
    let tag = entries.next_key()?.ok_or_else(|| de::Error::custom("an attribute has no type"))?;
    let value = read_value(entries, tag)?;
    match entries.next_key::<IgnoredAny>()? {
        None => Ok(value),
        Some(_) => Err(de::Error::custom("an attribute has several types")),
    }
}

/// Gives the single entry of a map to a visitor as a variant with data.
struct Variant<T>(T);

impl<'de, V: Visitor<'de>> Visitor<'de> for Variant<V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a variant")
    }

    fn visit_map<A: MapAccess<'de>>(self, entry: A) -> Result<V::Value, A::Error> {
        self.0.visit_enum(Variant(entry))
    }
}

impl<'de, A: MapAccess<'de>> EnumAccess<'de> for Variant<A> {
    type Error = A::Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(mut self, seed: S) -> Result<(S::Value, Self), A::Error> {
        let name = self.0.next_key_seed(seed)?.ok_or_else(|| de::Error::custom("a variant has no name"))?;
        Ok((name, self))
    }
}

impl<'de, A: MapAccess<'de>> VariantAccess<'de> for Variant<A> {
    type Error = A::Error;

    fn unit_variant(mut self) -> Result<(), A::Error> {
        self.0.next_value::<IgnoredAny>()?;
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(Tagged(seed))
    }

    fn tuple_variant<V: Visitor<'de>>(mut self, _: usize, visitor: V) -> Result<V::Value, A::Error> {
        self.0.next_value_seed(Tagged(Visit::Seq(visitor)))
    }

    fn struct_variant<V: Visitor<'de>>(mut self, _: &'static [&'static str], visitor: V) -> Result<V::Value, A::Error> {
        self.0.next_value_seed(Tagged(Visit::Map(visitor)))
    }
}

/// Gives a value to a visitor.
enum Visit<V> {
    Seq(V),
    Map(V),
}

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Visit<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<V::Value, D::Error> {
        match self {
            Self::Seq(visitor) => value.deserialize_seq(visitor),
            Self::Map(visitor) => value.deserialize_map(visitor),
        }
    }
}

/// An attribute with its type.
struct Attribute(AttributeValue);

impl<'de> Deserialize<'de> for Attribute {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        struct AttributeVisitor;
        impl<'de> Visitor<'de> for AttributeVisitor {
            type Value = Attribute;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an attribute with its type")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Attribute, A::Error> {
                read_tagged(&mut entries, |entries, tag| {
                    Ok(Attribute(match tag {
                        Tag::S => AttributeValue::S(entries.next_value()?),
                        Tag::N => AttributeValue::N(entries.next_value()?),
                        Tag::Bool => AttributeValue::Bool(entries.next_value()?),
                        Tag::Null => AttributeValue::Null(entries.next_value()?),
                        Tag::M => AttributeValue::M(entries.next_value::<Attributes>()?.0),
                        Tag::L => {
                            let elements: Vec<Attribute> = entries.next_value()?;
                            AttributeValue::L(elements.into_iter().map(|Attribute(value)| value).collect())
                        }
                        Tag::Strings => AttributeValue::Ss(entries.next_value()?),
                        Tag::Numbers => AttributeValue::Ns(entries.next_value()?),
                        Tag::B => AttributeValue::B(entries.next_value::<Binary>()?.0),
                        Tag::Binaries => {
                            let elements: Vec<Binary> = entries.next_value()?;
                            AttributeValue::Bs(elements.into_iter().map(|Binary(value)| value).collect())
                        }
                    }))
                })
            }
        }
        json.deserialize_map(AttributeVisitor)
    }
}

/// Attributes with their types, by name.
#[derive(Default)]
pub(super) struct Attributes(pub(super) Item);

impl<'de> Deserialize<'de> for Attributes {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        let attributes = HashMap::<String, Attribute>::deserialize(json)?;
        Ok(Self(attributes.into_iter().map(|(name, Attribute(value))| (name, value)).collect()))
    }
}

/// Bytes in Base64.
struct Binary(Blob);

impl<'de> Deserialize<'de> for Binary {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        let Text(encoded) = Text::deserialize(json)?;
        Ok(Self(Blob::new(BASE64_STANDARD.decode(encoded.as_bytes()).map_err(de::Error::custom)?)))
    }
}

#[cfg(test)]
pub(super) mod tests;
