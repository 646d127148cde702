//! GraphQL query `readQueueMessages`: lists the commands to a fridge with their states.

use commands::{
    model::QueueMessage,
    read::{self, ReadQueueMessagesArguments},
    store::CommandStore,
};
use shared::{Exit, Operation, Page, Request, RequiredPermission, Result};

struct ReadQueueMessages;

impl Operation for ReadQueueMessages {
    const NAME: &'static str = "readQueueMessages";
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    type Input = ReadQueueMessagesArguments;
    type Output = Page<QueueMessage>;
    type Dependencies = CommandStore;

    async fn run(commands: &CommandStore, request: Request<ReadQueueMessagesArguments>) -> Result<Page<QueueMessage>> {
        read::read_queue_messages(commands, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<ReadQueueMessages>()
}
