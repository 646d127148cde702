//! Editing a location.

use crate::{
    device_address::DeviceAddressStore,
    history,
    model::{Location, LocationId, LocationType},
    names::NameStore,
    rules::{self, Context, Offered, Patch, cutoff},
    store::LocationStore,
};
use serde::Deserialize;
use serde_json::{Map, Value};
use shared::{
    Environment, Error, FieldError, FromEnvironment, Instant, Permit, Request, Result,
    audit::AuditTable,
    dynamo::{self, Transaction},
};

/// How often an edit that names no version is made again on what somebody else just wrote.
const TRIES: u32 = 5;

/// What an edit uses.
#[derive(Debug)]
pub struct Editor {
    /// The locations.
    pub store: LocationStore,
    names: NameStore,
    /// The device addresses in use.
    pub addresses: DeviceAddressStore,
    /// Their history.
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
    /// The names that decide whether `patches` are valid, looked up in one batch.
    pub async fn offered(&self, patches: impl IntoIterator<Item = &Patch>) -> Result<Offered> {
        self.names.existing(patches.into_iter().flat_map(Patch::names).collect()).await
    }

    /// What `patch` makes of `location` by the rules of an edit, where `offered` has the names that it mentions.
    ///
    /// # Errors
    /// Everything that is wrong with the patch, by field.
    pub fn edit(
        &self,
        location: &Location,
        patch: &Patch,
        offered: &Offered,
    ) -> std::result::Result<Location, Vec<FieldError>> {
        rules::edit(location, patch, Context { offered, company_host_marker: &self.company_host_marker })
    }
}

/// The body of an update: the attributes to change, with the version that the caller saw.
#[derive(Debug, Deserialize)]
pub struct UpdateLocation {
    id: LocationId,
    /// Absent in uploads, which apply to whatever is stored.
    version: Option<u64>,
    #[serde(flatten)]
    attributes: Map<String, Value>,
}

/// Changes attributes of a location. Source: the spec of locations, section 5.2.
///
/// # Errors
/// [`Error::Invalid`] with everything that is wrong; [`Error::Conflict`] with the location as it is now where it was
/// changed after the caller read it and has other values than the request. Nothing is written then.
pub async fn update_location(editor: &Editor, request: Request<UpdateLocation>) -> Result<Location> {
    let Request { permit, now, input: UpdateLocation { id, version, attributes } } = request;
    update(editor, &permit, now, &id, version, attributes).await
}

/// The body of a wholesale location's update: where it stands on a route.
#[derive(Debug, Deserialize)]
pub struct UpdateWholesaleLocation {
    id: LocationId,
    version: Option<u64>,
    route: Option<Value>,
    stop: Option<Value>,
}

/// Changes the route and stop of a wholesale location.
///
/// # Errors
/// As [`update_location`]; and [`Error::Invalid`] where the location is not a wholesale one.
pub async fn update_wholesale_location(editor: &Editor, request: Request<UpdateWholesaleLocation>) -> Result<Location> {
    let Request { permit, now, input: UpdateWholesaleLocation { id, version, route, stop } } = request;
    if editor.store.require(&id).await?.kind != LocationType::WHOLESALE {
        return Err(Error::invalid("id", format!("{id} is not a wholesale location")));
    }
    let sent = [("route", route), ("stop", stop)];
    let attributes = sent.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect();
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
    let patch = Patch::read(attributes).map_err(Error::Invalid)?;
    let offered = editor.offered([&patch]).await?;
    for _ in 0..TRIES {
        let before = editor.store.require(id).await?;
        let edited = editor.edit(&before, &patch, &offered);
        // The location has every value already, whatever its version: an earlier request with the same values wrote
        // them and its response was lost, or another user did. There is no difference to report.
        if edited.as_ref().is_ok_and(|edited| *edited == before) {
            return Ok(before);
        }
        if version.is_some_and(|seen| seen != before.version) {
            return Err(conflict(&before));
        }
        let edited = edited.map_err(Error::Invalid)?;
        let after = Location { version: before.version + 1, last_modified: now, ..edited };
        let entry = history::entry("UPDATED", permit, now, Some(&before), &after)?
            .because(patch.reason())
            .noting(cutoff::note(&before, &after, now));
        let mut actions = vec![editor.store.update(&before, &after)?, editor.audit.put(&entry)?];
        actions.extend(editor.addresses.change(&before, &after, permit.user(), now).await?);
        match dynamo::transact(editor.store.client(), actions).await? {
            Transaction::Written => return Ok(after),
            // Another write came first: read again. With a version that is a conflict, without one another try.
            Transaction::Refused(_) => {}
        }
    }
    Err(Error::retryable(format!("location {id} changed {TRIES} times while it was edited")))
}

fn conflict(current: &Location) -> Error {
    Error::Conflict {
        message: format!("{} was changed after you opened it. Your change was not saved.", current.id),
        current: serde_json::to_value(current).ok(),
    }
}
