//! Reading and editing from which zone and bay which item is packed.

use crate::{
    model::{Bay, Layout},
    rules,
    store::PackingZoneStore,
};
use serde::Deserialize;
use serde_json::json;
use shared::{
    Error, Request, Result,
    audit::{self, AuditTable, Change, Subject},
    dynamo::{self, Transaction},
};

/// The body of `PUT /pars/zones`: a bay's items, and the layout's version that the person saw.
#[derive(Debug, Deserialize)]
pub struct UpdatePackingZone {
    zone: String,
    bay: String,
    items: Vec<String>,
    version: u64,
}

/// What is packed from which bay.
pub async fn packing_zones(store: &PackingZoneStore) -> Result<Layout> {
    store.get().await
}

/// Stores what is packed from a bay; answers the whole layout. The same items again change nothing.
///
/// # Errors
/// [`Error::Invalid`] with everything that is wrong; [`Error::Conflict`] with the layout as it is, where somebody edited
/// it since the version that the person saw.
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
    let actions = vec![store.put(&after, permit.user(), now)?, audit.put(&entry)?];
    match dynamo::transact(store.client(), actions).await? {
        Transaction::Written => Ok(after),
        Transaction::Refused(_) => Err(conflict(&store.get().await?)),
    }
}

fn items_of<'a>(layout: &'a Layout, zone: &str, bay: &str) -> Option<&'a Vec<String>> {
    let wanted = |other: &&Bay| (other.zone.as_str(), other.bay.as_str()) == (zone, bay);
    layout.bays.iter().find(wanted).map(|bay| &bay.items)
}

fn conflict(current: &Layout) -> Error {
    Error::Conflict {
        message: "Somebody else edited the zones meanwhile. Nothing was saved.".into(),
        current: Some(json!(current)),
    }
}
