//! The types of the activity log and of handover notes.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::{Instant, audit::SubjectKind};
use strum::{Display, EnumIter};
use uuid::Uuid;

/// The business area of an entry of the log.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumIter, Eq, PartialEq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum ActivityArea {
    /// Commands to fridges.
    Commands,
    /// Connections and certificates of fridges.
    Connections,
    /// Coupons.
    Coupons,
    /// The forecast.
    Forecast,
    /// Handover notes.
    Handover,
    /// Alerts and corrective actions.
    Health,
    /// JIT decisions.
    Jit,
    /// Fridges, wholesale locations and their scheduled changes.
    Locations,
    /// Syncs with LogiNext.
    Logistics,
    /// Zones and bays of the packing report.
    PackingReport,
    /// Pars.
    Pars,
    /// Planograms.
    Planograms,
    /// Item prices.
    Prices,
    /// Routes and stops.
    Routes,
    /// Fridge software.
    Software,
    /// Drop overrides.
    Stocking,
    /// Permissions, roles, accounts and feature flags.
    Users,
}

impl ActivityArea {
    /// The area of a kind of object.
    pub fn of(kind: SubjectKind) -> Self {
        match kind {
            SubjectKind::FridgeCommands => Self::Commands,
            SubjectKind::FridgeConnection => Self::Connections,
            SubjectKind::Coupon => Self::Coupons,
            SubjectKind::Forecast => Self::Forecast,
            SubjectKind::FridgeNote | SubjectKind::RouteNote => Self::Handover,
            SubjectKind::AlertSnooze
            | SubjectKind::AlertSubscription
            | SubjectKind::CorrectiveActions
            | SubjectKind::FridgeAlert => Self::Health,
            SubjectKind::JitLocation => Self::Jit,
            SubjectKind::Location => Self::Locations,
            SubjectKind::LogiNextSync => Self::Logistics,
            SubjectKind::PackingBay => Self::PackingReport,
            SubjectKind::Pars => Self::Pars,
            SubjectKind::Planogram => Self::Planograms,
            SubjectKind::ItemPrice | SubjectKind::PriceSchema => Self::Prices,
            SubjectKind::RouteDay => Self::Routes,
            SubjectKind::FridgeDeployment | SubjectKind::FridgeSoftware | SubjectKind::FridgeSoftwarePilot => {
                Self::Software
            }
            SubjectKind::Drop => Self::Stocking,
            SubjectKind::FeatureFlag | SubjectKind::Role | SubjectKind::User => Self::Users,
        }
    }
}

/// An entry of the log as the GraphQL schema defines it.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ActivityEntry {
    /// The id of the entry.
    pub id: String,
    /// The time of the change.
    pub at: Instant,
    /// The author's e-mail, or the name of a worker.
    pub user: String,
    /// The business area.
    pub area: ActivityArea,
    /// The kind of object that was changed.
    pub kind: SubjectKind,
    /// The object's id.
    pub object_id: String,
    /// The object's business day, if it has one.
    pub day: Option<NaiveDate>,
    /// The part of the object that was changed.
    pub part: Option<String>,
    /// The event, such as `UPDATED`.
    pub event: String,
    /// The first changes. Long values are replaced by a short text.
    pub changes: Vec<ActivityChange>,
    /// The number of all changes of the entry.
    pub change_count: usize,
    /// The author's reason.
    pub reason: Option<String>,
    /// A note that Larder adds.
    pub note: Option<String>,
}

/// The change of one attribute. Values are JSON text.
#[derive(Debug, PartialEq, Serialize)]
pub struct ActivityChange {
    /// The attribute.
    pub attribute: String,
    /// The previous value; `None` if there was none.
    pub from: Option<String>,
    /// The new value; `None` if it was removed.
    pub to: Option<String>,
}

/// The kind of object that a handover note is about.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumIter, Eq, PartialEq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum HandoverKind {
    /// A location, usually a fridge.
    Fridge,
    /// A route.
    Route,
}

/// A handover note. Only its completion changes it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HandoverNote {
    /// The id that the client chose.
    pub id: Uuid,
    /// The kind of object.
    pub kind: HandoverKind,
    /// The location's id, or the route's name.
    pub object_id: String,
    /// The text.
    pub text: String,
    /// The author's e-mail.
    pub author: String,
    /// The time when the note was added.
    pub created_at: Instant,
    /// The last Central day on which the note is open; without it, the note is open until it is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<NaiveDate>,
    /// The time when the note was marked as done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub done_at: Option<Instant>,
    /// The e-mail of the user who marked the note as done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub done_by: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use strum::IntoEnumIterator;

    /// The values of an enum in the GraphQL schema.
    fn values(schema: &str, name: &str) -> Vec<String> {
        let start = schema.find(&format!("enum {name} {{")).unwrap();
        let body = schema.get(start..).and_then(|text| text.split_once('{')?.1.split_once('}')).unwrap().0;
        let lines = body.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('"'));
        lines.map(str::to_owned).collect()
    }

    #[test]
    fn the_schema_has_all_areas_and_kinds() {
        let schema = include_str!("../../../infra/schema.graphql");
        let kinds: Vec<String> = SubjectKind::iter().map(|kind| kind.to_string()).collect();
        assert_eq!(values(schema, "ActivityKind"), kinds);
        let areas: Vec<String> = ActivityArea::iter().map(|area| area.to_string()).collect();
        assert_eq!(values(schema, "ActivityArea"), areas);
    }

    #[test]
    fn each_area_has_a_kind_of_object() {
        for area in ActivityArea::iter() {
            assert!(SubjectKind::iter().any(|kind| ActivityArea::of(kind) == area), "{area}");
        }
    }
}
