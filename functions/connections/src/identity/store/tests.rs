//! Tests of the store of identities.

use super::*;
use crate::{
    identity::model::{CertificateState, Issued},
    testing::{FRIDGE, connected, now},
};
use chrono::Duration;
use serde_json::json;

fn id(digits: &str) -> CertificateId {
    digits.repeat(32).parse().unwrap()
}

fn fridge() -> LocationId {
    FRIDGE.parse().unwrap()
}

fn identity() -> Identity {
    let certificate = Certificate {
        request: Some("cd".repeat(32)),
        issued: Some(Issued { arn: "arn".into(), pem: "PEM".into() }),
        ..Certificate::new(CertificateSource::Staff, "ann@larder.example", now())
    };
    Identity { certificates: [(id("ab"), certificate)].into(), version: 3, ..Identity::new(fridge()) }
}

#[test]
fn a_stored_identity_round_trips() {
    let identity = Identity { replacement_until: Some(now()), serial_number: Some("7".into()), ..identity() };
    let stored = item(&identity, now()).unwrap();
    assert_eq!(table::from_item::<Identity>("FridgeIdentities", "location", stored).unwrap(), identity);
}

#[test]
fn only_fridges_that_will_change_are_in_the_index() {
    let stored = item(&identity(), now()).unwrap();
    assert_eq!(stored["checkAt"], table::text("2026-11-21T10:01:00.000Z"));
    assert_eq!(stored["checkShard"], table::text(table::shard(FRIDGE, SHARDS).to_string()));
    let stored = item(&Identity::new(fridge()), now()).unwrap();
    assert!(!stored.contains_key("checkShard") && !stored.contains_key("checkAt"));
}

#[tokio::test]
async fn only_valid_certificates_are_returned() {
    let (store, services) = connected::<IdentityStore>().await;
    let valid = async |now| store.valid_certificates([fridge(), "NEW".parse().unwrap()].into(), now).await.unwrap();
    assert!(valid(now()).await.is_empty());
    let mut identity = identity();
    let revoked = Certificate { state: CertificateState::Revoked, ..identity.certificates[&id("ab")].clone() };
    identity.certificates.insert(id("cd"), revoked);
    services.put("identities", FRIDGE, json!(identity));
    assert_eq!(valid(now()).await, [(fridge(), [id("ab")].into())].into());
    assert!(valid(now().plus(Duration::days(365))).await.is_empty());
}

#[tokio::test]
async fn sample_certificates_are_added_and_existing_ones_are_kept() {
    let (store, services) = connected::<IdentityStore>().await;
    services.put("identities", FRIDGE, json!(identity()));
    let other: LocationId = "CHI_0002".parse().unwrap();
    let seeded = [(fridge(), id("ab")), (fridge(), id("cd")), (other.clone(), id("ef"))];
    store.store_seeded(&seeded, now()).await.unwrap();
    let stored = store.get(&fridge()).await.unwrap().unwrap();
    assert_eq!((stored.certificates.len(), stored.version), (2, 4));
    assert_eq!(stored.certificates[&id("ab")], identity().certificates[&id("ab")]);
    let added = &store.get(&other).await.unwrap().unwrap().certificates[&id("ef")];
    assert_eq!((added.how, added.issued_by.as_str()), (CertificateSource::Seeded, "seed"));
    assert_eq!((added.state, added.is_pending(now())), (CertificateState::Issued, false));
}

#[tokio::test]
async fn sample_certificates_of_a_fleet_are_added_and_existing_ones_are_kept() {
    let (store, services) = connected::<IdentityStore>().await;
    services.put("identities", FRIDGE, json!(identity()));
    let other: LocationId = "CHI_0002".parse().unwrap();
    let seeded = [(fridge(), id("cd")), (other.clone(), id("ef"))];
    store.store_seeded_fleet(seeded.into(), now()).await.unwrap();
    let stored = store.get(&fridge()).await.unwrap().unwrap();
    assert_eq!(stored.certificates.keys().cloned().collect::<Vec<_>>(), [id("ab"), id("cd")]);
    assert_eq!(stored.certificates[&id("ab")], identity().certificates[&id("ab")]);
    let created = store.get(&other).await.unwrap().unwrap();
    assert_eq!((created.version, created.certificates[&id("ef")].how), (1, CertificateSource::Seeded));
}

#[tokio::test]
async fn an_identity_that_changed_since_it_was_read_is_not_written() {
    let (store, services) = connected::<IdentityStore>().await;
    let audit = AuditTable::unconnected();
    services.put("identities", FRIDGE, json!(identity()));
    let old = Identity { version: 2, ..identity() };
    assert_eq!(store.write(old.clone(), now(), (&audit, &[])).await.unwrap(), None);
    store.write_checked(&old, now()).await.unwrap();
    assert_eq!(services.item("identities", FRIDGE)["version"], 3);
    let written = store.write(identity(), now(), (&audit, &[])).await.unwrap();
    assert_eq!(written.map(|identity| identity.version), Some(4));
}
