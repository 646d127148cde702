//! The connection of a fridge.

use chrono::Duration;
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::Instant;
use std::collections::BTreeSet;
use strum::Display;

/// The time for which takeovers count.
pub const TAKEOVER_WINDOW: Duration = Duration::hours(1);
/// The time for which a difference of clocks is shown after the last message that was rejected for its time.
pub const CLOCK_SKEW_WINDOW: Duration = Duration::hours(24);

/// Whether a fridge is connected.
#[derive(Clone, Copy, Debug, Deserialize, Display, Eq, PartialEq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum ConnectionState {
    /// The fridge is connected.
    Connected,
    /// The fridge is not connected.
    Disconnected,
}

/// The latest event of a fridge's connection, by which later events are ordered.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Presence {
    /// The state.
    pub state: ConnectionState,
    /// When the event occurred, by the broker's clock.
    pub since: Instant,
    /// The broker's reason of a disconnection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The IP address of the latest connection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The session of the connection.
    pub session: String,
    /// The number of the connection. The broker starts again with 0 after the fridge was away for an hour.
    pub connection: i64,
}

/// The stored connection of a fridge.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Connection {
    /// The fridge.
    pub location: LocationId,
    /// The latest event. `None` if the fridge never connected.
    pub presence: Option<Presence>,
    /// The latest times at which a second client with the fridge's name replaced the first.
    pub takeovers: BTreeSet<Instant>,
    /// The difference between the fridge's clock and Larder's, and when it was measured.
    pub clock_skew: Option<(Duration, Instant)>,
    /// The number of writes of events.
    pub revision: u64,
}

impl Connection {
    /// The connection of a fridge without events.
    pub fn new(location: LocationId) -> Self {
        Self { location, presence: None, takeovers: BTreeSet::new(), clock_skew: None, revision: 0 }
    }

    /// The number of takeovers in the hour before `now`.
    pub fn takeovers_at(&self, now: Instant) -> usize {
        self.takeovers.iter().filter(|at| now.since(**at) < TAKEOVER_WINDOW).count()
    }

    /// The difference of clocks in seconds that is shown at `now`.
    pub fn clock_skew_at(&self, now: Instant) -> Option<i64> {
        let (skew, at) = self.clock_skew?;
        (now.since(at) < CLOCK_SKEW_WINDOW).then(|| skew.num_seconds())
    }
}
