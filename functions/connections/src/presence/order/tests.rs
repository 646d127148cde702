//! Tests of the order of events.

use super::*;
use crate::testing::now;
use ConnectionState::{Connected, Disconnected};
use proptest::prelude::*;
use rstest::rstest;

/// An event of a connection, this many seconds after [`now`].
fn event(state: ConnectionState, connection: i64, seconds: i64) -> Presence {
    Presence {
        state,
        since: now().plus(Duration::seconds(seconds)),
        reason: (state == Disconnected).then(|| "CONNECTION_LOST".into()),
        address: (state == Connected).then(|| format!("10.0.0.{connection}")),
        session: format!("session {connection}"),
        connection,
    }
}

/// The disconnection of the first of two computers with the fridge's name.
fn takeover(connection: i64, seconds: i64) -> Presence {
    Presence { reason: Some(TAKEOVER.into()), ..event(Disconnected, connection, seconds) }
}

fn empty() -> Connection {
    Connection::new("CHI_0001".parse().unwrap())
}

fn after_all(events: impl IntoIterator<Item = Presence>) -> Connection {
    events.into_iter().fold(empty(), |connection, event| after(&connection, event).unwrap_or(connection))
}

fn state(connection: &Connection) -> Option<(ConnectionState, i64)> {
    connection.presence.as_ref().map(|presence| (presence.state, presence.connection))
}

#[rstest]
#[case::first(&[(Connected, 0, 0)], (Connected, 0))]
#[case::disconnected(&[(Connected, 0, 0), (Disconnected, 0, 60)], (Disconnected, 0))]
#[case::a_late_connection(&[(Disconnected, 0, 60), (Connected, 0, 0)], (Disconnected, 0))]
#[case::another_connection(&[(Connected, 0, 0), (Disconnected, 0, 60), (Connected, 1, 90)], (Connected, 1))]
#[case::a_late_disconnection(&[(Connected, 0, 0), (Connected, 1, 90), (Disconnected, 0, 60)], (Connected, 1))]
#[case::inaccurate_times(&[(Connected, 4, 0), (Connected, 5, -100)], (Connected, 5))]
#[case::after_an_hour_the_number_starts_again(&[(Disconnected, 9, 0), (Connected, 0, 4000)], (Connected, 0))]
#[case::a_late_event_of_an_earlier_count(
    &[(Connected, 8, 0), (Connected, 0, 4000), (Disconnected, 8, 60)], (Connected, 0)
)]
#[case::a_long_connection(&[(Connected, 3, 0), (Disconnected, 3, 900_000)], (Disconnected, 3))]
fn the_latest_event_counts_in_any_order(
    #[case] events: &[(ConnectionState, i64, i64)],
    #[case] expected: (ConnectionState, i64),
) {
    let events = events.iter().map(|(state, connection, seconds)| event(*state, *connection, *seconds));
    assert_eq!(state(&after_all(events)), Some(expected));
}

#[rstest]
#[case::after_the_connection(&[event(Connected, 1, 0), event(Connected, 2, 60), takeover(1, 61)])]
#[case::before_the_connection(&[event(Connected, 1, 0), takeover(1, 61), event(Connected, 2, 60)])]
fn a_takeover_leaves_the_fridge_connected_and_is_counted(#[case] events: &[Presence]) {
    let connection = after_all(events.iter().cloned());
    assert_eq!(state(&connection), Some((Connected, 2)));
    let now = now().plus(Duration::minutes(30));
    assert_eq!(connection.takeovers_at(now), 1);
    assert_eq!(connection.takeovers_at(now.plus(Duration::hours(1))), 0);
}

#[test]
fn the_takeovers_of_two_computers_are_counted_up_to_a_limit() {
    let fight = |count: i64| {
        (0..count).flat_map(|number| [event(Connected, number + 1, number * 5), takeover(number, number * 5)])
    };
    let connection = after_all(fight(20));
    assert_eq!(connection.takeovers_at(now().plus(Duration::minutes(2))), 20);
    assert_eq!(after_all(fight(200)).takeovers.len(), MAX_TAKEOVERS);
}

#[test]
fn a_duplicate_changes_nothing() {
    for event in [event(Connected, 1, 0), event(Disconnected, 1, 0), takeover(1, 0)] {
        let connection = after(&empty(), event.clone()).unwrap();
        assert_eq!(after(&connection, event), None);
    }
}

#[test]
fn the_address_is_that_of_the_latest_connection() {
    let connection = after_all([event(Connected, 1, 0), event(Disconnected, 1, 60)]);
    let presence = connection.presence.unwrap();
    assert_eq!((presence.address.as_deref(), presence.reason.as_deref()), (Some("10.0.0.1"), Some("CONNECTION_LOST")));
}

proptest! {
    #[test]
    fn any_order_of_events_leads_to_the_same_connection(
        order in Just((0..8).collect::<Vec<usize>>()).prop_shuffle(),
        repeated in prop::collection::vec(0_usize..8, 0..8),
    ) {
        let events: Vec<Presence> = (0..4).flat_map(|number| {
            [event(Connected, number, number * 20), takeover(number, number * 20 + 20)]
        }).collect();
        let connection = after_all(order.iter().chain(&repeated).map(|number| events[*number].clone()));
        prop_assert_eq!(state(&connection), Some((Connected, 3)));
        prop_assert_eq!(connection.takeovers.len(), 4);
    }
}
