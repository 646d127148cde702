//! Helpers of the broker tests: the host name that a fridge reports, its connection as the API shows it, and dead letters.

use serde_json::{Value, json};
use shared::Instant;
use std::collections::BTreeMap;
use testkit::{Person, Stack, fridge::message, wait_until};

const CONNECTION: &str = "query ($id: ID!) { fridgeConnection(id: $id) {
    state since reason takeovers clockSkewSeconds version replacementUntil
    certificates { id state how activatedAt endedAt reason }
} }";

/// A message that changes the host name of the fridge.
pub(crate) fn hostname(name: &str) -> Value {
    message("FridgeIdentity", Instant::now(), &json!({ "hostname": name, "fridgeModel": "VISION_E5" }))
}

/// Waits until the stored host name of the fridge is `name`.
pub(crate) async fn wait_for_hostname(person: &Person<'_>, id: &str, name: &str) {
    wait_until(name, async || (person.location(id).await["hostname"] == name).then_some(())).await;
}

/// The connection of a fridge.
pub(crate) async fn connection(person: &Person<'_>, id: &str) -> Value {
    person.call(CONNECTION, json!({ "id": id })).await
}

/// Waits until the connection of a fridge fulfills a condition, and returns it.
pub(crate) async fn wait_for_connection(
    person: &Person<'_>,
    id: &str,
    what: &str,
    is_reached: impl Fn(&Value) -> bool,
) -> Value {
    wait_until(what, async || Some(connection(person, id).await).filter(&is_reached)).await
}

/// The certificate with this id.
pub(crate) fn certificate<'a>(connection: &'a Value, id: &str) -> &'a Value {
    let found = connection["certificates"].as_array().into_iter().flatten().find(|certificate| certificate["id"] == id);
    found.unwrap_or(&Value::Null)
}

/// Waits for the dead letter with this body, deletes it, and returns its attributes.
pub(crate) async fn dead_letter(stack: &Stack, body: &str) -> BTreeMap<String, String> {
    let (sqs, url) = (stack.aws().sqs(), stack.aws().queue("telemetryDeadLetter"));
    let find = async || {
        let receive = sqs.receive_message().queue_url(url).message_attribute_names("All");
        // The other dead letters stay hidden for two seconds, so that the next call returns further ones.
        let received = receive.max_number_of_messages(10).visibility_timeout(2).send().await.unwrap();
        let letter = received.messages?.into_iter().find(|letter| letter.body.as_deref() == Some(body))?;
        let receipt = letter.receipt_handle.unwrap();
        sqs.delete_message().queue_url(url).receipt_handle(receipt).send().await.unwrap();
        let attributes = letter.message_attributes.unwrap_or_default().into_iter();
        Some(attributes.map(|(name, value)| (name, value.string_value.unwrap_or_default())).collect())
    };
    wait_until("the dead letter", find).await
}
