//! The delivery of desired versions to fridges. [`DeliverArtifacts`] is the only way by which deployments, stages and
//! rollbacks reach fridges, so that another transport can replace the table.

use crate::{
    model::{ArtifactType, Deployed, FridgeSoftware},
    store::{SoftwareStore, Write},
};
use locations::model::LocationId;
use shared::{
    Environment, Error, FromEnvironment, Permit, Result,
    audit::{AuditTable, Entry},
    table::{Outcome, TransactWriteItem, Transaction},
};
use std::{collections::BTreeMap, future::Future};

/// The new desired state of an artifact on a fridge.
#[derive(Debug)]
pub(crate) struct Delivery<'a> {
    /// The fridge.
    pub(crate) fridge: &'a LocationId,
    /// The state that was read. The delivery fails if it changed since.
    pub(crate) before: Option<&'a Deployed>,
    /// The desired state.
    pub(crate) after: &'a Deployed,
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

    /// Delivers to a group of fridges, either to all or to none. `guard` is a condition that must hold.
    fn deliver(
        &self,
        permit: &Permit,
        artifact: ArtifactType,
        deliveries: Vec<Delivery<'_>>,
        guard: Option<TransactWriteItem>,
    ) -> impl Future<Output = Result<Delivered>> + Send;
}

/// Delivers by writing the desired version to the FridgeSoftwareVersion table, from which fridges read it.
#[derive(Debug)]
pub(crate) struct TableTransport {
    software: SoftwareStore,
    audit: AuditTable,
}

impl FromEnvironment for TableTransport {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let (software, audit) = FromEnvironment::from_environment(environment)?;
        Ok(Self { software, audit })
    }
}

/// The name of the guard in a transaction.
#[derive(Clone, Copy, Debug)]
struct Guard;

impl DeliverArtifacts for TableTransport {
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
        for Delivery { fridge, before, after, entry, linked } in deliveries {
            let write = Write { fridge, artifact, expected: before, deployed: after };
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
}
