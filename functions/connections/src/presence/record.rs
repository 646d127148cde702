//! The listener `record-fridge-presence`: records connections and disconnections of fridges. Requirements:
//! `docs/requirements/connections.md`, CON-2, CON-3 and CON-6.

use super::{
    model::{ConnectionState, Presence},
    order,
    store::ConnectionStore,
};
use crate::identity::{
    editor::{self, replacement_entry},
    model::CertificateId,
    rules,
    store::{IdentityStore, MAX_ATTEMPTS},
};
use chrono::{DateTime, Utc, serde::ts_milliseconds};
use locations::model::LocationId;
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{Environment, Error, FromEnvironment, Instant, Permit, Result, audit::AuditTable, live::Live};

/// The name of the worker in the history.
const NAME: &str = "record-fridge-presence";

/// The services that the listener uses.
#[derive(Debug)]
pub struct PresenceDependencies {
    connections: ConnectionStore,
    identities: IdentityStore,
    audit: AuditTable,
    live: Live,
}

impl FromEnvironment for PresenceDependencies {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self {
            connections: ConnectionStore::from_environment(environment)?,
            identities: IdentityStore::from_environment(environment)?,
            audit: AuditTable::from_environment(environment)?,
            live: Live::from_environment(environment)?,
        })
    }
}

/// The kind of an event of the broker.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "snake_case")]
enum EventType {
    Connected,
    Disconnected,
    ConnectFailed,
}

/// An event of the broker.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PresenceEvent {
    client_id: String,
    #[serde(with = "ts_milliseconds")]
    timestamp: DateTime<Utc>,
    event_type: EventType,
    #[serde(default)]
    session_identifier: String,
    #[serde(default)]
    principal_identifier: String,
    ip_address: Option<String>,
    #[serde(default)]
    version_number: i64,
    disconnect_reason: Option<String>,
    connect_failure_reason: Option<String>,
}

impl PresenceEvent {
    fn presence(&self, state: ConnectionState) -> Presence {
        Presence {
            state,
            since: self.timestamp.into(),
            reason: self.disconnect_reason.clone().filter(|_| state == ConnectionState::Disconnected),
            address: self.ip_address.clone(),
            session: self.session_identifier.clone(),
            connection: self.version_number,
        }
    }
}

/// Records an event of a fridge. Ignores other clients, such as those that provision a computer. Returns counts for the
/// log.
///
/// # Errors
/// If a table is unavailable. The event is delivered again.
pub async fn record_fridge_presence(
    dependencies: &PresenceDependencies,
    now: Instant,
    event: PresenceEvent,
) -> Result<Value> {
    let ignored = json!({ "ignored": 1 });
    let Ok(fridge) = event.client_id.parse::<LocationId>() else { return Ok(ignored) };
    let state = match event.event_type {
        EventType::Connected => ConnectionState::Connected,
        EventType::Disconnected => ConnectionState::Disconnected,
        EventType::ConnectFailed => {
            let certificate = event.principal_identifier;
            tracing::warn!(%fridge, certificate, reason = event.connect_failure_reason, "a connection was rejected");
            return Ok(json!({ "rejected": 1 }));
        }
    };
    if dependencies.identities.get(&fridge).await?.is_none() {
        return Ok(ignored);
    }
    let mut changed = dependencies.record(&fridge, event.presence(state)).await?;
    if let (ConnectionState::Connected, Ok(certificate)) = (state, event.principal_identifier.parse()) {
        changed |= dependencies.activate(&fridge, &certificate, event.timestamp.into(), now).await?;
    }
    if changed {
        editor::publish(&dependencies.live, &fridge).await;
    }
    Ok(json!({ "events": 1, "changed": u32::from(changed) }))
}

impl PresenceDependencies {
    /// Stores the event unless a later one is stored. Returns whether it changed the connection.
    async fn record(&self, fridge: &LocationId, event: Presence) -> Result<bool> {
        for _ in 0..MAX_ATTEMPTS {
            let connection = self.connections.get(fridge).await?;
            let Some(after) = order::after(&connection, event.clone()) else { return Ok(false) };
            if self.connections.write(&after).await? {
                return Ok(true);
            }
        }
        Err(Error::retryable(format!("other events keep changing the connection of {fridge}")))
    }

    /// Activates the certificate at its first connection. Returns whether it was the first one.
    async fn activate(
        &self,
        fridge: &LocationId,
        certificate: &CertificateId,
        at: Instant,
        now: Instant,
    ) -> Result<bool> {
        for _ in 0..MAX_ATTEMPTS {
            let before = self.identities.get_or_new(fridge).await?;
            let mut identity = before.clone();
            if !rules::activate(&mut identity, certificate, at, now) {
                return Ok(false);
            }
            let is_replaced = before.replacement_until.is_some() && identity.replacement_until.is_none();
            let entry = is_replaced.then(|| replacement_entry(&identity, &before, &Permit::system(NAME), now));
            let entries: Vec<_> = entry.into_iter().collect();
            if self.identities.write(identity, now, (&self.audit, &entries)).await?.is_some() {
                return Ok(true);
            }
        }
        Err(Error::retryable(format!("other calls keep changing the certificates of {fridge}")))
    }
}

#[cfg(test)]
mod tests;
