//! GraphQL mutation `sendConfirmedInventoryAndConfirmedReservation`: the second step of a computer swap.

use commands::{
    create::Dispatch,
    model::QueueMessage,
    swap::{self, SwapArguments},
};
use shared::{Action, Exit, Needs, Operation, Request, Result};

struct SendConfirmedInventoryAndConfirmedReservation;

impl Operation for SendConfirmedInventoryAndConfirmedReservation {
    const NAME: &'static str = "sendConfirmedInventoryAndConfirmedReservation";
    const NEEDS: Needs = Needs::Action(Action::SendFridgeCommand);
    type Input = SwapArguments;
    type Output = QueueMessage;
    type Uses = Dispatch;

    async fn run(dispatch: &Dispatch, request: Request<SwapArguments>) -> Result<QueueMessage> {
        swap::send_confirmed_inventory(dispatch, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<SendConfirmedInventoryAndConfirmedReservation>()
}
