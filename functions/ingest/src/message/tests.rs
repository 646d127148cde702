use super::*;
use proptest::prelude::*;
use rstest::rstest;
use serde_json::json;
use std::{collections::BTreeSet, env, fs, path::PathBuf};

fn now() -> Instant {
    "2026-11-21T12:00:00Z".parse().unwrap()
}

fn read(message: &Value) -> Result<Message> {
    read_from(&message.to_string(), &Sender::Trusted)
}

fn read_from(body: &str, sender: &Sender) -> Result<Message> {
    Message::read(body, sender, now()).map_err(|rejection| rejection.error)
}

/// CHI_0001, whose message the broker received at [`now`] on this topic.
fn fridge(topic: Up) -> Sender {
    let (fridge, certificate) = ("CHI_0001".parse().unwrap(), "ab".repeat(32).parse().unwrap());
    Sender::Fridge(FridgeSender { fridge, certificate, topic, received_at: now(), base64: false })
}

/// The invalid field of the result, or nothing if the message was accepted.
fn field_of(result: &Result<Message>) -> &str {
    match result {
        Ok(_) => "",
        Err(error) => &error.fields()[0].field,
    }
}

fn json_path(folder: &str, name: &str) -> PathBuf {
    [folder, &format!("{name}.json")].iter().collect()
}

fn sample(name: &str) -> Value {
    serde_json::from_slice(&fs::read(json_path("samples", name)).unwrap()).unwrap()
}

/// The invalid field of a message and the reason.
fn rejection(message: &Value) -> (String, String) {
    let error = read(message).unwrap_err();
    let [field] = error.fields() else { panic!("{error:?}") };
    (field.field.clone(), field.message.clone())
}

#[test]
fn reads_a_message_of_each_type() {
    for name in Fact::TYPES {
        let message = read(&sample(name)).unwrap();
        assert_eq!(message.location_id.as_str(), "CHI_0001");
        assert!(format!("{:?}", message.fact).starts_with(name), "{name}");
    }
}

#[test]
fn each_type_has_a_current_schema_and_a_sample() {
    let file_names = |folder: &str| -> BTreeSet<String> {
        let folder = json_path(folder, "x");
        let files = fs::read_dir(folder.parent().unwrap()).unwrap();
        files.map(|file| file.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned()).collect()
    };
    let types: BTreeSet<String> = Fact::TYPES.iter().map(|name| (*name).to_owned()).collect();
    for (name, schema) in Fact::schemas() {
        let (path, text) = (json_path("schemas/v1", name), serde_json::to_string_pretty(&schema).unwrap() + "\n");
        if env::var_os("WRITE_SCHEMAS").is_some() {
            fs::write(&path, &text).unwrap();
        }
        let stored = fs::read_to_string(&path).unwrap_or_default();
        assert!(stored == text, "{name}: update the schema with WRITE_SCHEMAS=1 cargo test -p ingest");
    }
    assert_eq!(file_names("schemas/v1"), types);
    assert_eq!(file_names("samples"), types);
}

#[test]
fn a_schema_contains_the_fields_of_envelope_and_payload() {
    let schemas = Fact::schemas();
    let (_, slip) = schemas.iter().find(|(name, _)| *name == "PackingSlip").unwrap();
    let slip = slip.as_value();
    assert_eq!(slip["properties"]["type"], json!({"const": "PackingSlip"}));
    assert_eq!(slip["properties"]["toteCount"]["maximum"], 10_000);
    let required: BTreeSet<&str> = slip["required"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let expected = ["schemaVersion", "messageId", "type", "locationId", "occurredAt", "uniqueId", "toteCount"];
    assert!(expected.iter().all(|field| required.contains(field)), "{required:?}");
}

#[test]
fn a_fridge_can_leave_out_its_location_and_an_upstream_system_cannot() {
    for (name, schema) in Fact::schemas() {
        let required = schema.as_value()["required"].as_array().unwrap().contains(&json!("locationId"));
        assert_eq!(required, Fact::source(name).unwrap() == Source::Upstream, "{name}");
        let mut message = sample(name);
        message.as_object_mut().unwrap().remove("locationId");
        let body = message.to_string();
        match Fact::source(name).unwrap() {
            Source::Fridge(topic) => {
                assert_eq!(read_from(&body, &fridge(topic)).unwrap().location_id.as_str(), "CHI_0001", "{name}");
            }
            Source::Upstream => assert_eq!(field_of(&read_from(&body, &Sender::Upstream)), "locationId", "{name}"),
        }
    }
}

#[test]
fn each_type_is_accepted_only_from_its_source() {
    let senders =
        [fridge(Up::Telemetry), fridge(Up::Receipts), fridge(Up::Renewals), Sender::Upstream, Sender::Trusted];
    for name in Fact::TYPES {
        let source = Fact::source(name).unwrap();
        for sender in &senders {
            let accepted = match sender {
                Sender::Fridge(sender) => source == Source::Fridge(sender.topic),
                Sender::Upstream => source == Source::Upstream,
                Sender::Trusted => true,
            };
            let expected = if accepted { "" } else { "type" };
            assert_eq!(field_of(&read_from(&sample(name).to_string(), sender)), expected, "{name} {sender:?}");
        }
    }
}

#[rstest]
#[case::its_own_location("CHI_0001", "")]
#[case::its_own_location_in_another_case("chi_0001", "")]
#[case::another_fridge("CHI_0002", "locationId")]
#[case::an_invalid_location("no where", "locationId")]
fn a_fridge_sends_messages_only_about_itself(#[case] location: &str, #[case] field: &str) {
    let mut message = sample("StockOut");
    message["locationId"] = json!(location);
    let read = read_from(&message.to_string(), &fridge(Up::Telemetry));
    assert_eq!(field_of(&read), field);
    match read {
        Ok(message) => assert_eq!(message.location_id.as_str(), "CHI_0001"),
        Err(error) if location == "CHI_0002" => {
            assert_eq!(error.fields()[0].message, "CHI_0001 sent a message about CHI_0002");
        }
        Err(_) => {}
    }
}

#[rstest]
#[case::a_correct_clock("2026-11-21T11:59:59Z", None)]
#[case::almost_15_minutes_ahead("2026-11-21T12:15:00Z", None)]
#[case::more_than_15_minutes_ahead("2026-11-21T12:15:01Z", Some(Duration::seconds(901)))]
#[case::a_message_of_a_week_ago("2026-11-14T12:00:00Z", None)]
#[case::a_message_of_more_than_a_week_ago("2026-11-14T11:59:59Z", Some(Duration::seconds(-604_801)))]
#[case::a_year_ahead("2027-11-21T12:00:00Z", Some(Duration::days(365)))]
#[case::a_year_behind("2025-11-21T12:00:00Z", Some(Duration::days(-365)))]
fn compares_the_clock_of_a_fridge_with_that_of_the_broker(#[case] at: &str, #[case] skew: Option<Duration>) {
    let mut message = sample("StockOut");
    message["occurredAt"] = json!(at);
    // The message is processed a month after the broker received it, as a dead letter that is sent again.
    let read = Message::read(&message.to_string(), &fridge(Up::Telemetry), now().plus(Duration::days(30)));
    match (read, skew) {
        (Ok(message), None) => assert_eq!(message.occurred_at, at.parse().unwrap()),
        (Err(Rejection { error, clock_skew }), Some(_)) => {
            assert_eq!(error.fields()[0].field, "occurredAt");
            assert_eq!(clock_skew, skew);
        }
        other => panic!("{other:?}"),
    }
}

#[rstest]
#[case::a_correct_clock("2026-11-21T11:50:00Z", "2026-11-21T11:50:00Z")]
#[case::a_year_ahead("2027-11-21T12:00:00Z", "2026-11-21T12:00:00Z")]
#[case::a_year_behind("2025-11-21T12:00:00Z", "2026-11-21T12:00:00Z")]
#[case::less_than_an_hour_behind("2026-11-21T11:40:00Z", "2026-11-21T12:00:00Z")]
fn a_receipt_from_a_wrong_clock_has_the_time_of_the_broker(#[case] at: &str, #[case] expected: &str) {
    let mut message = sample("CommandAcknowledgement");
    message["occurredAt"] = json!(at);
    let read = read_from(&message.to_string(), &fridge(Up::Receipts)).unwrap();
    assert_eq!(read.occurred_at, expected.parse().unwrap());
}

#[test]
fn an_upstream_system_can_send_an_old_fact() {
    let mut message = sample("Order");
    message["occurredAt"] = json!("2025-11-21T12:00:00Z");
    assert!(read_from(&message.to_string(), &Sender::Upstream).is_ok());
}

#[rstest]
#[case::text_that_sqs_does_not_accept(sample("StockOut").to_string().replace("CAESAR_SALAD", "\u{FFFF}").into_bytes(), "")]
#[case::bytes_that_are_not_text(vec![b'{', 0xff, b'}'], "body")]
#[case::an_empty_payload(vec![], "body")]
fn decodes_a_payload_in_base64(#[case] payload: Vec<u8>, #[case] field: &str) {
    let Sender::Fridge(sender) = fridge(Up::Telemetry) else { panic!("not a fridge") };
    let sender = Sender::Fridge(FridgeSender { base64: true, ..sender });
    assert_eq!(field_of(&read_from(&BASE64_STANDARD.encode(payload), &sender)), field);
    assert_eq!(field_of(&read_from("!", &sender)), "body");
}

#[rstest]
#[case::an_unsupported_version("schemaVersion", json!(2))]
#[case::a_version_as_text("schemaVersion", json!("one"))]
#[case::an_unknown_type("type", json!("Weather"))]
#[case::a_null_type("type", json!(null))]
#[case::an_invalid_id("messageId", json!("7"))]
#[case::an_invalid_location("locationId", json!("no where"))]
#[case::an_invalid_instant("occurredAt", json!("today"))]
#[case::an_instant_without_an_offset("occurredAt", json!("2026-11-21T10:00:00"))]
#[case::an_instant_more_than_15_minutes_ahead("occurredAt", json!("2026-11-21T12:15:01Z"))]
#[case::a_number_as_text("prettyName", json!(7))]
#[case::an_empty_text("prettyName", json!(""))]
fn rejects_an_invalid_or_missing_field_with_its_name(#[case] field: &str, #[case] value: Value) {
    let mut message = sample("CustomerRecord");
    message[field] = value;
    assert_eq!(rejection(&message).0, field);
    message.as_object_mut().unwrap().remove(field);
    assert_eq!(rejection(&message).0, field);
}

#[test]
fn accepts_a_clock_that_is_15_minutes_ahead() {
    let mut message = sample("CustomerRecord");
    message["occurredAt"] = json!("2026-11-21T12:15:00Z");
    assert!(read(&message).is_ok());
}

#[rstest]
#[case::an_empty_body("")]
#[case::incomplete_json("{")]
#[case::two_objects("{} {}")]
#[case::half_a_surrogate(r#"{"a":"\ud800"}"#)]
fn rejects_invalid_json_as_the_body(#[case] body: &str) {
    let error = read_from(body, &Sender::Trusted).unwrap_err();
    assert_eq!(error.fields()[0].field, "body");
}

#[rstest]
#[case::a_list("[]")]
#[case::a_number("1")]
#[case::an_empty_object("{}")]
fn rejects_json_that_is_not_a_message(#[case] body: &str) {
    assert!(matches!(read_from(body, &Sender::Trusted), Err(Error::Invalid(_))));
}

#[test]
fn rejects_deeply_nested_json() {
    let body = "[".repeat(MAX_BYTES);
    assert!(matches!(read_from(&body, &Sender::Trusted), Err(Error::Invalid(_))));
}

#[test]
fn rejects_an_oversized_message() {
    let mut message = sample("DriverAction");
    message["data"]["note"] = json!("x".repeat(MAX_BYTES));
    let (field, reason) = rejection(&message);
    assert_eq!(field, "body");
    assert!(reason.contains("more than 200000"), "{reason}");
}

#[test]
fn accepts_unknown_fields() {
    let mut message = sample("StockOut");
    message["firmware"] = json!("7.1");
    assert!(read(&message).is_ok());
}

#[rstest]
#[case::an_empty_id("uniqueId", json!(""))]
#[case::an_id_with_a_key_separator("uniqueId", json!("1#2"))]
#[case::an_invalid_day("dropOffDate", json!("tomorrow"))]
#[case::a_day_that_does_not_exist("dropOffDate", json!("2026-02-30"))]
#[case::a_negative_count("toteCount", json!(-1))]
#[case::a_fractional_count("toteCount", json!(1.5))]
#[case::a_count_that_is_too_large("toteCount", json!(10_001))]
#[case::a_null_index("stockingIndex", json!(null))]
fn rejects_an_invalid_packing_slip(#[case] field: &str, #[case] value: Value) {
    let mut message = sample("PackingSlip");
    message[field] = value;
    assert_eq!(rejection(&message).0, field);
}

#[rstest]
#[case::an_override_by_a_driver("DriverAction", "/eventType", json!("DropOverride"), "eventType")]
#[case::data_as_text("DriverAction", "/data", json!("{}"), "data")]
#[case::a_temperature_out_of_range("DriverAction", "/data/temperature", json!(400), "data.temperature")]
#[case::an_item_without_a_name("Order", "/items/1/item", json!(""), "items[1].item")]
#[case::a_negative_quantity("Order", "/items/0/quantity", json!(-2), "items[0].quantity")]
#[case::a_negative_row("Inventory", "/slots/1/row", json!(-1), "slots[1].row")]
#[case::an_invalid_production_date("Inventory", "/slots/0/items/1/productionDate", json!("?"), "slots[0].items[1].productionDate")]
#[case::a_temperature_as_text("Temperature", "/temperature", json!("cold"), "temperature")]
#[case::a_null_item("StockOut", "/item", json!(null), "item")]
#[case::a_fractional_row("EmptyChannel", "/logicalRow", json!(0.5), "logicalRow")]
#[case::an_unknown_step("DriverLog", "/entry", json!("retry"), "entry")]
fn rejects_an_invalid_payload_with_the_path_of_the_field(
    #[case] name: &str,
    #[case] pointer: &str,
    #[case] value: Value,
    #[case] field: &str,
) {
    let mut message = sample(name);
    *message.pointer_mut(pointer).unwrap() = value;
    assert_eq!(rejection(&message).0, field);
}

#[test]
fn only_facts_without_history_have_a_replacement_key() {
    let replacement_key = |name: &str| read(&sample(name)).unwrap().fact.replacement_key();
    assert_eq!(replacement_key("PackingSlip").as_deref(), Some("PackingSlip#2026-11-23#1#PS-20261123-1-1"));
    assert_eq!(replacement_key("Order").as_deref(), Some("Order#O-20261123-1"));
    assert_eq!(replacement_key("Inventory").as_deref(), Some("Inventory"));
    for name in
        ["CustomerRecord", "FridgeIdentity", "DriverAction", "Temperature", "StockOut", "EmptyChannel", "DriverLog"]
    {
        assert_eq!(replacement_key(name), None, "{name}");
    }
}

/// Any JSON with little nesting.
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
    fn a_message_with_any_field_value_is_read_or_rejected_with_a_reason(
        name in prop::sample::select(Fact::TYPES),
        field in any::<prop::sample::Index>(),
        value in any_json(),
    ) {
        let mut message = sample(name);
        let fields = message.as_object_mut().unwrap();
        let position = field.index(fields.len());
        *fields.values_mut().nth(position).unwrap() = value;
        match read(&message) {
            Ok(message) => prop_assert!(!message.location_id.as_str().is_empty()),
            Err(Error::Invalid(errors)) => prop_assert!(errors.iter().all(|error| !error.message.is_empty())),
            Err(other) => prop_assert!(false, "{other:?}"),
        }
    }

    #[test]
    fn any_text_body_is_rejected_as_invalid(body in ".{0,200}") {
        prop_assert!(matches!(read_from(&body, &Sender::Trusted), Err(Error::Invalid(_))));
    }
}
