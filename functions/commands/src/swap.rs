//! The second step of a computer swap.

use crate::{create::CommandSender, model::QueueMessage, rules::command};
use locations::model::LocationId;
use serde::Deserialize;
use shared::{Request, Result};

/// Arguments of `sendConfirmedInventoryAndConfirmedReservation`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SwapArguments {
    location_id: LocationId,
}

/// Sends the command that requests the confirmed inventory and reservations from a fridge with a swapped computer.
///
/// # Errors
/// [`shared::Error::Forbidden`] without the flag of computer swaps, [`shared::Error::NotFound`] if the location does
/// not exist.
pub async fn send_confirmed_inventory(
    sender: &CommandSender,
    Request { permit, now, input }: Request<SwapArguments>,
) -> Result<QueueMessage> {
    sender.send(&permit, now, command::SWAP_FLAG, input.location_id, command::SWAP_COMMAND).await
}
