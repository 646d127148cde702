//! Sends dead letters with the reason. Messages that can never be written are sent immediately. Messages that failed at
//! their last delivery are sent before SQS itself would move them without a reason.

use crate::sender::{Origin, SENDER};
use aws_sdk_sqs::{
    Client,
    types::{MessageAttributeValue, SendMessageBatchRequestEntry},
};
use shared::{Environment, Error, Instant, Result, aws_error::failure, worker::Delivery};

/// Maximum number of messages and bytes per call. SQS allows 10 and 1 MiB, including attributes.
const MAX_MESSAGES: usize = 10;
const MAX_BYTES: usize = 900_000;
/// Maximum length of a reason, in characters.
const MAX_REASON: usize = 1000;

/// The dead-letter queue of the queue that the messages are from.
#[derive(Debug)]
pub(crate) struct DeadLetters {
    client: Client,
    queue: String,
}

impl DeadLetters {
    /// The dead-letter queue of an origin.
    pub(crate) fn new(environment: &Environment, origin: Origin) -> Result<Self> {
        let queue = environment.variable(origin.dead_letter_variable())?;
        Ok(Self { client: Client::new(environment.sdk()), queue })
    }

    /// Sends all letters. Returns the ids of those that could not be sent, with the error: they must stay in the
    /// queue that they are from.
    pub(crate) async fn send(&self, letters: Vec<(Delivery, Error)>, now: Instant) -> Vec<(String, Error)> {
        let mut unsent = Vec::new();
        for call in split_into_calls(letters) {
            unsent.extend(self.send_call(call, now).await);
        }
        unsent
    }

    async fn send_call(&self, letters: Vec<(Delivery, Error)>, now: Instant) -> Vec<(String, Error)> {
        let all_failed = |error: &str| -> Vec<(String, Error)> {
            letters.iter().map(|(delivery, _)| (delivery.id.clone(), Error::retryable(error))).collect()
        };
        let entries =
            letters.iter().enumerate().map(|(position, (delivery, error))| entry(position, delivery, error, now));
        let entries = match entries.collect::<Result<Vec<_>>>() {
            Ok(entries) => entries,
            Err(error) => return all_failed(&error.to_string()),
        };
        match self.client.send_message_batch().queue_url(&self.queue).set_entries(Some(entries)).send().await {
            Err(error) => all_failed(&failure(error).cause().unwrap_or_default()),
            Ok(sent) => {
                let id = |position: &str| {
                    letters.get(position.parse::<usize>().ok()?).map(|(delivery, _)| delivery.id.clone())
                };
                let failed = sent.failed.into_iter();
                failed
                    .filter_map(|one| Some((id(&one.id)?, Error::retryable(one.message.unwrap_or_default()))))
                    .collect()
            }
        }
    }
}

/// Splits the letters into calls within [`MAX_MESSAGES`] and [`MAX_BYTES`].
fn split_into_calls(letters: Vec<(Delivery, Error)>) -> Vec<Vec<(Delivery, Error)>> {
    let mut calls: Vec<Vec<(Delivery, Error)>> = Vec::new();
    let mut bytes = 0;
    for letter in letters {
        bytes += letter.0.body.len();
        match calls.last_mut() {
            Some(call) if call.len() < MAX_MESSAGES && bytes <= MAX_BYTES => call.push(letter),
            _ => {
                bytes = letter.0.body.len();
                calls.push(vec![letter]);
            }
        }
    }
    calls
}

fn entry(position: usize, delivery: &Delivery, error: &Error, now: Instant) -> Result<SendMessageBatchRequestEntry> {
    let DeadLetter { kind, field, reason } = DeadLetter::of(error);
    let mut entry = SendMessageBatchRequestEntry::builder().id(position.to_string()).message_body(&delivery.body);
    // The sender stays with the message, so that it can be sent to its queue again. Other attributes do not: SQS allows
    // ten, and no sender needs them.
    if let Some(sender) = delivery.attributes.get(SENDER) {
        entry = entry.message_attributes(SENDER, attribute(sender)?);
    }
    entry
        .message_attributes("kind", attribute(kind)?)
        .message_attributes("field", attribute(&field)?)
        .message_attributes("reason", attribute(&reason)?)
        .message_attributes("deliveries", attribute(&delivery.count.to_string())?)
        .message_attributes("originalMessageId", attribute(&delivery.id)?)
        .message_attributes("refusedAt", attribute(&now.to_string())?)
        .build()
        .map_err(Error::internal)
}

/// The attributes that explain a dead letter.
#[derive(Debug, Eq, PartialEq)]
struct DeadLetter {
    /// The kind of error: `Invalid`, or the kind of the last failure.
    kind: &'static str,
    /// The invalid field, or `-` if there is none.
    field: String,
    reason: String,
}

impl DeadLetter {
    fn of(error: &Error) -> Self {
        let field = error.fields().first().map_or("-", |field| field.field.as_str());
        let reason = error.cause().unwrap_or_else(|| error.to_string());
        Self { kind: error.kind(), field: sanitize(field), reason: sanitize(&reason) }
    }
}

/// Replaces characters that SQS does not allow, and limits the length. An empty text becomes `-`, because SQS does not
/// allow it.
fn sanitize(text: &str) -> String {
    let allowed = |letter: char| match letter {
        '\t' | '\n' | '\r' => letter,
        '\0'..'\u{20}' | '\u{FFFE}' | '\u{FFFF}' => '\u{FFFD}',
        _ => letter,
    };
    let text: String = text.chars().take(MAX_REASON).map(allowed).collect();
    if text.is_empty() { "-".into() } else { text }
}

fn attribute(value: &str) -> Result<MessageAttributeValue> {
    MessageAttributeValue::builder().data_type("String").string_value(value).build().map_err(Error::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter(bytes: usize) -> (Delivery, Error) {
        let attributes = [(SENDER, "{}"), ("other", "x")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        let delivery = Delivery { id: "m".into(), body: "x".repeat(bytes), count: 1, attributes: attributes.into() };
        (delivery, Error::invalid("type", "type is not known"))
    }

    #[test]
    fn a_dead_letter_keeps_the_sender_and_no_other_attribute() {
        let (delivery, error) = letter(1);
        let entry = entry(0, &delivery, &error, "2026-11-21T12:00:00Z".parse().unwrap()).unwrap();
        let attributes = entry.message_attributes.unwrap();
        assert_eq!(attributes[SENDER].string_value.as_deref(), Some("{}"));
        assert_eq!(attributes["field"].string_value.as_deref(), Some("type"));
        assert!(!attributes.contains_key("other"));
        // SQS allows ten attributes.
        assert_eq!(attributes.len(), 7);
    }

    #[test]
    fn limits_calls_to_ten_letters_and_a_megabyte() {
        let letters = (0..25).map(|_| letter(10)).chain((0..9).map(|_| letter(250_000))).collect();
        let sizes: Vec<usize> = split_into_calls(letters).iter().map(Vec::len).collect();
        assert_eq!(sizes, [10, 10, 8, 3, 3]);
    }

    #[test]
    fn a_dead_letter_contains_the_field_and_the_reason() {
        let invalid = DeadLetter::of(&Error::invalid("toteCount", "toteCount: can be at most 10000"));
        assert_eq!(invalid.kind, "Invalid");
        assert_eq!(invalid.field, "toteCount");
        assert_eq!(invalid.reason, "toteCount: can be at most 10000");
        let unavailable = DeadLetter::of(&Error::retryable("time-out"));
        assert_eq!(unavailable.kind, "Unavailable");
        assert_eq!(unavailable.field, "-");
        assert_eq!(unavailable.reason, "time-out");
    }

    #[test]
    fn sanitizes_a_reason_for_sqs() {
        assert_eq!(sanitize("a\0b\u{1b}c\n\u{FFFF}"), "a\u{FFFD}b\u{FFFD}c\n\u{FFFD}");
        assert_eq!(sanitize(""), "-");
        assert_eq!(sanitize(&"é".repeat(5000)).chars().count(), MAX_REASON);
    }
}
