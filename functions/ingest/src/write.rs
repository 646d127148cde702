//! Writing what a message tells.

use crate::message::{Fact, Message, PackingSlip};
use locations::{
    history,
    model::{Location, LocationId},
    store::LocationStore,
};
use shared::{Instant, Permit, Result, audit::AuditTable, dynamo};
use stocking::{model, store::PackingSlipStore};

/// The tables that facts go to.
pub type Tables = (LocationStore, AuditTable, PackingSlipStore);

/// Writes the fact, with an entry in the location's history where it changes something of the location.
///
/// # Errors
/// Where the message cannot be read, its location does not exist, or a service fails: the message comes again.
pub async fn ingest((store, audit, slips): &Tables, now: Instant, body: &str) -> Result<()> {
    let Message { location_id, occurred_at, fact, .. } = Message::read(body)?;
    let before = store.require(&location_id).await?;
    let (source, attributes, after) = match fact {
        Fact::PackingSlip(slip) => return slips.put(&packed(slip, location_id, occurred_at)).await,
        Fact::CustomerRecord { directions, pretty_name } => customer_record(&before, directions, pretty_name),
        Fact::FridgeIdentity { hostname, fridge_model } => fridge_identity(&before, hostname, fridge_model),
    };
    let mut actions = vec![store.sync(&before.id, source, occurred_at, &attributes)?];
    if after != before {
        actions.push(audit.put(&history::entry("SYNCED", &Permit::system(source), now, Some(&before), &after)?)?);
    }
    // Refused: a later message of the same source was written already, or this very one.
    dynamo::transact(store.client(), actions).await.map(drop)
}

/// The source of a fact, the attributes that it sets, and the location with them.
type Told = (&'static str, Vec<(&'static str, String)>, Location);

fn customer_record(before: &Location, directions: String, pretty_name: String) -> Told {
    let after = Location { directions: directions.clone(), pretty_name: pretty_name.clone(), ..before.clone() };
    ("CustomerRecord", vec![("directions", directions), ("prettyName", pretty_name)], after)
}

fn fridge_identity(before: &Location, hostname: String, fridge_model: String) -> Told {
    let after =
        Location { hostname: Some(hostname.clone()), fridge_model: Some(fridge_model.clone()), ..before.clone() };
    ("FridgeIdentity", vec![("hostname", hostname), ("fridgeModel", fridge_model)], after)
}

fn packed(slip: PackingSlip, location_id: LocationId, occurred_at: Instant) -> model::PackingSlip {
    model::PackingSlip {
        location_id,
        unique_id: slip.unique_id,
        drop_off_date: slip.drop_off_date,
        route: slip.route.to_lowercase(),
        stocking_index: slip.stocking_index,
        create_date: slip.create_date,
        slip_type: slip.slip_type,
        client_code: slip.client_code,
        status: slip.status,
        tote_count: slip.tote_count,
        occurred_at,
    }
}
