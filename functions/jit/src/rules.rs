//! Rules for turning JIT on and off, without I/O. Requirements: `docs/requirements/stocking.md` (JIT-2, JIT-3). The web
//! app implements the same rules; tests of both use `cases/jit.json`.

use crate::model::{JitLocation, StockingId};
use chrono::NaiveDate;
use serde::Deserialize;
use shared::{FieldError, Instant};
use std::collections::BTreeSet;

/// The allowed reasons for turning JIT off.
pub const REASONS: [&str; 6] =
    ["Driver Call Off", "Driver Training", "Linehaul Delay", "Staff Shortage", "Van Issue", "Other"];
/// Maximum number of stockings per call.
const MAX_STOCKINGS: usize = 500;

/// A decision about a stocking, as sent by the client. The user comes from the token, not from the input.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DecisionInput {
    stocking_id: String,
    jit_indicator: bool,
    #[serde(default)]
    reason: Option<String>,
}

/// A validated decision about a stocking.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Decision {
    /// The stocking.
    pub stocking_id: StockingId,
    /// On, or off with a reason.
    pub change: Change,
}

/// The decided JIT status.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Change {
    /// JIT stays on. Later decisions cannot change it.
    On,
    /// JIT is turned off.
    Off {
        /// The reason.
        reason: String,
    },
}

impl Change {
    /// Whether JIT is on after the decision.
    pub fn jit(&self) -> bool {
        matches!(self, Self::On)
    }

    /// The reason.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::On => None,
            Self::Off { reason } => Some(reason),
        }
    }
}

/// Validates the decisions of a call.
///
/// # Errors
/// All invalid fields, such as `input.0.reason`.
pub fn check(input: Vec<DecisionInput>) -> Result<Vec<Decision>, Vec<FieldError>> {
    if !(1..=MAX_STOCKINGS).contains(&input.len()) {
        return Err(vec![FieldError::new("input", format!("Update 1 to {MAX_STOCKINGS} stockings at a time"))]);
    }
    let (mut decisions, mut errors, mut unique) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (position, DecisionInput { stocking_id, jit_indicator, reason }) in input.into_iter().enumerate() {
        let error = |field: &str, message: String| FieldError::new(format!("input.{position}.{field}"), message);
        let change = parse_change(jit_indicator, reason.as_deref().filter(|reason| !reason.is_empty()));
        match (stocking_id.parse::<StockingId>(), change) {
            (Ok(stocking_id), Ok(_)) if !unique.insert(stocking_id.clone()) => {
                errors.push(error("stockingId", format!("{stocking_id} appears twice")));
            }
            (Ok(stocking_id), Ok(change)) => decisions.push(Decision { stocking_id, change }),
            (id, change) => {
                errors.extend(id.err().map(|invalid| error("stockingId", invalid.to_string())));
                errors.extend(change.err().map(|message| error("reason", message)));
            }
        }
    }
    if errors.is_empty() { Ok(decisions) } else { Err(errors) }
}

/// Combines the indicator and the reason.
fn parse_change(jit_indicator: bool, reason: Option<&str>) -> Result<Change, String> {
    match (jit_indicator, reason) {
        (true, None) => Ok(Change::On),
        (true, Some(_)) => Err("A reason is allowed only when JIT is turned off".into()),
        (false, Some(reason)) if REASONS.contains(&reason) => Ok(Change::Off { reason: reason.into() }),
        (false, _) => Err(format!("reason should be one of {}", REASONS.join(", "))),
    }
}

/// Returns the reason why the JIT status is locked, or `None` if it can be changed.
pub fn lock_reason(jit: Option<bool>, is_decided: bool, is_stocked: bool, is_past: bool) -> Option<&'static str> {
    if is_decided {
        Some("JIT was already updated")
    } else if is_stocked {
        Some("The stop is already stocked")
    } else if is_past {
        Some("The day is over")
    } else if jit != Some(true) {
        Some("JIT is not on")
    } else {
        None
    }
}

/// The result of checking a decision against the stored status.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Verdict {
    /// The decision must be stored.
    Store,
    /// The same user already stored the same decision.
    AlreadyStored,
    /// The decision is rejected. Contains the message for the user.
    Rejected(String),
}

/// Checks the decision of the user `email` on the business day `today` against the stored status. The first decision
/// wins. Stocked stockings and past days are locked.
pub fn verdict(
    current: Option<&JitLocation>,
    stocked: Option<Instant>,
    change: &Change,
    email: &str,
    today: NaiveDate,
) -> Verdict {
    let Some(current) = current else { return Verdict::Rejected("JIT is not on".into()) };
    if let (Some(by), Some(on)) = (&current.email, current.jit) {
        let same = (by.as_str(), on, current.reason.as_deref()) == (email, change.jit(), change.reason());
        return if same {
            Verdict::AlreadyStored
        } else {
            Verdict::Rejected(decided_message(by, on, current.reason.as_deref()))
        };
    }
    let is_past = current.stocking_id.drop_off_date < today;
    match lock_reason(current.jit, current.decided_at.is_some(), stocked.is_some(), is_past) {
        None => Verdict::Store,
        Some(reason) => Verdict::Rejected(reason.into()),
    }
}

/// Returns the message about an earlier decision.
fn decided_message(by: &str, on: bool, reason: Option<&str>) -> String {
    let suffix = reason.map(|reason| format!(" ({reason})")).unwrap_or_default();
    format!("{by} already set JIT to {}{suffix}", if on { "On" } else { "Off" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Deserialize)]
    struct Cases {
        decisions: Vec<DecisionCase>,
        locks: Vec<LockCase>,
        reasons: Vec<String>,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct DecisionCase {
        name: String,
        jit_indicator: bool,
        reason: Option<String>,
        error: Option<String>,
    }

    #[derive(Deserialize)]
    struct LockCase {
        name: String,
        jit: Option<bool>,
        decided: bool,
        stocked: bool,
        past: bool,
        lock: Option<String>,
    }

    fn cases() -> Cases {
        serde_json::from_str(include_str!("../cases/jit.json")).unwrap()
    }

    fn input(stocking_id: &str, jit_indicator: bool, reason: Option<&str>) -> DecisionInput {
        DecisionInput { stocking_id: stocking_id.into(), jit_indicator, reason: reason.map(str::to_owned) }
    }

    #[test]
    fn turning_jit_off_requires_a_listed_reason() {
        let Cases { decisions, reasons, .. } = cases();
        assert_eq!(reasons, REASONS);
        for DecisionCase { name, jit_indicator, reason, error } in decisions {
            let checked = check(vec![input("2026-11-23#A#1", jit_indicator, reason.as_deref())]);
            let message = checked.err().map(|errors| errors[0].message.clone());
            assert_eq!(message, error, "{name}");
        }
    }

    #[test]
    fn locks_updated_stocked_and_past_stockings_and_those_without_jit() {
        for LockCase { name, jit, decided, stocked, past, lock } in cases().locks {
            assert_eq!(super::lock_reason(jit, decided, stocked, past), lock.as_deref(), "{name}");
        }
    }

    #[test]
    fn rejects_invalid_decisions_with_all_errors_by_input() {
        let errors = check(vec![
            input("2026-11-23#A#1", true, None),
            input("A", false, Some("Weather")),
            input("2026-11-23#A#1", true, None),
        ])
        .unwrap_err();
        let fields: Vec<_> = errors.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(fields, ["input.1.stockingId", "input.1.reason", "input.2.stockingId"]);
        assert!(check(Vec::new()).is_err());
        assert!(
            check((0..=MAX_STOCKINGS).map(|index| input(&format!("2026-11-23#A#{index}"), true, None)).collect())
                .is_err()
        );
    }

    fn day() -> NaiveDate {
        "2026-11-23".parse().unwrap()
    }

    fn on() -> JitLocation {
        JitLocation::undecided("2026-11-23#A#1".parse().unwrap(), Some(true))
    }

    fn after(current: &JitLocation, change: &Change, email: &str) -> JitLocation {
        JitLocation {
            jit: Some(change.jit()),
            reason: change.reason().map(str::to_owned),
            email: Some(email.into()),
            decided_at: Some("2026-11-22T10:00:00Z".parse().unwrap()),
            ..current.clone()
        }
    }

    #[test]
    fn rejects_a_decision_about_a_past_day() {
        let (row, past) = (on(), Verdict::Rejected("The day is over".into()));
        let on = |today: &str| verdict(Some(&row), None, &Change::On, "a", today.parse().unwrap());
        assert_eq!(on("2026-11-23"), Verdict::Store);
        assert_eq!(on("2026-11-24"), past);
        // A repeated decision of yesterday returns the stored result.
        let stored = after(&row, &Change::On, "a");
        assert_eq!(
            verdict(Some(&stored), None, &Change::On, "a", "2026-11-24".parse().unwrap()),
            Verdict::AlreadyStored
        );
    }

    #[test]
    fn rejects_a_second_decision_with_the_first_one() {
        let off = Change::Off { reason: "Van Issue".into() };
        let stored = after(&on(), &off, "lena@larder.example");
        assert_eq!(verdict(Some(&stored), None, &off, "lena@larder.example", day()), Verdict::AlreadyStored);
        let rejection = Verdict::Rejected("lena@larder.example already set JIT to Off (Van Issue)".into());
        assert_eq!(verdict(Some(&stored), None, &off, "omar@larder.example", day()), rejection);
        assert_eq!(verdict(Some(&stored), None, &Change::On, "lena@larder.example", day()), rejection);
        let none = Verdict::Rejected("JIT is not on".into());
        assert_eq!(verdict(None, None, &Change::On, "lena@larder.example", day()), none);
    }

    fn any_change() -> impl Strategy<Value = Change> {
        let reason = proptest::sample::select(REASONS.to_vec());
        prop_oneof![Just(Change::On), reason.prop_map(|reason| Change::Off { reason: reason.into() })]
    }

    proptest! {
        /// The first decision is stored exactly once, however many users decide and however often calls are repeated.
        #[test]
        fn the_first_decision_wins(
            decisions in proptest::collection::vec((any_change(), proptest::sample::select(vec!["a", "b", "c"])), 1..20)
        ) {
            let (mut row, mut stored) = (on(), Vec::new());
            for (change, email) in &decisions {
                let verdict = verdict(Some(&row), None, change, email, day());
                if verdict == Verdict::Store {
                    row = after(&row, change, email);
                    stored.push((change, email));
                } else {
                    let same = stored[0] == (change, email);
                    prop_assert_eq!(verdict == Verdict::AlreadyStored, same);
                }
            }
            prop_assert_eq!(stored.len(), 1);
            prop_assert_eq!(stored[0].0, &decisions[0].0);
        }
    }
}
