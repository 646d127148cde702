//! Live events: the kind and the id of the changed object, without data. The web app parses them in `api/channels.ts`.

use serde::Serialize;

/// The kind of the changed object.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// The health of a fridge; the id is its location's.
    Health,
    /// An alert was raised, cleared or acknowledged; the id is the alert's.
    Alert,
    /// The connection or the certificates of a fridge; the id is its location's.
    Connection,
    /// A command was sent or its status changed; the id is the command's.
    Command,
    /// The inventory of a fridge; the id is its location's.
    Inventory,
    /// A driver or dispatcher recorded an action; the id is the action's.
    DriverAction,
}

/// An event. It informs subscribers of a change, which they read through the operation that checks the permission.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Event {
    kind: Kind,
    id: String,
}

impl Event {
    /// Creates an event for the object with this kind and id.
    #[expect(clippy::needless_pass_by_value, reason = "callers pass temporary ids of several types")]
    pub fn new(kind: Kind, id: impl ToString) -> Self {
        Self { kind, id: id.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_event_is_a_kind_and_an_id() {
        assert_eq!(json!(Event::new(Kind::Health, "FRIDGE_1")), json!({"kind": "health", "id": "FRIDGE_1"}));
        assert_eq!(json!(Event::new(Kind::DriverAction, 7)), json!({"kind": "driverAction", "id": "7"}));
    }
}
