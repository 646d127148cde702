//! The JSON Schemas of messages, generated from their types.

use super::{Envelope, SCHEMA_VERSION};
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A complete message: the fields of its envelope and of its payload.
#[derive(Deserialize, JsonSchema, Serialize)]
struct FullMessage<T> {
    #[serde(flatten)]
    envelope: Envelope,
    #[serde(flatten)]
    payload: T,
}

/// The schema of messages of the type `name`, whose payload is `T`.
pub(super) fn of<T: JsonSchema>(name: &str) -> Schema {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let mut schema = SchemaGenerator::new(settings).into_root_schema_for::<FullMessage<T>>();
    schema.insert("title".into(), json!(name));
    schema.insert("description".into(), json!(T::json_schema(&mut SchemaGenerator::default()).get("description")));
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.insert("type".into(), json!({ "const": name }));
        properties.insert("schemaVersion".into(), json!({ "const": SCHEMA_VERSION }));
    }
    schema
}
