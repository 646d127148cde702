//! Locations that tests create.

use crate::Person;
use serde_json::{Map, Value, json};
use uuid::Uuid;

/// A valid form of a new location with a unique id.
#[derive(Clone, Debug)]
pub struct NewLocation(Map<String, Value>);

impl Default for NewLocation {
    fn default() -> Self {
        let Value::Object(form) = json!({
            "id": format!("TEST_{}", Uuid::now_v7().simple()), "street": "233 S Wacker Dr", "city": "Chicago",
            "state": "IL", "zipCode": "60606", "directions": "Lobby, left of the elevators", "taxRate": "2.25",
            "fridgeSchema": "MW_STANDARD/latest", "latitude": "41.8781", "longitude": "-87.6298",
            "layoutName": "dummy", "onlineDate": "2026-12-01", "prettyName": "Willis Tower",
            "priceMapTemplate": "PMT_STANDARD",
        }) else {
            return Self(Map::new());
        };
        Self(form)
    }
}

impl NewLocation {
    /// Replaces the value of a field.
    #[must_use]
    pub fn with(mut self, field: &str, value: impl Into<Value>) -> Self {
        self.0.insert(field.into(), value.into());
        self
    }

    /// The request body of the form.
    pub fn form(&self) -> Value {
        Value::Object(self.0.clone())
    }

    /// Creates the location and returns its id.
    pub async fn create(self, person: &Person<'_>) -> String {
        let created = person.post("/locations", self.form()).await.expect(201);
        assert_eq!(Some(&created["id"]), self.0.get("id"));
        created["id"].as_str().unwrap_or_default().into()
    }
}
