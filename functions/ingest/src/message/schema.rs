//! The JSON Schemas of messages, generated from their types.

use super::{Envelope, SCHEMA_VERSION, source::Source};
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// A complete message: the fields of its envelope and of its payload.
#[derive(Deserialize, JsonSchema, Serialize)]
struct FullMessage<T> {
    #[serde(flatten)]
    envelope: Envelope,
    #[serde(flatten)]
    payload: T,
}

/// The description of `locationId` in messages of fridges.
const FRIDGE_ID: &str = "The fridge that sends the message. It can be left out: the connection identifies the fridge.";
/// The description of `occurredAt` in messages of fridges.
const FRIDGE_TIME: &str = "When the reported fact occurred, with a UTC offset. At most 15 minutes after and 7 days \
    before the broker receives the message.";

/// The schema of messages of the type `name`, whose payload is `T`.
pub(super) fn of<T: JsonSchema>(name: &str, source: Source) -> Schema {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let mut schema = SchemaGenerator::new(settings).into_root_schema_for::<FullMessage<T>>();
    schema.insert("title".into(), json!(name));
    schema.insert("description".into(), json!(T::json_schema(&mut SchemaGenerator::default()).get("description")));
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.insert("type".into(), json!({ "const": name }));
        properties.insert("schemaVersion".into(), json!({ "const": SCHEMA_VERSION }));
        if let Source::Fridge(_) = source {
            describe(properties, "locationId", FRIDGE_ID);
            describe(properties, "occurredAt", FRIDGE_TIME);
        }
    }
    if let (Source::Fridge(_), Some(Value::Array(required))) = (source, schema.get_mut("required")) {
        required.retain(|field| field != "locationId");
    }
    schema
}

/// Replaces the description of a property.
fn describe(properties: &mut Map<String, Value>, name: &str, description: &str) {
    if let Some(Value::Object(property)) = properties.get_mut(name) {
        property.insert("description".into(), json!(description));
    }
}
