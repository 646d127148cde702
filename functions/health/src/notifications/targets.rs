//! Keeps the subscriptions of the topic equal to the targets of the rules.

use crate::{
    model::{AlertSubscription, StoredTarget, Target, TargetKind, TargetState},
    store::SettingsStore,
};
use chrono::Duration;
use shared::{
    Instant, Result,
    topic::{Protocol, Subscription, Topic},
};
use std::collections::BTreeMap;
use uuid::Uuid;

/// Time in which SNS may not list a new subscription yet.
const LISTED_WITHIN: Duration = Duration::minutes(5);

/// Refreshes the targets of all rules, and ends the subscriptions of targets that no rule has. Returns the targets of all
/// rules.
///
/// Calls can run in parallel or stop halfway: the next one continues.
pub(super) async fn reconcile(
    settings: &SettingsStore,
    topic: &Topic,
    subscriptions: &[AlertSubscription],
    now: Instant,
) -> Result<BTreeMap<Uuid, StoredTarget>> {
    let stored = settings.targets().await?;
    let wanted: BTreeMap<Uuid, &Target> =
        subscriptions.iter().flat_map(AlertSubscription::targets).map(|target| (target.id(), target)).collect();
    if wanted.is_empty() && stored.is_empty() {
        return Ok(stored);
    }
    let listed = topic.subscriptions().await?;
    for target in stored.values().filter(|target| !wanted.contains_key(&target.id)) {
        // An unconfirmed subscription cannot be ended. SNS deletes it.
        if let Some(arn) = find(&listed, &target.target).and_then(|subscription| subscription.arn.as_deref()) {
            topic.unsubscribe(arn).await?;
        }
        settings.delete_target(target.id).await?;
    }
    let targets = Targets { settings, topic, stored: &stored, listed: &listed };
    targets.refresh(wanted.into_values(), now).await
}

/// Subscribes the new targets of a rule and records which of its targets are confirmed. Returns the targets of the rule.
pub(super) async fn refresh(
    settings: &SettingsStore,
    topic: &Topic,
    subscription: &AlertSubscription,
    now: Instant,
) -> Result<BTreeMap<Uuid, StoredTarget>> {
    let (stored, listed) = futures::try_join!(settings.targets(), topic.subscriptions())?;
    let targets = Targets { settings, topic, stored: &stored, listed: &listed };
    targets.refresh(subscription.targets(), now).await
}

/// The targets as they are stored, and the subscriptions that SNS lists.
struct Targets<'a> {
    settings: &'a SettingsStore,
    topic: &'a Topic,
    stored: &'a BTreeMap<Uuid, StoredTarget>,
    listed: &'a [Subscription],
}

impl Targets<'_> {
    async fn refresh<'t>(
        &self,
        wanted: impl IntoIterator<Item = &'t Target>,
        now: Instant,
    ) -> Result<BTreeMap<Uuid, StoredTarget>> {
        let mut targets = BTreeMap::new();
        for target in wanted {
            let before = self.stored.get(&target.id());
            let is_confirmed = find(self.listed, target).map(|subscription| subscription.arn.is_some());
            let after = match next_state(before, is_confirmed, now) {
                TargetState::New => request(self.topic, target, now).await?,
                state => StoredTarget {
                    id: target.id(),
                    target: target.clone(),
                    state,
                    requested_at: before.map_or(now, |before| before.requested_at),
                },
            };
            if before != Some(&after) {
                self.settings.put_target(&after).await?;
            }
            targets.insert(after.id, after);
        }
        Ok(targets)
    }
}

/// Asks the receiver to confirm.
pub(super) async fn request(topic: &Topic, target: &Target, now: Instant) -> Result<StoredTarget> {
    let id = target.id();
    topic.subscribe(protocol(target), &target.address, &id.to_string()).await?;
    Ok(StoredTarget { id, target: target.clone(), state: TargetState::Pending, requested_at: now })
}

/// The state of a target, given whether SNS lists its subscription and whether that is confirmed. `New` if the receiver
/// must be asked. A receiver who ended the subscription is not asked again automatically.
fn next_state(before: Option<&StoredTarget>, is_confirmed: Option<bool>, now: Instant) -> TargetState {
    match (is_confirmed, before) {
        (Some(true), _) => TargetState::Confirmed,
        (Some(false), _) => TargetState::Pending,
        (None, None) => TargetState::New,
        (None, Some(before)) => match before.state {
            TargetState::Pending if now.since(before.requested_at) < LISTED_WITHIN => TargetState::Pending,
            TargetState::New => TargetState::New,
            _ => TargetState::Ended,
        },
    }
}

fn find<'a>(listed: &'a [Subscription], target: &Target) -> Option<&'a Subscription> {
    let protocol = protocol(target).name();
    listed.iter().find(|subscription| subscription.protocol == protocol && subscription.endpoint == target.address)
}

fn protocol(target: &Target) -> Protocol {
    match target.kind {
        TargetKind::Email => Protocol::Email,
        TargetKind::Webhook => Protocol::Https,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::a_new_target(None, None, TargetState::New)]
    #[case::not_listed_yet(Some((TargetState::Pending, 4)), None, TargetState::Pending)]
    #[case::not_confirmed_in_time(Some((TargetState::Pending, 6)), None, TargetState::Ended)]
    #[case::ended_by_the_receiver(Some((TargetState::Confirmed, 600)), None, TargetState::Ended)]
    #[case::still_ended(Some((TargetState::Ended, 600)), None, TargetState::Ended)]
    #[case::waiting(Some((TargetState::Pending, 60)), Some(false), TargetState::Pending)]
    #[case::confirmed(Some((TargetState::Pending, 60)), Some(true), TargetState::Confirmed)]
    #[case::confirmed_again(Some((TargetState::Ended, 600)), Some(true), TargetState::Confirmed)]
    #[case::listed_before_it_is_stored(None, Some(true), TargetState::Confirmed)]
    fn the_state_follows_from_the_subscription(
        #[case] before: Option<(TargetState, i64)>,
        #[case] is_confirmed: Option<bool>,
        #[case] expected: TargetState,
    ) {
        let now: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        let target = Target { kind: TargetKind::Email, address: "ann@example.com".into() };
        let before = before.map(|(state, minutes)| StoredTarget {
            id: target.id(),
            target,
            state,
            requested_at: now.plus(Duration::minutes(-minutes)),
        });
        assert_eq!(next_state(before.as_ref(), is_confirmed, now), expected);
    }
}
