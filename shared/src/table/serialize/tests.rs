//! Equality with the JSON that the SDK sends for the item of `serde_dynamo`.

use super::*;
use crate::table::{
    Changes, CompositeKey, Table, TransactWriteItem, Transaction, attribute,
    fake::{FakeDynamoDb, KEY, success_response},
    json::tests::any_item,
    number, text,
};
use aws_sdk_dynamodb::primitives::Blob;
use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value as Json, json};
use tokio::runtime::Builder;

/// The JSON of the actions that the SDK sends if it serializes them itself.
async fn sent_by_sdk(actions: Vec<TransactWriteItem>) -> Json {
    let service = FakeDynamoDb::new([success_response()]);
    let actions = actions.into_iter().map(TransactWriteItem::into_request).collect();
    service.table().client().transact_write_items().set_transact_items(Some(actions)).send().await.unwrap();
    service.requests().remove(0)["TransactItems"].take()
}

/// The JSON of the actions of a transaction.
async fn sent(actions: Vec<TransactWriteItem>) -> Json {
    let service = FakeDynamoDb::new([success_response()]);
    let sent = Transaction::new().with_all(actions).send(service.table().client()).await.unwrap();
    assert!(sent.is_written());
    service.requests().remove(0)["TransactItems"].take()
}

/// The JSON of the item as the SDK sends it, and as it is serialized directly.
fn both(item: &Item, serialized: &SerializedItem) -> (Json, Json) {
    let service = FakeDynamoDb::new([success_response()]);
    let put = service.table().client().put_item().table_name("T").set_item(Some(item.clone()));
    Builder::new_current_thread().enable_all().build().unwrap().block_on(put.send()).unwrap();
    let mut json = Vec::new();
    serialized.write(&mut json);
    (service.requests().remove(0)["Item"].take(), serde_json::from_slice(&json).unwrap())
}

#[derive(Clone, Debug, Serialize)]
struct Row {
    text: String,
    char: char,
    absent: Option<u8>,
    present: Option<i64>,
    list: Vec<Nested>,
    pair: (u32, bool),
    unit: (),
    by_number: BTreeMap<u32, f64>,
    by_flag: BTreeMap<bool, f32>,
    variants: Vec<Variant>,
    newtype: Newtype,
    json: Json,
    #[serde(flatten)]
    flattened: BTreeMap<String, u64>,
}

#[derive(Clone, Debug, Serialize)]
struct Nested {
    name: String,
    absent: Option<String>,
    bytes: Bytes,
}

#[derive(Clone, Debug)]
struct Bytes(Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

#[derive(Clone, Debug, Serialize)]
struct Newtype(i16);

#[derive(Clone, Debug, Serialize)]
struct Pair(i8, u16);

#[derive(Clone, Debug, Serialize)]
struct Unit;

#[derive(Clone, Debug, Serialize)]
enum Variant {
    Unit,
    Newtype(Pair),
    Tuple(i32, Unit),
    Struct { a: String, b: Vec<u8> },
}

fn any_text() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9 \"\\\\/\n\t\u{1}\u{7f}\u{e9}\u{2028}\u{1f600}]{0,8}"
}

fn any_json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        any_text().prop_map(Json::from),
    ];
    leaf.prop_recursive(3, 20, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
            prop::collection::btree_map(any_text(), inner, 0..4)
                .prop_map(|map| Json::Object(map.into_iter().collect())),
        ]
    })
}

fn any_variant() -> impl Strategy<Value = Variant> {
    prop_oneof![
        Just(Variant::Unit),
        any::<(i8, u16)>().prop_map(|(a, b)| Variant::Newtype(Pair(a, b))),
        any::<i32>().prop_map(|a| Variant::Tuple(a, Unit)),
        (any_text(), any::<Vec<u8>>()).prop_map(|(a, b)| Variant::Struct { a, b }),
    ]
}

fn any_nested() -> impl Strategy<Value = Nested> {
    (any_text(), any::<Option<bool>>(), any::<Vec<u8>>()).prop_map(|(name, absent, bytes)| Nested {
        absent: absent.map(|_| name.clone()),
        name,
        bytes: Bytes(bytes),
    })
}

prop_compose! {
    fn any_row()(
        text in any_text(),
        char in any::<char>(),
        numbers in any::<(Option<u8>, Option<i64>, u32, bool, i16)>(),
        list in prop::collection::vec(any_nested(), 0..4),
        by_number in prop::collection::btree_map(any::<u32>(), -1e9..1e9_f64, 0..4),
        by_flag in prop::collection::btree_map(any::<bool>(), -1e9..1e9_f32, 0..3),
        variants in prop::collection::vec(any_variant(), 0..4),
        json in any_json(),
        flattened in prop::collection::btree_map("flat[a-z]{0,4}", any::<u64>(), 0..4),
    ) -> Row {
        let (absent, present, number, flag, newtype) = numbers;
        let (pair, newtype) = ((number, flag), Newtype(newtype));
        Row { text, char, absent, present, list, pair, unit: (), by_number, by_flag, variants, newtype, json, flattened }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_type_is_serialized_as_the_sdk_sends_it(row in any_row()) {
        let item = crate::table::to_item(&row).unwrap();
        let (expected, found) = both(&item, &SerializedItem::of(&row).unwrap());
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn an_item_is_serialized_as_the_sdk_sends_it(mut item in any_item(), bytes in any::<Vec<u8>>()) {
        item.insert("binary".into(), AttributeValue::B(Blob::new(bytes.clone())));
        item.insert("binaries".into(), AttributeValue::Bs(vec![Blob::new(bytes), Blob::new(b"x")]));
        let (expected, found) = both(&item, &SerializedItem::from(item.clone()));
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn both_forms_of_a_type_have_the_same_size(row in any_row()) {
        let item = crate::table::to_item(&row).unwrap();
        prop_assert_eq!(SerializedItem::of(&row).unwrap().bytes(), SerializedItem::from(item).bytes());
    }
}

#[tokio::test]
async fn actions_are_sent_as_the_sdk_sends_them() {
    let key = CompositeKey::new("kind", "name");
    let table = Table::unconnected("Names", key);
    let of = || key.of("PLANOGRAM", "a \"dummy\"\n");
    let changes = Changes::new().set("version", 3_u64).append("log", "x").remove("note").add("calls", 1_u32);
    let put = table.put(Item::from(of()).with("tags", crate::table::string_set(["b", "a"])));
    let actions = vec![
        put.clone().action().unwrap(),
        put.when(attribute("version").equals(2_u64).or(attribute("kind").not_exists())).action().unwrap(),
        table.update(of(), changes.clone()).action().unwrap(),
        table.update(of(), changes).when(attribute("state").equals("OPEN")).action().unwrap(),
        table.delete(of()).action().unwrap(),
        table.delete(of()).when(attribute("kind").exists()).action().unwrap(),
        table.check(of()).when(attribute("at").between("1", "2")).action().unwrap(),
    ];
    assert_eq!(sent(actions.clone()).await, sent_by_sdk(actions).await);
}

#[tokio::test]
async fn a_put_that_is_sent_alone_has_its_item_and_its_condition() {
    let service = FakeDynamoDb::new([success_response()]);
    let table = service.table();
    let item = SerializedItem::from(KEY.of("A")).with("version", 2_u64);
    assert!(table.put_if_version(item.clone(), Some(1)).send().await.unwrap());
    assert!(table.put(item).send().await.unwrap());
    let item = json!({ "id": { "S": "A" }, "version": { "N": "2" } });
    let conditional = json!({
        "TableName": "Locations", "Item": item, "ConditionExpression": "#n0 = :v0",
        "ExpressionAttributeNames": { "#n0": "version" }, "ExpressionAttributeValues": { ":v0": { "N": "1" } },
    });
    assert_eq!(service.requests(), [conditional, json!({ "TableName": "Locations", "Item": item })]);
}

#[test]
fn an_item_omits_absent_attributes_and_has_one_value_of_each_name() {
    let item = SerializedItem::of(&json!({ "id": "A", "version": 1, "note": null, "nested": { "note": null } }));
    let item = item.unwrap().with("version", 2_u64).with_key(KEY.of("B"));
    let nested = AttributeValue::M(Item::from([("note".into(), AttributeValue::Null(true))]));
    let expected = Item::from([("id".into(), text("B")), ("version".into(), number(2)), ("nested".into(), nested)]);
    assert_eq!(item, expected.into());
}

#[rstest]
#[case::text(json!("A"))]
#[case::number(json!(1))]
#[case::list(json!([{ "id": "A" }]))]
#[case::null(json!(null))]
fn rejects_a_value_that_is_not_an_item(#[case] value: Json) {
    let cause = SerializedItem::of(&value).err().and_then(|error| error.cause());
    assert_eq!(cause.as_deref(), Some("an item must be a struct or a map"));
}

#[test]
fn the_keys_of_a_map_are_texts_numbers_or_flags() {
    #[derive(Eq, Ord, PartialEq, PartialOrd, Serialize)]
    #[serde(rename_all = "UPPERCASE")]
    enum Name {
        Unit,
    }

    fn keys<K: Serialize>(key: K) -> Option<Vec<String>> {
        struct Entry<K>(K);

        impl<K: Serialize> Serialize for Entry<K> {
            fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
                serializer.collect_map([(&self.0, 1_u8)])
            }
        }

        Some(SerializedItem::of(&Entry(key)).ok()?.0.into_keys().collect())
    }

    let one = |key: &str| Some(vec![key.to_owned()]);
    assert_eq!(keys("a \"b\""), one("a \"b\""));
    assert_eq!(
        (keys(-7_i64), keys(true), keys('c'), keys(Name::Unit)),
        (one("-7"), one("true"), one("c"), one("UNIT"))
    );
    assert_eq!((keys([1]), keys(()), keys(None::<u8>)), (None, None, None));
}
