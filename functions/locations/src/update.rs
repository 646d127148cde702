//! Editing a location.

use crate::{
    device_address::DeviceAddressStore,
    history,
    model::{Location, LocationId, LocationType},
    names::NameStore,
    rules::{
        self, Context, OfferedNames, Patch, cutoff,
        schema::{EditedAttributes, WholeNumber},
    },
    store::LocationStore,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use shared::{
    Environment, Error, FieldError, FromEnvironment, Instant, Permit, Request, Result, audit::AuditTable,
    table::Transaction,
};

/// Attempts of an edit without a version while other users change the location.
const MAX_ATTEMPTS: u32 = 5;

/// Edits locations: the stores that an edit reads and writes.
#[derive(Debug)]
pub struct Editor {
    /// The locations.
    pub store: LocationStore,
    names: NameStore,
    /// The device addresses in use.
    pub addresses: DeviceAddressStore,
    /// The history of locations.
    pub audit: AuditTable,
    company_host_marker: String,
}

impl FromEnvironment for Editor {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self {
            store: LocationStore::from_environment(environment)?,
            names: NameStore::from_environment(environment)?,
            addresses: DeviceAddressStore::from_environment(environment)?,
            audit: AuditTable::from_environment(environment)?,
            company_host_marker: environment.variable("COMPANY_HOST_MARKER")?,
        })
    }
}

impl Editor {
    /// Looks up the names in `patches` in one batch.
    pub async fn offered_names(&self, patches: impl IntoIterator<Item = &Patch>) -> Result<OfferedNames> {
        self.names.existing(patches.into_iter().flat_map(Patch::names).collect()).await
    }

    /// Applies `patch` to `location` by the rules of an edit. `offered` must contain the names of the patch that exist.
    ///
    /// # Errors
    /// All errors of the patch, by field.
    pub fn edit(
        &self,
        location: &Location,
        patch: &Patch,
        offered: &OfferedNames,
    ) -> std::result::Result<Location, Vec<FieldError>> {
        rules::edit(location, patch, Context { offered, company_host_marker: &self.company_host_marker })
    }
}

/// The body of an update: the attributes to change and the version that the caller read.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct UpdateLocation {
    /// The location.
    id: LocationId,
    /// The version that the caller read. Absent in uploads, which apply to any version.
    version: Option<u64>,
    #[serde(flatten)]
    #[schemars(with = "EditedAttributes")]
    attributes: Map<String, Value>,
}

/// Changes attributes of a location. Requirements: `docs/requirements/locations.md`, section "Edit rules".
///
/// # Errors
/// [`Error::Invalid`] with all errors of the input; [`Error::Conflict`] with the current location if it was changed
/// after the caller read it and its values differ from the request. Nothing is written then.
pub async fn update_location(editor: &Editor, request: Request<UpdateLocation>) -> Result<Location> {
    let Request { permit, now, input: UpdateLocation { id, version, attributes } } = request;
    update(editor, &permit, now, &id, version, attributes).await
}

/// The body of a wholesale location's update: its route and stop.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct UpdateWholesaleLocation {
    /// The location.
    id: LocationId,
    /// The version that the caller read. Absent in uploads, which apply to any version.
    version: Option<u64>,
    /// The driver's route.
    #[schemars(with = "Option<String>")]
    route: Option<Value>,
    /// The position on the route.
    #[schemars(with = "Option<WholeNumber>")]
    stop: Option<Value>,
}

/// Changes the route and stop of a wholesale location.
///
/// # Errors
/// As [`update_location`]; also [`Error::Invalid`] if the location is not a wholesale location.
pub async fn update_wholesale_location(editor: &Editor, request: Request<UpdateWholesaleLocation>) -> Result<Location> {
    let Request { permit, now, input: UpdateWholesaleLocation { id, version, route, stop } } = request;
    if editor.store.require(&id).await?.kind != LocationType::WHOLESALE {
        return Err(Error::invalid("id", format!("{id} is not a wholesale location")));
    }
    let fields = [("route", route), ("stop", stop)];
    let attributes = fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect();
    update(editor, &permit, now, &id, version, attributes).await
}

async fn update(
    editor: &Editor,
    permit: &Permit,
    now: Instant,
    id: &LocationId,
    version: Option<u64>,
    attributes: Map<String, Value>,
) -> Result<Location> {
    let patch = Patch::parse(attributes).map_err(Error::Invalid)?;
    let offered = editor.offered_names([&patch]).await?;
    for _ in 0..MAX_ATTEMPTS {
        let before = editor.store.require(id).await?;
        let edited = editor.edit(&before, &patch, &offered);
        // The location already has all values: the response to an earlier, identical request was lost, or another user
        // made the same edit. There is no conflict, even if the version differs.
        if edited.as_ref().is_ok_and(|edited| *edited == before) {
            return Ok(before);
        }
        if version.is_some_and(|expected| expected != before.version) {
            return Err(conflict(&before));
        }
        let edited = edited.map_err(Error::Invalid)?;
        let after = Location { version: before.version + 1, last_modified: now, ..edited };
        let entry = history::entry("UPDATED", permit, now, Some(&before), &after)?
            .with_reason(patch.reason())
            .with_note(cutoff::note(&before, &after, now));
        let transaction = Transaction::new()
            .with(editor.store.update(&before, &after)?)
            .audited(&editor.audit, &entry)?
            .with_all(editor.addresses.change_actions(&before, &after, permit.user(), now).await?);
        if transaction.send(editor.store.client()).await?.is_written() {
            return Ok(after);
        }
        // Another write came first. Read again: with a version this is a conflict, without one a new attempt.
    }
    Err(Error::retryable(format!("location {id} changed {MAX_ATTEMPTS} times while it was edited")))
}

fn conflict(current: &Location) -> Error {
    Error::Conflict {
        message: format!("{} was changed after you opened it. Your change was not saved.", current.id),
        current: serde_json::to_value(current).ok(),
    }
}
