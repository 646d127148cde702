//! GraphQL query `readQueueMessages`: lists the commands to a fridge with their states.

use commands::{
    model::QueueMessage,
    read::{self, ReadQueueMessagesArguments},
    store::CommandStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Table::FridgeCommands.allows(&[Query])];
    type Input = ReadQueueMessagesArguments;
    type Output = Page<QueueMessage>;
    type Dependencies = CommandStore;

    async fn run(commands: &CommandStore, request: Request<ReadQueueMessagesArguments>) -> Result<Page<QueueMessage>> {
        read::read_queue_messages(commands, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
