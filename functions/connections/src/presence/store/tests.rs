//! Tests of the store of connections.

use super::*;
use crate::testing::now;
use shared::table::{Item, testing::readable};

fn fridge() -> LocationId {
    "CHI_0001".parse().unwrap()
}

fn presence(state: ConnectionState) -> Presence {
    Presence { state, since: now(), reason: None, address: Some("10.0.0.1".into()), session: "s".into(), connection: 3 }
}

fn expression(presence: &Presence) -> String {
    let store = ConnectionStore::unconnected();
    let update = store.table.update(KEY.of("CHI_0001"), changes(&fridge(), Some(presence)));
    let update = update.action().unwrap().into_request().update.unwrap();
    let (names, values) = (update.expression_attribute_names.as_ref(), update.expression_attribute_values.as_ref());
    readable(&update.update_expression, names, values)
}

#[test]
fn only_disconnected_fridges_are_in_the_index() {
    let shard = format!("disconnectedShard = \"{}\"", table::shard("CHI_0001", SHARDS));
    let disconnected = expression(&presence(ConnectionState::Disconnected));
    assert!(disconnected.contains(&shard) && disconnected.contains("REMOVE reason"), "{disconnected}");
    let connected = expression(&presence(ConnectionState::Connected));
    assert!(connected.contains("REMOVE reason, disconnectedShard"), "{connected}");
    assert!(connected.contains("since = \"2026-11-21T10:00:00.000Z#CHI_0001\""), "{connected}");
}

#[test]
fn a_stored_connection_is_read() {
    let texts = [
        ("location", "CHI_0001"),
        ("state", "DISCONNECTED"),
        ("since", "2026-11-21T10:00:00.000Z#CHI_0001"),
        ("address", "10.0.0.1"),
        ("session", "s"),
        ("clockSkewAt", "2026-11-21T10:00:00.000Z"),
    ];
    let mut item: Item = texts.map(|(name, value)| (name.to_owned(), table::text(value))).into();
    item.extend(
        [("connection", 3), ("clockSkewSeconds", -90), ("revision", 4)]
            .map(|(name, value)| (name.to_owned(), table::number(value))),
    );
    let stored = connection(table::from_item("FridgeConnections", "location", item).unwrap()).unwrap();
    assert_eq!(stored.presence, Some(presence(ConnectionState::Disconnected)));
    assert_eq!((stored.revision, stored.clock_skew_at(now())), (4, Some(-90)));
    assert_eq!(stored.clock_skew_at(now().plus(Duration::hours(24))), None);
}

#[test]
fn a_fridge_with_a_clock_skew_only_never_connected() {
    let mut item: Item = [("location".to_owned(), table::text("CHI_0001"))].into();
    item.insert("clockSkewSeconds".into(), table::number(7));
    item.insert("clockSkewAt".into(), table::text(now().to_string()));
    let stored = connection(table::from_item("FridgeConnections", "location", item).unwrap()).unwrap();
    assert_eq!((stored.presence, stored.revision), (None, 0));
}
