//! Changes one artifact of many fridges: several fridges per transaction, several transactions in parallel, and one
//! outcome per fridge. A transaction contains the changes of its fridges and their audit entries.

use crate::{
    model::{ArtifactType, Deployed, FridgeSoftware},
    store::{SoftwareStore, Write},
    version::Version,
};
use futures::{StreamExt, stream};
use locations::model::LocationId;
use serde_json::json;
use shared::{
    Error, Instant, Permit, Result,
    audit::{self, AuditTable, Subject},
    table::Transaction,
};
use std::{collections::BTreeMap, slice, time::Duration};
use tokio::time;

/// Number of fridges per transaction. Each needs two of the 100 actions that DynamoDB allows.
const GROUP_SIZE: usize = 25;
/// Number of transactions in parallel.
const CONCURRENCY: usize = 8;
/// Number of fridges of a failed group that are retried in parallel, one per transaction.
const RETRY_CONCURRENCY: usize = 4;
/// Maximum attempts to change a fridge that other calls change at the same time.
const MAX_ATTEMPTS: usize = 3;
/// Time after which no further transaction starts. The caller's timeout is 30 seconds.
const TIME_LIMIT: Duration = Duration::from_secs(18);

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

/// The version of a fridge after the change, or the reason why it was not changed.
pub(crate) type Outcome = (LocationId, Result<Version, String>);

/// A change of one artifact.
#[derive(Debug)]
pub(crate) struct Change<'a, D> {
    pub(crate) store: &'a SoftwareStore,
    pub(crate) audit: &'a AuditTable,
    pub(crate) permit: &'a Permit,
    pub(crate) now: Instant,
    pub(crate) artifact: ArtifactType,
    /// The name of the audit event.
    pub(crate) event: &'static str,
    /// Decides from the current state of a fridge.
    pub(crate) decide: D,
}

/// The planned change of one fridge.
struct Planned {
    fridge: LocationId,
    before: Option<Deployed>,
    after: Deployed,
}

impl<D: Fn(Option<&Deployed>) -> Decision> Change<'_, D> {
    /// Changes the fridges, whose current state is `stored`.
    pub(crate) async fn apply(
        &self,
        fridges: Vec<LocationId>,
        stored: &BTreeMap<LocationId, FridgeSoftware>,
    ) -> Vec<Outcome> {
        let (mut outcomes, mut groups) = (Vec::with_capacity(fridges.len()), Vec::<Vec<Planned>>::new());
        for fridge in fridges {
            match (self.plan(fridge, stored), groups.last_mut()) {
                (Ok(plan), Some(group)) if group.len() < GROUP_SIZE => group.push(plan),
                (Ok(plan), _) => groups.push(vec![plan]),
                (Err(outcome), _) => outcomes.push(outcome),
            }
        }
        let started = time::Instant::now();
        let written: Vec<Vec<Outcome>> = stream::iter(groups)
            .map(|group| self.write_group(group, started))
            .buffer_unordered(CONCURRENCY)
            .collect()
            .await;
        outcomes.extend(written.into_iter().flatten());
        outcomes
    }

    /// The planned change of a fridge, or its outcome if nothing needs to be written.
    fn plan(&self, fridge: LocationId, stored: &BTreeMap<LocationId, FridgeSoftware>) -> Result<Planned, Outcome> {
        let before = stored.get(&fridge).and_then(|software| software.deployed.get(&self.artifact)).cloned();
        match (self.decide)(before.as_ref()) {
            Decision::Write(after) => Ok(Planned { fridge, before, after }),
            Decision::AlreadyDone(version) => Err((fridge, Ok(version))),
            Decision::Rejected(reason) => Err((fridge, Err(reason))),
        }
    }

    /// Writes several fridges in one transaction. If that fails, writes each in its own transaction, so that one fridge
    /// does not fail the others.
    async fn write_group(&self, group: Vec<Planned>, started: time::Instant) -> Vec<Outcome> {
        if started.elapsed() < TIME_LIMIT && matches!(self.write(&group, started).await, Ok(true)) {
            return group.into_iter().map(|plan| (plan.fridge, Ok(plan.after.version))).collect();
        }
        let write_one = |Planned { fridge, .. }: Planned| async move {
            let outcome = if started.elapsed() < TIME_LIMIT {
                self.write_single(&fridge, started).await.map_err(|error| error.to_string()).flatten()
            } else {
                Err("There was not enough time to update this fridge. Try again.".into())
            };
            (fridge, outcome)
        };
        stream::iter(group).map(write_one).buffer_unordered(RETRY_CONCURRENCY).collect().await
    }

    /// Writes one fridge, starting from its current state: a transaction without a response may have been written.
    async fn write_single(&self, fridge: &LocationId, started: time::Instant) -> Result<Result<Version, String>> {
        for _ in 0..MAX_ATTEMPTS {
            let stored = self.store.get_all(slice::from_ref(fridge)).await?;
            let plan = match self.plan(fridge.clone(), &stored) {
                Ok(plan) => plan,
                Err((_, outcome)) => return Ok(outcome),
            };
            if self.write(slice::from_ref(&plan), started).await? {
                return Ok(Ok(plan.after.version));
            }
        }
        Ok(Err("Another user is changing the software of this fridge. Try again.".into()))
    }

    /// Writes a group in one transaction. Returns whether no fridge has changed since it was read; otherwise nothing is
    /// written. Audit entries are dated by the time of the write: of two concurrent calls, the
    /// one that started first can write last.
    async fn write(&self, group: &[Planned], started: time::Instant) -> Result<bool> {
        let now = self.now.plus(chrono::Duration::from_std(started.elapsed()).map_err(Error::internal)?);
        let mut transaction = Transaction::new();
        for Planned { fridge, before, after } in group {
            let write = Write { fridge, artifact: self.artifact, expected: before.as_ref(), deployed: after };
            let change = audit::Change {
                attribute: self.artifact.to_string(),
                from: before.as_ref().map(|before| json!(before.version)),
                to: Some(json!(after.version)),
            };
            let subject = Subject::FridgeSoftware(fridge.as_str());
            let entry = audit::Entry::new(subject, self.event, self.permit, now).with(vec![change]);
            transaction = transaction.with(self.store.write(self.permit, write)?).audited(self.audit, &entry)?;
        }
        let outcome = transaction.send(self.store.client()).await;
        if let Err(Error::Unavailable { .. }) = &outcome {
            tracing::warn!(fridges = group.len(), "transaction failed");
        }
        Ok(outcome?.is_written())
    }
}
