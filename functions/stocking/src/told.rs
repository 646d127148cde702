//! Telling the open pages of a stocking day what was just done.

use crate::driver_action::DriverAction;
use chrono::NaiveDate;
use serde::Serialize;
use shared::live::{Channel, Live};

/// An action, as pages are told of it.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename = "driverAction")]
struct Event<'a> {
    action: &'a DriverAction,
}

/// Tells `actions`, which were written, to the pages that show the stocking day.
pub async fn tell(live: &Live, day: NaiveDate, actions: &[DriverAction]) {
    let events: Vec<Event<'_>> = actions.iter().map(|action| Event { action }).collect();
    live.publish(Channel::StockingDay(day), &events).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver_action::DriverActionType;
    use serde_json::json;
    use uuid::Uuid;

    #[test]
    fn an_action_is_told_as_the_schema_has_it() {
        let at = "2026-11-21T15:05:00Z".parse().unwrap();
        let action = DriverAction {
            id: Uuid::nil(),
            event_type: DriverActionType::PackingSlipQuery,
            location_id: "F1".parse().unwrap(),
            data: "{}".into(),
            created_at: at,
            user: "ana@drivers.example".into(),
            last_modified: at,
        };
        let expected = json!({ "type": "driverAction", "action": {
            "id": Uuid::nil(), "eventType": "PackingSlipQuery", "locationId": "F1", "data": "{}",
            "createdAt": "2026-11-21T15:05:00.000Z", "user": "ana@drivers.example",
            "_lastModified": "2026-11-21T15:05:00.000Z",
        } });
        assert_eq!(serde_json::to_value(Event { action: &action }).unwrap(), expected);
    }
}
