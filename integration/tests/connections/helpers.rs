//! Helpers of this area's tests: the connection of a fridge, and certificates for new keys.

use integration::{
    Person, Stack,
    fridge::{Credentials, KeyRequest},
    wait_until,
};
use locations::model::LocationId;
use serde_json::{Value, json};

/// The fields of a connection.
const FIELDS: &str = "{
    locationId state since reason address takeovers clockSkewSeconds
    certificates { id state issuedAt issuedBy how expiresAt activatedAt endedAt endedBy reason }
    replacementUntil version
}";

pub(crate) fn connection_query() -> String {
    format!("query ($id: ID!) {{ fridgeConnection(id: $id) {FIELDS} }}")
}

pub(crate) fn issue_mutation() -> String {
    format!(
        "mutation ($id: ID!, $request: String!, $reason: String!) {{
            issueFridgeCertificate(id: $id, certificateSigningRequest: $request, reason: $reason) {{
                certificateId certificatePem connection {FIELDS}
            }}
        }}"
    )
}

pub(crate) fn revoke_mutation() -> String {
    format!(
        "mutation ($id: ID!, $certificateId: ID!, $reason: String!, $version: Int!) {{
            revokeFridgeCertificate(id: $id, certificateId: $certificateId, reason: $reason, version: $version) {FIELDS}
        }}"
    )
}

pub(crate) fn replacement_mutation() -> String {
    format!(
        "mutation ($id: ID!, $allow: Boolean!, $reason: String!, $version: Int!) {{
            allowFridgeReplacement(id: $id, allow: $allow, reason: $reason, version: $version) {FIELDS}
        }}"
    )
}

pub(crate) const HISTORY: &str = "query ($id: ID!, $nextToken: String) {
    fridgeConnectionHistory(id: $id, nextToken: $nextToken) {
        items { id at user event certificateId reason } nextToken
    }
}";

/// The connection of a fridge; null if the location is not a fridge.
pub(crate) async fn connection(person: &Person<'_>, id: &str) -> Value {
    person.call(&connection_query(), json!({ "id": id })).await
}

/// Waits until the connection of a fridge meets a condition.
pub(crate) async fn wait_for_connection(
    person: &Person<'_>,
    id: &str,
    what: &str,
    is_met: impl Fn(&Value) -> bool,
) -> Value {
    let find = async || Some(connection(person, id).await).filter(&is_met);
    wait_until(what, find).await
}

/// The events of the history, newest first.
pub(crate) async fn events(person: &Person<'_>, id: &str) -> Vec<String> {
    let page = person.call(HISTORY, json!({ "id": id })).await;
    page["items"].as_array().unwrap().iter().map(|item| item["event"].as_str().unwrap().to_owned()).collect()
}

/// The states of the certificates, newest first.
pub(crate) fn states(connection: &Value) -> Vec<&str> {
    connection["certificates"].as_array().unwrap().iter().map(|each| each["state"].as_str().unwrap()).collect()
}

/// A new key with its certificate signing request.
pub(crate) fn key(id: &str) -> KeyRequest {
    KeyRequest::new(&id.parse::<LocationId>().unwrap()).unwrap()
}

/// Issues a certificate for a key.
pub(crate) async fn issue(person: &Person<'_>, id: &str, key: &KeyRequest) -> Value {
    let arguments = json!({ "id": id, "request": key.request, "reason": "A test" });
    person.call(&issue_mutation(), arguments).await
}

/// Revokes a certificate.
pub(crate) async fn revoke(person: &Person<'_>, id: &str, certificate: &Value) -> Value {
    let version = connection(person, id).await["version"].clone();
    let arguments = json!({ "id": id, "certificateId": certificate, "reason": "A test", "version": version });
    person.call(&revoke_mutation(), arguments).await
}

/// The credentials of an issued certificate.
pub(crate) fn credentials(issued: &Value, key: KeyRequest) -> Credentials {
    Credentials { certificate: issued["certificatePem"].as_str().unwrap().into(), key: key.key }
}

/// Runs the sweep, which would run within a minute.
pub(crate) async fn sweep(stack: &Stack) {
    stack.aws().invoke("sweep-fridge-identities").await;
}
