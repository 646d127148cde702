//! GraphQL query `readQueueMessages`: the messages to a fridge, with how far each command got.

use commands::{
    model::QueueMessage,
    read::{self, ReadQueueMessagesArguments},
    store::CommandStore,
};
use shared::{Exit, Needs, Operation, Page, Request, Result};

struct ReadQueueMessages;

impl Operation for ReadQueueMessages {
    const NAME: &'static str = "readQueueMessages";
    const NEEDS: Needs = Needs::SignIn;
    type Input = ReadQueueMessagesArguments;
    type Output = Page<QueueMessage>;
    type Uses = CommandStore;

    async fn run(commands: &CommandStore, request: Request<ReadQueueMessagesArguments>) -> Result<Page<QueueMessage>> {
        read::read_queue_messages(commands, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<ReadQueueMessages>()
}
