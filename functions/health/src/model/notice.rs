//! Notices that were sent about an alert, and the snooze of a fridge's alerts.

use super::Target;
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::Instant;
use strum::Display;
use uuid::Uuid;

/// What a notice reports.
#[derive(Clone, Copy, Debug, Deserialize, Display, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "UPPERCASE")]
#[strum(serialize_all = "UPPERCASE")]
pub enum NoticeEvent {
    /// The alert is open.
    Opened,
    /// No user acknowledged the alert.
    Escalated,
    /// The alert is cleared.
    Cleared,
}

/// The outcome of sending a notice.
#[derive(Clone, Copy, Debug, Deserialize, Display, Eq, PartialEq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
#[strum(serialize_all = "UPPERCASE")]
pub enum NoticeOutcome {
    /// SNS accepted the notice for delivery.
    Sent,
    /// The receiver has not confirmed the target, so the notice is not delivered.
    Unconfirmed,
    /// SNS did not accept the notice. It is sent again, up to a maximum number of attempts.
    Failed,
}

/// One notice.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Notice {
    /// The rule.
    pub subscription: Uuid,
    /// The rule's name at that time.
    pub name: String,
    /// The receiver.
    pub target: Target,
    /// What it reports.
    pub event: NoticeEvent,
    /// When it was last sent.
    pub at: Instant,
    /// The outcome.
    pub outcome: NoticeOutcome,
    /// The number of attempts.
    pub attempts: u32,
}

/// The notices of an alert. It exists for each alert; without a rule, it has no notices.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NoticeLog {
    /// The fridge.
    pub location: LocationId,
    /// The alert's id.
    pub alert: String,
    /// The number of writes that changed when the log is due.
    #[serde(default)]
    pub version: u64,
    /// The notices.
    #[serde(default)]
    pub notices: Vec<Notice>,
    /// When to check again whether a notice is due. `None`: after the next change of the alert.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due_at: Option<Instant>,
}

/// A pause of the notices about a fridge's alerts.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct AlertSnooze {
    /// The fridge.
    pub location: LocationId,
    /// When it ends.
    pub until: Instant,
    /// Why the user snoozed the alerts.
    pub reason: String,
    /// The user.
    pub by: String,
    /// When the user snoozed the alerts.
    pub at: Instant,
}
