//! Creating a location.

use crate::{
    history,
    model::LocationId,
    names::NameStore,
    rules::{self, schema::NewLocation},
    store::LocationStore,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use shared::{
    Error, Request, Result,
    audit::AuditTable,
    table::{Outcome, Transaction},
};

/// The body of `POST /locations`: values by field.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct CreateLocation(#[schemars(with = "NewLocation")] Map<String, Value>);

/// The response to a created location.
#[derive(Debug, JsonSchema, Serialize)]
#[schemars(rename = "CreatedLocation")]
pub struct Created {
    /// The id of the location.
    id: LocationId,
}

/// Creates the fridge that the form describes. Requirements: `docs/requirements/locations.md`, section "Create".
///
/// # Errors
/// [`Error::Invalid`] with all errors of the form, or if the id is in use. Nothing is written then.
pub async fn create_location(
    (store, names, audit): &(LocationStore, NameStore, AuditTable),
    Request { permit, now, input: CreateLocation(input) }: Request<CreateLocation>,
) -> Result<Created> {
    let offered_names = names.existing(rules::create::names(&input)).await?;
    let location = rules::create(&input, &offered_names, now).map_err(Error::Invalid)?;
    let entry = history::entry("CREATED", &permit, now, None, &location)?;
    let transaction = Transaction::new().with_all(store.put(&location)?).audited(audit, &entry)?;
    match transaction.send(store.client()).await? {
        Outcome::Written => Ok(Created { id: location.id }),
        Outcome::ConditionFailed(_) => {
            let stored = store.resolve([location.id.clone()].into()).await?.remove(&location.id);
            let id = stored.unwrap_or(location.id);
            Err(Error::invalid("id", format!("There is already a location with the id {id}")))
        }
    }
}
