//! Reads and edits the items of zones and bays.

use crate::{
    model::{BAYS, Bay, Layout, ZONES},
    rules,
    store::PackingZoneStore,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use shared::{
    Error, Request, Result,
    audit::{self, AuditTable, Change, Subject},
    table::Transaction,
};

/// The body of `PUT /pars/zones`: the bay's new items, and the version of the layout that the caller saw.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct UpdatePackingZone {
    /// The zone.
    #[schemars(extend("enum" = ZONES))]
    zone: String,
    /// The bay in the zone.
    #[schemars(extend("enum" = BAYS))]
    bay: String,
    /// The items, in their order in the bay.
    #[schemars(length(max = rules::MAX_ITEMS), inner(length(min = 1, max = rules::MAX_ITEM_CHARS)))]
    items: Vec<String>,
    /// The version of the layout that the caller read.
    version: u64,
}

/// Returns the layout.
pub async fn packing_zones(store: &PackingZoneStore) -> Result<Layout> {
    store.get().await
}

/// Replaces the items of a bay and returns the whole layout. A call with the stored items changes nothing.
///
/// # Errors
/// [`Error::Invalid`] with all invalid fields; [`Error::Conflict`] with the stored layout, if it changed since the
/// version that the caller saw.
pub async fn update_packing_zone(
    (store, audit): &(PackingZoneStore, AuditTable),
    Request { permit, now, input }: Request<UpdatePackingZone>,
) -> Result<Layout> {
    let UpdatePackingZone { zone, bay, items, version } = input;
    let before = store.get().await?;
    let after = rules::with_items(&before, &zone, &bay, &items).map_err(Error::Invalid)?;
    if after == before {
        return Ok(before);
    }
    if before.version != version {
        return Err(conflict(&before));
    }
    let after = Layout { version: version + 1, ..after };
    let items = |layout: &Layout| items_of(layout, &zone, &bay).map(|items| json!(items));
    let change = Change { attribute: "items".into(), from: items(&before), to: items(&after) };
    let entry = audit::Entry::new(Subject::PackingBay(&zone, &bay), "UPDATED", &permit, now).with(vec![change]);
    let transaction = Transaction::new().with(store.put(&after, permit.user(), now)?).audited(audit, &entry)?;
    if transaction.send(store.client()).await?.is_written() { Ok(after) } else { Err(conflict(&store.get().await?)) }
}

fn items_of<'a>(layout: &'a Layout, zone: &str, bay: &str) -> Option<&'a Vec<String>> {
    let is_bay = |other: &&Bay| (other.zone.as_str(), other.bay.as_str()) == (zone, bay);
    layout.bays.iter().find(is_bay).map(|bay| &bay.items)
}

fn conflict(current: &Layout) -> Error {
    Error::Conflict {
        message: "Another user changed the zones. Your change was not saved.".into(),
        current: Some(json!(current)),
    }
}
