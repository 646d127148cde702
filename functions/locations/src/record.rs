//! Writing what telemetry tells of a location: attributes that nobody edits here. Each source has its own order, in
//! which the newest wins; what it changes is in the location's history.

use crate::{
    history,
    message::{CustomerRecord, FridgeIdentity},
    model::{Location, LocationId},
    store::LocationStore,
};
use shared::{Instant, Permit, Result, audit::AuditTable, dynamo};

/// Writes what customers are told of the location.
///
/// # Errors
/// [`shared::Error::NotFound`] where there is no such location.
pub async fn customer_record(
    stores: (&LocationStore, &AuditTable),
    (id, occurred_at, now): (&LocationId, Instant, Instant),
    record: CustomerRecord,
) -> Result<()> {
    let CustomerRecord { directions, pretty_name } = record;
    let attributes = [("directions", directions.clone()), ("prettyName", pretty_name.to_string())];
    let told = |before: &Location| Location { directions, pretty_name: pretty_name.into(), ..before.clone() };
    sync(stores, (id, occurred_at, now), "CustomerRecord", &attributes, told).await
}

/// Writes what machine the fridge is.
///
/// # Errors
/// [`shared::Error::NotFound`] where there is no such location.
pub async fn fridge_identity(
    stores: (&LocationStore, &AuditTable),
    (id, occurred_at, now): (&LocationId, Instant, Instant),
    identity: FridgeIdentity,
) -> Result<()> {
    let FridgeIdentity { hostname, fridge_model } = identity;
    let attributes = [("hostname", hostname.to_string()), ("fridgeModel", fridge_model.to_string())];
    let told = |before: &Location| Location {
        hostname: Some(hostname.into()),
        fridge_model: Some(fridge_model.into()),
        ..before.clone()
    };
    sync(stores, (id, occurred_at, now), "FridgeIdentity", &attributes, told).await
}

async fn sync(
    (store, audit): (&LocationStore, &AuditTable),
    (id, occurred_at, now): (&LocationId, Instant, Instant),
    source: &str,
    attributes: &[(&str, String)],
    told: impl FnOnce(&Location) -> Location,
) -> Result<()> {
    let before = store.require(id).await?;
    let after = told(&before);
    let mut actions = vec![store.sync(id, source, occurred_at, attributes)?];
    if after != before {
        actions.push(audit.put(&history::entry("SYNCED", &Permit::system(source), now, Some(&before), &after)?)?);
    }
    // Refused: a later message of the same source was written already, or this very one.
    dynamo::transact(store.client(), actions).await.map(drop)
}
