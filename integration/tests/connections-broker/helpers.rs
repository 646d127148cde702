//! Helpers of the broker tests: the host name that a fridge reports, its connection as the API shows it, and dead letters.

use integration::{DeadLetter, Person, Stack, fridge::message, take_dead_letter, wait_until};
use serde_json::{Value, json};
use shared::Instant;

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
pub(crate) async fn dead_letter(stack: &Stack, body: &str) -> DeadLetter {
    take_dead_letter(stack, "telemetryDeadLetter", body).await
}
