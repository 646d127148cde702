//! What is stored of a scheduled change, named as `infra/schema.graphql` names it.

use locations::{
    model::LocationId,
    rules::{Patch, edit::UPDATE_REASON},
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use shared::{FieldError, Instant};
use uuid::Uuid;

/// A change of one attribute that takes effect at a later time.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleChange {
    /// Its identity.
    pub uuid: Uuid,
    /// When it takes effect.
    pub action_time: Instant,
    /// The location.
    pub id: LocationId,
    /// E-mail of who scheduled it.
    pub user: String,
    /// The author's id in the user pool. Stored but not shown; absent in changes that were stored without it.
    #[serde(default, skip_serializing)]
    pub author: Option<String>,
    /// Counts the times it was scheduled: 1, and one more each time it was moved.
    pub version: u32,
    /// What it changes.
    pub change: Change,
    /// The other half of a change that comes with its reason; they share time and fate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paired_with: Option<Uuid>,
    /// Whether it is pending, failed or held.
    pub state: ScheduleChangeState,
    /// Why it was not applied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// What a scheduled change changes.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Change {
    /// The location.
    pub id: LocationId,
    /// The table that holds it.
    pub table: Table,
    /// The attribute, or `updateReason`.
    pub attribute: String,
    /// JSON text of the new value.
    pub value: String,
}

/// The tables whose items can be changed by schedule.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub enum Table {
    /// The locations.
    Locations,
}

/// Where a scheduled change stands. One that was applied is no longer scheduled.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum ScheduleChangeState {
    /// It waits for its time.
    Pending,
    /// Its time came and it could not be applied.
    Failed,
    /// Its time came and its author no longer had the permission for it. An administrator releases or deletes it.
    Held,
}

impl ScheduleChange {
    /// Whether it is the reason's half of a pair. The other half stands for both in the queue and in lists of what is due.
    pub fn is_reason(&self) -> bool {
        self.change.attribute == UPDATE_REASON
    }
}

/// What is applied at once: a change, and the reason that is paired with it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Unit {
    /// The change of an attribute.
    pub lead: ScheduleChange,
    /// Its reason.
    pub reason: Option<ScheduleChange>,
}

impl Unit {
    /// Both halves, or the one.
    pub fn changes(&self) -> impl Iterator<Item = &ScheduleChange> {
        std::iter::once(&self.lead).chain(&self.reason)
    }

    /// The edit of the location that it stands for.
    ///
    /// # Errors
    /// Where an attribute cannot be edited (any longer), or a value is no JSON.
    pub fn patch(&self) -> Result<Patch, Vec<FieldError>> {
        let mut attributes = Map::new();
        for change in self.changes().map(|change| &change.change) {
            let value: Value = serde_json::from_str(&change.value)
                .map_err(|_| vec![FieldError::new(&change.attribute, format!("{} is not JSON", change.value))])?;
            attributes.insert(change.attribute.clone(), value);
        }
        Patch::read(attributes)
    }
}

/// What became of the changes of one call.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CreateScheduleChangesResult {
    /// What is scheduled now, or was applied already: by this call, or by an earlier one that said the same.
    pub created: Vec<ScheduleChange>,
    /// What could not be written.
    pub failed: Vec<ScheduleChangeFailure>,
}

/// A change that could not be written though it is valid.
#[derive(Clone, Debug, Serialize)]
pub struct ScheduleChangeFailure {
    /// Which input; of a change with a reason, that of the change.
    pub position: usize,
    /// Why, for the person who asked.
    pub message: String,
}

/// Names a scheduled change as the caller saw it.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleChangeKey {
    /// Which.
    pub uuid: Uuid,
    /// When it was to take effect.
    pub action_time: Instant,
}

/// Arguments of the mutations that name one change.
#[derive(Debug, Deserialize)]
pub struct KeyArguments {
    /// The change.
    pub input: ScheduleChangeKey,
}
