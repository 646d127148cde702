//! Changes one artifact of many fridges: several fridges per transaction, several transactions in parallel, and one
//! outcome per fridge. A transaction contains the changes of its fridges and their audit entries.

use crate::{
    model::{ArtifactType, Deployed, FridgeSoftware},
    transport::{DeliverArtifacts, Delivered, Delivery},
    version::Version,
};
use futures::{StreamExt, stream};
use locations::model::LocationId;
use serde_json::json;
use shared::{
    Error, Instant, Permit, Result,
    audit::{self, Subject},
    table::TransactWriteItem,
};
use std::{collections::BTreeMap, slice, time::Duration};
use tokio::time;

/// Number of fridges per transaction. Each needs up to three of the 100 actions that DynamoDB allows.
const GROUP_SIZE: usize = 25;
/// Number of transactions in parallel.
const CONCURRENCY: usize = 8;
/// Number of fridges of a failed group that are retried in parallel, one per transaction.
const RETRY_CONCURRENCY: usize = 4;
/// Maximum attempts to change a fridge that other calls change at the same time.
const MAX_ATTEMPTS: usize = 3;
/// Time after which no further transaction starts. The caller's timeout is 28 seconds or more.
const TIME_LIMIT: Duration = Duration::from_secs(18);
/// Time from the first write after which no further message is published. Transactions that have started may take
/// until then, but usually publishing has most of this time.
const PUBLISH_TIME_LIMIT: Duration = Duration::from_secs(24);

/// The decision about a fridge.
#[derive(Debug)]
pub(crate) enum Decision {
    /// Write this state.
    Write(Deployed),
    /// The fridge already has the requested state, with this version.
    AlreadyDone(Version),
    /// The fridge cannot be changed. Contains the reason.
    Rejected(String),
}

/// The result for one fridge.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Outcome {
    /// The desired state was written. Contains the version before and after.
    Written(Option<Version>, Version),
    /// The fridge already has the requested state, with this version. Nothing was written.
    AlreadyDone(Version),
    /// The fridge cannot be changed. Contains the reason.
    Rejected(String),
    /// The change failed and can be repeated. Contains the reason.
    Failed(String),
}

/// The reason of a fridge whose desired version is stored and was not published.
const NOT_PUBLISHED: &str = "The version is saved, but it was not sent to the fridge. Try again.";

/// Publishes the desired software of the fridges that have the requested state. This includes the fridges whose state
/// did not change, because the previous call may have stopped between storing and publishing. A fridge whose software
/// was not published within `limit` has failed.
async fn publish(
    transport: &impl DeliverArtifacts,
    mut outcomes: Vec<(LocationId, Outcome)>,
    limit: Duration,
) -> Vec<(LocationId, Outcome)> {
    let is_stored = |outcome: &Outcome| matches!(outcome, Outcome::Written(..) | Outcome::AlreadyDone(_));
    let stored = outcomes.iter().filter(|(_, outcome)| is_stored(outcome));
    let stored: Vec<LocationId> = stored.map(|(fridge, _)| fridge.clone()).collect();
    let unpublished = transport.publish(&stored, limit).await;
    for (_, outcome) in outcomes.iter_mut().filter(|(fridge, _)| unpublished.contains(fridge)) {
        *outcome = Outcome::Failed(NOT_PUBLISHED.into());
    }
    outcomes
}

impl Outcome {
    /// The version of the fridge after the change, or the reason why it was not changed.
    pub(crate) fn into_result(self) -> Result<Version, String> {
        match self {
            Self::Written(_, version) | Self::AlreadyDone(version) => Ok(version),
            Self::Rejected(reason) | Self::Failed(reason) => Err(reason),
        }
    }
}

/// Returns the write that is stored together with the change of a fridge from one state to another.
pub(crate) type Link<'a> =
    dyn Fn(&LocationId, Option<&Deployed>, &Deployed) -> Result<Option<TransactWriteItem>> + Send + Sync + 'a;

/// The writes and conditions of the caller that belong to a change.
#[derive(Clone, Copy)]
pub(crate) struct Links<'a> {
    /// A condition that each transaction requires. Groups are then written one after the other, because concurrent
    /// transactions with the same condition conflict. `None` requires nothing.
    pub(crate) guard: Option<&'a TransactWriteItem>,
    /// The write that is stored with a fridge's change.
    pub(crate) link: &'a Link<'a>,
}

impl Links<'_> {
    /// No conditions and no writes.
    pub(crate) const NONE: Links<'static> = Links { guard: None, link: &|_, _, _| Ok(None) };
}

/// A change of one artifact.
pub(crate) struct Change<'a, T, D> {
    pub(crate) transport: &'a T,
    pub(crate) permit: &'a Permit,
    /// The user in the audit entries. `None` is the user of the permit.
    pub(crate) on_behalf_of: Option<&'a str>,
    pub(crate) now: Instant,
    pub(crate) artifact: ArtifactType,
    /// The name of the audit event.
    pub(crate) event: &'static str,
    /// Decides from the current state of a fridge.
    pub(crate) decide: D,
    pub(crate) links: Links<'a>,
}

/// The planned change of one fridge.
struct Planned {
    fridge: LocationId,
    before: Option<Deployed>,
    after: Deployed,
    /// When the desired software of the fridge last changed.
    revised_at: Option<Instant>,
}

impl Planned {
    fn written(self) -> (LocationId, Outcome) {
        let Self { fridge, before, after, .. } = self;
        (fridge, Outcome::Written(before.map(|before| before.version), after.version))
    }
}

impl<T: DeliverArtifacts, D: Fn(Option<&Deployed>) -> Decision + Sync> Change<'_, T, D> {
    /// Changes the fridges, whose current state is `stored`, and publishes their desired software.
    pub(crate) async fn apply_and_publish(
        &self,
        fridges: Vec<LocationId>,
        stored: &BTreeMap<LocationId, FridgeSoftware>,
    ) -> Vec<(LocationId, Outcome)> {
        let started = time::Instant::now();
        let outcomes = self.apply(fridges, stored).await;
        publish(self.transport, outcomes, PUBLISH_TIME_LIMIT.saturating_sub(started.elapsed())).await
    }

    /// Changes the fridges, whose current state is `stored`. Fridges that the guard blocked have no outcome.
    pub(crate) async fn apply(
        &self,
        fridges: Vec<LocationId>,
        stored: &BTreeMap<LocationId, FridgeSoftware>,
    ) -> Vec<(LocationId, Outcome)> {
        let (mut outcomes, mut groups) = (Vec::with_capacity(fridges.len()), Vec::<Vec<Planned>>::new());
        for fridge in fridges {
            match (self.plan(fridge, stored), groups.last_mut()) {
                (Ok(plan), Some(group)) if group.len() < GROUP_SIZE => group.push(plan),
                (Ok(plan), _) => groups.push(vec![plan]),
                (Err(outcome), _) => outcomes.push(outcome),
            }
        }
        let started = time::Instant::now();
        let concurrency = if self.links.guard.is_some() { 1 } else { CONCURRENCY };
        let written: Vec<Vec<_>> = stream::iter(groups)
            .map(|group| self.write_group(group, started))
            .buffer_unordered(concurrency)
            .collect()
            .await;
        outcomes.extend(written.into_iter().flatten());
        outcomes
    }

    /// The planned change of a fridge, or its outcome if nothing needs to be written.
    fn plan(
        &self,
        fridge: LocationId,
        stored: &BTreeMap<LocationId, FridgeSoftware>,
    ) -> Result<Planned, (LocationId, Outcome)> {
        let software = stored.get(&fridge);
        let revised_at = software.and_then(|software| software.revised_at);
        let before = software.and_then(|software| software.deployed.get(&self.artifact)).cloned();
        match (self.decide)(before.as_ref()) {
            Decision::Write(after) => Ok(Planned { fridge, before, after, revised_at }),
            Decision::AlreadyDone(version) => Err((fridge, Outcome::AlreadyDone(version))),
            Decision::Rejected(reason) => Err((fridge, Outcome::Rejected(reason))),
        }
    }

    /// Writes several fridges in one transaction. If that fails, writes each in its own transaction, so that one fridge
    /// does not fail the others.
    async fn write_group(&self, group: Vec<Planned>, started: time::Instant) -> Vec<(LocationId, Outcome)> {
        if started.elapsed() < TIME_LIMIT {
            match self.write(&group, started).await {
                Ok(Delivered::Written) => return group.into_iter().map(Planned::written).collect(),
                Ok(Delivered::Blocked) => return Vec::new(),
                Ok(Delivered::Changed) | Err(_) => {}
            }
        }
        let concurrency = if self.links.guard.is_some() { 1 } else { RETRY_CONCURRENCY };
        let write_one = |Planned { fridge, .. }: Planned| async move {
            let outcome = if started.elapsed() < TIME_LIMIT {
                let written = self.write_single(&fridge, started).await;
                written.unwrap_or_else(|error| Some(Outcome::Failed(error.to_string())))
            } else {
                Some(Outcome::Failed("There was not enough time to update this fridge. Try again.".into()))
            };
            outcome.map(|outcome| (fridge, outcome))
        };
        let written: Vec<_> = stream::iter(group).map(write_one).buffer_unordered(concurrency).collect().await;
        written.into_iter().flatten().collect()
    }

    /// Writes one fridge, starting from its current state: a transaction without a response may have been written.
    /// Returns `None` if the guard blocked it.
    async fn write_single(&self, fridge: &LocationId, started: time::Instant) -> Result<Option<Outcome>> {
        for _ in 0..MAX_ATTEMPTS {
            let stored = self.transport.desired(slice::from_ref(fridge)).await?;
            let plan = match self.plan(fridge.clone(), &stored) {
                Ok(plan) => plan,
                Err((_, outcome)) => return Ok(Some(outcome)),
            };
            match self.write(slice::from_ref(&plan), started).await? {
                Delivered::Written => return Ok(Some(plan.written().1)),
                Delivered::Blocked => return Ok(None),
                Delivered::Changed => {}
            }
        }
        Ok(Some(Outcome::Failed("Another user is changing the software of this fridge. Try again.".into())))
    }

    /// Writes a group in one transaction. Audit entries are dated by the time of the write: of two concurrent calls,
    /// the one that started first can write last.
    async fn write(&self, group: &[Planned], started: time::Instant) -> Result<Delivered> {
        let now = self.now.plus(chrono::Duration::from_std(started.elapsed()).map_err(Error::internal)?);
        let deliveries = group.iter().map(|plan| self.delivery(plan, now)).collect::<Result<_>>()?;
        self.transport.deliver(self.permit, self.artifact, deliveries, self.links.guard.cloned()).await
    }

    fn delivery<'a>(&self, plan: &'a Planned, now: Instant) -> Result<Delivery<'a>> {
        let Planned { fridge, before, after, revised_at } = plan;
        let change = audit::Change {
            attribute: self.artifact.to_string(),
            from: before.as_ref().map(|before| json!(before.version)),
            to: Some(json!(after.version)),
        };
        let subject = Subject::FridgeSoftware(fridge.as_str());
        let mut entry = audit::Entry::new(subject, self.event, self.permit, now).with(vec![change]);
        if let Some(user) = self.on_behalf_of {
            entry = entry.on_behalf_of(user);
        }
        let before = before.as_ref();
        let linked = (self.links.link)(fridge, before, after)?;
        Ok(Delivery { fridge, before, after, revised_at: *revised_at, entry, linked })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::BTreeSet, sync::Mutex};

    /// How long the transport needs to write.
    const WRITE_TIME: Duration = Duration::from_millis(50);

    /// A transport that does not publish to one fridge.
    #[derive(Debug)]
    struct Transport {
        broken: LocationId,
        requested: Mutex<Vec<LocationId>>,
        limit: Mutex<Duration>,
    }

    impl DeliverArtifacts for Transport {
        async fn desired(&self, _: &[LocationId]) -> Result<BTreeMap<LocationId, FridgeSoftware>> {
            Ok(BTreeMap::new())
        }

        async fn deliver(
            &self,
            _: &Permit,
            _: ArtifactType,
            _: Vec<Delivery<'_>>,
            _: Option<TransactWriteItem>,
        ) -> Result<Delivered> {
            time::sleep(WRITE_TIME).await;
            Ok(Delivered::Written)
        }

        async fn publish(&self, fridges: &[LocationId], limit: Duration) -> BTreeSet<LocationId> {
            *self.limit.lock().unwrap() = limit;
            self.requested.lock().unwrap().extend_from_slice(fridges);
            fridges.iter().filter(|fridge| **fridge == self.broken).cloned().collect()
        }
    }

    #[tokio::test]
    async fn publishes_to_fridges_with_the_requested_state_and_reports_those_that_fail() {
        let version = Version::parse(ArtifactType::FridgeAgent, "1.2").unwrap();
        let id = |text: &str| -> LocationId { text.parse().unwrap() };
        let transport = Transport { broken: id("C"), requested: Mutex::default(), limit: Mutex::default() };
        let outcomes = vec![
            (id("A"), Outcome::Written(None, version.clone())),
            (id("B"), Outcome::AlreadyDone(version.clone())),
            (id("C"), Outcome::Written(None, version.clone())),
            (id("D"), Outcome::Rejected("It has no previous version".into())),
            (id("E"), Outcome::Failed("It broke".into())),
        ];
        let mut expected = outcomes.clone();
        expected[2].1 = Outcome::Failed(NOT_PUBLISHED.into());
        assert_eq!(publish(&transport, outcomes, PUBLISH_TIME_LIMIT).await, expected);
        assert_eq!(*transport.requested.lock().unwrap(), [id("A"), id("B"), id("C")]);
    }

    #[tokio::test]
    async fn publishing_has_the_time_that_the_writes_left() {
        let fridge: LocationId = "A".parse().unwrap();
        let transport =
            Transport { broken: "B".parse().unwrap(), requested: Mutex::default(), limit: Mutex::default() };
        let version = Version::parse(ArtifactType::FridgeAgent, "1.2").unwrap();
        let deployed = Deployed { version: version.clone(), previous: None, rolled_back_from: None };
        let now = "2026-11-22T10:00:00Z".parse().unwrap();
        let change = Change {
            transport: &transport,
            permit: &Permit::system("test"),
            on_behalf_of: None,
            now,
            artifact: ArtifactType::FridgeAgent,
            event: "DEPLOYED",
            decide: |_: Option<&Deployed>| Decision::Write(deployed.clone()),
            links: Links::NONE,
        };
        let outcomes = change.apply_and_publish(vec![fridge.clone()], &BTreeMap::new()).await;
        assert_eq!(outcomes, [(fridge.clone(), Outcome::Written(None, version.clone()))]);
        assert_eq!(*transport.requested.lock().unwrap(), [fridge]);
        let limit = *transport.limit.lock().unwrap();
        assert!(!limit.is_zero() && limit + WRITE_TIME <= PUBLISH_TIME_LIMIT, "{limit:?}");
    }
}
