//! The second step of a computer swap.

use crate::{create::Dispatch, model::QueueMessage, rules::command};
use locations::model::LocationId;
use serde::Deserialize;
use shared::{Request, Result};

/// Arguments of `sendConfirmedInventoryAndConfirmedReservation`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SwapArguments {
    location_id: LocationId,
}

/// Has a fridge whose computer was swapped send its confirmed inventory and reservations.
///
/// # Errors
/// [`shared::Error::Forbidden`] without the flag of computer swaps, [`shared::Error::NotFound`] without the location.
pub async fn send_confirmed_inventory(
    dispatch: &Dispatch,
    Request { permit, now, input }: Request<SwapArguments>,
) -> Result<QueueMessage> {
    dispatch.send(&permit, now, command::SWAP_FLAG, input.location_id, command::SWAP).await
}
