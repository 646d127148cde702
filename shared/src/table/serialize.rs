//! Serializes types directly to the JSON of DynamoDB's requests, without the SDK's nested maps of attribute values.
//!
//! The JSON is equal to the JSON that the SDK sends for the item of `serde_dynamo`.

use super::{
    AttributeValue, ItemExt, Key,
    value::{IntoValue, Item},
};
use crate::{Error, Result};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde::{
    Serialize, Serializer,
    ser::{
        Error as _, Impossible, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
        SerializeTupleStruct, SerializeTupleVariant,
    },
};
use std::{
    collections::BTreeMap,
    fmt::{self, Display, Write as _},
    io::Write as _,
    mem,
};

/// The size of a list or a map without its elements, and of each element without its value, in bytes.
const COLLECTION_BYTES: (usize, usize) = (3, 1);
const NULL: &[u8] = br#"{"NULL":true}"#;

type JsonResult<T = ()> = std::result::Result<T, serde_json::Error>;

/// An item as a part of a request. Each attribute is serialized once.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct SerializedItem(BTreeMap<String, SerializedValue>);

impl SerializedItem {
    /// The JSON of an attribute.
    pub(super) fn get(&self, name: &str) -> Option<&[u8]> {
        self.0.get(name).map(|value| value.json.as_slice())
    }

    /// The estimated size of the item, in bytes. It is not below the size that DynamoDB counts.
    pub(super) fn bytes(&self) -> usize {
        self.0.iter().map(|(name, value)| name.len() + value.bytes).sum()
    }

    /// The size of the JSON of the item, in bytes, without escapes in its names.
    pub(super) fn json_len(&self) -> usize {
        2 + self.0.iter().map(|(name, value)| name.len() + value.json.len() + 4).sum::<usize>()
    }

    /// Appends the JSON of the item.
    pub(super) fn write(&self, json: &mut Vec<u8>) {
        json.push(b'{');
        for (position, (name, value)) in self.0.iter().enumerate() {
            if position > 0 {
                json.push(b',');
            }
            write_text(json, name);
            json.push(b':');
            json.extend_from_slice(&value.json);
        }
        json.push(b'}');
    }
}

impl ItemExt for SerializedItem {
    fn of(value: &impl Serialize) -> Result<Self> {
        let Self(mut attributes) = value.serialize(ItemSerializer).map_err(Error::internal)?;
        attributes.retain(|_, value| value.json != NULL);
        Ok(Self(attributes))
    }

    fn with(mut self, name: &str, value: impl IntoValue) -> Self {
        self.0.insert(name.to_owned(), SerializedValue::of(&value.into_value()));
        self
    }

    fn with_key(mut self, key: Key) -> Self {
        self.0.extend(serialized(key.into()));
        self
    }
}

impl From<Item> for SerializedItem {
    fn from(item: Item) -> Self {
        Self(serialized(item).collect())
    }
}

fn serialized(item: Item) -> impl Iterator<Item = (String, SerializedValue)> {
    item.into_iter().map(|(name, value)| (name, SerializedValue::of(&value)))
}

impl From<Key> for SerializedItem {
    fn from(key: Key) -> Self {
        Item::from(key).into()
    }
}

/// The JSON of a value with its type, and its estimated size in bytes.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct SerializedValue {
    pub(super) json: Vec<u8>,
    pub(super) bytes: usize,
}

impl SerializedValue {
    pub(super) fn of(value: &AttributeValue) -> Self {
        let mut serialized = Self::default();
        serialized.add(value);
        serialized
    }

    fn add(&mut self, value: &AttributeValue) {
        match value {
            AttributeValue::S(text) => self.add_text(text),
            AttributeValue::N(number) => self.add_number(number),
            AttributeValue::B(bytes) => self.add_binary(bytes.as_ref()),
            AttributeValue::Bool(flag) => self.add_flag(*flag),
            AttributeValue::Ss(texts) => self.add_set("SS", texts.iter().map(|text| (text.clone(), text.len() + 1))),
            AttributeValue::Ns(texts) => self.add_set("NS", texts.iter().map(|text| (text.clone(), text.len() + 1))),
            AttributeValue::Bs(all) => {
                self.add_set("BS", all.iter().map(|bytes| (BASE64_STANDARD.encode(bytes), bytes.as_ref().len())));
            }
            AttributeValue::L(values) => {
                let mut list = Collection::list(self);
                for value in values {
                    list.value().add(value);
                }
                list.end();
            }
            AttributeValue::M(values) => {
                let mut map = Collection::map(self);
                for (name, value) in values {
                    map.named(name).add(value);
                }
                map.end();
            }
            AttributeValue::Null(_) => self.add_null(),
            // A type of value that this version of the SDK does not know. DynamoDB rejects it.
            _ => self.json.extend_from_slice(b"{}"),
        }
    }

    fn add_text(&mut self, text: &str) {
        self.json.extend_from_slice(br#"{"S":"#);
        write_text(&mut self.json, text);
        self.json.push(b'}');
        self.bytes += text.len() + 1;
    }

    /// A number needs about half a byte per digit and one byte more.
    fn add_number(&mut self, number: impl Display) {
        self.json.extend_from_slice(br#"{"N":""#);
        let start = self.json.len();
        // Writing to memory cannot fail.
        let _ = write!(self.json, "{number}");
        self.bytes += self.json.len() - start + 1;
        self.json.extend_from_slice(br#""}"#);
    }

    fn add_binary(&mut self, bytes: &[u8]) {
        self.json.extend_from_slice(br#"{"B":""#);
        self.json.extend_from_slice(BASE64_STANDARD.encode(bytes).as_bytes());
        self.json.extend_from_slice(br#""}"#);
        self.bytes += bytes.len();
    }

    fn add_flag(&mut self, flag: bool) {
        self.json.extend_from_slice(if flag { br#"{"BOOL":true}"# } else { br#"{"BOOL":false}"# });
        self.bytes += 1;
    }

    fn add_null(&mut self) {
        self.json.extend_from_slice(NULL);
        self.bytes += 1;
    }

    /// Adds a set: the text of each element with its size in bytes.
    fn add_set(&mut self, kind: &str, elements: impl Iterator<Item = (String, usize)>) {
        let (texts, sizes): (Vec<_>, Vec<_>) = elements.unzip();
        self.json.push(b'{');
        write_text(&mut self.json, kind);
        self.json.push(b':');
        write_json(&mut self.json, &texts);
        self.json.push(b'}');
        self.bytes += sizes.into_iter().sum::<usize>();
    }
}

/// Appends text as JSON.
pub(super) fn write_text(json: &mut Vec<u8>, text: &str) {
    let needs_escape = |byte: u8| byte < b' ' || byte == b'"' || byte == b'\\';
    // Without an early end, the compiler checks several bytes at once.
    if text.bytes().fold(false, |found, byte| found | needs_escape(byte)) {
        return write_json(json, text);
    }
    json.push(b'"');
    json.extend_from_slice(text.as_bytes());
    json.push(b'"');
}

/// Appends text, or texts in a list or a map, as JSON.
pub(super) fn write_json(json: &mut Vec<u8>, value: &(impl Serialize + ?Sized)) {
    // Text is always valid JSON, and writing to memory cannot fail.
    let _ = serde_json::to_writer(json, value);
}

/// A list or a map while its elements are written.
pub(super) struct Collection<'a> {
    output: &'a mut SerializedValue,
    is_empty: bool,
    end: &'static [u8],
}

impl<'a> Collection<'a> {
    fn list(output: &'a mut SerializedValue) -> Self {
        Self::start(output, br#"{"L":["#, b"]}")
    }

    fn map(output: &'a mut SerializedValue) -> Self {
        Self::start(output, br#"{"M":{"#, b"}}")
    }

    /// The content of an enum's variant: a list or a map in a map whose only entry has the variant's name.
    fn variant(
        output: &'a mut SerializedValue,
        variant: &str,
        content: fn(&'a mut SerializedValue) -> Self,
        end: &'static [u8],
    ) -> Self {
        Collection::map(output).named(variant);
        Self { end, ..content(output) }
    }

    fn start(output: &'a mut SerializedValue, start: &[u8], end: &'static [u8]) -> Self {
        output.json.extend_from_slice(start);
        output.bytes += COLLECTION_BYTES.0;
        Self { output, is_empty: true, end }
    }

    /// Where the next value is written.
    fn value(&mut self) -> &mut SerializedValue {
        if !mem::take(&mut self.is_empty) {
            self.output.json.push(b',');
        }
        self.output.bytes += COLLECTION_BYTES.1;
        self.output
    }

    /// Where the value with this name is written.
    fn named(&mut self, name: &str) -> &mut SerializedValue {
        let output = self.value();
        write_text(&mut output.json, name);
        output.json.push(b':');
        output.bytes += name.len();
        output
    }

    fn end(self) {
        self.output.json.extend_from_slice(self.end);
    }
}

/// The key of a map as text. A formatter serializes texts, numbers and flags, but no other values.
struct MapKey<'a, T: ?Sized>(&'a T);

impl<T: Serialize + ?Sized> Display for MapKey<'_, T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.serialize(formatter)
    }
}

macro_rules! numbers {
    ($($method:ident $type:ty),+) => {
        $(fn $method(self, number: $type) -> JsonResult {
            self.add_number(number);
            Ok(())
        })+
    };
}

impl<'a> Serializer for &'a mut SerializedValue {
    type Ok = ();
    type Error = serde_json::Error;
    type SerializeSeq = Collection<'a>;
    type SerializeTuple = Collection<'a>;
    type SerializeTupleStruct = Collection<'a>;
    type SerializeTupleVariant = Collection<'a>;
    type SerializeMap = Entries<Collection<'a>>;
    type SerializeStruct = Collection<'a>;
    type SerializeStructVariant = Collection<'a>;

    numbers! {
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64,
        serialize_f32 f32, serialize_f64 f64
    }

    fn serialize_bool(self, flag: bool) -> JsonResult {
        self.add_flag(flag);
        Ok(())
    }

    fn serialize_char(self, char: char) -> JsonResult {
        self.serialize_str(char.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> JsonResult {
        self.add_text(text);
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> JsonResult {
        self.add_binary(bytes);
        Ok(())
    }

    fn serialize_none(self) -> JsonResult {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> JsonResult {
        value.serialize(self)
    }

    fn serialize_unit(self) -> JsonResult {
        self.add_null();
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> JsonResult {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> JsonResult {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> JsonResult {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> JsonResult {
        let mut map = Collection::map(self);
        value.serialize(map.named(variant))?;
        map.end();
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> JsonResult<Collection<'a>> {
        Ok(Collection::list(self))
    }

    fn serialize_tuple(self, _: usize) -> JsonResult<Collection<'a>> {
        Ok(Collection::list(self))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> JsonResult<Collection<'a>> {
        Ok(Collection::list(self))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> JsonResult<Collection<'a>> {
        Ok(Collection::variant(self, variant, Collection::list, b"]}}}"))
    }

    fn serialize_map(self, _: Option<usize>) -> JsonResult<Entries<Collection<'a>>> {
        Ok(Entries { fields: Collection::map(self), key: String::new() })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> JsonResult<Collection<'a>> {
        Ok(Collection::map(self))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> JsonResult<Collection<'a>> {
        Ok(Collection::variant(self, variant, Collection::map, b"}}}}"))
    }
}

macro_rules! elements {
    ($($trait:ident $method:ident),+) => {
        $(impl $trait for Collection<'_> {
            type Ok = ();
            type Error = serde_json::Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> JsonResult {
                value.serialize(self.value())
            }

            fn end(self) -> JsonResult {
                Collection::end(self);
                Ok(())
            }
        })+
    };
}

elements! {
    SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
}

macro_rules! fields {
    ($($trait:ident),+) => {
        $(impl $trait for Collection<'_> {
            type Ok = ();
            type Error = serde_json::Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> JsonResult {
                value.serialize(self.named(name))
            }

            fn end(self) -> JsonResult {
                Collection::end(self);
                Ok(())
            }
        })+
    };
}

fields! { SerializeStruct, SerializeStructVariant }

/// The entries of a map, whose keys and values are serialized separately.
pub(super) struct Entries<F> {
    fields: F,
    key: String,
}

/// Where the fields of a struct or the entries of a map are written.
pub(super) trait Fields: Sized {
    /// The result.
    type Ok;

    /// Adds a field.
    fn add<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> JsonResult;

    /// Ends the struct or the map.
    fn finish(self) -> Self::Ok;
}

impl Fields for Collection<'_> {
    type Ok = ();

    fn add<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> JsonResult {
        value.serialize(self.named(name))
    }

    fn finish(self) {
        self.end();
    }
}

impl Fields for SerializedItem {
    type Ok = Self;

    fn add<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> JsonResult {
        let mut serialized = SerializedValue::default();
        value.serialize(&mut serialized)?;
        self.0.insert(name.to_owned(), serialized);
        Ok(())
    }

    fn finish(self) -> Self {
        self
    }
}

impl<F: Fields> SerializeMap for Entries<F> {
    type Ok = F::Ok;
    type Error = serde_json::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> JsonResult {
        self.key.clear();
        write!(self.key, "{}", MapKey(key)).map_err(|_| serde_json::Error::custom("the key of a map must be text"))
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> JsonResult {
        self.fields.add(&self.key, value)
    }

    fn end(self) -> JsonResult<F::Ok> {
        Ok(self.fields.finish())
    }
}

impl SerializeStruct for SerializedItem {
    type Ok = Self;
    type Error = serde_json::Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> JsonResult {
        self.add(name, value)
    }

    fn end(self) -> JsonResult<Self> {
        Ok(self)
    }
}

/// Serializes the attributes of an item separately. Rejects all values that are not structs or maps.
struct ItemSerializer;

macro_rules! reject {
    ($($method:ident $type:ty),+) => {
        $(fn $method(self, _: $type) -> JsonResult<SerializedItem> {
            Err(not_an_item())
        })+
    };
}

fn not_an_item() -> serde_json::Error {
    serde_json::Error::custom("an item must be a struct or a map")
}

type NoItem = Impossible<SerializedItem, serde_json::Error>;

impl Serializer for ItemSerializer {
    type Ok = SerializedItem;
    type Error = serde_json::Error;
    type SerializeSeq = NoItem;
    type SerializeTuple = NoItem;
    type SerializeTupleStruct = NoItem;
    type SerializeTupleVariant = NoItem;
    type SerializeMap = Entries<SerializedItem>;
    type SerializeStruct = SerializedItem;
    type SerializeStructVariant = NoItem;

    reject! {
        serialize_bool bool, serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64, serialize_u8 u8,
        serialize_u16 u16, serialize_u32 u32, serialize_u64 u64, serialize_f32 f32, serialize_f64 f64,
        serialize_char char, serialize_str &str, serialize_bytes &[u8], serialize_unit_struct &'static str
    }

    fn serialize_map(self, _: Option<usize>) -> JsonResult<Entries<SerializedItem>> {
        Ok(Entries { fields: SerializedItem::default(), key: String::new() })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> JsonResult<SerializedItem> {
        Ok(SerializedItem::default())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> JsonResult<SerializedItem> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> JsonResult<SerializedItem> {
        value.serialize(self)
    }

    /// As a map with the variant's name.
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> JsonResult<SerializedItem> {
        let mut item = SerializedItem::default();
        item.add(variant, value)?;
        Ok(item)
    }

    fn serialize_none(self) -> JsonResult<SerializedItem> {
        Err(not_an_item())
    }

    fn serialize_unit(self) -> JsonResult<SerializedItem> {
        Err(not_an_item())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> JsonResult<SerializedItem> {
        Err(not_an_item())
    }

    fn serialize_seq(self, _: Option<usize>) -> JsonResult<NoItem> {
        Err(not_an_item())
    }

    fn serialize_tuple(self, _: usize) -> JsonResult<NoItem> {
        Err(not_an_item())
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> JsonResult<NoItem> {
        Err(not_an_item())
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> JsonResult<NoItem> {
        Err(not_an_item())
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> JsonResult<NoItem> {
        Err(not_an_item())
    }
}

#[cfg(test)]
mod tests;
