//! When a fridge's alerts open and clear.
//!
//! All that is known of a fridge decides, not the message that reported it: the same reports in any order, some of them
//! twice, lead to the same open alerts. So does a report whose handling stopped half-way.

use super::condition::{Since, Statement};
use crate::model::{FridgeAlertKind, HealthReport};
use chrono::Duration;
use shared::Instant;
use std::collections::BTreeSet;

/// Degrees Fahrenheit above which food is too warm: the red of the spec (section 4.3), and where the food code has a
/// vending machine stop selling.
pub const TOO_WARM_ABOVE: f64 = 41.0;
/// For how long it may be so: what the food code allows after filling.
pub const TOO_WARM_FOR: Duration = Duration::minutes(30);
/// For how long a fridge may say nothing: three heartbeats, which come each ten minutes.
pub const SILENT_FOR: Duration = Duration::minutes(30);

/// What a report of that time says of the fridge's warmth.
pub fn warm(report: &HealthReport, at: Instant) -> Since {
    match report.temperature {
        Some(temperature) if temperature > TOO_WARM_ABOVE => Since::Begins(at),
        Some(_) => Since::Ends,
        None => Since::Unknown,
    }
}

/// What a report of that time says of the fridge being out of order.
pub fn out_of_order(report: &HealthReport, at: Instant) -> Since {
    match report.out_of_order {
        Some(true) => Since::Begins(report.out_of_order_ts.filter(|since| *since <= at).unwrap_or(at)),
        Some(false) => Since::Ends,
        None => Since::Unknown,
    }
}

/// What a report of that time states of being too warm, and of being out of order.
pub fn statements(report: &HealthReport, at: Instant) -> (Option<Statement>, Option<Statement>) {
    (Statement::of(at, warm(report, at)), Statement::of(at, out_of_order(report, at)))
}

/// What decides about a fridge's alerts.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Watch {
    /// When what was told last was so.
    pub timestamp: Instant,
    /// Since when it is too warm, as far as is known.
    pub warm_since: Option<Instant>,
    /// Since when it is out of order, as far as is known.
    pub out_of_order_since: Option<Instant>,
    /// The kinds of its open alerts.
    pub open: BTreeSet<FridgeAlertKind>,
}

/// What is to be done about an alert.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Step {
    /// Raise it: the fridge is so since then.
    Open(FridgeAlertKind, Instant),
    /// The fridge is well.
    Clear(FridgeAlertKind),
    /// It stays open; a late report showed that the fridge is so since then.
    Correct(FridgeAlertKind, Instant),
}

impl Watch {
    /// What follows from what is known after a report that is the newest. Nothing is cleared before it is known to be
    /// well.
    pub fn steps(&self) -> Vec<Step> {
        let silent = self.open.contains(&FridgeAlertKind::Silent).then_some(Step::Clear(FridgeAlertKind::Silent));
        self.conditions().filter_map(|(kind, since)| self.step(kind, since)).chain(silent).collect()
    }

    /// What follows from what is known after a report that is older than the newest. It does not end silence.
    pub fn steps_after_a_late_report(&self) -> Vec<Step> {
        let step = |(kind, since): (FridgeAlertKind, Option<Instant>)| match (self.step(kind, since), since) {
            (None, Some(since)) if self.open.contains(&kind) => Some(Step::Correct(kind, since)),
            (step, _) => step,
        };
        self.conditions().filter_map(step).collect()
    }

    /// Since when the fridge is so, for long enough, by the kind of the alert.
    fn conditions(&self) -> impl Iterator<Item = (FridgeAlertKind, Option<Instant>)> {
        let warm = self.warm_since.filter(|since| self.timestamp.since(*since) > TOO_WARM_FOR);
        [(FridgeAlertKind::TooWarm, warm), (FridgeAlertKind::OutOfOrder, self.out_of_order_since)].into_iter()
    }

    fn step(&self, kind: FridgeAlertKind, since: Option<Instant>) -> Option<Step> {
        match (since, self.open.contains(&kind)) {
            (Some(since), false) => Some(Step::Open(kind, since)),
            (None, true) => Some(Step::Clear(kind)),
            _ => None,
        }
    }

    /// What follows from silence. A fridge that is not in service, `live`, is not expected to say anything: it raises
    /// no alert, and those that it has are closed.
    pub fn steps_in_silence(&self, heard: Instant, live: bool) -> Vec<Step> {
        if !live {
            return self.open.iter().copied().map(Step::Clear).collect();
        }
        let raised = self.open.contains(&FridgeAlertKind::Silent);
        if raised { Vec::new() } else { vec![Step::Open(FridgeAlertKind::Silent, heard)] }
    }
}

/// Whether a fridge that was `heard` last has been silent for too long.
pub fn is_silent(heard: Instant, now: Instant) -> bool {
    now.since(heard) > SILENT_FOR
}

/// When to look whether a fridge that was `heard` last is silent: as soon as it may be, and from then on at the same
/// distance, because a fridge can be put into service or taken out of it.
pub fn look_again(heard: Instant, now: Instant) -> Instant {
    let soonest = heard.plus(SILENT_FOR).plus(Duration::seconds(1));
    if soonest > now { soonest } else { now.plus(SILENT_FOR) }
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

    fn watch(open: &[FridgeAlertKind]) -> Watch {
        let open = open.iter().copied().collect();
        Watch { timestamp: minute(60), warm_since: None, out_of_order_since: None, open }
    }

    #[rstest]
    #[case::at_the_limit(41.0, Since::Ends)]
    #[case::above_it(41.1, Since::Begins(minute(0)))]
    #[case::cold(-3.0, Since::Ends)]
    fn a_fridge_is_too_warm_above_41_degrees(#[case] temperature: f64, #[case] expected: Since) {
        let report = HealthReport { temperature: Some(temperature), ..HealthReport::default() };
        assert_eq!(warm(&report, minute(0)), expected);
        assert_eq!(warm(&HealthReport::default(), minute(0)), Since::Unknown);
    }

    #[rstest]
    #[case::for_30_minutes(30, vec![])]
    #[case::for_more(29, vec![Step::Open(TooWarm, minute(29))])]
    fn too_warm_is_raised_after_more_than_30_minutes(#[case] since: i64, #[case] expected: Vec<Step>) {
        let watch = Watch { warm_since: Some(minute(since)), ..watch(&[]) };
        assert_eq!(watch.steps(), expected);
    }

    #[test]
    fn out_of_order_is_raised_at_once_since_the_fridge_says_so() {
        let told = |since: Option<i64>| {
            let report = HealthReport {
                out_of_order: Some(true),
                out_of_order_ts: since.map(minute),
                ..HealthReport::default()
            };
            out_of_order(&report, minute(60))
        };
        assert_eq!(told(Some(20)), Since::Begins(minute(20)));
        assert_eq!(told(None), Since::Begins(minute(60)));
        // A clock that runs ahead of itself.
        assert_eq!(told(Some(90)), Since::Begins(minute(60)));
        let watch = Watch { out_of_order_since: Some(minute(20)), ..watch(&[]) };
        assert_eq!(watch.steps(), [Step::Open(OutOfOrder, minute(20))]);
    }

    #[test]
    fn an_alert_that_is_open_is_not_raised_again_and_clears_when_the_fridge_is_well() {
        let ill =
            Watch { warm_since: Some(minute(0)), out_of_order_since: Some(minute(0)), ..watch(&[TooWarm, OutOfOrder]) };
        assert_eq!(ill.steps(), []);
        assert_eq!(watch(&[TooWarm, OutOfOrder]).steps(), [Step::Clear(TooWarm), Step::Clear(OutOfOrder)]);
        // Warm again, but not for long: it was well in between, and that clears the alert however late it is known.
        let warm_again = Watch { warm_since: Some(minute(50)), ..watch(&[TooWarm]) };
        assert_eq!(warm_again.steps(), [Step::Clear(TooWarm)]);
    }

    #[test]
    fn a_late_report_corrects_since_when_and_does_not_end_silence() {
        let warm = Watch { warm_since: Some(minute(0)), ..watch(&[TooWarm, Silent]) };
        assert_eq!(warm.steps_after_a_late_report(), [Step::Correct(TooWarm, minute(0))]);
        assert_eq!(warm.steps(), [Step::Clear(Silent)]);
        let well = watch(&[TooWarm, Silent]);
        assert_eq!(well.steps_after_a_late_report(), [Step::Clear(TooWarm)]);
        let raised = Watch { warm_since: Some(minute(0)), ..watch(&[Silent]) };
        assert_eq!(raised.steps_after_a_late_report(), [Step::Open(TooWarm, minute(0))]);
    }

    #[test]
    fn any_report_ends_silence() {
        assert_eq!(watch(&[Silent]).steps(), [Step::Clear(Silent)]);
    }

    #[test]
    fn silence_is_raised_after_more_than_30_minutes_of_a_fridge_in_service() {
        assert!(!is_silent(minute(0), minute(30)));
        assert!(is_silent(minute(0), minute(31)));
        assert_eq!(watch(&[]).steps_in_silence(minute(0), true), [Step::Open(Silent, minute(0))]);
        assert_eq!(watch(&[Silent]).steps_in_silence(minute(0), true), []);
    }

    #[test]
    fn a_fridge_out_of_service_raises_no_silence_and_leaves_no_alert_open() {
        assert_eq!(watch(&[]).steps_in_silence(minute(0), false), []);
        let all = [Step::Clear(TooWarm), Step::Clear(Silent)];
        assert_eq!(watch(&[TooWarm, Silent]).steps_in_silence(minute(0), false), all);
    }

    #[test]
    fn a_fridge_is_looked_at_as_soon_as_it_may_be_silent_and_again_later() {
        let first = look_again(minute(0), minute(5));
        assert!(is_silent(minute(0), first) && !is_silent(minute(0), first.plus(Duration::seconds(-1))));
        assert_eq!(look_again(minute(0), minute(31)), minute(61));
    }

    /// A fridge as the store keeps it, and its open alerts with since when.
    #[derive(Clone, Debug, Default, PartialEq)]
    struct Kept {
        timestamp: Option<Instant>,
        warm: Condition,
        out_of_order: Condition,
        open: BTreeMap<FridgeAlertKind, Instant>,
    }

    impl Kept {
        fn report(&mut self, minutes: i64, report: &HealthReport) {
            let at = minute(minutes);
            let (warm, out_of_order) = statements(report, at);
            self.warm = take(&mut self.warm).with(warm);
            self.out_of_order = take(&mut self.out_of_order).with(out_of_order);
            let is_newest = self.timestamp.is_none_or(|newest| newest < at);
            let timestamp = self.timestamp.map_or(at, |newest| newest.max(at));
            self.timestamp = Some(timestamp);
            let watch = Watch {
                timestamp,
                warm_since: self.warm.since(),
                out_of_order_since: self.out_of_order.since(),
                open: self.open.keys().copied().collect(),
            };
            for step in if is_newest { watch.steps() } else { watch.steps_after_a_late_report() } {
                match step {
                    Step::Open(kind, since) => assert_eq!(self.open.insert(kind, since), None),
                    Step::Clear(kind) => assert!(self.open.remove(&kind).is_some()),
                    Step::Correct(kind, since) => assert!(self.open.insert(kind, since).is_some()),
                }
            }
        }
    }

    fn after(reports: impl IntoIterator<Item = (i64, HealthReport)>) -> Kept {
        let mut kept = Kept::default();
        for (minutes, report) in reports {
            kept.report(minutes, &report);
        }
        kept
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
        let newest_first = after((0..5).rev().map(|number| (number * 10, warm.clone())));
        assert_eq!(newest_first.open, BTreeMap::from([(TooWarm, minute(0))]));
    }

    proptest! {
        #[test]
        fn any_permutation_of_the_reports_leads_to_the_same_alerts(
            (ordered, shuffled) in prop::collection::vec(report(), 1..12).prop_flat_map(|reports| {
                let ordered: Vec<(i64, HealthReport)> = (0..).map(|number| number * 10).zip(reports).collect();
                let twice = [ordered.clone(), ordered.clone()].concat();
                (Just(ordered), Just(twice).prop_shuffle())
            }),
        ) {
            prop_assert_eq!(after(ordered), after(shuffled));
        }
    }
}
