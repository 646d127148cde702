//! GraphQL mutation `sendConfirmedInventoryAndConfirmedReservation`: the second step of a computer swap.

use commands::{
    create::CommandSender,
    model::QueueMessage,
    swap::{self, SwapArguments},
};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result};

struct SendConfirmedInventoryAndConfirmedReservation;

impl Operation for SendConfirmedInventoryAndConfirmedReservation {
    const NAME: &'static str = "sendConfirmedInventoryAndConfirmedReservation";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::SendFridgeCommand);
    type Input = SwapArguments;
    type Output = QueueMessage;
    type Dependencies = CommandSender;

    async fn run(sender: &CommandSender, request: Request<SwapArguments>) -> Result<QueueMessage> {
        swap::send_confirmed_inventory(sender, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<SendConfirmedInventoryAndConfirmedReservation>()
}
