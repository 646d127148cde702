//! The stored data of a scheduled change. Names follow `infra/schema.graphql`.

use locations::{
    model::LocationId,
    rules::{Patch, edit::UPDATE_REASON},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use shared::{FieldError, Instant};
use uuid::Uuid;

/// A change of one attribute that takes effect at a later time.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleChange {
    /// The UUID, derived from location, attribute and time: see [`key`](crate::key).
    pub uuid: Uuid,
    /// When it takes effect.
    pub action_time: Instant,
    /// The location.
    pub id: LocationId,
    /// Email address of the author.
    pub user: String,
    /// The author's id in the user pool. Not part of responses. Older changes lack it.
    #[serde(default, skip_serializing)]
    pub author: Option<String>,
    /// Starts at 1 and increases by one with each write.
    pub version: u32,
    /// The attribute and its new value.
    pub change: Change,
    /// The UUID of the paired change: a change and its reason are applied, moved and deleted together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paired_with: Option<Uuid>,
    /// Pending, failed or held.
    pub state: ScheduleChangeState,
    /// Why the change failed or is held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// The attribute that a scheduled change sets, and its new value.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[schemars(rename = "ScheduledValue")]
pub struct Change {
    /// The location.
    pub id: LocationId,
    /// The table of the item.
    pub table: Table,
    /// The attribute, or `updateReason`.
    pub attribute: String,
    /// JSON text of the new value.
    pub value: String,
}

/// The tables whose items can be changed on a schedule.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[schemars(rename = "ScheduledTable")]
pub enum Table {
    /// The locations.
    Locations,
}

/// The state of a scheduled change. An applied change is no longer stored.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum ScheduleChangeState {
    /// The change is not due yet.
    Pending,
    /// The change was due and could not be applied.
    Failed,
    /// The change was due, but its author no longer has the permission. An administrator releases or deletes it.
    Held,
}

impl ScheduleChange {
    /// Whether this is the reason of a paired change. The queue and the list of due changes contain only the other
    /// change.
    pub fn is_reason(&self) -> bool {
        self.change.attribute == UPDATE_REASON
    }
}

/// A scheduled change with its reason, if it has one. Both are applied, moved and deleted together.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Unit {
    /// The change of an attribute.
    pub lead: ScheduleChange,
    /// Its reason.
    pub reason: Option<ScheduleChange>,
}

impl Unit {
    /// The change and its reason.
    pub fn changes(&self) -> impl Iterator<Item = &ScheduleChange> {
        std::iter::once(&self.lead).chain(&self.reason)
    }

    /// The edit of the location that the unit represents.
    ///
    /// # Errors
    /// An error for each attribute that cannot be edited (any more) and each value that is not JSON.
    pub fn patch(&self) -> Result<Patch, Vec<FieldError>> {
        let mut attributes = Map::new();
        for change in self.changes().map(|change| &change.change) {
            let value: Value = serde_json::from_str(&change.value)
                .map_err(|_| vec![FieldError::new(&change.attribute, format!("{} is not valid JSON", change.value))])?;
            attributes.insert(change.attribute.clone(), value);
        }
        Patch::parse(attributes)
    }
}

/// The result of a `createScheduleChanges` request.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CreateScheduleChangesResult {
    /// The changes that are scheduled or already applied, by this request or by an earlier, identical one.
    pub created: Vec<ScheduleChange>,
    /// The changes that could not be written.
    pub failed: Vec<ScheduleChangeFailure>,
}

/// A valid change that could not be written.
#[derive(Clone, Debug, Serialize)]
pub struct ScheduleChangeFailure {
    /// The position of the change in the input.
    pub position: usize,
    /// The reason, for the user.
    pub message: String,
}

/// Identifies a scheduled change and the time that the caller read.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleChangeKey {
    /// The UUID of the change.
    pub uuid: Uuid,
    /// When the change takes effect, as the caller read it.
    pub action_time: Instant,
}

/// Arguments of the mutations of one change.
#[derive(Debug, Deserialize)]
pub struct KeyArguments {
    /// The change.
    pub input: ScheduleChangeKey,
}
