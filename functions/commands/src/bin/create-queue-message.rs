//! GraphQL mutation `createQueueMessage`: sends a command to a fridge.

use commands::{
    create::{self, CreateQueueMessageArguments, Dispatch},
    model::QueueMessage,
};
use shared::{Action, Exit, Needs, Operation, Request, Result};

struct CreateQueueMessage;

impl Operation for CreateQueueMessage {
    const NAME: &'static str = "createQueueMessage";
    const NEEDS: Needs = Needs::Action(Action::SendFridgeCommand);
    type Input = CreateQueueMessageArguments;
    type Output = QueueMessage;
    type Uses = Dispatch;

    async fn run(dispatch: &Dispatch, request: Request<CreateQueueMessageArguments>) -> Result<QueueMessage> {
        create::create_queue_message(dispatch, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<CreateQueueMessage>()
}
