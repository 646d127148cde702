//! Tests of recording the events of the broker.

use super::*;
use crate::{
    identity::model::{Certificate, CertificateSource, CertificateState, Identity},
    testing::{FRIDGE, Services, connected, now},
};

fn certificate() -> CertificateId {
    "ab".repeat(32).parse().unwrap()
}

fn event(client: &str, kind: &str) -> PresenceEvent {
    let event = json!({
        "clientId": client, "timestamp": 1_795_255_200_000_u64, "eventType": kind, "versionNumber": 4,
        "sessionIdentifier": "00000000-0000-0000-0000-000000000000", "principalIdentifier": certificate(),
        "ipAddress": "10.0.0.1", "clientInitiatedDisconnect": false, "disconnectReason": "CONNECTION_LOST",
    });
    serde_json::from_value(event).unwrap()
}

fn store(services: &Services, state: CertificateState) {
    let certificate_of =
        |state| Certificate { state, ..Certificate::new(CertificateSource::Provisioned, "ann", now()) };
    let identity = Identity {
        certificates: [(certificate(), certificate_of(state))].into(),
        replacement_until: Some(now().plus(chrono::Duration::hours(1))),
        version: 1,
        ..Identity::new(FRIDGE.parse().unwrap())
    };
    services.put("identities", FRIDGE, json!(identity));
}

#[test]
fn an_event_is_a_presence() {
    let connected = event(FRIDGE, "connected").presence(ConnectionState::Connected);
    assert_eq!((connected.since, connected.connection, connected.reason), (now(), 4, None));
    let lost = event(FRIDGE, "disconnected").presence(ConnectionState::Disconnected);
    assert_eq!(lost.reason.as_deref(), Some("CONNECTION_LOST"));
}

#[test]
fn an_event_without_the_optional_fields_is_read() {
    let event = json!({
        "clientId": FRIDGE, "timestamp": 1_795_255_200_000_u64, "eventType": "connect_failed",
        "connectFailureReason": "AUTHORIZATION_FAILED",
    });
    assert_eq!(serde_json::from_value::<PresenceEvent>(event).unwrap().event_type, EventType::ConnectFailed);
}

#[tokio::test]
async fn other_clients_and_rejected_connections_change_nothing() {
    let (dependencies, services) = connected::<PresenceDependencies>().await;
    for (client, kind, expected) in [
        ("claim-CHI_0001", "connected", json!({ "ignored": 1 })),
        ("UNKNOWN", "connected", json!({ "ignored": 1 })),
        (FRIDGE, "connect_failed", json!({ "rejected": 1 })),
    ] {
        let counts = record_fridge_presence(&dependencies, now(), event(client, kind)).await.unwrap();
        assert_eq!(counts, expected, "{client}");
    }
    assert!(services.item("connections", FRIDGE).is_null());
}

#[tokio::test]
async fn the_first_connection_activates_the_certificate_and_ends_the_replacement() {
    let (dependencies, services) = connected::<PresenceDependencies>().await;
    store(&services, CertificateState::Issued);
    let (fridge, at) = (FRIDGE.parse().unwrap(), now());
    assert!(dependencies.activate(&fridge, &certificate(), at, at).await.unwrap());
    let item = services.item("identities", FRIDGE);
    assert_eq!(item["certificates"][certificate().as_str()]["state"], "ACTIVE");
    assert_eq!((&item["version"], item.get("replacementUntil")), (&json!(2), None));
    assert_eq!(services.audited(), [("REPLACEMENT_ENDED".into(), NAME.into(), None)]);
    assert!(!dependencies.activate(&fridge, &certificate(), at, at).await.unwrap());
}

#[tokio::test]
async fn a_connection_with_a_revoked_certificate_does_not_activate_it() {
    let (dependencies, services) = connected::<PresenceDependencies>().await;
    store(&services, CertificateState::Revoked);
    let fridge = FRIDGE.parse().unwrap();
    assert!(!dependencies.activate(&fridge, &certificate(), now(), now()).await.unwrap());
    assert_eq!(services.item("identities", FRIDGE)["version"], 1);
}
