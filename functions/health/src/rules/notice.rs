//! Which notices about an alert are due now, and when to check again.

use super::shift;
use crate::model::{AlertSubscription, FridgeAlert, FridgeAlertState, Notice, NoticeEvent, NoticeOutcome, Target};
use chrono::Duration;
use locations::model::Market;
use shared::Instant;
use uuid::Uuid;

/// The maximum number of attempts to send a notice.
pub const MAX_ATTEMPTS: u32 = 8;
/// The maximum time until a waiting alert is checked again, so that a changed rule has effect.
const MAX_WAIT: Duration = Duration::minutes(30);
/// The maximum time between two attempts.
const MAX_BACKOFF: Duration = Duration::minutes(15);

/// The state that decides which notices are due.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// The alert.
    pub alert: &'a FridgeAlert,
    /// The fridge's region. `None` if it has none.
    pub region: Option<Market>,
    /// When the snooze of the fridge ends, if there is one.
    pub snoozed_until: Option<Instant>,
    /// The notices that were sent.
    pub notices: &'a [Notice],
    /// All rules.
    pub subscriptions: &'a [AlertSubscription],
}

/// A notice that is due.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DueNotice {
    /// The rule.
    pub subscription: Uuid,
    /// The rule's name.
    pub name: String,
    /// The receiver.
    pub target: Target,
    /// What it reports.
    pub event: NoticeEvent,
    /// The number of earlier attempts.
    pub attempts: u32,
}

/// The notices that are due, and when to check again. `next` is `None` if only a change of the alert can make one due.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Plan {
    /// The notices.
    pub due: Vec<DueNotice>,
    /// When to check again.
    pub next: Option<Instant>,
}

/// Decides which notices are due at `now`.
///
/// An open alert is reported to each matching rule during its shift. If no user acknowledges it, it is escalated. A
/// cleared alert is reported to the targets that were notified of it. A snoozed or acknowledged alert sends nothing, except
/// that the notice of a cleared alert follows after the snooze.
pub fn plan(situation: &Situation<'_>, now: Instant) -> Plan {
    if let Some(end) = situation.snoozed_until.filter(|end| *end > now) {
        return Plan { due: Vec::new(), next: Some(end) };
    }
    let mut plan = Plan::default();
    for subscription in situation.subscriptions {
        if situation.alert.state == FridgeAlertState::Cleared {
            plan_cleared(&mut plan, situation, subscription, now);
        } else if situation.alert.acknowledged_at.is_none() {
            plan_open(&mut plan, situation, subscription, now);
        }
    }
    plan.next = plan.next.map(|next| next.min(now.plus(MAX_WAIT)));
    plan
}

/// The time of the next attempt of a failed notice. `None` if there is none.
fn next_attempt(notice: &Notice) -> Option<Instant> {
    let is_repeated = notice.outcome == NoticeOutcome::Failed && notice.attempts < MAX_ATTEMPTS;
    let backoff = Duration::minutes(1 << notice.attempts.saturating_sub(1).min(8)).min(MAX_BACKOFF);
    is_repeated.then(|| notice.at.plus(backoff))
}

impl Plan {
    fn check_at(&mut self, at: Instant) {
        self.next = Some(self.next.map_or(at, |next| next.min(at)));
    }

    /// Adds the notice unless it was sent. Returns the notice if it was.
    fn add<'a>(
        &mut self,
        situation: &Situation<'a>,
        (subscription, target, event): (&AlertSubscription, &Target, NoticeEvent),
        now: Instant,
    ) -> Option<&'a Notice> {
        let sent = find(situation.notices, subscription.id, event, target);
        match sent.map(|notice| (notice, next_attempt(notice))) {
            Some((notice, None)) => return Some(notice),
            Some((_, Some(at))) if at > now => self.check_at(at),
            repeated => self.due.push(DueNotice {
                subscription: subscription.id,
                name: subscription.name.clone(),
                target: target.clone(),
                event,
                attempts: repeated.map_or(0, |(notice, _)| notice.attempts),
            }),
        }
        None
    }
}

/// The first notice is identified without its target, so that a changed target does not repeat it.
fn find<'a>(notices: &'a [Notice], subscription: Uuid, event: NoticeEvent, target: &Target) -> Option<&'a Notice> {
    notices.iter().find(|notice| {
        notice.subscription == subscription
            && notice.event == event
            && (event != NoticeEvent::Cleared || notice.target == *target)
    })
}

fn plan_open(plan: &mut Plan, situation: &Situation<'_>, subscription: &AlertSubscription, now: Instant) {
    let is_first = !situation.notices.iter().any(|notice| notice.subscription == subscription.id);
    if is_first {
        if !matches(subscription, situation) {
            return;
        }
        if let Some(shift) = subscription.shift.as_ref().filter(|shift| !shift::is_active(shift, now)) {
            if let Some(start) = shift::next_start(shift, now) {
                plan.check_at(start);
            }
            return;
        }
    }
    let first = plan.add(situation, (subscription, &subscription.target, NoticeEvent::Opened), now);
    let Some(escalation) = &subscription.escalation else { return };
    // The time counts from the first notice, even if it is sent only now.
    let escalates_at = first.map_or(now, |first| first.at).plus(Duration::minutes(escalation.after_minutes.into()));
    if escalates_at > now {
        plan.check_at(escalates_at);
    } else {
        plan.add(situation, (subscription, &escalation.target, NoticeEvent::Escalated), now);
    }
}

fn plan_cleared(plan: &mut Plan, situation: &Situation<'_>, subscription: &AlertSubscription, now: Instant) {
    if !subscription.notify_cleared {
        return;
    }
    let notified = situation.notices.iter().filter(|notice| {
        notice.subscription == subscription.id
            && notice.event != NoticeEvent::Cleared
            && notice.outcome == NoticeOutcome::Sent
            // A target that the rule no longer has is no longer subscribed.
            && subscription.targets().any(|target| *target == notice.target)
    });
    let mut targets: Vec<&Target> = notified.map(|notice| &notice.target).collect();
    targets.sort_unstable();
    targets.dedup();
    for target in targets {
        plan.add(situation, (subscription, target, NoticeEvent::Cleared), now);
    }
}

fn matches(subscription: &AlertSubscription, situation: &Situation<'_>) -> bool {
    let alert = situation.alert;
    alert.opened_at >= subscription.applies_from
        && (subscription.kinds.is_empty() || subscription.kinds.contains(&alert.kind))
        && (subscription.regions.is_empty()
            || situation.region.is_some_and(|region| subscription.regions.contains(&region)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ClockTime, Escalation, FridgeAlertKind, Shift, TargetKind, Weekday};
    use proptest::prelude::*;
    use rstest::rstest;
    use strum::IntoEnumIterator;

    fn at(text: &str) -> Instant {
        text.parse().unwrap()
    }

    /// 10:00 UTC on Monday 2026-11-23, 4 AM Central, plus minutes.
    fn minute(minutes: i64) -> Instant {
        at("2026-11-23T10:00:00Z").plus(Duration::minutes(minutes))
    }

    fn target(name: &str) -> Target {
        Target { kind: TargetKind::Email, address: format!("{name}@example.com") }
    }

    fn alert() -> FridgeAlert {
        FridgeAlert {
            id: "alert".into(),
            location: "FRIDGE_1".parse().unwrap(),
            kind: FridgeAlertKind::TooWarm,
            state: FridgeAlertState::Open,
            since: minute(-31),
            opened_at: minute(0),
            detail: None,
            cleared_at: None,
            acknowledged_at: None,
            acknowledged_by: None,
            note: None,
        }
    }

    fn cleared() -> FridgeAlert {
        FridgeAlert { state: FridgeAlertState::Cleared, cleared_at: Some(minute(20)), ..alert() }
    }

    fn rule() -> AlertSubscription {
        AlertSubscription {
            id: Uuid::from_u128(1),
            version: 1,
            name: "Night".into(),
            regions: Vec::new(),
            kinds: Vec::new(),
            shift: None,
            target: target("first"),
            escalation: Some(Escalation { after_minutes: 15, target: target("second") }),
            notify_cleared: true,
            applies_from: minute(-1000),
            updated_at: minute(-1000),
            updated_by: "ann".into(),
        }
    }

    fn notice(event: NoticeEvent, at: Instant, outcome: NoticeOutcome, attempts: u32) -> Notice {
        let name = if event == NoticeEvent::Escalated { "second" } else { "first" };
        Notice {
            subscription: Uuid::from_u128(1),
            name: "Night".into(),
            target: target(name),
            event,
            at,
            outcome,
            attempts,
        }
    }

    fn sent(event: NoticeEvent, minutes: i64) -> Notice {
        notice(event, minute(minutes), NoticeOutcome::Sent, 1)
    }

    /// The events and receivers that are due at `now`, and when to check again.
    fn planned(
        alert: &FridgeAlert,
        rule: &AlertSubscription,
        notices: &[Notice],
        now: Instant,
    ) -> (Vec<(NoticeEvent, String)>, Option<Instant>) {
        let subscriptions = std::slice::from_ref(rule);
        let situation = Situation { alert, region: Some(Market::MW), snoozed_until: None, notices, subscriptions };
        let plan = plan(&situation, now);
        (plan.due.into_iter().map(|due| (due.event, due.target.address)).collect(), plan.next)
    }

    fn due(event: NoticeEvent, name: &str) -> Vec<(NoticeEvent, String)> {
        vec![(event, format!("{name}@example.com"))]
    }

    #[test]
    fn an_alert_is_reported_escalated_and_reported_as_cleared_once() {
        let (alert, rule) = (alert(), rule());
        let mut notices = Vec::new();
        assert_eq!(planned(&alert, &rule, &notices, minute(0)), (due(NoticeEvent::Opened, "first"), Some(minute(15))));
        notices.push(sent(NoticeEvent::Opened, 0));
        assert_eq!(planned(&alert, &rule, &notices, minute(14)), (vec![], Some(minute(15))));
        assert_eq!(planned(&alert, &rule, &notices, minute(15)), (due(NoticeEvent::Escalated, "second"), None));
        notices.push(sent(NoticeEvent::Escalated, 15));
        assert_eq!(planned(&alert, &rule, &notices, minute(16)), (vec![], None));
        let cleared = cleared();
        let both = [due(NoticeEvent::Cleared, "first"), due(NoticeEvent::Cleared, "second")].concat();
        assert_eq!(planned(&cleared, &rule, &notices, minute(20)), (both, None));
        notices.push(sent(NoticeEvent::Cleared, 20));
        notices.push(Notice { target: target("second"), ..sent(NoticeEvent::Cleared, 20) });
        assert_eq!(planned(&cleared, &rule, &notices, minute(21)), (vec![], None));
    }

    #[test]
    fn an_acknowledged_alert_is_not_escalated_but_reported_as_cleared() {
        let acknowledged = FridgeAlert { acknowledged_at: Some(minute(5)), ..alert() };
        let notices = [sent(NoticeEvent::Opened, 0)];
        assert_eq!(planned(&acknowledged, &rule(), &notices, minute(15)), (vec![], None));
        let cleared = FridgeAlert { acknowledged_at: Some(minute(5)), ..cleared() };
        assert_eq!(planned(&cleared, &rule(), &notices, minute(20)).0, due(NoticeEvent::Cleared, "first"));
    }

    #[rstest]
    #[case::not_notified(rule(), vec![])]
    #[case::not_delivered(rule(), vec![notice(NoticeEvent::Opened, minute(0), NoticeOutcome::Unconfirmed, 1)])]
    #[case::without_the_notice(
        AlertSubscription { notify_cleared: false, ..rule() }, vec![sent(NoticeEvent::Opened, 0)]
    )]
    #[case::another_target_now(
        AlertSubscription { target: target("third"), ..rule() }, vec![sent(NoticeEvent::Opened, 0)]
    )]
    fn reports_a_cleared_alert_only_to_notified_targets(#[case] rule: AlertSubscription, #[case] notices: Vec<Notice>) {
        assert_eq!(planned(&cleared(), &rule, &notices, minute(20)), (vec![], None));
    }

    #[rstest]
    #[case::all(rule(), true)]
    #[case::region(AlertSubscription { regions: vec![Market::NE, Market::MW], ..rule() }, true)]
    #[case::another_region(AlertSubscription { regions: vec![Market::NE], ..rule() }, false)]
    #[case::kind(AlertSubscription { kinds: vec![FridgeAlertKind::TooWarm], ..rule() }, true)]
    #[case::another_kind(AlertSubscription { kinds: vec![FridgeAlertKind::Silent], ..rule() }, false)]
    #[case::newer_than_the_alert(AlertSubscription { applies_from: minute(1), ..rule() }, false)]
    #[case::as_old_as_the_alert(AlertSubscription { applies_from: minute(0), ..rule() }, true)]
    fn a_rule_reports_the_alerts_that_match_it(#[case] rule: AlertSubscription, #[case] expected: bool) {
        assert_eq!(!planned(&alert(), &rule, &[], minute(0)).0.is_empty(), expected);
    }

    #[test]
    fn a_fridge_without_a_region_matches_only_rules_for_all_regions() {
        let (alert, notices) = (alert(), []);
        for (regions, expected) in [(vec![], 1), (vec![Market::MW], 0)] {
            let subscriptions = [AlertSubscription { regions, ..rule() }];
            let subscriptions = &subscriptions;
            let situation =
                Situation { alert: &alert, region: None, snoozed_until: None, notices: &notices, subscriptions };
            assert_eq!(plan(&situation, minute(0)).due.len(), expected);
        }
    }

    #[test]
    fn an_alert_outside_the_shift_is_reported_at_its_start_if_it_is_still_open() {
        let time = |text: &str| ClockTime::try_from(text.to_owned()).unwrap();
        let shift = Shift { days: vec![Weekday::Monday], from: time("04:20"), until: time("12:00") };
        let rule = AlertSubscription { shift: Some(shift), ..rule() };
        assert_eq!(planned(&alert(), &rule, &[], minute(0)), (vec![], Some(minute(20))));
        assert_eq!(planned(&alert(), &rule, &[], minute(20)).0, due(NoticeEvent::Opened, "first"));
        assert_eq!(planned(&cleared(), &rule, &[], minute(20)), (vec![], None));
    }

    #[test]
    fn a_waiting_alert_is_checked_at_least_every_30_minutes() {
        let time = |text: &str| ClockTime::try_from(text.to_owned()).unwrap();
        let shift = Shift { days: vec![Weekday::Tuesday], from: time("08:00"), until: time("12:00") };
        let rule = AlertSubscription { shift: Some(shift), ..rule() };
        assert_eq!(planned(&alert(), &rule, &[], minute(0)), (vec![], Some(minute(30))));
    }

    #[test]
    fn a_snoozed_alert_sends_nothing_until_the_snooze_ends() {
        let subscriptions = [rule()];
        let subscriptions = &subscriptions;
        let notices = [sent(NoticeEvent::Opened, 0)];
        for alert in [alert(), cleared()] {
            let situation = Situation {
                alert: &alert,
                region: Some(Market::MW),
                snoozed_until: Some(minute(60)),
                notices: &notices,
                subscriptions,
            };
            assert_eq!(plan(&situation, minute(59)), Plan { due: vec![], next: Some(minute(60)) });
            assert_eq!(plan(&situation, minute(60)).due.len(), 1);
        }
    }

    #[rstest]
    #[case::first(1, 1)]
    #[case::second(2, 2)]
    #[case::fourth(4, 8)]
    #[case::sixth(6, 15)]
    fn a_failed_notice_is_repeated_after_a_growing_time(#[case] attempts: u32, #[case] minutes: i64) {
        let rule = AlertSubscription { escalation: None, ..rule() };
        let notices = [notice(NoticeEvent::Opened, minute(0), NoticeOutcome::Failed, attempts)];
        assert_eq!(planned(&alert(), &rule, &notices, minute(minutes - 1)), (vec![], Some(minute(minutes))));
        assert_eq!(planned(&alert(), &rule, &notices, minute(minutes)), (due(NoticeEvent::Opened, "first"), None));
    }

    #[test]
    fn a_notice_is_not_repeated_after_the_last_attempt() {
        let rule = AlertSubscription { escalation: None, ..rule() };
        let notices = [notice(NoticeEvent::Opened, minute(0), NoticeOutcome::Failed, MAX_ATTEMPTS)];
        assert_eq!(planned(&alert(), &rule, &notices, minute(1000)), (vec![], None));
    }

    #[test]
    fn a_changed_rule_does_not_report_an_alert_again() {
        let rule = AlertSubscription { target: target("third"), escalation: None, ..rule() };
        assert_eq!(planned(&alert(), &rule, &[sent(NoticeEvent::Opened, 0)], minute(1)), (vec![], None));
    }

    /// The steps of a simulated alert: each minute is processed, and the notices are recorded as sent.
    fn simulate(
        rule: &AlertSubscription,
        acknowledged: Option<i64>,
        clears: i64,
        snooze: Option<(i64, i64)>,
    ) -> Vec<Notice> {
        let mut notices: Vec<Notice> = Vec::new();
        for step in 0..clears + 200 {
            let now = minute(step);
            let state = if step >= clears { FridgeAlertState::Cleared } else { FridgeAlertState::Open };
            let acknowledged_at = acknowledged.filter(|at| step >= *at).map(minute);
            let alert = FridgeAlert { state, acknowledged_at, ..alert() };
            let snoozed_until = snooze.filter(|(from, _)| step >= *from).map(|(_, until)| minute(until));
            let subscriptions = std::slice::from_ref(rule);
            let situation =
                Situation { alert: &alert, region: Some(Market::MW), snoozed_until, notices: &notices, subscriptions };
            let due = plan(&situation, now).due;
            notices.extend(due.into_iter().map(|due| Notice {
                subscription: due.subscription,
                name: due.name,
                target: due.target,
                event: due.event,
                at: now,
                outcome: NoticeOutcome::Sent,
                attempts: due.attempts + 1,
            }));
        }
        notices
    }

    proptest! {
        #[test]
        fn each_notice_is_sent_once_and_none_while_snoozed_or_acknowledged(
            acknowledged in proptest::option::of(0_i64..60),
            clears in 0_i64..120,
            snooze in proptest::option::of((0_i64..60, 0_i64..120)),
            start in 0_u32..24,
            length in 1_u32..24,
            after_minutes in 5_u16..60,
        ) {
            let time = |hour: u32| ClockTime::try_from(format!("{:02}:00", hour % 24)).unwrap();
            let shift = Shift { days: Weekday::iter().collect(), from: time(start), until: time(start + length) };
            let escalation = Some(Escalation { after_minutes, target: target("second") });
            let rule = AlertSubscription { shift: Some(shift.clone()), escalation, ..rule() };
            let notices = simulate(&rule, acknowledged, clears, snooze);
            let of = |event: NoticeEvent| notices.iter().filter(|notice| notice.event == event).collect::<Vec<_>>();
            let (opened, escalated, ended) =
                (of(NoticeEvent::Opened), of(NoticeEvent::Escalated), of(NoticeEvent::Cleared));
            prop_assert!(opened.len() <= 1 && escalated.len() <= opened.len());
            prop_assert_eq!(ended.len(), opened.len() + escalated.len());
            for notice in &notices {
                if let Some((from, until)) = snooze {
                    prop_assert!(notice.at < minute(from) || notice.at >= minute(until));
                }
                if notice.event == NoticeEvent::Cleared {
                    prop_assert!(notice.at >= minute(clears));
                } else {
                    prop_assert!(acknowledged.is_none_or(|at| notice.at < minute(at)) && notice.at < minute(clears));
                }
            }
            if let Some(opened) = opened.first() {
                prop_assert!(shift::is_active(&shift, opened.at));
                let wait = Duration::minutes(after_minutes.into());
                prop_assert!(escalated.iter().all(|escalated| escalated.at >= opened.at.plus(wait)));
            }
        }

        #[test]
        fn a_check_before_the_next_time_finds_nothing_due(now in 0_i64..2000, earlier in 0_i64..30) {
            let time = |text: &str| ClockTime::try_from(text.to_owned()).unwrap();
            let shift = Shift { days: vec![Weekday::Monday], from: time("14:00"), until: time("02:00") };
            let rule = AlertSubscription { shift: Some(shift), ..rule() };
            if let (due, Some(next)) = planned(&alert(), &rule, &[], minute(now)) && due.is_empty() {
                let before = minute(now + earlier);
                if before < next {
                    prop_assert!(planned(&alert(), &rule, &[], before).0.is_empty());
                }
            }
        }
    }
}
