//! The dead-letter queue, with the reason: what can never be written goes there at once, and what failed for the last
//! time before the queue itself would put it there without a word.

use aws_sdk_sqs::{
    Client,
    types::{MessageAttributeValue, SendMessageBatchRequestEntry},
};
use shared::{Environment, Error, FromEnvironment, Instant, Result, dynamo, worker::Delivery};

/// Messages of one call, and their bytes: SQS takes 10 and 1 MiB, attributes included.
const MESSAGES: usize = 10;
const BYTES: usize = 900_000;
/// The longest reason, in characters.
const REASON: usize = 1000;

/// The dead-letter queue of the telemetry queue.
#[derive(Debug)]
pub(crate) struct DeadLetters {
    client: Client,
    queue: String,
}

impl FromEnvironment for DeadLetters {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let queue = environment.variable("TELEMETRY_DEAD_LETTER_QUEUE_URL")?;
        Ok(Self { client: Client::new(environment.sdk()), queue })
    }
}

impl DeadLetters {
    /// Sends them all; answers those that could not be sent, and why: they must stay where they are.
    pub(crate) async fn send(&self, letters: Vec<(Delivery, Error)>, now: Instant) -> Vec<(String, Error)> {
        let mut left = Vec::new();
        for call in calls(letters) {
            left.extend(self.call(call, now).await);
        }
        left
    }

    async fn call(&self, letters: Vec<(Delivery, Error)>, now: Instant) -> Vec<(String, Error)> {
        let all = |error: &str| -> Vec<(String, Error)> {
            letters.iter().map(|(delivery, _)| (delivery.id.clone(), Error::retryable(error))).collect()
        };
        let entries = letters.iter().enumerate().map(|(place, (delivery, error))| entry(place, delivery, error, now));
        let entries = match entries.collect::<Result<Vec<_>>>() {
            Ok(entries) => entries,
            Err(error) => return all(&error.to_string()),
        };
        match self.client.send_message_batch().queue_url(&self.queue).set_entries(Some(entries)).send().await {
            Err(error) => all(&dynamo::failure(error).cause().unwrap_or_default()),
            Ok(sent) => {
                let id =
                    |place: &str| letters.get(place.parse::<usize>().ok()?).map(|(delivery, _)| delivery.id.clone());
                let failed = sent.failed.into_iter();
                failed
                    .filter_map(|one| Some((id(&one.id)?, Error::retryable(one.message.unwrap_or_default()))))
                    .collect()
            }
        }
    }
}

/// The letters by calls: none has too many, nor too many bytes.
fn calls(letters: Vec<(Delivery, Error)>) -> Vec<Vec<(Delivery, Error)>> {
    let mut calls: Vec<Vec<(Delivery, Error)>> = Vec::new();
    let mut bytes = 0;
    for letter in letters {
        bytes += letter.0.body.len();
        match calls.last_mut() {
            Some(call) if call.len() < MESSAGES && bytes <= BYTES => call.push(letter),
            _ => {
                bytes = letter.0.body.len();
                calls.push(vec![letter]);
            }
        }
    }
    calls
}

fn entry(place: usize, delivery: &Delivery, error: &Error, now: Instant) -> Result<SendMessageBatchRequestEntry> {
    let Letter { kind, field, reason } = Letter::of(error);
    SendMessageBatchRequestEntry::builder()
        .id(place.to_string())
        .message_body(&delivery.body)
        .message_attributes("kind", attribute(kind)?)
        .message_attributes("field", attribute(&field)?)
        .message_attributes("reason", attribute(&reason)?)
        .message_attributes("deliveries", attribute(&delivery.count.to_string())?)
        .message_attributes("originalMessageId", attribute(&delivery.id)?)
        .message_attributes("refusedAt", attribute(&now.to_string())?)
        .build()
        .map_err(Error::internal)
}

/// What is said of a message that was given up.
#[derive(Debug, Eq, PartialEq)]
struct Letter {
    /// The kind of error: `Invalid`, or what failed for the last time.
    kind: &'static str,
    /// The message's field that is to blame; `-` where none is.
    field: String,
    reason: String,
}

impl Letter {
    fn of(error: &Error) -> Self {
        let field = error.fields().first().map_or("-", |field| field.field.as_str());
        let reason = error.cause().unwrap_or_else(|| error.to_string());
        Self { kind: error.kind(), field: sendable(field), reason: sendable(&reason) }
    }
}

/// The text without what SQS does not take, and not too long. It takes no empty text.
fn sendable(text: &str) -> String {
    let allowed = |letter: char| match letter {
        '\t' | '\n' | '\r' => letter,
        '\0'..'\u{20}' | '\u{FFFE}' | '\u{FFFF}' => '\u{FFFD}',
        _ => letter,
    };
    let text: String = text.chars().take(REASON).map(allowed).collect();
    if text.is_empty() { "-".into() } else { text }
}

fn attribute(value: &str) -> Result<MessageAttributeValue> {
    MessageAttributeValue::builder().data_type("String").string_value(value).build().map_err(Error::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter(bytes: usize) -> (Delivery, Error) {
        (Delivery { id: "m".into(), body: "x".repeat(bytes), count: 1 }, Error::invalid("type", "type is not known"))
    }

    #[test]
    fn no_call_has_more_than_ten_letters_or_a_megabyte() {
        let letters = (0..25).map(|_| letter(10)).chain((0..9).map(|_| letter(250_000))).collect();
        let sizes: Vec<usize> = calls(letters).iter().map(Vec::len).collect();
        assert_eq!(sizes, [10, 10, 8, 3, 3]);
    }

    #[test]
    fn a_letter_names_the_field_and_says_why() {
        let said = |error| {
            let Letter { kind, field, reason } = Letter::of(&error);
            (kind, field, reason)
        };
        let (kind, field, reason) = said(Error::invalid("toteCount", "toteCount: can be at most 10000"));
        assert_eq!(
            (kind, field.as_str(), reason.as_str()),
            ("Invalid", "toteCount", "toteCount: can be at most 10000")
        );
        let (kind, field, reason) = said(Error::retryable("time-out"));
        assert_eq!((kind, field.as_str(), reason.as_str()), ("Unavailable", "-", "time-out"));
    }

    #[test]
    fn a_reason_is_text_that_the_queue_takes() {
        assert_eq!(sendable("a\0b\u{1b}c\n\u{FFFF}"), "a\u{FFFD}b\u{FFFD}c\n\u{FFFD}");
        assert_eq!(sendable(""), "-");
        assert_eq!(sendable(&"é".repeat(5000)).chars().count(), REASON);
    }
}
