//! The listener `renew-fridge-certificate`: issues a new certificate for a fridge that is connected with a valid one.
//! Requirements: `docs/requirements/connections.md`, CON-15.

use super::{
    editor::IdentityEditor,
    issue::{Order, Outcome},
    model::{Certificate, CertificateId, CertificateSource},
    request::{CertificateRequest, MAX_REQUEST},
};
use locations::model::LocationId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shared::{
    Environment, Error, FromEnvironment, Instant, Permit, Result, bounded::Text, fridge_message::FridgeMessage,
    fridge_publisher::FridgePublisher, fridge_topics::Down,
};

/// The name of the worker in the history.
const NAME: &str = "renew-fridge-certificate";
/// The version of the message formats.
const SCHEMA_VERSION: u32 = 1;

/// The request of a fridge for a new certificate. The fridge creates a new key for each request, and keeps the key
/// until it receives the certificate.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RenewalRequest {
    /// The version of the message format: 1.
    #[schemars(extend("const" = 1))]
    pub schema_version: u32,
    /// The certificate signing request in PEM format, with an EC key (P-256 or P-384) or an RSA key of at least 2,048
    /// bits.
    pub certificate_signing_request: Text<MAX_REQUEST>,
}

/// A renewed certificate. The message can arrive twice. The fridge ignores a certificate for another key than that of
/// its latest request.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct IssuedCertificate {
    /// The version of the message format: 1.
    #[schemars(extend("const" = 1))]
    pub schema_version: u32,
    /// The id of the certificate.
    pub certificate_id: CertificateId,
    /// The certificate in PEM format.
    pub certificate_pem: String,
    /// When the certificate expires.
    pub expires_at: Instant,
}

/// The services that renew certificates.
#[derive(Debug)]
pub struct RenewalDependencies {
    editor: IdentityEditor,
    publisher: FridgePublisher,
}

impl FromEnvironment for RenewalDependencies {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let (editor, publisher) = FromEnvironment::from_environment(environment)?;
        Ok(Self { editor, publisher })
    }
}

/// Issues a certificate for the request of a fridge and publishes it to the fridge. The same request publishes the same
/// certificate again. Returns counts for the log.
///
/// # Errors
/// If the request is invalid, the fridge has no valid certificate, or a service is unavailable. The event is delivered
/// again and finally becomes a dead letter.
pub async fn renew_fridge_certificate(
    RenewalDependencies { editor, publisher }: &RenewalDependencies,
    now: Instant,
    message: FridgeMessage,
) -> Result<Value> {
    let fridge: LocationId = message.sender()?.parse().map_err(|error: String| Error::invalid("fridge", error))?;
    let request = parse(&message.bytes()?)?;
    let identity = editor.identities.get_or_new(&fridge).await?;
    let sender: CertificateId = message.certificate.parse().map_err(|error| Error::invalid("certificate", error))?;
    if !identity.certificates.get(&sender).is_some_and(|certificate| certificate.is_valid(now)) {
        return Err(Error::invalid("certificate", format!("{sender} is not a valid certificate of {fridge}")));
    }
    let order = Order { fridge: &fridge, request: &request, how: CertificateSource::Renewed, reason: None };
    let Outcome::Issued { identity, id, pem } = editor.issue(&Permit::system(NAME), now, order).await? else {
        // A late duplicate of a request whose certificate the fridge already uses.
        return Ok(json!({ "renewed": 0 }));
    };
    let Some(Certificate { expires_at, .. }) = identity.certificates.get(&id) else {
        return Err(Error::internal(format!("{fridge} has no certificate {id}")));
    };
    let renewed = IssuedCertificate {
        schema_version: SCHEMA_VERSION,
        certificate_id: id,
        certificate_pem: pem,
        expires_at: *expires_at,
    };
    let payload = serde_json::to_vec(&renewed).map_err(Error::internal)?;
    publisher.publish(fridge.as_str(), Down::Certificates, payload, None, Down::Certificates.is_retained()).await?;
    Ok(json!({ "renewed": 1 }))
}

/// Reads the request of a fridge.
fn parse(payload: &[u8]) -> Result<CertificateRequest> {
    let request: RenewalRequest =
        serde_json::from_slice(payload).map_err(|error| Error::invalid("body", error.to_string()))?;
    if request.schema_version != SCHEMA_VERSION {
        return Err(Error::invalid("schemaVersion", format!("schemaVersion must be {SCHEMA_VERSION}")));
    }
    CertificateRequest::parse(&request.certificate_signing_request)
}

#[cfg(test)]
mod tests;
