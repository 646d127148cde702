//! GraphQL mutation `createQueueMessage`: sends a command to a fridge.

use commands::{
    create::{self, CommandSender, CreateQueueMessageArguments},
    model::QueueMessage,
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
    type Input = CreateQueueMessageArguments;
    type Output = QueueMessage;
    type Dependencies = CommandSender;

    async fn run(sender: &CommandSender, request: Request<CreateQueueMessageArguments>) -> Result<QueueMessage> {
        create::create_queue_message(sender, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
