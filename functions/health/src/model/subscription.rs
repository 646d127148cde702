//! Rules of alert notifications: which alerts are reported, when, and to which target.

use super::FridgeAlertKind;
use chrono::NaiveTime;
use locations::model::Market;
use serde::{Deserialize, Serialize};
use shared::Instant;
use strum::{Display, EnumIter};
use uuid::Uuid;

/// The namespace of the ids of targets.
const TARGETS: Uuid = Uuid::from_u128(0x6c61_7264_6572_4000_8000_616c_6572_7473);

/// A rule that sends notices about alerts to a target.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AlertSubscription {
    /// The id.
    pub id: Uuid,
    /// The number of writes.
    pub version: u64,
    /// The name that users see.
    pub name: String,
    /// The regions whose fridges are reported. Empty: all fridges.
    pub regions: Vec<Market>,
    /// The kinds of alerts that are reported. Empty: all kinds.
    pub kinds: Vec<FridgeAlertKind>,
    /// When alerts are reported. `None`: always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shift: Option<Shift>,
    /// Who receives the notices.
    pub target: Target,
    /// Who receives a notice if no user acknowledges the alert.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub escalation: Option<Escalation>,
    /// Whether the receivers also get a notice when the alert clears.
    pub notify_cleared: bool,
    /// Alerts that were raised before this time are not reported, so that a new rule does not report old alerts.
    pub applies_from: Instant,
    /// When a user changed the rule.
    pub updated_at: Instant,
    /// The user who changed the rule.
    pub updated_by: String,
}

/// A receiver of notices.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Target {
    /// How notices are delivered.
    pub kind: TargetKind,
    /// The e-mail address or the URL.
    pub address: String,
}

/// How notices are delivered.
#[derive(Clone, Copy, Debug, Deserialize, Display, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "UPPERCASE")]
#[strum(serialize_all = "UPPERCASE")]
pub enum TargetKind {
    /// As e-mail.
    Email,
    /// As an HTTPS request.
    Webhook,
}

/// Whether a target receives messages.
#[derive(Clone, Copy, Debug, Default, Deserialize, Display, Eq, PartialEq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
#[strum(serialize_all = "UPPERCASE")]
pub enum TargetState {
    /// The receiver was not asked to confirm yet.
    #[default]
    New,
    /// The receiver was asked to confirm.
    Pending,
    /// The receiver confirmed and gets messages.
    Confirmed,
    /// The receiver did not confirm in time, or ended the subscription.
    Ended,
}

/// A target with its state.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredTarget {
    /// The id: see [`Target::id`].
    pub id: Uuid,
    /// The target.
    pub target: Target,
    /// Whether it receives messages.
    pub state: TargetState,
    /// When the receiver was last asked to confirm.
    pub requested_at: Instant,
}

/// The second receiver of an alert that no user acknowledges.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Escalation {
    /// Minutes after the first notice.
    pub after_minutes: u16,
    /// Who receives the notice.
    pub target: Target,
}

/// A time window on days of the week, in Central time. A window whose end is not after its start ends on the next day.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Shift {
    /// The days on which the window starts.
    pub days: Vec<Weekday>,
    /// The start.
    pub from: ClockTime,
    /// The end. The window does not contain it.
    pub until: ClockTime,
}

/// A day of the week.
#[derive(Clone, Copy, Debug, Deserialize, EnumIter, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "UPPERCASE")]
#[expect(missing_docs, reason = "the names are weekdays")]
pub enum Weekday {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

impl From<chrono::Weekday> for Weekday {
    fn from(day: chrono::Weekday) -> Self {
        match day {
            chrono::Weekday::Mon => Self::Monday,
            chrono::Weekday::Tue => Self::Tuesday,
            chrono::Weekday::Wed => Self::Wednesday,
            chrono::Weekday::Thu => Self::Thursday,
            chrono::Weekday::Fri => Self::Friday,
            chrono::Weekday::Sat => Self::Saturday,
            chrono::Weekday::Sun => Self::Sunday,
        }
    }
}

/// A time of day in minutes, written as `22:30`.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct ClockTime(pub NaiveTime);

impl TryFrom<String> for ClockTime {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let time = NaiveTime::parse_from_str(&text, "%H:%M").ok().map(Self);
        time.filter(|time| String::from(*time) == text).ok_or("must be a time such as 22:30")
    }
}

impl From<ClockTime> for String {
    fn from(time: ClockTime) -> Self {
        time.0.format("%H:%M").to_string()
    }
}

impl Target {
    /// The id, which follows from kind and address. Rules with the same receiver share a target.
    pub fn id(&self) -> Uuid {
        Uuid::new_v5(&TARGETS, format!("{}#{}", self.kind, self.address).as_bytes())
    }

    /// The text that names the receiver to all users: the e-mail address, or the host of a URL, whose path can be a secret.
    pub fn label(&self) -> &str {
        match self.kind {
            TargetKind::Email => &self.address,
            TargetKind::Webhook => {
                let host = self.address.split_once("://").map_or(self.address.as_str(), |(_, rest)| rest);
                host.split(['/', '?', '#']).next().unwrap_or_default()
            }
        }
    }
}

impl AlertSubscription {
    /// The targets of the rule.
    pub fn targets(&self) -> impl Iterator<Item = &Target> {
        [&self.target].into_iter().chain(self.escalation.as_ref().map(|escalation| &escalation.target))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::evening("22:30", true)]
    #[case::midnight("00:00", true)]
    #[case::end_of_day("24:00", false)]
    #[case::without_zero("7:00", false)]
    #[case::seconds("07:00:00", false)]
    #[case::empty("", false)]
    fn a_clock_time_has_one_spelling(#[case] text: &str, #[case] valid: bool) {
        let parsed = ClockTime::try_from(text.to_owned());
        assert_eq!(parsed.map(String::from).ok().as_deref(), valid.then_some(text));
    }

    #[test]
    fn a_target_is_identified_by_kind_and_address() {
        let target = |kind, address: &str| Target { kind, address: address.into() };
        let mail = target(TargetKind::Email, "ann@example.com");
        assert_eq!(mail.id(), mail.clone().id());
        assert_ne!(mail.id(), target(TargetKind::Webhook, "ann@example.com").id());
        assert_ne!(mail.id(), target(TargetKind::Email, "bob@example.com").id());
    }

    #[test]
    fn the_label_of_a_webhook_is_its_host() {
        let target = |kind, address: &str| Target { kind, address: address.into() };
        let webhook = target(TargetKind::Webhook, "https://hooks.example.com/secret?key=1");
        assert_eq!(webhook.label(), "hooks.example.com");
        assert_eq!(target(TargetKind::Email, "ann@example.com").label(), "ann@example.com");
    }
}
