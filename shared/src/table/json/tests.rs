//! Equality with `serde_dynamo`, and malformed attributes.

use super::*;
use crate::table::{FromItem, Raw, Versioned, from_item, item::Row, number, text};
use proptest::prelude::*;
use rstest::rstest;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// The JSON of an attribute, as DynamoDB sends it.
fn json_of(value: &AttributeValue) -> Json {
    match value {
        AttributeValue::S(text) => json!({ "S": text }),
        AttributeValue::N(number) => json!({ "N": number }),
        AttributeValue::Bool(flag) => json!({ "BOOL": flag }),
        AttributeValue::M(map) => json!({ "M": json_of_item(map) }),
        AttributeValue::L(list) => json!({ "L": list.iter().map(json_of).collect::<Vec<_>>() }),
        AttributeValue::Ss(set) => json!({ "SS": set }),
        AttributeValue::Ns(set) => json!({ "NS": set }),
        AttributeValue::B(bytes) => json!({ "B": BASE64_STANDARD.encode(bytes) }),
        AttributeValue::Bs(set) => {
            json!({ "BS": set.iter().map(|bytes| BASE64_STANDARD.encode(bytes)).collect::<Vec<_>>() })
        }
        _ => json!({ "NULL": true }),
    }
}

fn json_of_item(item: &Item) -> Json {
    item.iter().map(|(name, value)| (name.clone(), json_of(value))).collect::<serde_json::Map<_, _>>().into()
}

/// Reads an item from the text of its JSON. Returns the captured attribute `id` as well.
fn read<T: FromItem>(item: &Item) -> Result<(Option<String>, T), String> {
    let text = json_of_item(item).to_string();
    let mut json = serde_json::Deserializer::from_str(&text);
    Row::capturing("id").deserialize(&mut json).map_err(|error| error.to_string())
}

fn any_text() -> impl Strategy<Value = String> {
    // With escape sequences, which cannot be borrowed from the JSON.
    "[a-zA-Z0-9 \"\\\\\n\u{e9}\u{1f600}]{0,8}"
}

fn any_number() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<i64>().prop_map(|number| number.to_string()),
        any::<u64>().prop_map(|number| number.to_string()),
        (-1e9..1e9).prop_map(|number: f64| number.to_string()),
    ]
}

fn any_attribute() -> impl Strategy<Value = AttributeValue> {
    let leaf = prop_oneof![
        any_text().prop_map(AttributeValue::S),
        any_number().prop_map(AttributeValue::N),
        any::<bool>().prop_map(AttributeValue::Bool),
        Just(AttributeValue::Null(true)),
        prop::collection::vec(any_text(), 1..4).prop_map(AttributeValue::Ss),
        prop::collection::vec(any_number(), 1..4).prop_map(AttributeValue::Ns),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(AttributeValue::L),
            prop::collection::hash_map(any_text(), inner, 0..4).prop_map(AttributeValue::M),
        ]
    })
}

pub(in crate::table) fn any_item() -> impl Strategy<Value = Item> {
    prop::collection::hash_map(prop_oneof![any_text(), Just("id".to_owned())], any_attribute(), 0..6)
}

/// A row with the kinds of fields that rows have.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Fridge {
    id: Id,
    stop: u32,
    change: i64,
    temperature: f64,
    is_online: bool,
    note: Option<String>,
    #[serde(default)]
    route: Option<u16>,
    status: Status,
    reading: Reading,
    tags: Vec<String>,
    limits: BTreeMap<String, f64>,
    position: (f64, f64),
    #[serde(flatten)]
    audit: Audit,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
struct Id(String);

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
enum Status {
    Online,
    Offline { reason: String },
    Moved(u8),
    Shifted(u8, String),
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "kind")]
enum Reading {
    Door { open: bool },
    Temperature { value: f64 },
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
struct Audit {
    user: String,
    at: Option<i64>,
}

fn any_fridge() -> impl Strategy<Value = Fridge> {
    let status = prop_oneof![
        Just(Status::Online),
        any_text().prop_map(|reason| Status::Offline { reason }),
        any::<u8>().prop_map(Status::Moved),
        (any::<u8>(), any_text()).prop_map(|(number, text)| Status::Shifted(number, text)),
    ];
    let reading = prop_oneof![
        any::<bool>().prop_map(|open| Reading::Door { open }),
        (-50.0..50.0).prop_map(|value| Reading::Temperature { value }),
    ];
    let numbers = (any::<u32>(), any::<i64>(), -50.0..50.0, any::<bool>(), any::<Option<u16>>());
    let lists = (
        prop::collection::vec(any_text(), 0..4),
        prop::collection::btree_map(any_text(), -50.0..50.0, 0..4),
        (-90.0..90.0, -180.0..180.0),
    );
    let texts = (any_text(), prop::option::of(any_text()), any_text(), any::<Option<i64>>());
    (numbers, status, reading, lists, texts).prop_map(
        |((stop, change, temperature, is_online, route), status, reading, (tags, limits, position), texts)| {
            let (id, note, user, at) = texts;
            let (id, audit) = (Id(id), Audit { user, at });
            Fridge {
                id,
                stop,
                change,
                temperature,
                is_online,
                note,
                route,
                status,
                reading,
                tags,
                limits,
                position,
                audit,
            }
        },
    )
}

proptest! {
    #[test]
    fn an_item_of_any_attributes_is_read_as_it_is_stored(item in any_item()) {
        let (id, Raw(read)) = read::<Raw>(&item).unwrap();
        prop_assert_eq!(read, item.clone());
        let expected = item.get("id").and_then(|id| id.as_s().or_else(|_| id.as_n()).ok()).cloned();
        prop_assert_eq!(id, expected);
    }

    #[test]
    fn data_of_any_shape_is_read_as_serde_dynamo_reads_it(item in any_item()) {
        let expected: Json = from_item("Fridges", "id", item.clone()).unwrap();
        prop_assert_eq!(read::<Json>(&item).unwrap().1, expected);
    }

    #[test]
    fn a_row_is_read_as_serde_dynamo_reads_it(fridge in any_fridge()) {
        let item = crate::table::to_item(&fridge).unwrap();
        let (id, row) = read::<Fridge>(&item).unwrap();
        prop_assert_eq!(id, Some(fridge.id.0.clone()));
        prop_assert_eq!(&row, &from_item::<Fridge>("Fridges", "id", item).unwrap());
        prop_assert_eq!(row, fridge);
    }

    #[test]
    fn an_item_of_any_attributes_is_accepted_exactly_if_serde_dynamo_accepts_it(
        fridge in any_fridge(),
        name in prop::sample::select(vec!["id", "stop", "temperature", "isOnline", "note", "status", "tags", "limits"]),
        value in any_attribute(),
    ) {
        let mut item = crate::table::to_item(&fridge).unwrap();
        item.insert(name.to_owned(), value);
        let row = read::<Fridge>(&item).map(|(_, row)| row);
        prop_assert_eq!(row.ok(), from_item::<Fridge>("Fridges", "id", item).ok());
    }
}

#[rstest]
#[case::versioned(Some(number(7)), Ok(7))]
#[case::without_version(None, Err("it has no version"))]
#[case::text(Some(text("a")), Err("it has no version"))]
fn a_versioned_row_has_its_version(#[case] version: Option<AttributeValue>, #[case] expected: Result<u64, &str>) {
    let mut item = Item::from([("id".to_owned(), text("A"))]);
    item.extend(version.map(|version| ("version".to_owned(), version)));
    let read = read::<Versioned<Json>>(&item);
    match (read, expected) {
        (Ok((id, row)), Ok(version)) => {
            assert_eq!((id.as_deref(), row.version, &row.value["id"]), (Some("A"), version, &json!("A")));
        }
        (Err(error), Err(message)) => assert!(error.starts_with(message), "{error}"),
        (read, expected) => panic!("{read:?} instead of {expected:?}"),
    }
}

#[rstest]
#[case::no_type(json!({ "id": {} }), "an attribute has no type")]
#[case::several_types(json!({ "id": { "S": "A", "SS": ["A"] } }), "an attribute has several types")]
#[case::unknown_type(json!({ "id": { "X": "A" } }), "unknown field `X`")]
#[case::not_an_object(json!({ "id": "A" }), "invalid type: string \"A\", expected an attribute with its type")]
#[case::other_type(json!({ "id": { "BOOL": true } }), "expected an attribute of type S, not Bool")]
#[case::not_a_number(json!({ "id": { "S": "A" }, "stop": { "N": "x" } }), "invalid digit found in string")]
fn a_malformed_attribute_is_an_error(#[case] item: Json, #[case] message: &str) {
    #[derive(Debug, Deserialize)]
    struct Stop {
        #[expect(dead_code, reason = "only its type is tested")]
        id: String,
        #[expect(dead_code, reason = "only its type is tested")]
        #[serde(default)]
        stop: u32,
    }
    fn read<T: DeserializeOwned + Send + 'static>(item: &Json) -> Result<(Option<String>, T), serde_json::Error> {
        Row::capturing("other").deserialize(item)
    }
    let error = read::<Stop>(&item).unwrap_err().to_string();
    assert!(error.starts_with(message), "{error}");
}
