//! Writing what a message tells.

use crate::message::{Fact, Message};
use locations::{history, model::Location, store::LocationStore};
use shared::{Instant, Permit, Result, audit::AuditTable, dynamo};

/// Writes the fact, with an entry in the location's history where it changes something.
///
/// # Errors
/// Where the message cannot be read, its location does not exist, or a service fails: the message comes again.
pub async fn ingest((store, audit): &(LocationStore, AuditTable), now: Instant, body: &str) -> Result<()> {
    let message = Message::read(body)?;
    let before = store.require(&message.location_id).await?;
    let (source, attributes, after) = told(message.fact, &before);
    let mut actions = vec![store.sync(&before.id, source, message.occurred_at, &attributes)?];
    if after != before {
        actions.push(audit.put(&history::entry("SYNCED", &Permit::system(source), now, Some(&before), &after)?)?);
    }
    // Refused: a later message of the same source was written already, or this very one.
    dynamo::transact(store.client(), actions).await.map(drop)
}

/// The source of a fact, the attributes that it sets, and the location with them.
fn told(fact: Fact, before: &Location) -> (&'static str, Vec<(&'static str, String)>, Location) {
    let mut after = before.clone();
    match fact {
        Fact::CustomerRecord { directions, pretty_name } => {
            after.directions.clone_from(&directions);
            after.pretty_name.clone_from(&pretty_name);
            ("CustomerRecord", vec![("directions", directions), ("prettyName", pretty_name)], after)
        }
        Fact::FridgeIdentity { hostname, fridge_model } => {
            after.hostname = Some(hostname.clone());
            after.fridge_model = Some(fridge_model.clone());
            ("FridgeIdentity", vec![("hostname", hostname), ("fridgeModel", fridge_model)], after)
        }
    }
}
