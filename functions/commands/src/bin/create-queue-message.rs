//! GraphQL mutation `createQueueMessage`: sends a command to a fridge.

use commands::{
    create::{self, CommandSender, CreateQueueMessageArguments},
    model::QueueMessage,
};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result};

struct CreateQueueMessage;

impl Operation for CreateQueueMessage {
    const NAME: &'static str = "createQueueMessage";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::SendFridgeCommand);
    type Input = CreateQueueMessageArguments;
    type Output = QueueMessage;
    type Dependencies = CommandSender;

    async fn run(sender: &CommandSender, request: Request<CreateQueueMessageArguments>) -> Result<QueueMessage> {
        create::create_queue_message(sender, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<CreateQueueMessage>()
}
