//! `IdentityStore` reads and writes the FridgeIdentities table.
//!
//! One item contains all certificates of a fridge, so that ingestion reads the senders of a batch with one request, and
//! each change is one conditional write. An item has at most 12 KB: ten certificates, of which five have their PEM
//! text. The sparse index `byCheck` lists the fridges with the time at which the sweep has to check them.

use super::model::{BrokerStatus, Certificate, CertificateId, CertificateSource, Identity};
use crate::identity::rules;
use futures::{StreamExt, TryStreamExt, stream};
use locations::model::LocationId;
use serde::Deserialize;
use shared::{
    Error, Instant, Result,
    audit::{AuditTable, Entry},
    table::{self, Index, Item, ItemExt, PutItem, SimpleKey, Transaction, Write, attribute},
};
use std::collections::{BTreeMap, BTreeSet};

const KEY: SimpleKey = SimpleKey::new("location");
const BY_CHECK: Index = Index::new("byCheck", "checkShard", "checkAt");
/// The number of partitions of the index.
const SHARDS: u32 = 4;
/// The maximum number of fridges of one partition that a sweep checks. The next sweep checks the others.
const MAX_DUE: i32 = 100;
/// The name of the author of sample certificates.
const SEEDER: &str = "seed";
/// The number of fridges whose sample certificates are stored at the same time.
const SEED_CONCURRENCY: usize = 32;
/// The maximum number of attempts to write an identity that other calls change.
pub(crate) const MAX_ATTEMPTS: u32 = 5;

shared::store! {
    /// The store of the certificates of fridges.
    pub struct IdentityStore { variable: "FRIDGE_IDENTITIES_TABLE", key: KEY }
}

impl IdentityStore {
    /// The identity of the fridge, or `None` if no certificate was ever issued to it. The id has the stored spelling.
    pub async fn get(&self, fridge: &LocationId) -> Result<Option<Identity>> {
        self.table.get(KEY.of(fridge.as_str())).await
    }

    /// The identity of the fridge, which is empty if no certificate was ever issued to it. The id has the stored spelling.
    pub async fn get_or_new(&self, fridge: &LocationId) -> Result<Identity> {
        Ok(self.get(fridge).await?.unwrap_or_else(|| Identity::new(fridge.clone())))
    }

    /// The ids of the certificates that are valid at `now`, of those of the fridges that have one. The ids of fridges
    /// have the stored spelling.
    ///
    /// # Errors
    /// If the table is unavailable.
    pub async fn valid_certificates(
        &self,
        fridges: BTreeSet<LocationId>,
        now: Instant,
    ) -> Result<BTreeMap<LocationId, BTreeSet<CertificateId>>> {
        #[derive(Deserialize)]
        struct Certificates {
            location: LocationId,
            certificates: BTreeMap<CertificateId, Certificate>,
        }
        let keys = fridges.iter().map(|fridge| KEY.of(fridge.as_str()));
        let stored: Vec<Certificates> = self.table.get_all_attributes(keys, &["location", "certificates"]).await?;
        let valid = |Certificates { location, certificates }: Certificates| {
            let valid = certificates.into_iter().filter(|(_, certificate)| certificate.is_valid(now));
            (location, valid.map(|(id, _)| id).collect())
        };
        Ok(stored.into_iter().map(valid).filter(|(_, ids): &(_, BTreeSet<_>)| !ids.is_empty()).collect())
    }

    /// Stores a changed identity with the audit entries of the change, and counts the write. Returns the stored
    /// identity, or `None` if the identity was written since it was read.
    pub async fn write(
        &self,
        identity: Identity,
        now: Instant,
        (audit, entries): (&AuditTable, &[Entry]),
    ) -> Result<Option<Identity>> {
        let expected = (identity.version > 0).then_some(identity.version);
        let identity = Identity { version: identity.version + 1, ..identity };
        let mut transaction = Transaction::new().with(self.put(&identity, expected, now)?.action()?);
        for entry in entries {
            transaction = transaction.audited(audit, entry)?;
        }
        Ok(transaction.send(self.client()).await?.is_written().then_some(identity))
    }

    /// Stores which changes AWS IoT has, and when the sweep checks the fridge next. The write is not counted, because
    /// it changes nothing that staff decide. Nothing is written if the identity was written since it was read.
    pub async fn write_checked(&self, identity: &Identity, now: Instant) -> Result<()> {
        self.put(identity, Some(identity.version), now)?.send().await.map(drop)
    }

    /// The fridges that the sweep has to check at `now`.
    pub async fn due(&self, now: Instant) -> Result<Vec<LocationId>> {
        #[derive(Deserialize)]
        struct Due {
            location: LocationId,
        }
        let queries = (0..SHARDS).map(|shard| {
            let partition = BY_CHECK.partition(shard.to_string());
            self.table.query(partition).until(now.to_string()).limit(MAX_DUE)
        });
        let slices = table::slices::<Due>(queries).await?;
        Ok(slices.into_iter().flat_map(|slice| slice.items).map(|(_, due)| due.location).collect())
    }

    /// Stores sample certificates that AWS IoT already has, in addition to those of the fridges. For the seeder and
    /// tests.
    pub async fn store_seeded(&self, certificates: &[(LocationId, CertificateId)], now: Instant) -> Result<()> {
        let mut fridges: BTreeMap<&LocationId, Vec<&CertificateId>> = BTreeMap::new();
        for (fridge, certificate) in certificates {
            fridges.entry(fridge).or_default().push(certificate);
        }
        let stored = fridges.into_iter().map(|(fridge, certificates)| self.add_seeded(fridge, certificates, now));
        stream::iter(stored.collect::<Vec<_>>()).buffer_unordered(SEED_CONCURRENCY).try_collect().await
    }

    /// Stores a sample certificate of each fridge as [`Self::store_seeded`], and in batches those of the fridges that have
    /// no identity. No other call may create an identity at the same time. For the seeder and the simulator.
    pub async fn store_seeded_fleet(
        &self,
        certificates: BTreeMap<LocationId, CertificateId>,
        now: Instant,
    ) -> Result<()> {
        #[derive(Deserialize)]
        struct Known {
            location: LocationId,
        }
        let keys = certificates.keys().map(|fridge| KEY.of(fridge.as_str()));
        let known: Vec<Known> = self.table.get_all_attributes(keys, &["location"]).await?;
        let known: BTreeSet<LocationId> = known.into_iter().map(|known| known.location).collect();
        let (known, new): (Vec<_>, Vec<_>) = certificates.into_iter().partition(|(fridge, _)| known.contains(fridge));
        let created = new.into_iter().map(|(fridge, certificate)| {
            let certificates = [(certificate, seeded(now))].into();
            item(&Identity { certificates, version: 1, ..Identity::new(fridge) }, now)
        });
        self.table.put_all(created.collect::<Result<_>>()?).await?;
        self.store_seeded(&known, now).await
    }

    async fn add_seeded(&self, fridge: &LocationId, certificates: Vec<&CertificateId>, now: Instant) -> Result<()> {
        for _ in 0..MAX_ATTEMPTS {
            let mut identity = self.get_or_new(fridge).await?;
            let expected = (identity.version > 0).then_some(identity.version);
            for id in &certificates {
                identity.certificates.entry((*id).clone()).or_insert_with(|| seeded(now));
            }
            identity.version += 1;
            if self.put(&identity, expected, now)?.send().await? {
                return Ok(());
            }
        }
        Err(Error::retryable(format!("other calls keep changing the certificates of {fridge}")))
    }

    fn put(&self, identity: &Identity, expected: Option<u64>, now: Instant) -> Result<Write<'_, PutItem>> {
        let unchanged = attribute("version").equals_or_not_exists(expected);
        Ok(self.table.put(item(identity, now)?).when(unchanged))
    }
}

/// A sample certificate that AWS IoT already has.
fn seeded(now: Instant) -> Certificate {
    let certificate = Certificate::new(CertificateSource::Seeded, SEEDER, now);
    Certificate { broker: Some(BrokerStatus::Active), ..certificate }
}

/// The stored item, which is in the index if the sweep has to check the fridge later.
fn item(identity: &Identity, now: Instant) -> Result<Item> {
    let item = table::to_item(identity)?;
    Ok(match rules::check_at(identity, now) {
        Some(at) => {
            let shard = table::shard(identity.location.as_str(), SHARDS).to_string();
            item.with_key(BY_CHECK.of(shard, at.to_string()))
        }
        None => item,
    })
}

#[cfg(test)]
mod tests;
