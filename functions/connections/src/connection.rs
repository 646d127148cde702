//! GraphQL query `fridgeConnection`, and the connection of a fridge as `infra/schema.graphql` defines it. Requirements:
//! `docs/requirements/connections.md`, CON-1 to CON-4.

use crate::{
    identity::{
        model::{CertificateId, CertificateSource, CertificateState, Identity},
        rules::MAX_STORED,
        store::IdentityStore,
    },
    presence::{
        model::{Connection, ConnectionState},
        store::ConnectionStore,
    },
};
use locations::{
    model::{LocationId, LocationType},
    store::LocationStore,
};
use serde::{Deserialize, Serialize};
use shared::{Instant, Request, Result};
use std::cmp::Reverse;

/// Arguments of `fridgeConnection`.
#[derive(Debug, Deserialize)]
pub struct FridgeConnectionArguments {
    id: LocationId,
}

/// Whether a fridge is connected, as the interface shows it.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(missing_docs, reason = "documented in infra/schema.graphql")]
pub enum FridgeConnectionState {
    Connected,
    Disconnected,
    Never,
}

/// The connection of a fridge.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "documented in infra/schema.graphql")]
pub struct FridgeConnection {
    pub location_id: LocationId,
    pub state: FridgeConnectionState,
    pub since: Option<Instant>,
    pub reason: Option<String>,
    pub address: Option<String>,
    pub takeovers: usize,
    pub clock_skew_seconds: Option<i64>,
    pub certificates: Vec<FridgeCertificate>,
    pub replacement_until: Option<Instant>,
    pub version: u64,
}

/// A certificate of a fridge.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "documented in infra/schema.graphql")]
pub struct FridgeCertificate {
    pub id: CertificateId,
    pub state: CertificateState,
    pub issued_at: Instant,
    pub issued_by: String,
    pub how: CertificateSource,
    pub expires_at: Instant,
    pub activated_at: Option<Instant>,
    pub ended_at: Option<Instant>,
    pub ended_by: Option<String>,
    pub reason: Option<String>,
}

/// The connection of a fridge, or `None` if the location is not a fridge or does not exist.
pub async fn fridge_connection(
    (locations, identities, connections): &(LocationStore, IdentityStore, ConnectionStore),
    Request { now, input, .. }: Request<FridgeConnectionArguments>,
) -> Result<Option<FridgeConnection>> {
    let location = locations.get(&input.id).await?;
    let Some(fridge) = location.filter(|location| location.kind == LocationType::FRIDGE) else { return Ok(None) };
    let identity = identities.get_or_new(&fridge.id).await?;
    let connection = connections.get(&fridge.id).await?;
    Ok(Some(FridgeConnection::new(&identity, &connection, now)))
}

impl FridgeConnection {
    /// The connection at `now`. Valid certificates are always included.
    pub fn new(identity: &Identity, connection: &Connection, now: Instant) -> Self {
        let presence = connection.presence.as_ref();
        Self {
            location_id: identity.location.clone(),
            state: match presence.map(|presence| presence.state) {
                Some(ConnectionState::Connected) => FridgeConnectionState::Connected,
                Some(ConnectionState::Disconnected) => FridgeConnectionState::Disconnected,
                None => FridgeConnectionState::Never,
            },
            since: presence.map(|presence| presence.since),
            reason: presence.and_then(|presence| presence.reason.clone()),
            address: presence.and_then(|presence| presence.address.clone()),
            takeovers: connection.takeovers_at(now),
            clock_skew_seconds: connection.clock_skew_at(now),
            certificates: certificates(identity, now),
            replacement_until: identity.replacement_until.filter(|until| now < *until),
            version: identity.version,
        }
    }
}

/// The latest certificates, newest first.
fn certificates(identity: &Identity, now: Instant) -> Vec<FridgeCertificate> {
    let mut all: Vec<_> = identity.certificates.iter().collect();
    all.sort_by_key(|(id, certificate)| (Reverse(certificate.is_valid(now)), Reverse((certificate.issued_at, *id))));
    all.truncate(MAX_STORED);
    all.sort_by_key(|(id, certificate)| Reverse((certificate.issued_at, *id)));
    let shown = all.into_iter().map(|(id, certificate)| FridgeCertificate {
        id: id.clone(),
        state: certificate.state_at(now),
        issued_at: certificate.issued_at,
        issued_by: certificate.issued_by.clone(),
        how: certificate.how,
        expires_at: certificate.expires_at,
        activated_at: certificate.activated_at,
        ended_at: certificate.ended_at,
        ended_by: certificate.ended_by.clone(),
        reason: certificate.reason.clone(),
    });
    shown.collect()
}

#[cfg(test)]
mod tests;
