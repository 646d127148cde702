//! The services that change the certificates of fridges.

use super::{
    broker::BrokerClient,
    model::{CertificateId, Identity},
    reconcile,
    store::IdentityStore,
};
use crate::{connection::FridgeConnection, presence::store::ConnectionStore};
use locations::{
    model::{LocationId, LocationType},
    store::LocationStore,
};
use serde_json::json;
use shared::{
    Environment, Error, FromEnvironment, Instant, Permit, Result,
    audit::{AuditTable, Change, Entry, Subject},
    live::{Channel, Event, Kind, Live},
};

/// Changes the certificates of fridges.
#[derive(Debug)]
pub struct IdentityEditor {
    pub(crate) locations: LocationStore,
    pub(crate) identities: IdentityStore,
    pub(crate) connections: ConnectionStore,
    pub(crate) broker: BrokerClient,
    audit: AuditTable,
    live: Live,
}

impl FromEnvironment for IdentityEditor {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self {
            locations: LocationStore::from_environment(environment)?,
            identities: IdentityStore::from_environment(environment)?,
            connections: ConnectionStore::from_environment(environment)?,
            broker: BrokerClient::from_environment(environment)?,
            audit: AuditTable::from_environment(environment)?,
            live: Live::from_environment(environment)?,
        })
    }
}

impl IdentityEditor {
    /// The id of the fridge in its stored spelling.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the location does not exist, and [`Error::Invalid`] if it is not a fridge.
    pub(crate) async fn require_fridge(&self, id: &LocationId) -> Result<LocationId> {
        let location = self.locations.require(id).await?;
        if location.kind == LocationType::FRIDGE {
            Ok(location.id)
        } else {
            Err(Error::invalid("id", format!("{id} is not a fridge")))
        }
    }

    /// Stores a changed identity with its audit entries and publishes the change. Returns `None` if the identity was
    /// written since it was read.
    pub(crate) async fn write(&self, identity: Identity, now: Instant, entries: &[Entry]) -> Result<Option<Identity>> {
        write(&self.identities, &self.audit, &self.live, identity, now, entries).await
    }

    /// Makes the changes that AWS IoT lacks, or only those of one certificate. Returns the first error with the
    /// identity, because the changes that succeeded are stored.
    pub(crate) async fn reconcile(
        &self,
        identity: Identity,
        only: Option<&CertificateId>,
        now: Instant,
    ) -> (Identity, Result<()>) {
        reconcile::reconcile(&self.identities, &self.broker, identity, only, now).await
    }

    /// The connection of a fridge as the interface shows it.
    pub(crate) async fn connection(&self, identity: &Identity, now: Instant) -> Result<FridgeConnection> {
        let connection = self.connections.get(&identity.location).await?;
        Ok(FridgeConnection::new(identity, &connection, now))
    }

    /// Stores the change of a user who read the stored version.
    ///
    /// # Errors
    /// [`Error::Conflict`] if the identity was written since it was read.
    pub(crate) async fn write_or_conflict(&self, identity: Identity, now: Instant, entry: Entry) -> Result<Identity> {
        let fridge = identity.location.clone();
        match self.write(identity, now, &[entry]).await? {
            Some(identity) => Ok(identity),
            None => Err(self.conflict(&self.identities.get_or_new(&fridge).await?, now).await),
        }
    }

    /// The error of a call whose author read another version.
    pub(crate) async fn conflict(&self, identity: &Identity, now: Instant) -> Error {
        let fridge = &identity.location;
        let message =
            format!("The certificates of {fridge} were changed after you opened them. Your change was not saved.");
        let current = self.connection(identity, now).await.ok();
        Error::Conflict { message, current: current.map(|current| json!(current)) }
    }
}

/// Stores a changed identity with its audit entries and publishes the change. Returns `None` if the identity was
/// written since it was read.
pub(crate) async fn write(
    identities: &IdentityStore,
    audit: &AuditTable,
    live: &Live,
    identity: Identity,
    now: Instant,
    entries: &[Entry],
) -> Result<Option<Identity>> {
    let written = identities.write(identity, now, (audit, entries)).await?;
    if let Some(Identity { location, .. }) = &written {
        publish(live, location).await;
    }
    Ok(written)
}

/// Publishes a change of a fridge's connection.
pub(crate) async fn publish(live: &Live, fridge: &LocationId) {
    let event = [Event::new(Kind::Connection, fridge)];
    live.publish(Channel::Fridge(fridge.as_str()), &event).await;
    live.publish(Channel::Fleet, &event).await;
}

/// The audit entry of a change of one certificate.
pub(crate) fn certificate_entry(
    fridge: &LocationId,
    event: &str,
    id: &CertificateId,
    permit: &Permit,
    now: Instant,
) -> Entry {
    let change = Change { attribute: id.to_string(), from: None, to: Some(json!(event)) };
    Entry::new(Subject::FridgeConnection(fridge.as_str()), event, permit, now).with(vec![change])
}

/// The audit entry of a change of the replacement.
pub(crate) fn replacement_entry(identity: &Identity, before: &Identity, permit: &Permit, now: Instant) -> Entry {
    let event = if identity.replacement_until.is_some() { "REPLACEMENT_ALLOWED" } else { "REPLACEMENT_ENDED" };
    let [from, to] = [before, identity].map(|identity| identity.replacement_until.map(|until| json!(until)));
    let change = Change { attribute: "replacementUntil".into(), from, to };
    Entry::new(Subject::FridgeConnection(identity.location.as_str()), event, permit, now).with(vec![change])
}
