//! The temperature record of a fridge: its readings and safety holds in a period of at most 90 days. Requirements:
//! `docs/requirements/health.md` (HLT-20 to HLT-23).

use crate::{
    model::FridgeTemperature,
    store::{FridgeChanges, HistoryStore},
};
use chrono::Duration;
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{Error, Instant, Page, Result};

/// Maximum length of a period.
const MAX_PERIOD: Duration = Duration::days(90);

/// A fridge, a period and a page.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PeriodArguments {
    pub(crate) location: LocationId,
    pub(crate) from: Instant,
    pub(crate) to: Instant,
    pub(crate) next_token: Option<String>,
}

/// The start and the end of a period.
///
/// # Errors
/// [`Error::Invalid`] if the period ends before it starts, or is longer than [`MAX_PERIOD`].
pub(crate) fn period(from: Instant, to: Instant) -> Result<(Instant, Instant)> {
    if to < from {
        return Err(Error::invalid("to", "The end of the period should not be before its start"));
    }
    if to.since(from) > MAX_PERIOD {
        return Err(Error::invalid("from", format!("The period can have at most {} days", MAX_PERIOD.num_days())));
    }
    Ok((from, to))
}

/// One page of the temperatures of a period, oldest first.
///
/// # Errors
/// [`Error::Invalid`] if the period is not valid.
pub async fn temperature_readings(
    store: &HistoryStore,
    PeriodArguments { location, from, to, next_token }: PeriodArguments,
) -> Result<Page<FridgeTemperature>> {
    store.temperature_page(&location, period(from, to)?, next_token.as_deref()).await
}

/// Arguments of `safetyHoldChanges`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HoldArguments {
    location: LocationId,
    from: Instant,
    next_token: Option<String>,
}

/// A change of the safety hold of a fridge.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct SafetyHoldChange {
    /// When the fridge reported it.
    at: Instant,
    /// The state before; `None` if the fridge did not report it.
    before: Option<bool>,
    /// The state after; `None` if the fridge no longer reports it.
    after: Option<bool>,
}

/// One page of the changes of the safety hold since an instant, oldest first. A page can be empty although more follow.
///
/// # Errors
/// [`Error::Invalid`] if the token is not one of this list.
pub async fn safety_hold_changes(
    store: &HistoryStore,
    HoldArguments { location, from, next_token }: HoldArguments,
) -> Result<Page<SafetyHoldChange>> {
    let Page { items, next_token } = store.change_page(&location, from, next_token.as_deref()).await?;
    Ok(Page { items: items.iter().filter_map(hold_change).collect(), next_token })
}

/// The change of the safety hold in a report; `None` if it did not change.
fn hold_change(changes: &FridgeChanges) -> Option<SafetyHoldChange> {
    let change = changes.changes.iter().find(|change| change.attribute == "safetyHold")?;
    let state = |value: &Option<Value>| value.as_ref().and_then(Value::as_bool);
    Some(SafetyHoldChange { at: changes.timestamp, before: state(&change.from), after: state(&change.to) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use shared::audit::Change;
    use uuid::Uuid;

    fn at(text: &str) -> Instant {
        text.parse().unwrap()
    }

    #[test]
    fn a_period_has_at_most_90_days_and_does_not_end_before_it_starts() {
        let start = at("2026-08-23T10:00:00Z");
        for (to, is_valid) in [
            ("2026-08-23T10:00:00Z", true),
            ("2026-11-21T10:00:00Z", true),
            ("2026-11-21T10:00:00.001Z", false),
            ("2026-08-23T09:59:59.999Z", false),
        ] {
            assert_eq!(period(start, at(to)).is_ok(), is_valid, "{to}");
        }
    }

    #[test]
    fn lists_only_changes_of_the_safety_hold() {
        let report = |attribute: &str, from: Option<Value>, to: Option<Value>| FridgeChanges {
            id: Uuid::nil(),
            location: "FRIDGE_1".parse().unwrap(),
            timestamp: at("2026-11-21T10:00:00Z"),
            changes: vec![Change { attribute: attribute.into(), from, to }],
        };
        assert_eq!(hold_change(&report("outOfOrder", Some(json!(false)), Some(json!(true)))), None);
        let expected = SafetyHoldChange { at: at("2026-11-21T10:00:00Z"), before: None, after: Some(true) };
        assert_eq!(hold_change(&report("safetyHold", None, Some(json!(true)))), Some(expected));
    }
}
