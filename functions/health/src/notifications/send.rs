//! Sends due notices.

use super::{Notifications, targets};
use crate::{
    model::{
        AlertSnooze, AlertSubscription, FridgeAlert, Notice, NoticeEvent, NoticeLog, NoticeOutcome, StoredTarget,
        Target, TargetKind, TargetState,
    },
    rules::{
        message::{self, Content, Message, Place},
        notice::{self, DueNotice, Plan, Situation},
    },
    store::{AlertStore, DueAlert, NoticeStore, SettingsStore},
};
use futures::{StreamExt, TryStreamExt, stream};
use locations::{
    model::{Location, LocationId},
    store::LocationStore,
};
use serde_json::{Value, json};
use shared::{Environment, FromEnvironment, Instant, Result};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// Number of requests that are sent in parallel.
const CONCURRENCY: usize = 16;
/// Maximum number of rounds per call, of up to 200 alerts each. The next call continues.
const MAX_ROUNDS: usize = 5;
/// Maximum number of alerts in a message.
const MAX_ALERTS: usize = 50;

/// The stores and the topic that sending needs.
#[derive(Debug)]
pub struct Sender {
    settings: SettingsStore,
    notices: NoticeStore,
    alerts: AlertStore,
    locations: LocationStore,
    notifications: Notifications,
}

impl FromEnvironment for Sender {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let (settings, notices, alerts) = FromEnvironment::from_environment(environment)?;
        let (locations, notifications) = FromEnvironment::from_environment(environment)?;
        Ok(Self { settings, notices, alerts, locations, notifications })
    }
}

/// The rules and targets of a call.
#[derive(Debug)]
struct Receivers {
    subscriptions: Vec<AlertSubscription>,
    targets: BTreeMap<Uuid, StoredTarget>,
}

/// A claimed alert with its due notices.
#[derive(Debug)]
struct Claimed {
    log: NoticeLog,
    alert: Option<FridgeAlert>,
    plan: Plan,
}

/// Notices are sent as one message if they have the same target and event.
type Group = (Uuid, NoticeEvent);

/// A message to one target, and the ids of its alerts.
#[derive(Debug)]
struct Outgoing {
    group: Group,
    target: Target,
    alerts: Vec<String>,
    message: Message,
}

/// Sends the notices of every alert that is due. Calls can run in parallel or stop halfway: an alert is claimed before its
/// notices are sent, and an alert of a stopped call is due again after the lease.
pub async fn send_due(sender: &Sender, now: Instant) -> Result<Value> {
    let subscriptions = sender.settings.subscriptions().await?;
    let topic = &sender.notifications.topic;
    let targets = match targets::reconcile(&sender.settings, topic, &subscriptions, now).await {
        Ok(targets) => targets,
        Err(error) => {
            tracing::error!(cause = error.cause(), "the targets of alert notifications were not checked");
            sender.settings.targets().await?
        }
    };
    let receivers = Receivers { subscriptions, targets };
    let mut counts = BTreeMap::from([("checked", 0), ("sent", 0), ("unconfirmed", 0), ("failed", 0)]);
    for _ in 0..MAX_ROUNDS {
        let (due, more) = sender.notices.due(now).await?;
        let claimed = sender.claim(&due, now).await?;
        count(&mut counts, "checked", claimed.len());
        let claimed = sender.plan(claimed, &receivers, now).await?;
        sender.send_all(&receivers, claimed, now, &mut counts).await?;
        if !more {
            break;
        }
    }
    Ok(json!(counts))
}

fn count(counts: &mut BTreeMap<&'static str, usize>, name: &'static str, number: usize) {
    *counts.entry(name).or_default() += number;
}

impl Sender {
    async fn claim(&self, due: &[DueAlert], now: Instant) -> Result<Vec<NoticeLog>> {
        // A stream that creates borrowing requests is not provably `Send`.
        let claims: Vec<_> = due.iter().map(|due| self.notices.claim(due, now)).collect();
        let claimed: Vec<Option<NoticeLog>> = stream::iter(claims).buffer_unordered(CONCURRENCY).try_collect().await?;
        Ok(claimed.into_iter().flatten().collect())
    }

    /// Reads the alerts, fridges and snoozes, and decides which notices are due.
    async fn plan(
        &self,
        logs: Vec<NoticeLog>,
        receivers: &Receivers,
        now: Instant,
    ) -> Result<Vec<(Claimed, Option<Place>)>> {
        let ids: BTreeSet<LocationId> = logs.iter().map(|log| log.location.clone()).collect();
        let alerts = self.alerts.get_each(logs.iter().map(|log| (&log.location, &log.alert))).await?;
        let mut alerts: BTreeMap<String, FridgeAlert> =
            alerts.into_iter().map(|alert| (alert.id.clone(), alert)).collect();
        let snoozes = self.settings.snoozes_of(&ids).await?;
        let snoozes: BTreeMap<LocationId, AlertSnooze> =
            snoozes.into_iter().map(|snooze| (snooze.location.clone(), snooze)).collect();
        let locations = self.locations.get_all(ids).await?;
        let claimed = logs.into_iter().map(|log| {
            let alert = alerts.remove(&log.alert);
            let location = locations.get(&log.location);
            let plan = alert.as_ref().map(|alert| {
                let situation = Situation {
                    alert,
                    region: location.and_then(|location| location.market.as_deref()?.parse().ok()),
                    snoozed_until: snoozes.get(&log.location).map(|snooze| snooze.until),
                    notices: &log.notices,
                    subscriptions: &receivers.subscriptions,
                };
                notice::plan(&situation, now)
            });
            (Claimed { plan: plan.unwrap_or_default(), alert, log }, location.map(place))
        });
        Ok(claimed.collect())
    }

    /// Sends the due notices, one message per target and event, and records the outcomes.
    async fn send_all(
        &self,
        receivers: &Receivers,
        claimed: Vec<(Claimed, Option<Place>)>,
        now: Instant,
        counts: &mut BTreeMap<&'static str, usize>,
    ) -> Result<()> {
        let places: BTreeMap<LocationId, Place> = claimed
            .iter()
            .filter_map(|(claimed, place)| Some((claimed.log.location.clone(), place.clone()?)))
            .collect();
        let claimed: Vec<Claimed> = claimed.into_iter().map(|(claimed, _)| claimed).collect();
        let mut groups: BTreeMap<Group, (&Target, Vec<&FridgeAlert>)> = BTreeMap::new();
        for Claimed { alert, plan, .. } in &claimed {
            for due in &plan.due {
                let (_, alerts) = groups.entry(group(due)).or_insert_with(|| (&due.target, Vec::new()));
                // Several rules can have the same target.
                if let Some(alert) = alert.as_ref().filter(|alert| alerts.iter().all(|known| known.id != alert.id)) {
                    alerts.push(alert);
                }
            }
        }
        let outgoing: Vec<Outgoing> = groups
            .into_iter()
            .flat_map(|(group, (target, alerts))| {
                let messages = alerts.chunks(MAX_ALERTS).map(|alerts| {
                    let (event, web_url) = (group.1, self.notifications.web_url.as_str());
                    let message = message::message(&Content { event, alerts, places: &places, web_url });
                    let alerts = alerts.iter().map(|alert| alert.id.clone()).collect();
                    Outgoing { group, target: target.clone(), alerts, message }
                });
                messages.collect::<Vec<_>>()
            })
            .collect();
        let sends: Vec<_> = outgoing.iter().map(|outgoing| self.send(receivers, outgoing)).collect();
        let outcomes: Vec<Vec<_>> = stream::iter(sends).buffer_unordered(CONCURRENCY).collect().await;
        let outcomes: BTreeMap<(Group, String), NoticeOutcome> = outcomes.into_iter().flatten().collect();
        for outcome in outcomes.values() {
            let name = match outcome {
                NoticeOutcome::Sent => "sent",
                NoticeOutcome::Unconfirmed => "unconfirmed",
                NoticeOutcome::Failed => "failed",
            };
            count(counts, name, 1);
        }
        let recorded: Vec<(&NoticeLog, Vec<Notice>, Option<Instant>)> = claimed
            .iter()
            .map(|Claimed { log, plan, .. }| {
                let due = plan.due.iter();
                let due = due.filter_map(|due| Some((due, *outcomes.get(&(group(due), log.alert.clone()))?)));
                let (notices, next) = record(log, plan, due, now);
                (log, notices, next)
            })
            .collect();
        let releases: Vec<_> =
            recorded.iter().map(|(log, notices, next)| self.notices.release(log, notices, *next)).collect();
        stream::iter(releases).buffer_unordered(CONCURRENCY).try_collect().await
    }

    /// Sends a message. Returns the outcome for each of its alerts.
    async fn send(&self, receivers: &Receivers, outgoing: &Outgoing) -> Vec<((Group, String), NoticeOutcome)> {
        let Outgoing { group, target, alerts, message } = outgoing;
        let outcome = self.notifications.deliver(receivers.targets.get(&group.0), target, message).await;
        alerts.iter().map(|alert| ((*group, alert.clone()), outcome)).collect()
    }
}

impl Notifications {
    /// Publishes a message to a target. A failure is logged as an error, which the metric of failures counts.
    pub(super) async fn deliver(
        &self,
        stored: Option<&StoredTarget>,
        target: &Target,
        message: &Message,
    ) -> NoticeOutcome {
        match stored.map(|stored| stored.state) {
            None | Some(TargetState::New) => return NoticeOutcome::Failed,
            Some(TargetState::Pending | TargetState::Ended) => return NoticeOutcome::Unconfirmed,
            Some(TargetState::Confirmed) => {}
        }
        let content = message.content.to_string();
        let text = match target.kind {
            TargetKind::Email => &message.text,
            TargetKind::Webhook => &content,
        };
        match self.topic.publish(&target.id().to_string(), &message.subject, text).await {
            Ok(()) => NoticeOutcome::Sent,
            Err(error) => {
                tracing::error!(target_id = %target.id(), cause = error.cause(), "a notice was not published");
                NoticeOutcome::Failed
            }
        }
    }
}

fn group(due: &DueNotice) -> Group {
    (due.target.id(), due.event)
}

fn place(location: &Location) -> Place {
    Place { name: location.pretty_name.clone(), address: location.address.clone() }
}

/// The notices of an alert after sending, and when it is due next. A failed notice is due again in a minute at the
/// earliest, and a sent one can start an escalation, so the plan is checked again in a minute.
fn record<'a>(
    log: &NoticeLog,
    plan: &Plan,
    due: impl Iterator<Item = (&'a DueNotice, NoticeOutcome)>,
    now: Instant,
) -> (Vec<Notice>, Option<Instant>) {
    let mut notices = log.notices.clone();
    let mut next = plan.next;
    for (due, outcome) in due {
        notices.retain(|notice| !is_same(notice, due));
        notices.push(Notice {
            subscription: due.subscription,
            name: due.name.clone(),
            target: due.target.clone(),
            event: due.event,
            at: now,
            outcome,
            attempts: due.attempts + 1,
        });
        if outcome == NoticeOutcome::Failed {
            let retry = now.plus(chrono::Duration::minutes(1));
            next = Some(next.map_or(retry, |next| next.min(retry)));
        }
    }
    (notices, next)
}

/// Whether the notice is an earlier attempt of the due one.
fn is_same(notice: &Notice, due: &DueNotice) -> bool {
    notice.subscription == due.subscription
        && notice.event == due.event
        && (due.event != NoticeEvent::Cleared || notice.target == due.target)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(name: &str) -> Target {
        Target { kind: TargetKind::Email, address: format!("{name}@example.com") }
    }

    fn due(event: NoticeEvent, name: &str, attempts: u32) -> DueNotice {
        DueNotice { subscription: Uuid::from_u128(1), name: "Night".into(), target: target(name), event, attempts }
    }

    fn log(notices: Vec<Notice>) -> NoticeLog {
        NoticeLog { location: "FRIDGE_1".parse().unwrap(), alert: "alert".into(), version: 1, notices, due_at: None }
    }

    fn recorded(
        before: Vec<Notice>,
        next: Option<Instant>,
        sent: &[(DueNotice, NoticeOutcome)],
        now: Instant,
    ) -> (Vec<Notice>, Option<Instant>) {
        let sent = sent.iter().map(|(due, outcome)| (due, *outcome));
        record(&log(before), &Plan { due: Vec::new(), next }, sent, now)
    }

    fn notice(at: Instant, outcome: NoticeOutcome, attempts: u32) -> Notice {
        Notice {
            subscription: Uuid::from_u128(1),
            name: "Night".into(),
            target: target("a"),
            event: NoticeEvent::Opened,
            at,
            outcome,
            attempts,
        }
    }

    #[test]
    fn a_repeated_notice_replaces_its_earlier_attempt() {
        let now: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        let minute = now.plus(chrono::Duration::minutes(1));
        let failed = [(due(NoticeEvent::Opened, "a", 0), NoticeOutcome::Failed)];
        let first = recorded(vec![], None, &failed, now);
        assert_eq!(first, (vec![notice(now, NoticeOutcome::Failed, 1)], Some(minute)));
        let later = now.plus(chrono::Duration::minutes(15));
        let sent = [(due(NoticeEvent::Opened, "a", 1), NoticeOutcome::Sent)];
        let second = recorded(first.0, Some(later), &sent, minute);
        assert_eq!(second, (vec![notice(minute, NoticeOutcome::Sent, 2)], Some(later)));
    }

    #[test]
    fn notices_of_a_cleared_alert_to_two_targets_are_both_recorded() {
        let now: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        let sent = ["a", "b"].map(|name| (due(NoticeEvent::Cleared, name, 0), NoticeOutcome::Sent));
        assert_eq!(recorded(vec![], None, &sent, now).0.len(), 2);
    }
}
