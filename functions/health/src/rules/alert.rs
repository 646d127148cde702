//! The rules for opening, correcting and clearing a fridge's alerts.
//!
//! The stored state of a fridge decides, not the message that changed it. The same reports lead to the same open alerts
//! in any order, with duplicates, and after an interrupted run.

use super::condition::{ConditionState, Statement};
use crate::model::{FridgeAlertKind, HealthReport};
use chrono::Duration;
use shared::Instant;
use std::collections::BTreeSet;

/// Temperature in degrees Fahrenheit above which a fridge is too warm: the red limit of `docs/requirements/health.md`
/// (HLT-11), and the limit at which the food code requires a vending machine to stop selling.
pub const MAX_SAFE_TEMPERATURE: f64 = 41.0;
/// How long a fridge may be too warm before an alert is raised: the time that the food code allows after filling.
pub const TOO_WARM_AFTER: Duration = Duration::minutes(30);
/// How long a fridge may be silent before an alert is raised: three heartbeats of ten minutes.
pub const SILENT_AFTER: Duration = Duration::minutes(30);

/// Whether a fridge is too warm according to a report made at `at`.
pub fn warm(report: &HealthReport, at: Instant) -> ConditionState {
    match report.temperature {
        Some(temperature) if temperature > MAX_SAFE_TEMPERATURE => ConditionState::ActiveSince(at),
        Some(_) => ConditionState::Inactive,
        None => ConditionState::Unknown,
    }
}

/// Whether a fridge is out of order according to a report made at `at`.
pub fn out_of_order(report: &HealthReport, at: Instant) -> ConditionState {
    match report.out_of_order {
        Some(true) => ConditionState::ActiveSince(report.out_of_order_ts.filter(|since| *since <= at).unwrap_or(at)),
        Some(false) => ConditionState::Inactive,
        None => ConditionState::Unknown,
    }
}

/// The statements of a report made at `at` about being too warm and about being out of order.
pub fn statements(report: &HealthReport, at: Instant) -> (Option<Statement>, Option<Statement>) {
    (Statement::of(at, warm(report, at)), Statement::of(at, out_of_order(report, at)))
}

/// The state that decides about a fridge's alerts.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AlertInputs {
    /// When the latest report was made.
    pub timestamp: Instant,
    /// When the fridge became too warm. `None` if it is not, or if this is unknown.
    pub warm_since: Option<Instant>,
    /// When the fridge went out of order. `None` if it is not, or if this is unknown.
    pub out_of_order_since: Option<Instant>,
    /// The kinds of the fridge's open alerts.
    pub open: BTreeSet<FridgeAlertKind>,
}

/// A change of an alert.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Step {
    /// Open an alert for a condition that started at this time.
    Open(FridgeAlertKind, Instant),
    /// Clear the alert because the condition ended.
    Clear(FridgeAlertKind),
    /// Keep the alert open and correct its start time, because a late report showed an earlier or later start.
    Correct(FridgeAlertKind, Instant),
}

impl AlertInputs {
    /// The steps after the newest report. An alert is cleared only when a report states that its condition ended.
    pub fn steps(&self) -> Vec<Step> {
        let silent = self.open.contains(&FridgeAlertKind::Silent).then_some(Step::Clear(FridgeAlertKind::Silent));
        self.conditions().filter_map(|(kind, since)| self.step(kind, since)).chain(silent).collect()
    }

    /// The steps after a report that is older than the latest one. Such a report does not end silence.
    pub fn steps_after_late_report(&self) -> Vec<Step> {
        let step = |(kind, since): (FridgeAlertKind, Option<Instant>)| match (self.step(kind, since), since) {
            (None, Some(since)) if self.open.contains(&kind) => Some(Step::Correct(kind, since)),
            (step, _) => step,
        };
        self.conditions().filter_map(step).collect()
    }

    /// The start of each condition that is active for long enough, by the kind of alert.
    fn conditions(&self) -> impl Iterator<Item = (FridgeAlertKind, Option<Instant>)> {
        let warm = self.warm_since.filter(|since| self.timestamp.since(*since) > TOO_WARM_AFTER);
        [(FridgeAlertKind::TooWarm, warm), (FridgeAlertKind::OutOfOrder, self.out_of_order_since)].into_iter()
    }

    fn step(&self, kind: FridgeAlertKind, since: Option<Instant>) -> Option<Step> {
        match (since, self.open.contains(&kind)) {
            (Some(since), false) => Some(Step::Open(kind, since)),
            (None, true) => Some(Step::Clear(kind)),
            _ => None,
        }
    }

    /// The steps for a silent fridge. A fridge that is not in service is expected to be silent: it raises no alert, and
    /// its open alerts are cleared.
    pub fn steps_when_silent(&self, last_received: Instant, in_service: bool) -> Vec<Step> {
        if !in_service {
            return self.open.iter().copied().map(Step::Clear).collect();
        }
        let raised = self.open.contains(&FridgeAlertKind::Silent);
        if raised { Vec::new() } else { vec![Step::Open(FridgeAlertKind::Silent, last_received)] }
    }
}

/// Whether a fridge whose last report was received at `last_received` has been silent for too long.
pub fn is_silent(last_received: Instant, now: Instant) -> bool {
    now.since(last_received) > SILENT_AFTER
}

/// The latest time until `now` at which a silent fridge must be checked. `None` if it is not silent. The checks are as
/// soon as the fridge is silent, and then at regular intervals, because a fridge can be put into or taken out of service
/// while it is silent.
pub fn last_check(last_received: Instant, now: Instant) -> Option<Instant> {
    let first = last_received.plus(SILENT_AFTER).plus(Duration::milliseconds(1));
    let (passed, interval) = (now.since(first).num_milliseconds(), SILENT_AFTER.num_milliseconds());
    (passed >= 0).then(|| now.plus(-Duration::milliseconds(passed % interval)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::condition::Condition;
    use FridgeAlertKind::{OutOfOrder, Silent, TooWarm};
    use proptest::prelude::*;
    use rstest::rstest;
    use std::{collections::BTreeMap, mem::take};

    fn minute(minutes: i64) -> Instant {
        "2026-11-21T10:00:00Z".parse::<Instant>().unwrap().plus(Duration::minutes(minutes))
    }

    fn inputs(open: &[FridgeAlertKind]) -> AlertInputs {
        let open = open.iter().copied().collect();
        AlertInputs { timestamp: minute(60), warm_since: None, out_of_order_since: None, open }
    }

    #[rstest]
    #[case::at_the_limit(41.0, ConditionState::Inactive)]
    #[case::above_the_limit(41.1, ConditionState::ActiveSince(minute(0)))]
    #[case::cold(-3.0, ConditionState::Inactive)]
    fn reports_too_warm_above_41_degrees(#[case] temperature: f64, #[case] expected: ConditionState) {
        let report = HealthReport { temperature: Some(temperature), ..HealthReport::default() };
        assert_eq!(warm(&report, minute(0)), expected);
        assert_eq!(warm(&HealthReport::default(), minute(0)), ConditionState::Unknown);
    }

    #[rstest]
    #[case::exactly_30_minutes(30, vec![])]
    #[case::more_than_30_minutes(29, vec![Step::Open(TooWarm, minute(29))])]
    fn raises_too_warm_after_more_than_30_minutes(#[case] since: i64, #[case] expected: Vec<Step>) {
        let inputs = AlertInputs { warm_since: Some(minute(since)), ..inputs(&[]) };
        assert_eq!(inputs.steps(), expected);
    }

    #[test]
    fn raises_out_of_order_immediately_with_the_reported_start() {
        let reported = |since: Option<i64>| {
            let report = HealthReport {
                out_of_order: Some(true),
                out_of_order_ts: since.map(minute),
                ..HealthReport::default()
            };
            out_of_order(&report, minute(60))
        };
        assert_eq!(reported(Some(20)), ConditionState::ActiveSince(minute(20)));
        assert_eq!(reported(None), ConditionState::ActiveSince(minute(60)));
        // A start time after the report is a clock error.
        assert_eq!(reported(Some(90)), ConditionState::ActiveSince(minute(60)));
        let inputs = AlertInputs { out_of_order_since: Some(minute(20)), ..inputs(&[]) };
        assert_eq!(inputs.steps(), [Step::Open(OutOfOrder, minute(20))]);
    }

    #[test]
    fn raises_an_open_alert_only_once_and_clears_it_when_the_fridge_is_healthy() {
        let unhealthy = AlertInputs {
            warm_since: Some(minute(0)),
            out_of_order_since: Some(minute(0)),
            ..inputs(&[TooWarm, OutOfOrder])
        };
        assert_eq!(unhealthy.steps(), []);
        assert_eq!(inputs(&[TooWarm, OutOfOrder]).steps(), [Step::Clear(TooWarm), Step::Clear(OutOfOrder)]);
        // The fridge was healthy in between and is warm again for less than 30 minutes: the old alert is cleared.
        let warm_again = AlertInputs { warm_since: Some(minute(50)), ..inputs(&[TooWarm]) };
        assert_eq!(warm_again.steps(), [Step::Clear(TooWarm)]);
    }

    #[test]
    fn corrects_the_start_after_a_late_report_and_keeps_the_silent_alert() {
        let warm = AlertInputs { warm_since: Some(minute(0)), ..inputs(&[TooWarm, Silent]) };
        assert_eq!(warm.steps_after_late_report(), [Step::Correct(TooWarm, minute(0))]);
        assert_eq!(warm.steps(), [Step::Clear(Silent)]);
        let healthy = inputs(&[TooWarm, Silent]);
        assert_eq!(healthy.steps_after_late_report(), [Step::Clear(TooWarm)]);
        let raised = AlertInputs { warm_since: Some(minute(0)), ..inputs(&[Silent]) };
        assert_eq!(raised.steps_after_late_report(), [Step::Open(TooWarm, minute(0))]);
    }

    #[test]
    fn clears_the_silent_alert_after_any_new_report() {
        assert_eq!(inputs(&[Silent]).steps(), [Step::Clear(Silent)]);
    }

    #[test]
    fn raises_silent_after_more_than_30_minutes_for_a_fridge_in_service() {
        assert!(!is_silent(minute(0), minute(30)));
        assert!(is_silent(minute(0), minute(31)));
        assert_eq!(inputs(&[]).steps_when_silent(minute(0), true), [Step::Open(Silent, minute(0))]);
        assert_eq!(inputs(&[Silent]).steps_when_silent(minute(0), true), []);
    }

    #[test]
    fn clears_all_alerts_of_a_silent_fridge_out_of_service() {
        assert_eq!(inputs(&[]).steps_when_silent(minute(0), false), []);
        let all = [Step::Clear(TooWarm), Step::Clear(Silent)];
        assert_eq!(inputs(&[TooWarm, Silent]).steps_when_silent(minute(0), false), all);
    }

    #[test]
    fn a_fridge_is_checked_as_soon_as_it_is_silent_and_then_every_30_minutes() {
        assert_eq!(last_check(minute(0), minute(30)), None);
        let first = last_check(minute(0), minute(31)).unwrap();
        assert!(is_silent(minute(0), first) && !is_silent(minute(0), first.plus(-Duration::milliseconds(1))));
        for (now, check) in [(59, 30), (61, 60), (100, 90)] {
            assert_eq!(
                last_check(minute(0), minute(now)),
                Some(minute(check).plus(Duration::milliseconds(1))),
                "{now}"
            );
        }
    }

    /// The stored state of a fridge, and its open alerts with their start times.
    #[derive(Clone, Debug, Default, PartialEq)]
    struct StoredFridge {
        timestamp: Option<Instant>,
        warm: Condition,
        out_of_order: Condition,
        open: BTreeMap<FridgeAlertKind, Instant>,
    }

    impl StoredFridge {
        fn report(&mut self, minutes: i64, report: &HealthReport) {
            let at = minute(minutes);
            let (warm, out_of_order) = statements(report, at);
            self.warm = take(&mut self.warm).with(warm);
            self.out_of_order = take(&mut self.out_of_order).with(out_of_order);
            let is_newest = self.timestamp.is_none_or(|newest| newest < at);
            let timestamp = self.timestamp.map_or(at, |newest| newest.max(at));
            self.timestamp = Some(timestamp);
            let inputs = AlertInputs {
                timestamp,
                warm_since: self.warm.since(),
                out_of_order_since: self.out_of_order.since(),
                open: self.open.keys().copied().collect(),
            };
            for step in if is_newest { inputs.steps() } else { inputs.steps_after_late_report() } {
                match step {
                    Step::Open(kind, since) => assert_eq!(self.open.insert(kind, since), None),
                    Step::Clear(kind) => assert!(self.open.remove(&kind).is_some()),
                    Step::Correct(kind, since) => assert!(self.open.insert(kind, since).is_some()),
                }
            }
        }
    }

    fn state_after(reports: impl IntoIterator<Item = (i64, HealthReport)>) -> StoredFridge {
        let mut fridge = StoredFridge::default();
        for (minutes, report) in reports {
            fridge.report(minutes, &report);
        }
        fridge
    }

    fn report() -> impl Strategy<Value = HealthReport> {
        let temperature = prop_oneof![Just(None), Just(Some(38.0)), Just(Some(44.0)), Just(Some(45.0))];
        let out_of_order = prop_oneof![Just(None), Just(Some(false)), Just(Some(true))];
        let since = prop_oneof![Just(None), (-20_i64..130).prop_map(Some)];
        (temperature, out_of_order, since).prop_map(|(temperature, out_of_order, since)| HealthReport {
            out_of_order,
            out_of_order_ts: since.map(minute),
            temperature,
            ..HealthReport::default()
        })
    }

    #[test]
    fn five_warm_reports_raise_the_alert_in_any_order() {
        let warm = HealthReport { temperature: Some(44.0), ..HealthReport::default() };
        let newest_first = state_after((0..5).rev().map(|number| (number * 10, warm.clone())));
        assert_eq!(newest_first.open, BTreeMap::from([(TooWarm, minute(0))]));
    }

    proptest! {
        #[test]
        fn reports_in_any_order_lead_to_the_same_alerts(
            (ordered, shuffled) in prop::collection::vec(report(), 1..12).prop_flat_map(|reports| {
                let ordered: Vec<(i64, HealthReport)> = (0..).map(|number| number * 10).zip(reports).collect();
                let twice = [ordered.clone(), ordered.clone()].concat();
                (Just(ordered), Just(twice).prop_shuffle())
            }),
        ) {
            prop_assert_eq!(state_after(ordered), state_after(shuffled));
        }
    }
}
