//! When a fridge's alerts open and clear.
//!
//! What is known of a fridge decides, not the message that told it: the same message again, an older one, or one whose
//! handling broke off half-way leads to the same alerts.

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

/// What a report says of something that has a beginning.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Since {
    /// It is so, from then on at the latest.
    Begins(Instant),
    /// It is not so.
    Ends,
    /// The report does not tell.
    Unknown,
}

impl Since {
    /// Since when it is so, where `before` was known.
    pub fn after(self, before: Option<Instant>) -> Option<Instant> {
        match self {
            Self::Begins(at) => before.or(Some(at)),
            Self::Ends => None,
            Self::Unknown => before,
        }
    }
}

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
}

impl Watch {
    /// What follows from what is known after a report. Nothing is cleared before it is known to be well.
    pub fn steps(&self) -> Vec<Step> {
        let warm = self.warm_since.map(|since| (since, self.timestamp.since(since) > TOO_WARM_FOR));
        let out_of_order = self.out_of_order_since.map(|since| (since, true));
        let decided = [
            (FridgeAlertKind::TooWarm, warm),
            (FridgeAlertKind::Silent, None),
            (FridgeAlertKind::OutOfOrder, out_of_order),
        ];
        let step = |(kind, so): (FridgeAlertKind, Option<(Instant, bool)>)| match (so, self.open.contains(&kind)) {
            (Some((since, true)), false) => Some(Step::Open(kind, since)),
            (None, true) => Some(Step::Clear(kind)),
            _ => None,
        };
        decided.into_iter().filter_map(step).collect()
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
    use FridgeAlertKind::{OutOfOrder, Silent, TooWarm};
    use proptest::prelude::*;
    use rstest::rstest;

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
        // Warm again, but not for long: it was well in between, and the alert was cleared then. It is not well now.
        let warm_again = Watch { warm_since: Some(minute(50)), ..watch(&[TooWarm]) };
        assert_eq!(warm_again.steps(), []);
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

    /// A fridge as the store keeps it, and the alerts that were raised and cleared.
    #[derive(Default)]
    struct Kept {
        watch: Option<Watch>,
        steps: Vec<Step>,
    }

    impl Kept {
        /// What the store does with a report: only a newer one counts.
        fn tell(&mut self, minutes: i64, report: &HealthReport) {
            let at = minute(minutes);
            let before = self.watch.as_ref();
            if before.is_none_or(|before| before.timestamp < at) {
                self.watch = Some(Watch {
                    timestamp: at,
                    warm_since: warm(report, at).after(before.and_then(|before| before.warm_since)),
                    out_of_order_since: out_of_order(report, at)
                        .after(before.and_then(|before| before.out_of_order_since)),
                    open: before.map(|before| before.open.clone()).unwrap_or_default(),
                });
            }
            self.settle();
        }

        fn settle(&mut self) {
            let Some(watch) = &mut self.watch else { return };
            for step in watch.steps() {
                let changed = match step {
                    Step::Open(kind, _) => watch.open.insert(kind),
                    Step::Clear(kind) => watch.open.remove(&kind),
                };
                assert!(changed, "{step:?} does nothing");
                self.steps.push(step);
            }
        }
    }

    fn report() -> impl Strategy<Value = HealthReport> {
        let temperature = prop_oneof![Just(None), Just(Some(38.0)), Just(Some(44.0))];
        let out_of_order = prop_oneof![Just(None), Just(Some(false)), Just(Some(true))];
        (temperature, out_of_order).prop_map(|(temperature, out_of_order)| HealthReport {
            out_of_order,
            temperature,
            ..HealthReport::default()
        })
    }

    proptest! {
        #[test]
        fn duplicated_and_reordered_reports_never_open_two_or_clear_wrongly(
            reports in prop::collection::vec(report(), 1..12),
            order in prop::collection::vec(any::<prop::sample::Index>(), 1..40),
        ) {
            let (mut disordered, mut ordered) = (Kept::default(), Kept::default());
            let mut newest = None;
            for index in order {
                let position = index.index(reports.len());
                let minutes = 10 * i64::try_from(position).unwrap();
                disordered.tell(minutes, &reports[position]);
                // Those that bring news, in the order in which they were so.
                if newest.is_none_or(|newest| newest < position) {
                    newest = Some(position);
                    ordered.tell(minutes, &reports[position]);
                }
                prop_assert_eq!(&disordered.watch, &ordered.watch);
                let watch = disordered.watch.as_ref().unwrap();
                // What the newest report tells for certain.
                let last = &reports[newest.unwrap()];
                prop_assert!(last.temperature != Some(38.0) || !watch.open.contains(&TooWarm));
                if let Some(out_of_order) = last.out_of_order {
                    prop_assert_eq!(watch.open.contains(&OutOfOrder), out_of_order);
                }
            }
            // An alert opens, clears, opens: never two of a kind.
            prop_assert_eq!(&disordered.steps, &ordered.steps);
            for kind in [TooWarm, OutOfOrder] {
                let opens = disordered.steps.iter().filter_map(|step| match step {
                    Step::Open(of, _) if *of == kind => Some(true),
                    Step::Clear(of) if *of == kind => Some(false),
                    _ => None,
                });
                prop_assert!(opens.enumerate().all(|(position, open)| open == (position % 2 == 0)));
            }
        }
    }
}
