//! Tests of the connection that the interface shows.

use super::*;
use crate::{
    identity::model::Certificate,
    presence::model::Presence,
    testing::{FRIDGE, now},
};
use chrono::Duration;
use serde_json::json;

fn identity() -> Identity {
    Identity::new(FRIDGE.parse().unwrap())
}

fn connection() -> Connection {
    Connection::new(FRIDGE.parse().unwrap())
}

#[test]
fn a_fridge_that_never_connected_has_no_times() {
    let shown = json!(FridgeConnection::new(&identity(), &connection(), now()));
    let expected = json!({
        "locationId": FRIDGE, "state": "NEVER", "since": null, "reason": null, "address": null, "takeovers": 0,
        "clockSkewSeconds": null, "certificates": [], "replacementUntil": null, "version": 0,
    });
    assert_eq!(shown, expected);
}

#[test]
fn a_disconnected_fridge_has_the_reason_of_the_broker() {
    let presence = Presence {
        state: ConnectionState::Disconnected,
        since: now(),
        reason: Some("MQTT_KEEP_ALIVE_TIMEOUT".into()),
        address: Some("10.0.0.1".into()),
        session: "s".into(),
        connection: 1,
    };
    let takeovers = [now(), now().plus(-Duration::hours(2))].into();
    let clock_skew = Some((Duration::seconds(90), now()));
    let connection = Connection { presence: Some(presence), takeovers, clock_skew, ..connection() };
    let shown = FridgeConnection::new(&identity(), &connection, now());
    assert_eq!((shown.state, shown.since), (FridgeConnectionState::Disconnected, Some(now())));
    assert_eq!((shown.takeovers, shown.clock_skew_seconds), (1, Some(90)));
    assert_eq!(shown.reason.as_deref(), Some("MQTT_KEEP_ALIVE_TIMEOUT"));
}

#[test]
fn the_latest_certificates_are_shown_newest_first_and_valid_ones_always() {
    let mut identity = identity();
    for number in 0..12 {
        let mut certificate = Certificate::new(CertificateSource::Staff, "ann", now().plus(Duration::minutes(number)));
        if number > 0 {
            certificate.state = CertificateState::Revoked;
        }
        identity.certificates.insert(format!("{number:064x}").parse().unwrap(), certificate);
    }
    let shown = FridgeConnection::new(&identity, &connection(), now()).certificates;
    assert_eq!(shown.len(), MAX_STORED);
    assert!(shown.is_sorted_by_key(|certificate| Reverse(certificate.issued_at)));
    assert_eq!(shown.last().unwrap().state, CertificateState::Issued);
}

#[test]
fn the_state_of_a_certificate_and_the_replacement_depend_on_the_time() {
    let certificate = Certificate::new(CertificateSource::Seeded, "seed", now());
    let identity = Identity {
        certificates: [("ab".repeat(32).parse().unwrap(), certificate)].into(),
        replacement_until: Some(now().plus(Duration::hours(24))),
        ..identity()
    };
    let at = |days| FridgeConnection::new(&identity, &connection(), now().plus(Duration::days(days)));
    assert_eq!((at(0).certificates[0].state, at(0).replacement_until.is_some()), (CertificateState::Issued, true));
    assert_eq!((at(365).certificates[0].state, at(365).replacement_until), (CertificateState::Expired, None));
}
