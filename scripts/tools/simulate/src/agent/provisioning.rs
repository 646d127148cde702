//! Fleet provisioning: a new computer exchanges its claim for its own certificate.
//! <https://docs.aws.amazon.com/iot/latest/developerguide/fleet-provision-api.html>

use super::{
    renewal::KeyRequest,
    session::{Broker, Client, Credentials, Event, Session},
};
use anyhow::{Context, Result, bail};
use fastrand::Rng;
use locations::model::LocationId;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::{sync::mpsc, time::timeout};

/// The topic on which the broker signs a certificate signing request.
const CREATE: &str = "$aws/certificates/create-from-csr/json";
/// The timeout of the whole exchange.
const TIMEOUT: Duration = Duration::from_mins(1);

/// The request of a new computer.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The environment, such as `dev`.
    pub environment: &'a str,
    /// The fridge.
    pub fridge: &'a LocationId,
    /// The serial number of the computer, if it has one.
    pub serial_number: Option<&'a str>,
    /// The certificate and the key of the claim.
    pub claim: Credentials,
}

/// The certificate that the broker created. It is active after the second step only.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Created {
    certificate_pem: String,
    certificate_ownership_token: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Provisioned {
    thing_name: String,
}

/// Provisions the fridge. Returns the name of its thing, which is its client id, and its credentials.
///
/// # Errors
/// If the broker rejects the claim, or Larder does not expect a computer for this fridge.
pub async fn provision(broker: Broker, request: Request<'_>) -> Result<(String, Credentials)> {
    timeout(TIMEOUT, exchange(broker, request)).await.context("the broker did not respond in time")?
}

async fn exchange(broker: Broker, request: Request<'_>) -> Result<(String, Credentials)> {
    let Request { environment, fridge, serial_number, claim } = request;
    let template = format!("$aws/provisioning-templates/larder-{environment}/provision/json");
    let answers = |topic: &str| [format!("{topic}/accepted"), format!("{topic}/rejected")];
    let client = Client {
        id: format!("claim-{fridge}"),
        credentials: claim,
        subscriptions: [answers(CREATE), answers(&template)].concat(),
        persistent: false,
    };
    let (sender, mut events) = mpsc::unbounded_channel();
    let session = Session::start(broker, client, Duration::ZERO, Rng::new(), sender);
    let key = KeyRequest::new(fridge)?;
    let create = json!({ "certificateSigningRequest": key.request });
    let created: Created = call(&session, &mut events, CREATE, &create, true).await?;
    let mut parameters = json!({ "LocationId": fridge });
    if let (Some(number), Some(parameters)) = (serial_number, parameters.as_object_mut()) {
        parameters.insert("SerialNumber".into(), json!(number));
    }
    let register =
        json!({ "certificateOwnershipToken": created.certificate_ownership_token, "parameters": parameters });
    let provisioned: Provisioned = call(&session, &mut events, &template, &register, false).await?;
    Ok((provisioned.thing_name, Credentials { certificate: created.certificate_pem, key: key.key }))
}

/// Publishes a request and returns its response. Waits for the subscriptions of the session first, if `connects` is true.
async fn call<T: DeserializeOwned>(
    session: &Session,
    events: &mut mpsc::UnboundedReceiver<(String, Event)>,
    topic: &str,
    request: &Value,
    connects: bool,
) -> Result<T> {
    if !connects {
        session.publish(topic.into(), request.to_string());
    }
    while let Some((_, event)) = events.recv().await {
        match event {
            Event::Subscribed if connects => session.publish(topic.into(), request.to_string()),
            Event::Received { number, topic: answer, payload } => {
                session.confirm(number);
                match answer.strip_prefix(topic) {
                    Some("/accepted") => return Ok(serde_json::from_slice(&payload)?),
                    Some("/rejected") => {
                        bail!("the broker rejected the request: {}", String::from_utf8_lossy(&payload))
                    }
                    _ => {}
                }
            }
            Event::Lost { reason, .. } => bail!("{topic}: {reason}"),
            Event::Disconnected { reason, .. } => bail!("the broker ended the connection: {reason}"),
            _ => {}
        }
    }
    bail!("the session ended")
}
