//! What telemetry tells of a location.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::bounded::Text;

/// From the customer-relationship system: what customers are told of the location.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CustomerRecord {
    /// How to find the fridge.
    pub directions: String,
    /// The name that customers see.
    pub pretty_name: Text<200>,
}

/// From a fridge: what machine it is.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeIdentity {
    /// The machine's name in the network.
    pub hostname: Text<253>,
    /// The model.
    pub fridge_model: Text<100>,
}
