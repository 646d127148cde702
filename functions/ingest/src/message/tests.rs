use super::*;
use proptest::prelude::*;
use rstest::rstest;
use serde_json::json;
use std::{collections::BTreeSet, env, fs, path::PathBuf};

fn now() -> Instant {
    "2026-11-21T12:00:00Z".parse().unwrap()
}

fn read(message: &Value) -> Result<Message> {
    Message::read(&message.to_string(), now())
}

fn place(folder: &str, name: &str) -> PathBuf {
    [folder, &format!("{name}.json")].iter().collect()
}

fn sample(name: &str) -> Value {
    serde_json::from_slice(&fs::read(place("samples", name)).unwrap()).unwrap()
}

/// The field and the reason for which a message is refused.
fn refusal(message: &Value) -> (String, String) {
    let error = read(message).unwrap_err();
    let [field] = error.fields() else { panic!("{error:?}") };
    (field.field.clone(), field.message.clone())
}

#[test]
fn a_message_of_each_type_is_read() {
    for name in Fact::TYPES {
        let message = read(&sample(name)).unwrap();
        assert_eq!(message.location_id.as_str(), "CHI_0001");
        assert!(format!("{:?}", message.fact).starts_with(name), "{name}");
    }
}

#[test]
fn each_type_has_a_schema_in_the_repository_and_there_is_no_other() {
    let written = |folder: &str| -> BTreeSet<String> {
        let folder = place(folder, "x");
        let files = fs::read_dir(folder.parent().unwrap()).unwrap();
        files.map(|file| file.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned()).collect()
    };
    let types: BTreeSet<String> = Fact::TYPES.iter().map(|name| (*name).to_owned()).collect();
    for (name, schema) in Fact::schemas() {
        let (path, text) = (place("schemas/v1", name), serde_json::to_string_pretty(&schema).unwrap() + "\n");
        if env::var_os("WRITE_SCHEMAS").is_some() {
            fs::write(&path, &text).unwrap();
        }
        let there = fs::read_to_string(&path).unwrap_or_default();
        assert!(there == text, "{name}: write it again by WRITE_SCHEMAS=1 cargo test -p ingest");
    }
    assert_eq!((written("schemas/v1"), written("samples")), (types.clone(), types));
}

#[test]
fn a_schema_names_the_envelopes_fields_and_the_payloads() {
    let schemas = Fact::schemas();
    let (_, slip) = schemas.iter().find(|(name, _)| *name == "PackingSlip").unwrap();
    let slip = slip.as_value();
    assert_eq!(slip["properties"]["type"], json!({"const": "PackingSlip"}));
    assert_eq!(slip["properties"]["toteCount"]["maximum"], 10_000);
    let required: BTreeSet<&str> = slip["required"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let expected = ["schemaVersion", "messageId", "type", "locationId", "occurredAt", "uniqueId", "toteCount"];
    assert!(expected.iter().all(|field| required.contains(field)), "{required:?}");
}

#[rstest]
#[case::another_version("schemaVersion", json!(2))]
#[case::a_version_in_words("schemaVersion", json!("one"))]
#[case::an_unknown_type("type", json!("Weather"))]
#[case::no_type("type", json!(null))]
#[case::no_id("messageId", json!("7"))]
#[case::no_location("locationId", json!("no where"))]
#[case::no_instant("occurredAt", json!("today"))]
#[case::an_instant_without_an_offset("occurredAt", json!("2026-11-21T10:00:00"))]
#[case::an_instant_that_is_far_ahead("occurredAt", json!("2026-11-21T12:15:01Z"))]
#[case::no_text("prettyName", json!(7))]
#[case::empty_text("prettyName", json!(""))]
fn a_message_that_does_not_fit_is_refused_and_the_reason_names_the_field(#[case] field: &str, #[case] value: Value) {
    let mut message = sample("CustomerRecord");
    message[field] = value;
    assert_eq!(refusal(&message).0, field);
    message.as_object_mut().unwrap().remove(field);
    assert_eq!(refusal(&message).0, field);
}

#[test]
fn a_clock_that_is_a_little_ahead_is_believed() {
    let mut message = sample("CustomerRecord");
    message["occurredAt"] = json!("2026-11-21T12:15:00Z");
    assert!(read(&message).is_ok());
}

#[rstest]
#[case::nothing("")]
#[case::no_json("{")]
#[case::two("{} {}")]
#[case::half_a_surrogate(r#"{"a":"\ud800"}"#)]
fn what_is_no_json_is_refused_as_a_body(#[case] body: &str) {
    let error = Message::read(body, now()).unwrap_err();
    assert_eq!(error.fields()[0].field, "body");
}

#[rstest]
#[case::a_list("[]")]
#[case::a_number("1")]
#[case::an_empty_object("{}")]
fn json_that_is_no_message_is_refused(#[case] body: &str) {
    assert!(matches!(Message::read(body, now()), Err(Error::Invalid(_))));
}

#[test]
fn json_as_deep_as_the_body_is_long_is_refused() {
    let body = "[".repeat(LONGEST);
    assert!(matches!(Message::read(&body, now()), Err(Error::Invalid(_))));
}

#[test]
fn an_oversized_message_is_refused_without_being_read() {
    let mut message = sample("DriverAction");
    message["data"]["note"] = json!("x".repeat(LONGEST));
    let (field, reason) = refusal(&message);
    assert_eq!(field, "body");
    assert!(reason.contains("more than 200000"), "{reason}");
}

#[test]
fn what_a_message_tells_beyond_its_schema_is_no_fault() {
    let mut message = sample("StockOut");
    message["firmware"] = json!("7.1");
    assert!(read(&message).is_ok());
}

#[rstest]
#[case::no_id("uniqueId", json!(""))]
#[case::an_id_that_would_break_a_key("uniqueId", json!("1#2"))]
#[case::no_day("dropOffDate", json!("tomorrow"))]
#[case::a_day_that_there_is_not("dropOffDate", json!("2026-02-30"))]
#[case::a_negative_count("toteCount", json!(-1))]
#[case::half_a_tote("toteCount", json!(1.5))]
#[case::too_many_totes("toteCount", json!(10_001))]
#[case::no_index("stockingIndex", json!(null))]
fn a_packing_slip_that_does_not_fit_is_refused(#[case] field: &str, #[case] value: Value) {
    let mut message = sample("PackingSlip");
    message[field] = value;
    assert_eq!(refusal(&message).0, field);
}

#[rstest]
#[case::an_override_by_a_driver("DriverAction", "/eventType", json!("DropOverride"), "eventType")]
#[case::data_that_is_text("DriverAction", "/data", json!("{}"), "data")]
#[case::a_van_as_hot_as_an_oven("DriverAction", "/data/temperature", json!(400), "data.temperature")]
#[case::an_item_without_a_name("Order", "/items/1/item", json!(""), "items[1].item")]
#[case::an_order_of_none("Order", "/items/0/quantity", json!(-2), "items[0].quantity")]
#[case::a_slot_above_the_first("Inventory", "/slots/1/row", json!(-1), "slots[1].row")]
#[case::a_unit_made_on_no_day("Inventory", "/slots/0/items/1/productionDate", json!("?"), "slots[0].items[1].productionDate")]
#[case::a_temperature_in_words("Temperature", "/temperature", json!("cold"), "temperature")]
#[case::no_item("StockOut", "/item", json!(null), "item")]
#[case::half_a_row("EmptyChannel", "/logicalRow", json!(0.5), "logicalRow")]
#[case::another_step("DriverLog", "/entry", json!("retry"), "entry")]
fn a_payload_that_does_not_fit_is_refused_with_the_place_of_the_fault(
    #[case] name: &str,
    #[case] pointer: &str,
    #[case] value: Value,
    #[case] field: &str,
) {
    let mut message = sample(name);
    *message.pointer_mut(pointer).unwrap() = value;
    assert_eq!(refusal(&message).0, field);
}

#[test]
fn only_of_what_has_no_history_the_newest_replaces_the_others() {
    let replaces = |name: &str| read(&sample(name)).unwrap().fact.replaces();
    assert_eq!(replaces("PackingSlip").as_deref(), Some("PackingSlip#2026-11-23#1#PS-20261123-1-1"));
    assert_eq!(replaces("Order").as_deref(), Some("Order#O-20261123-1"));
    assert_eq!(replaces("Inventory").as_deref(), Some("Inventory"));
    for name in
        ["CustomerRecord", "FridgeIdentity", "DriverAction", "Temperature", "StockOut", "EmptyChannel", "DriverLog"]
    {
        assert_eq!(replaces(name), None, "{name}");
    }
}

/// Any JSON that is not deep.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::hash_map(any::<String>(), inner, 0..3).prop_map(|map| map.into_iter().collect()),
        ]
    })
}

proptest! {
    #[test]
    fn whatever_a_field_holds_is_read_or_refused_with_a_reason(
        name in prop::sample::select(Fact::TYPES),
        field in any::<prop::sample::Index>(),
        value in any_json(),
    ) {
        let mut message = sample(name);
        let fields = message.as_object_mut().unwrap();
        let place = field.index(fields.len());
        *fields.values_mut().nth(place).unwrap() = value;
        match read(&message) {
            Ok(message) => prop_assert_eq!(message.location_id.as_str().is_empty(), false),
            Err(Error::Invalid(errors)) => prop_assert!(errors.iter().all(|error| !error.message.is_empty())),
            Err(other) => prop_assert!(false, "{other:?}"),
        }
    }

    #[test]
    fn whatever_a_body_holds_is_read_or_refused(body in ".{0,200}") {
        prop_assert!(matches!(Message::read(&body, now()), Err(Error::Invalid(_))));
    }
}
