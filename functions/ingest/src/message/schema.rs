//! The JSON Schema of messages, made from the types that read them.

use super::{Envelope, SCHEMA_VERSION};
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A message whole: its envelope, and beside it the payload's fields.
#[derive(Deserialize, JsonSchema, Serialize)]
struct Whole<T> {
    #[serde(flatten)]
    envelope: Envelope,
    #[serde(flatten)]
    payload: T,
}

/// The schema of messages of the type `name`, whose payload is `T`.
pub(super) fn of<T: JsonSchema>(name: &str) -> Schema {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let mut schema = SchemaGenerator::new(settings).into_root_schema_for::<Whole<T>>();
    schema.insert("title".into(), json!(name));
    schema.insert("description".into(), json!(T::json_schema(&mut SchemaGenerator::default()).get("description")));
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.insert("type".into(), json!({ "const": name }));
        properties.insert("schemaVersion".into(), json!({ "const": SCHEMA_VERSION }));
    }
    schema
}
