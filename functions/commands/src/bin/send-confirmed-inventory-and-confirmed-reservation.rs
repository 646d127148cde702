//! GraphQL mutation `sendConfirmedInventoryAndConfirmedReservation`: the second step of a computer swap.

use commands::{
    create::CommandSender,
    model::QueueMessage,
    swap::{self, SwapArguments},
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::SendFridgeCommand);
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::FeatureFlags.allows(&[GetItem]),
        Table::FridgeCommands.allows(&[GetItem, PutItem]),
        Table::Locations.allows(&[GetItem]),
        Queue::Command.sends(),
        Channels::Fridge.publishes(),
    ];
    type Input = SwapArguments;
    type Output = QueueMessage;
    type Dependencies = CommandSender;

    async fn run(sender: &CommandSender, request: Request<SwapArguments>) -> Result<QueueMessage> {
        swap::send_confirmed_inventory(sender, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
