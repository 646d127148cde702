//! The listener `forward-fridge-message`: sends the messages of fridges to the telemetry queue. Requirements:
//! `docs/requirements/connections.md`, CON-17 and CON-18.
//!
//! It decides nothing about the content: ingestion rejects invalid messages, so that all dead letters have one form.

use aws_sdk_sqs::{Client, types::MessageAttributeValue};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde::Serialize;
use serde_json::{Value, json};
use shared::{
    Environment, Error, FromEnvironment, Instant, Result, aws_error::failure, fridge_message::FridgeMessage,
    fridge_topics::Up,
};

/// The attribute of a message that states the fridge, as `functions/ingest/README.md` describes it.
const SENDER: &str = "sender";

/// The telemetry queue.
#[derive(Debug)]
pub struct TelemetryQueue {
    client: Client,
    url: String,
}

impl FromEnvironment for TelemetryQueue {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: Client::new(environment.sdk()), url: environment.variable("TELEMETRY_QUEUE_URL")? })
    }
}

/// The sender of a message, as the broker authenticated it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Sender<'a> {
    fridge: &'a str,
    certificate: &'a str,
    topic: Up,
    received_at: Instant,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    base64: bool,
}

/// A message of the telemetry queue.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct QueueMessage {
    /// The body: the payload, or the payload in Base64.
    pub body: String,
    /// The group: the fridge.
    pub group: String,
    /// The attribute `sender`.
    pub sender: String,
}

/// Sends the message of a fridge to the telemetry queue. Returns counts for the log.
///
/// # Errors
/// If the broker did not authenticate the fridge of the topic, or the queue is unavailable. The message is delivered
/// again and finally becomes a dead letter of forwarding.
pub async fn forward_fridge_message(queue: &TelemetryQueue, event: FridgeMessage) -> Result<Value> {
    let QueueMessage { body, group, sender } = message(&event)?;
    let sender = MessageAttributeValue::builder().data_type("String").string_value(sender).build();
    let send = queue.client.send_message().queue_url(&queue.url).message_group_id(group).message_body(body);
    send.message_attributes(SENDER, sender.map_err(Error::internal)?).send().await.map_err(failure)?;
    Ok(json!({ "messages": 1 }))
}

/// The queue's message for the message of a fridge.
///
/// # Errors
/// [`Error::Unavailable`], which is not retryable, if the broker did not authenticate the fridge of the topic.
pub fn message(event: &FridgeMessage) -> Result<QueueMessage> {
    let fridge = event.sender()?;
    let (body, base64) = match String::from_utf8(event.bytes()?) {
        Ok(text) if is_accepted(&text) => (text, false),
        Ok(text) => (BASE64_STANDARD.encode(text), true),
        Err(error) => (BASE64_STANDARD.encode(error.as_bytes()), true),
    };
    let (certificate, received_at) = (event.certificate.as_str(), event.received_at());
    let sender = Sender { fridge, certificate, topic: event.topic, received_at, base64 };
    let sender = serde_json::to_string(&sender).map_err(Error::internal)?;
    Ok(QueueMessage { body, group: fridge.into(), sender })
}

/// Whether SQS accepts the text as a body.
/// <https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html>
fn is_accepted(text: &str) -> bool {
    let is_control = |letter: char| letter < ' ' && !matches!(letter, '\t' | '\n' | '\r');
    let is_noncharacter = |letter: char| matches!(letter, '\u{fffe}' | '\u{ffff}');
    !text.is_empty() && !text.chars().any(|letter| is_control(letter) || is_noncharacter(letter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    fn event(payload: &[u8]) -> FridgeMessage {
        let event = json!({
            "payload": BASE64_STANDARD.encode(payload), "fridge": "CHI_0001", "certificate": "ab".repeat(32),
            "id": "CHI_0001", "topic": "telemetry", "receivedAt": 1_795_255_200_000_u64,
        });
        serde_json::from_value(event).unwrap()
    }

    #[test]
    fn a_text_is_forwarded_unchanged_with_its_sender() {
        let forwarded = message(&event(b"{\"type\": \"StockOut\"}\n")).unwrap();
        assert_eq!(forwarded.body, "{\"type\": \"StockOut\"}\n");
        assert_eq!(forwarded.group, "CHI_0001");
        let sender: Value = serde_json::from_str(&forwarded.sender).unwrap();
        let expected = json!({
            "fridge": "CHI_0001", "certificate": "ab".repeat(32), "topic": "telemetry",
            "receivedAt": "2026-11-21T10:00:00.000Z",
        });
        assert_eq!(sender, expected);
    }

    #[rstest]
    #[case::empty(b"")]
    #[case::invalid_utf8(b"{\"a\": \"\xff\"}")]
    #[case::an_unfinished_character(b"\xe2\x82")]
    #[case::nul(b"{\0}")]
    #[case::a_control_character(b"\x1b[0m")]
    #[case::a_noncharacter("\u{ffff}".as_bytes())]
    fn a_payload_that_sqs_does_not_accept_is_forwarded_in_base64(#[case] payload: &[u8]) {
        let forwarded = message(&event(payload)).unwrap();
        assert_eq!(BASE64_STANDARD.decode(&forwarded.body).unwrap(), payload);
        let sender: Value = serde_json::from_str(&forwarded.sender).unwrap();
        assert_eq!(sender["base64"], true);
    }

    #[rstest]
    #[case::another_fridge("CHI_0002")]
    #[case::another_spelling("chi_0001")]
    #[case::no_client("n/a")]
    fn rejects_a_client_that_is_not_the_fridge_of_the_topic(#[case] client: &str) {
        let rejected = message(&FridgeMessage { fridge: client.into(), ..event(b"{}") });
        assert!(matches!(rejected, Err(Error::Unavailable { retryable: false, .. })));
    }

    proptest! {
        #[test]
        fn the_bytes_of_every_payload_arrive(payload in prop::collection::vec(any::<u8>(), 0..200)) {
            let QueueMessage { body, sender, .. } = message(&event(&payload)).unwrap();
            let sender: Value = serde_json::from_str(&sender).unwrap();
            let is_base64 = sender["base64"] == true;
            let bytes = if is_base64 { BASE64_STANDARD.decode(&body).unwrap() } else { body.into_bytes() };
            prop_assert_eq!(bytes, payload);
        }
    }
}
