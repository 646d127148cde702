//! Software and pilots. Types and fields are named as in `infra/schema.graphql`.

use crate::version::Version;
use chrono::NaiveDate;
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::Instant;
use std::collections::BTreeMap;

// Reported and deployed artifacts have the same types.
pub use health::model::ArtifactType;

/// The desired version of an artifact on a fridge, and its earlier versions.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Deployed {
    /// The desired version.
    pub version: Version,
    /// The previous version. `None` if there was none, or if `version` is the result of a rollback.
    pub previous: Option<Version>,
    /// The version from which the fridge was rolled back to `version`.
    pub rolled_back_from: Option<Version>,
}

/// The software of a fridge.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FridgeSoftware {
    /// The fridge.
    pub fridge: LocationId,
    /// The deployed artifacts.
    pub deployed: BTreeMap<ArtifactType, Deployed>,
    /// When a desired version last changed. Each change is later than the one before. `None` if no version changed
    /// since the fridge was seeded, and in lists.
    pub revised_at: Option<Instant>,
}

/// A named group of fridges that try a version first (`docs/requirements/software.md`, SWR-5).
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Pilot {
    /// The id, which staff choose.
    pub id: String,
    /// The fridges, sorted and without duplicates.
    pub fridge_ids: Vec<LocationId>,
    /// The name on the screens.
    pub display_name: String,
    /// The stage, a number that staff choose.
    pub stage: u32,
    /// The first day.
    pub start_date: NaiveDate,
    /// The last day.
    pub end_date: NaiveDate,
    /// The purpose of the pilot.
    pub description: String,
    /// Whether the pilot is active.
    pub active: bool,
    /// The number of writes.
    pub version: u64,
}
