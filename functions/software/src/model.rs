//! What is known of the fridges' software, named as `infra/schema.graphql` names it.

use crate::version::Version;
use chrono::NaiveDate;
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

// What a fridge says that it runs and what it is to run are named alike.
pub use health::model::ArtifactType;

/// The version of a software that a fridge is to have, and those that it had.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Deployed {
    /// The one that it is to have.
    pub version: Version,
    /// The one before; `None` where there was none, or where it was rolled back to.
    pub previous: Option<Version>,
    /// The version from which it was rolled back to this one.
    pub left: Option<Version>,
}

/// A fridge's software.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FridgeSoftware {
    /// The fridge.
    pub fridge: LocationId,
    /// What is deployed to it.
    pub deployed: BTreeMap<ArtifactType, Deployed>,
}

/// A named group of fridges that try something (section 3).
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Pilot {
    /// Its id, which staff choose.
    pub id: String,
    /// Its fridges, each once, in order.
    pub fridge_ids: Vec<LocationId>,
    /// What screens call it.
    pub display_name: String,
    /// How far it has come.
    pub stage: u32,
    /// The first day.
    pub start_date: NaiveDate,
    /// The last day.
    pub end_date: NaiveDate,
    /// What it is about.
    pub description: String,
    /// Whether it goes on.
    pub active: bool,
    /// Counts the writes.
    pub version: u64,
}
