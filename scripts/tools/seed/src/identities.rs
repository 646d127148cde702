//! Stores the certificates of fridges. The fridges of the detailed telemetry have real ones, with which the simulator connects
//! them. All others have the id of a certificate without a key, which the simulator states for the messages that it relays.

use crate::telemetry::{DETAILED_FRIDGES, settings};
use anyhow::Result;
use connections::identity::{model::CertificateId, store::IdentityStore};
use locations::{
    model::{LocationId, LocationType, OpsLocation},
    store::LocationStore,
};
use shared::{FromEnvironment, Instant};
use simulate::{fleet::Fleet, fridge::Fridge, issue::Issuer, relay::seeded_certificate};
use stack::Stack;
use std::collections::{BTreeMap, BTreeSet};

/// The number of locations in one page of the fleet.
const PAGE_SIZE: u32 = 2500;

/// Stores the certificates that are missing. Returns the numbers of fridges with a key and of all fridges.
///
/// # Errors
/// If a table cannot be read or written, a file cannot be written, or a certificate cannot be issued.
pub async fn fill(stack: &Stack, now: Instant) -> Result<(usize, usize)> {
    let environment = stack.environment().await;
    let identities = IdentityStore::from_environment(&environment)?;
    let fridges = fridges(&LocationStore::from_environment(&environment)?).await?;
    let mut certificates: BTreeMap<LocationId, CertificateId> = BTreeMap::new();
    // Only the broker of the emulator issues certificates for sample data.
    if let Some(address) = &stack.mqtt {
        let issuer = Issuer::new(&environment, &stack.environment_name)?;
        let detailed = Fleet::from_environment(&environment)?.load(DETAILED_FRIDGES, &settings(), now).await?;
        certificates = issuer.ensure(address, detailed.iter().map(Fridge::id), now).await?;
    }
    let with_key = certificates.len();
    for id in &fridges {
        if !certificates.contains_key(id) {
            certificates.insert(id.clone(), parse(&seeded_certificate(id))?);
        }
    }
    let valid = identities.valid_certificates(fridges.clone(), now).await?;
    let is_missing = |(id, certificate): &(LocationId, CertificateId)| {
        valid.get(id).is_none_or(|certificates| !certificates.contains(certificate))
    };
    let missing = certificates.into_iter().filter(is_missing).collect();
    identities.store_seeded_fleet(missing, now).await?;
    Ok((with_key, fridges.len()))
}

/// The ids of all fridges.
async fn fridges(locations: &LocationStore) -> Result<BTreeSet<LocationId>> {
    let (mut ids, mut next) = (BTreeSet::new(), None);
    loop {
        let page = locations.fleet::<OpsLocation>(None, PAGE_SIZE, next.as_deref()).await?;
        ids.extend(page.items.into_iter().filter(|row| row.kind == LocationType::FRIDGE).map(|row| row.id));
        next = page.next_token;
        if next.is_none() {
            return Ok(ids);
        }
    }
}

fn parse(id: &str) -> Result<CertificateId> {
    id.parse().map_err(anyhow::Error::msg)
}
