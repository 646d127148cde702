//! Dead letters: messages in the dead-letter queues of a stack.

use crate::{Stack, must, wait_until};
use aws_sdk_sqs::types::{ChangeMessageVisibilityBatchRequestEntry, Message};
use std::collections::BTreeMap;

/// The attributes of a dead letter by name, such as `reason`.
pub type DeadLetter = BTreeMap<String, String>;

/// The maximum number of messages of one call of SQS.
const BATCH: u8 = 10;
/// The time for which read messages are hidden, in seconds. It is longer than one reading of a whole queue.
const HIDDEN: i32 = 30;

/// Waits until a dead-letter queue, such as `telemetryDeadLetter`, contains messages with all of these bodies. Deletes
/// them, and returns their attributes by body. Other messages stay in the queue.
pub async fn take_dead_letters(stack: &Stack, queue: &str, bodies: &[String]) -> BTreeMap<String, DeadLetter> {
    let (sqs, url) = (stack.aws().sqs(), stack.aws().queue(queue));
    let find = async || {
        let is_wanted = |letter: &Message| letter.body.as_ref().is_some_and(|body| bodies.contains(body));
        let (wanted, others): (Vec<_>, Vec<_>) = read_all(&sqs, url).await.into_iter().partition(is_wanted);
        show(&sqs, url, &others).await;
        let found: BTreeMap<_, _> =
            wanted.iter().map(|letter| (letter.body.clone().unwrap_or_default(), attributes(letter))).collect();
        if found.len() < bodies.len() {
            show(&sqs, url, &wanted).await;
            return None;
        }
        for letter in wanted {
            let delete = sqs.delete_message().queue_url(url).set_receipt_handle(letter.receipt_handle);
            must("the deletion of a dead letter", delete.send().await);
        }
        Some(found)
    };
    wait_until("the dead letters", find).await
}

fn attributes(letter: &Message) -> DeadLetter {
    let attributes = letter.message_attributes.iter().flatten();
    attributes.map(|(name, value)| (name.clone(), value.string_value.clone().unwrap_or_default())).collect()
}

/// As [`take_dead_letters`], for one message.
pub async fn take_dead_letter(stack: &Stack, queue: &str, body: &str) -> DeadLetter {
    take_dead_letters(stack, queue, &[body.into()]).await.remove(body).unwrap_or_default()
}

/// All messages that other readers do not hide. Reading only some of them would miss new ones, because SQS can return the
/// same old ones again.
async fn read_all(sqs: &aws_sdk_sqs::Client, url: &str) -> Vec<Message> {
    let mut all = Vec::new();
    loop {
        let receive = sqs.receive_message().queue_url(url).message_attribute_names("All").visibility_timeout(HIDDEN);
        let received = must("the dead letters", receive.max_number_of_messages(BATCH.into()).send().await);
        match received.messages {
            Some(messages) if !messages.is_empty() => all.extend(messages),
            _ => return all,
        }
    }
}

/// Ends the time for which these messages are hidden, so that the next reading returns them.
async fn show(sqs: &aws_sdk_sqs::Client, url: &str, messages: &[Message]) {
    for batch in messages.chunks(BATCH.into()) {
        let entry = |(index, message): (usize, &Message)| {
            let entry = ChangeMessageVisibilityBatchRequestEntry::builder().id(index.to_string()).visibility_timeout(0);
            must("an entry", entry.set_receipt_handle(message.receipt_handle.clone()).build())
        };
        let entries = batch.iter().enumerate().map(entry).collect();
        let change = sqs.change_message_visibility_batch().queue_url(url).set_entries(Some(entries));
        must("the visibility of dead letters", change.send().await);
    }
}
