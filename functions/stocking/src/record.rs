//! Records the telemetry messages about stocking.

use crate::{
    decision::DropDecisionStore,
    driver_action::{DriverAction, DriverActionStore},
    message, model, notifications,
    rules::{
        day::stocking_day,
        drop_done::{self, DropOff},
        expected_time::Stocking,
    },
    stocked::{StockedTime, Stockings},
    stop_times::{StockedStop, StopName, StopTimeStore},
    store::PackingSlipStore,
};
use locations::model::LocationId;
use shared::{Error, Instant, Result, bounded, live::Live};
use uuid::Uuid;

/// Maximum length of an action's data as text, in characters. A page contains thousands of actions.
pub const MAX_DATA: usize = 4000;

/// Stores a packing slip, unless the stored one is as new or newer.
pub async fn packing_slip(
    store: &PackingSlipStore,
    location_id: LocationId,
    occurred_at: Instant,
    slip: message::PackingSlip,
) -> Result<()> {
    let slip = model::PackingSlip {
        location_id,
        unique_id: slip.unique_id.into(),
        drop_off_date: slip.drop_off_date,
        route: slip.route.to_lowercase(),
        stocking_index: slip.stocking_index.into(),
        create_date: slip.create_date,
        slip_type: slip.slip_type.into(),
        client_code: slip.client_code.into(),
        status: slip.status.into(),
        tote_count: slip.tote_count.into(),
        occurred_at,
    };
    store.put(&slip).await
}

/// Stores a driver action and publishes it to the pages that show the stocking day. A report that names its route and
/// that the location was stocked also is part of the history of the stop. A duplicate message changes nothing.
///
/// # Errors
/// [`Error::Invalid`] if the data is longer than [`MAX_DATA`].
pub async fn driver_action(
    (store, drops, times, live): (&DriverActionStore, &DropDecisionStore, &StopTimeStore, &Live),
    location_id: LocationId,
    (occurred_at, now): (Instant, Instant),
    message_id: Uuid,
    action: message::DriverAction,
) -> Result<()> {
    let stored = to_driver_action(message_id, location_id, (occurred_at, now), &action)?;
    let day = stocking_day(occurred_at);
    // The drop-off is stored first, because decisions are checked against it: as soon as the action is listed, the drop
    // can no longer be set to Not Delivering.
    if let Some(time) = stocked_time(&stored) {
        drops.add_drop_off(day, &stored.location_id, &drop_off(&action.data)).await?;
        drops.add_stocked_time(&time).await?;
    }
    if let Some(stocked) = stocked_stop(&stored.location_id, occurred_at, &action) {
        times.record(&stocked, now).await?;
    }
    store.put(&stored).await?;
    notifications::publish_actions(live, day, &[stored]).await;
    Ok(())
}

/// The stored form of a driver action.
///
/// # Errors
/// [`Error::Invalid`] if the data is longer than [`MAX_DATA`].
pub fn to_driver_action(
    message_id: Uuid,
    location_id: LocationId,
    (occurred_at, now): (Instant, Instant),
    action: &message::DriverAction,
) -> Result<DriverAction> {
    let data = serde_json::to_string(&action.data).map_err(Error::internal)?;
    if let Some(message) = bounded::too_long(&data, MAX_DATA) {
        return Err(Error::invalid("data", format!("data {message}")));
    }
    Ok(DriverAction {
        id: message_id,
        event_type: action.event_type.into(),
        location_id,
        data,
        created_at: occurred_at,
        user: action.user.to_lowercase(),
        last_modified: now,
    })
}

/// The time at which an action reports stockings as done, or `None` if it is another action.
pub fn stocked_time(action: &DriverAction) -> Option<StockedTime> {
    let DriverAction { event_type, location_id, data, created_at, .. } = action;
    let stocking_index = serde_json::from_str::<DropOff>(data).ok().and_then(|data| data.stocking_index);
    drop_done::is_drop_off(*event_type).then(|| StockedTime {
        date: stocking_day(*created_at),
        stockings: Stockings { location: location_id.clone(), stocking_index },
        at: *created_at,
    })
}

/// The stop that was stocked, or `None` if the action is another one or does not name its route.
pub fn stocked_stop(
    location_id: &LocationId,
    occurred_at: Instant,
    action: &message::DriverAction,
) -> Option<StockedStop> {
    let DropOff { stocking_index, route, .. } = drop_off(&action.data);
    let route = route.filter(|_| drop_done::is_drop_off(action.event_type.into()))?;
    let stop = StopName { route, location_id: location_id.clone(), stocking_index };
    Some(StockedStop { stop, stocking: Stocking { at: occurred_at, driver: action.user.to_lowercase() } })
}

/// The stocking that the report refers to.
fn drop_off(data: &message::DriverActionData) -> DropOff {
    DropOff {
        stocking_index: data.stocking_index.map(Into::into),
        packing_slip_id: data.packing_slip_id.clone().map(Into::into),
        route: data.route.as_ref().map(|route| route.to_lowercase()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn stored(data: &Value) -> Result<DriverAction> {
        let reported = json!({ "eventType": "LocationStocked", "user": "Ana@drivers.example", "data": data });
        let at = "2026-11-23T15:00:00Z".parse().unwrap();
        let reported = serde_json::from_value(reported).unwrap();
        to_driver_action(Uuid::nil(), "F1".parse().unwrap(), (at, at), &reported)
    }

    #[test]
    fn a_stocking_that_names_its_route_is_part_of_the_history_of_the_stop() {
        let at: Instant = "2026-11-23T15:00:00Z".parse().unwrap();
        let location: LocationId = "F1".parse().unwrap();
        let stocked = |event_type: &str, data: Value| {
            let reported = json!({ "eventType": event_type, "user": "Ana@drivers.example", "data": data });
            stocked_stop(&location, at, &serde_json::from_value(reported).unwrap())
        };
        let stop = |stocking_index| StopName { route: "chi_ana".into(), location_id: location.clone(), stocking_index };
        for (event_type, data, expected) in [
            ("LocationStocked", json!({ "route": "CHI_Ana", "stockingIndex": 2 }), Some(stop(Some(2)))),
            ("DropOffComplete", json!({ "route": "chi_ana" }), Some(stop(None))),
            ("LocationStocked", json!({ "stockingIndex": 2 }), None),
            ("PackingSlipQuery", json!({ "route": "chi_ana" }), None),
            ("LocationUnreachable", json!({ "route": "chi_ana" }), None),
        ] {
            let stocking = Stocking { at, driver: "ana@drivers.example".into() };
            let expected = expected.map(|stop| StockedStop { stop, stocking });
            assert_eq!(stocked(event_type, data.clone()), expected, "{event_type} {data}");
        }
    }

    #[test]
    fn only_a_drop_off_has_a_stocked_time_on_its_stocking_day() {
        for (event_type, at, data, expected) in [
            ("LocationStocked", "2026-11-23T15:00:00Z", json!({ "stockingIndex": 2 }), Some(("2026-11-23", "F1#2"))),
            ("DropOffComplete", "2026-11-24T01:00:00Z", json!({}), Some(("2026-11-24", "F1#"))),
            ("LocationUnreachable", "2026-11-23T15:00:00Z", json!({ "stockingIndex": 2 }), None),
        ] {
            let reported = json!({ "eventType": event_type, "user": "ana@drivers.example", "data": data });
            let at: Instant = at.parse().unwrap();
            let reported = serde_json::from_value(reported).unwrap();
            let stored = to_driver_action(Uuid::nil(), "F1".parse().unwrap(), (at, at), &reported).unwrap();
            let found = stocked_time(&stored);
            assert!(found.iter().all(|time| time.at == at));
            let found = found.map(|time| (time.date.to_string(), time.stockings.to_string()));
            assert_eq!(found, expected.map(|(date, stockings)| (date.into(), stockings.into())), "{event_type}");
        }
    }

    #[test]
    fn rejects_an_action_whose_data_is_too_long() {
        let note = |length: usize| json!({ "note": "a".repeat(length) });
        let overhead = note(0).to_string().len();
        assert!(stored(&note(MAX_DATA - overhead)).is_ok());
        let Err(Error::Invalid(errors)) = stored(&note(MAX_DATA - overhead + 1)) else { panic!("it was accepted") };
        assert_eq!(errors[0].message, "data can have at most 4000 characters");
    }
}
