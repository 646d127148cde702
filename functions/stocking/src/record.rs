//! Writing what telemetry tells of stocking.

use crate::{
    driver_action::{DriverAction, DriverActionStore},
    message, model,
    rules::day::stocking_day,
    store::PackingSlipStore,
    told,
};
use locations::model::LocationId;
use shared::{Error, Instant, Result, live::Live};
use uuid::Uuid;

/// Writes a packing slip, unless what is stored of it is as new.
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

/// Writes what a driver did, and tells it to the pages that show the stocking day. The same message again changes
/// nothing.
pub async fn driver_action(
    (store, live): (&DriverActionStore, &Live),
    location_id: LocationId,
    (occurred_at, now): (Instant, Instant),
    message_id: Uuid,
    action: message::DriverAction,
) -> Result<()> {
    let action = DriverAction {
        id: message_id,
        event_type: action.event_type.into(),
        location_id,
        data: serde_json::to_string(&action.data).map_err(Error::internal)?,
        created_at: occurred_at,
        user: action.user.to_lowercase(),
        last_modified: now,
    };
    store.put(&action).await?;
    told::tell(live, stocking_day(occurred_at), &[action]).await;
    Ok(())
}
