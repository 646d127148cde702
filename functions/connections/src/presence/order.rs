//! The order of the broker's events. They can arrive late, twice and in any order.
//! <https://docs.aws.amazon.com/iot/latest/developerguide/life-cycle-events.html>

use super::model::{Connection, ConnectionState, Presence, TAKEOVER_WINDOW};
use chrono::Duration;
use shared::Instant;

/// The reason with which the broker disconnects a client when another one connects with the same name.
pub const TAKEOVER: &str = "DUPLICATE_CLIENTID";
/// The maximum number of takeovers that are stored.
const MAX_TAKEOVERS: usize = 100;
/// Events whose times differ by more than this are ordered by their times, because the broker counts connections from 0
/// again after a client was away for an hour. Other events are ordered by the number of the connection, because their
/// times are inaccurate by up to two minutes.
const MIN_RESTART: Duration = Duration::minutes(5);

/// The connection after an event, or `None` if the event changes nothing.
pub fn after(connection: &Connection, event: Presence) -> Option<Connection> {
    let is_takeover = event.reason.as_deref() == Some(TAKEOVER);
    let takeover = is_takeover.then_some(event.since).filter(|at| !connection.takeovers.contains(at));
    // After a takeover, the other computer is connected. Its own event has the time.
    let is_newer = !is_takeover && connection.presence.as_ref().is_none_or(|stored| is_newer(&event, stored));
    let newer = is_newer.then_some(event);
    if takeover.is_none() && newer.is_none() {
        return None;
    }
    let mut after = connection.clone();
    after.takeovers.extend(takeover);
    if let Some(latest) = after.takeovers.last().copied() {
        after.takeovers.retain(|at| latest.since(*at) < TAKEOVER_WINDOW);
    }
    while after.takeovers.len() > MAX_TAKEOVERS {
        after.takeovers.pop_first();
    }
    if let Some(mut event) = newer {
        let previous = after.presence.take().and_then(|previous| previous.address);
        event.address = event.address.or(previous);
        after.presence = Some(event);
    }
    Some(after)
}

/// Whether an event occurred after the stored one.
fn is_newer(event: &Presence, stored: &Presence) -> bool {
    if event.since.since(stored.since).abs() > MIN_RESTART {
        return event.since > stored.since;
    }
    order(event) > order(stored)
}

/// The connection and the disconnection of a client have the same number.
fn order(presence: &Presence) -> (i64, bool, Instant) {
    (presence.connection, presence.state == ConnectionState::Disconnected, presence.since)
}

#[cfg(test)]
mod tests;
