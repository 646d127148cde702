//! Changing one software of many fridges: some fridges in each transaction, several transactions at once, and an outcome
//! for each fridge. The change of a fridge and its entry in the audit table are in one transaction.

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
    dynamo::{self, Transaction},
};
use std::{collections::BTreeMap, slice, time::Duration};
use tokio::time;

/// Fridges in one transaction, each with two actions of the hundred that one takes.
const GROUP: usize = 25;
/// Transactions at once.
const AT_ONCE: usize = 8;
/// Fridges of a group that failed together, at once, when each is tried for itself.
const ALONE_AT_ONCE: usize = 4;
/// How often a fridge is tried again that others change meanwhile.
const TRIES: usize = 3;
/// When no further transaction begins: what calls waits 30 seconds.
const PATIENCE: Duration = Duration::from_secs(18);

/// What is to become of a fridge's software.
#[derive(Debug)]
pub(crate) enum Decision {
    /// This is to be written.
    Write(Deployed),
    /// It is as it should be, with that version.
    Done(Version),
    /// It cannot be, and why.
    Refused(String),
}

/// The version that a fridge has in the end, or why it was not changed.
pub(crate) type Outcome = (LocationId, Result<Version, String>);

/// A change of one software.
#[derive(Debug)]
pub(crate) struct Change<'a, D> {
    pub(crate) store: &'a SoftwareStore,
    pub(crate) audit: &'a AuditTable,
    pub(crate) permit: &'a Permit,
    pub(crate) now: Instant,
    pub(crate) artifact: ArtifactType,
    /// What history calls it.
    pub(crate) event: &'static str,
    /// From what a fridge has.
    pub(crate) decide: D,
}

/// A fridge that is to be written.
struct Planned {
    fridge: LocationId,
    before: Option<Deployed>,
    after: Deployed,
}

impl<D: Fn(Option<&Deployed>) -> Decision> Change<'_, D> {
    /// Changes the fridges, of which `stored` is what they have.
    pub(crate) async fn apply(
        &self,
        fridges: Vec<LocationId>,
        stored: &BTreeMap<LocationId, FridgeSoftware>,
    ) -> Vec<Outcome> {
        let (mut outcomes, mut groups) = (Vec::with_capacity(fridges.len()), Vec::<Vec<Planned>>::new());
        for fridge in fridges {
            match (self.plan(fridge, stored), groups.last_mut()) {
                (Ok(plan), Some(group)) if group.len() < GROUP => group.push(plan),
                (Ok(plan), _) => groups.push(vec![plan]),
                (Err(outcome), _) => outcomes.push(outcome),
            }
        }
        let until = time::Instant::now() + PATIENCE;
        let written: Vec<Vec<Outcome>> =
            stream::iter(groups).map(|group| self.group(group, until)).buffer_unordered(AT_ONCE).collect().await;
        outcomes.extend(written.into_iter().flatten());
        outcomes
    }

    /// What is to be written of a fridge, or its outcome where nothing is.
    fn plan(&self, fridge: LocationId, stored: &BTreeMap<LocationId, FridgeSoftware>) -> Result<Planned, Outcome> {
        let before = stored.get(&fridge).and_then(|software| software.deployed.get(&self.artifact)).cloned();
        match (self.decide)(before.as_ref()) {
            Decision::Write(after) => Ok(Planned { fridge, before, after }),
            Decision::Done(version) => Err((fridge, Ok(version))),
            Decision::Refused(why) => Err((fridge, Err(why))),
        }
    }

    /// Writes some fridges together; where that does not succeed, each for itself, so that none suffers for another.
    async fn group(&self, group: Vec<Planned>, until: time::Instant) -> Vec<Outcome> {
        if time::Instant::now() < until && matches!(self.write(&group).await, Ok(Transaction::Written)) {
            return group.into_iter().map(|plan| (plan.fridge, Ok(plan.after.version))).collect();
        }
        let one = |Planned { fridge, .. }: Planned| async move {
            let outcome = if time::Instant::now() < until {
                self.alone(&fridge).await.map_err(|error| error.to_string()).flatten()
            } else {
                Err("There was no time left for it. Please try again.".into())
            };
            (fridge, outcome)
        };
        stream::iter(group).map(one).buffer_unordered(ALONE_AT_ONCE).collect().await
    }

    /// Writes one fridge from what it has by now: of a transaction whose answer was lost nobody knows what it did.
    async fn alone(&self, fridge: &LocationId) -> Result<Result<Version, String>> {
        for _ in 0..TRIES {
            let stored = self.store.get_all(slice::from_ref(fridge)).await?;
            let plan = match self.plan(fridge.clone(), &stored) {
                Ok(plan) => plan,
                Err((_, outcome)) => return Ok(outcome),
            };
            if self.write(slice::from_ref(&plan)).await? == Transaction::Written {
                return Ok(Ok(plan.after.version));
            }
        }
        Ok(Err("Somebody else is changing its software as well. Please try again.".into()))
    }

    async fn write(&self, group: &[Planned]) -> Result<Transaction> {
        let mut actions = Vec::with_capacity(2 * group.len());
        for Planned { fridge, before, after } in group {
            let write = Write { fridge, artifact: self.artifact, seen: before.as_ref(), deployed: after };
            let change = audit::Change {
                attribute: self.artifact.to_string(),
                from: before.as_ref().map(|before| json!(before.version)),
                to: Some(json!(after.version)),
            };
            let subject = Subject::FridgeSoftware(fridge.as_str());
            let entry = audit::Entry::new(subject, self.event, self.permit, self.now).with(vec![change]);
            actions.extend([self.store.write(self.permit, write)?, self.audit.put(&entry)?]);
        }
        let written = dynamo::transact(self.store.client(), actions).await;
        if let Err(Error::Unavailable { .. }) = &written {
            tracing::warn!(fridges = group.len(), "a transaction failed");
        }
        written
    }
}
