//! The delivery of desired versions to fridges. [`DeliverArtifacts`] is the only way by which deployments, stages and
//! rollbacks reach fridges. A delivery has two steps: the desired versions are stored, and then published. A caller
//! that stops between the steps repeats the second one.

use crate::{
    model::{ArtifactType, Deployed, FridgeSoftware},
    publish::SoftwarePublisher,
    store::{SoftwareStore, Write},
};
use locations::model::LocationId;
use shared::{
    Environment, Error, FromEnvironment, Instant, Permit, Result,
    audit::{AuditTable, Entry},
    table::{Outcome, TransactWriteItem, Transaction},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    future::Future,
    time::Duration,
};

/// The new desired state of an artifact on a fridge.
#[derive(Debug)]
pub(crate) struct Delivery<'a> {
    /// The fridge.
    pub(crate) fridge: &'a LocationId,
    /// The state that was read. The delivery fails if it changed since.
    pub(crate) before: Option<&'a Deployed>,
    /// The desired state.
    pub(crate) after: &'a Deployed,
    /// When the desired software of the fridge last changed, as it was read.
    pub(crate) revised_at: Option<Instant>,
    /// The history entry of the change.
    pub(crate) entry: Entry,
    /// A write of the caller that is stored together with the delivery.
    pub(crate) linked: Option<TransactWriteItem>,
}

/// The result of a delivery to a group of fridges.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Delivered {
    /// All fridges of the group have the new desired state.
    Written,
    /// Nothing was delivered, because the state of a fridge or of a linked write changed.
    Changed,
    /// Nothing was delivered, because the guard failed.
    Blocked,
}

/// Delivers desired versions of artifacts to fridges.
pub(crate) trait DeliverArtifacts: Sync {
    /// The desired software of those of the fridges that have any.
    fn desired(
        &self,
        fridges: &[LocationId],
    ) -> impl Future<Output = Result<BTreeMap<LocationId, FridgeSoftware>>> + Send;

    /// Stores the desired versions of a group of fridges, either of all or of none. `guard` is a condition that must
    /// hold.
    fn deliver(
        &self,
        permit: &Permit,
        artifact: ArtifactType,
        deliveries: Vec<Delivery<'_>>,
        guard: Option<TransactWriteItem>,
    ) -> impl Future<Output = Result<Delivered>> + Send;

    /// Publishes the stored desired software of fridges. Returns the fridges whose software was not published within
    /// `limit`.
    fn publish(&self, fridges: &[LocationId], limit: Duration) -> impl Future<Output = BTreeSet<LocationId>> + Send;
}

/// Stores desired versions in the FridgeSoftwareVersion table, and publishes them through the broker.
#[derive(Debug)]
pub(crate) struct MqttTransport {
    software: SoftwareStore,
    audit: AuditTable,
    publisher: SoftwarePublisher,
}

impl FromEnvironment for MqttTransport {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let (software, audit, publisher) = FromEnvironment::from_environment(environment)?;
        Ok(Self { software, audit, publisher })
    }
}

/// The name of the guard in a transaction.
#[derive(Clone, Copy, Debug)]
struct Guard;

impl DeliverArtifacts for MqttTransport {
    async fn desired(&self, fridges: &[LocationId]) -> Result<BTreeMap<LocationId, FridgeSoftware>> {
        self.software.get_all(fridges).await
    }

    async fn deliver(
        &self,
        permit: &Permit,
        artifact: ArtifactType,
        deliveries: Vec<Delivery<'_>>,
        guard: Option<TransactWriteItem>,
    ) -> Result<Delivered> {
        let count = deliveries.len();
        let mut transaction = Transaction::named();
        if let Some(guard) = guard {
            transaction = transaction.with_named(Guard, guard);
        }
        for Delivery { fridge, before, after, revised_at, entry, linked } in deliveries {
            let revised_at = revised_at.map_or(entry.at, |read| entry.at.or_after(read));
            let write = Write { fridge, artifact, expected: before, deployed: after, revised_at };
            transaction = transaction.with(self.software.write(permit, write)?).audited(&self.audit, &entry)?;
            transaction = transaction.with_all(linked);
        }
        let outcome = transaction.send(self.software.client()).await;
        if let Err(Error::Unavailable { .. }) = &outcome {
            tracing::warn!(fridges = count, "transaction failed");
        }
        Ok(match outcome? {
            Outcome::Written => Delivered::Written,
            Outcome::ConditionFailed(failed) if failed.is_empty() => Delivered::Changed,
            Outcome::ConditionFailed(_) => Delivered::Blocked,
        })
    }

    async fn publish(&self, fridges: &[LocationId], limit: Duration) -> BTreeSet<LocationId> {
        self.publisher.publish(fridges, limit).await
    }
}
