//! The rules of switching JIT off: pure. Source: the spec of fleet operations, sections 4.6 and 5. The browser has the
//! same ones; `cases/jit.json` holds both to the same answers.

use crate::model::{JitLocation, StockingId};
use chrono::NaiveDate;
use serde::Deserialize;
use shared::{FieldError, Instant};
use std::collections::BTreeSet;

/// Why JIT may be switched off.
pub const REASONS: [&str; 6] =
    ["Driver Call Off", "Driver Training", "Linehaul Delay", "Staff Shortage", "Van Issue", "Other"];
/// Stockings of one call.
const MOST: usize = 500;

/// What somebody decides about a stocking, as it was sent. Who decides is not read from it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DecisionInput {
    stocking_id: String,
    jit_indicator: bool,
    #[serde(default)]
    reason: Option<String>,
}

/// What somebody decides about a stocking.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Decision {
    /// The stocking.
    pub stocking_id: StockingId,
    /// On for good, or off for the reason.
    pub change: Change,
}

/// On or off.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Change {
    /// It stays on, whatever others think.
    On,
    /// It is switched off.
    Off {
        /// Why.
        reason: String,
    },
}

impl Change {
    /// Whether JIT is on after it.
    pub fn jit(&self) -> bool {
        matches!(self, Self::On)
    }

    /// Why.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::On => None,
            Self::Off { reason } => Some(reason),
        }
    }
}

/// The decisions of a call, or everything that is wrong with them, by input.
///
/// # Errors
/// By field, such as `input.0.reason`.
pub fn check(input: Vec<DecisionInput>) -> Result<Vec<Decision>, Vec<FieldError>> {
    if !(1..=MOST).contains(&input.len()) {
        return Err(vec![FieldError::new("input", format!("One call decides about 1 to {MOST} stockings"))]);
    }
    let (mut decisions, mut errors, mut seen) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (position, DecisionInput { stocking_id, jit_indicator, reason }) in input.into_iter().enumerate() {
        let wrong = |field: &str, message: String| FieldError::new(format!("input.{position}.{field}"), message);
        let change = change(jit_indicator, reason.as_deref().filter(|reason| !reason.is_empty()));
        match (stocking_id.parse::<StockingId>(), change) {
            (Ok(stocking_id), Ok(_)) if !seen.insert(stocking_id.clone()) => {
                errors.push(wrong("stockingId", format!("{stocking_id} is decided about twice")));
            }
            (Ok(stocking_id), Ok(change)) => decisions.push(Decision { stocking_id, change }),
            (id, change) => {
                errors.extend(id.err().map(|error| wrong("stockingId", error.to_string())));
                errors.extend(change.err().map(|message| wrong("reason", message)));
            }
        }
    }
    if errors.is_empty() { Ok(decisions) } else { Err(errors) }
}

/// What the indicator and the reason mean.
fn change(jit_indicator: bool, reason: Option<&str>) -> Result<Change, String> {
    match (jit_indicator, reason) {
        (true, None) => Ok(Change::On),
        (true, Some(_)) => Err("Only switching JIT off has a reason".into()),
        (false, Some(reason)) if REASONS.contains(&reason) => Ok(Change::Off { reason: reason.into() }),
        (false, _) => Err(format!("reason should be one of {}", REASONS.join(", "))),
    }
}

/// Why JIT of a stop can no longer be changed; `None` where it can.
pub fn lock(jit: Option<bool>, is_decided: bool, is_stocked: bool, is_past: bool) -> Option<&'static str> {
    if is_decided {
        Some("JIT was updated already")
    } else if is_stocked {
        Some("The stop is stocked already")
    } else if is_past {
        Some("The day is over")
    } else if jit != Some(true) {
        Some("JIT is not on")
    } else {
        None
    }
}

/// What a decision comes to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Verdict {
    /// It is to be stored.
    Store,
    /// The same person stored the same before.
    Stored,
    /// It cannot be stored; why, for the person.
    Refused(String),
}

/// What the decision of `email` comes to on the business day `today`, by what is stored and by whether the location is
/// stocked: the first decision wins, and nobody decides about a past day.
pub fn verdict(
    current: Option<&JitLocation>,
    stocked: Option<Instant>,
    change: &Change,
    email: &str,
    today: NaiveDate,
) -> Verdict {
    let Some(current) = current else { return Verdict::Refused("JIT is not on".into()) };
    if let (Some(by), Some(on)) = (&current.email, current.jit) {
        let same = (by.as_str(), on, current.reason.as_deref()) == (email, change.jit(), change.reason());
        return if same { Verdict::Stored } else { Verdict::Refused(decided(by, on, current.reason.as_deref())) };
    }
    let is_past = current.stocking_id.drop_off_date < today;
    match lock(current.jit, current.decided_at.is_some(), stocked.is_some(), is_past) {
        None => Verdict::Store,
        Some(why) => Verdict::Refused(why.into()),
    }
}

/// What was decided before, for the person who came second.
fn decided(by: &str, on: bool, reason: Option<&str>) -> String {
    let because = reason.map(|reason| format!(" ({reason})")).unwrap_or_default();
    format!("{by} has set JIT to {} already{because}", if on { "On" } else { "Off" })
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
    fn jit_is_switched_off_for_a_reason_of_the_list_and_left_on_without() {
        let Cases { decisions, reasons, .. } = cases();
        assert_eq!(reasons, REASONS);
        for DecisionCase { name, jit_indicator, reason, error } in decisions {
            let checked = check(vec![input("2026-11-23#A#1", jit_indicator, reason.as_deref())]);
            let told = checked.err().map(|errors| errors[0].message.clone());
            assert_eq!(told, error, "{name}");
        }
    }

    #[test]
    fn a_row_is_locked_when_updated_stocked_past_or_without_jit() {
        for LockCase { name, jit, decided, stocked, past, lock } in cases().locks {
            assert_eq!(super::lock(jit, decided, stocked, past), lock.as_deref(), "{name}");
        }
    }

    #[test]
    fn everything_that_is_wrong_is_told_by_input() {
        let errors = check(vec![
            input("2026-11-23#A#1", true, None),
            input("A", false, Some("Weather")),
            input("2026-11-23#A#1", true, None),
        ])
        .unwrap_err();
        let fields: Vec<_> = errors.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(fields, ["input.1.stockingId", "input.1.reason", "input.2.stockingId"]);
        assert!(check(Vec::new()).is_err());
        assert!(check((0..=MOST).map(|index| input(&format!("2026-11-23#A#{index}"), true, None)).collect()).is_err());
    }

    fn day() -> NaiveDate {
        "2026-11-23".parse().unwrap()
    }

    fn on() -> JitLocation {
        JitLocation {
            stocking_id: "2026-11-23#A#1".parse().unwrap(),
            jit: Some(true),
            reason: None,
            email: None,
            decided_at: None,
            order_id: None,
            items: Vec::new(),
        }
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
        let (row, past) = (on(), Verdict::Refused("The day is over".into()));
        let on = |today: &str| verdict(Some(&row), None, &Change::On, "a", today.parse().unwrap());
        assert_eq!((on("2026-11-23"), on("2026-11-24")), (Verdict::Store, past));
        // The decision of yesterday, sent again, is answered as it is stored.
        let stored = after(&row, &Change::On, "a");
        assert_eq!(verdict(Some(&stored), None, &Change::On, "a", "2026-11-24".parse().unwrap()), Verdict::Stored);
    }

    #[test]
    fn what_was_decided_before_is_told_to_who_comes_second() {
        let off = Change::Off { reason: "Van Issue".into() };
        let stored = after(&on(), &off, "lena@larder.example");
        assert_eq!(verdict(Some(&stored), None, &off, "lena@larder.example", day()), Verdict::Stored);
        let refused = Verdict::Refused("lena@larder.example has set JIT to Off already (Van Issue)".into());
        assert_eq!(verdict(Some(&stored), None, &off, "omar@larder.example", day()), refused);
        assert_eq!(verdict(Some(&stored), None, &Change::On, "lena@larder.example", day()), refused);
        let none = Verdict::Refused("JIT is not on".into());
        assert_eq!(verdict(None, None, &Change::On, "lena@larder.example", day()), none);
    }

    fn change_of() -> impl Strategy<Value = Change> {
        let reason = proptest::sample::select(REASONS.to_vec());
        prop_oneof![Just(Change::On), reason.prop_map(|reason| Change::Off { reason: reason.into() })]
    }

    proptest! {
        /// However many people decide, and however often each call is made: the first decision is stored, once.
        #[test]
        fn the_first_decision_wins(
            decisions in proptest::collection::vec((change_of(), proptest::sample::select(vec!["a", "b", "c"])), 1..20)
        ) {
            let (mut row, mut stored) = (on(), Vec::new());
            for (change, email) in &decisions {
                let verdict = verdict(Some(&row), None, change, email, day());
                if verdict == Verdict::Store {
                    row = after(&row, change, email);
                    stored.push((change, email));
                } else {
                    let same = stored[0] == (change, email);
                    prop_assert_eq!(verdict == Verdict::Stored, same);
                }
            }
            prop_assert_eq!(stored.len(), 1);
            prop_assert_eq!(stored[0].0, &decisions[0].0);
        }
    }
}
