//! Issues certificates for fridges with the control plane of AWS IoT Core, for tools and tests. Staff issue them with
//! `issueFridgeCertificate`, and new computers with [`crate::agent::provisioning`].

use crate::agent::{State, files::Files, renewal::KeyRequest, session::Credentials};
use anyhow::{Context, Result, anyhow, ensure};
use connections::identity::model::{CertificateId, VALIDITY};
use futures::{StreamExt, TryStreamExt, stream};
use locations::model::LocationId;
use ring::digest::{SHA256, digest};
use rustls::pki_types::{CertificateDer, pem::PemObject};
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{
    Environment, Instant,
    signed_http::{Method, Request, SignedHttp},
};
use stack::Mqtt;
use std::{collections::BTreeMap, fmt::Write, time::Duration};

/// The timeout of a call.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The number of fridges that get a certificate at the same time.
const CONCURRENCY: usize = 8;

/// Calls the control plane.
#[derive(Debug)]
pub struct Issuer {
    http: SignedHttp,
    environment: String,
}

/// A certificate, and the key that belongs to it.
#[derive(Clone, Debug)]
pub struct Issued {
    /// The id of the certificate: 64 hexadecimal digits.
    pub certificate_id: String,
    /// The certificate and its key.
    pub credentials: Credentials,
}

#[derive(Debug, Deserialize)]
struct Created {
    #[serde(rename = "certificateArn")]
    arn: String,
    #[serde(rename = "certificateId")]
    id: String,
    #[serde(rename = "certificatePem")]
    pem: String,
}

/// The id of a certificate in PEM: the SHA-256 of its DER encoding.
///
/// # Errors
/// If the text is not valid PEM.
pub fn certificate_id(pem: &str) -> Result<String> {
    let certificate = CertificateDer::from_pem_slice(pem.as_bytes()).context("the certificate is not valid PEM")?;
    Ok(hex(digest(&SHA256, &certificate).as_ref()))
}

/// Hexadecimal digits in lower case.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

impl Issuer {
    /// An issuer in the environment with this `name`, such as `local`.
    ///
    /// # Errors
    /// If the SDK configuration has no region or no credentials.
    pub fn new(environment: &Environment, name: &str) -> Result<Self> {
        let http = SignedHttp::regional(environment, "iot", "iot").map_err(|error| anyhow!("{error}"))?;
        Ok(Self { http, environment: name.into() })
    }

    /// The certificates in the files of the fridges. A fridge whose files are missing, or are those of an earlier broker, gets
    /// a new certificate. The certificates are not in Larder's table of identities.
    ///
    /// # Errors
    /// If a certificate cannot be issued, or a file cannot be written.
    pub async fn ensure(
        &self,
        address: &Mqtt,
        fridges: impl IntoIterator<Item = &LocationId>,
        now: Instant,
    ) -> Result<BTreeMap<LocationId, CertificateId>> {
        let certificates = fridges.into_iter().map(|fridge| async move {
            let certificate = self.ensure_one(address, fridge, now).await;
            let certificate = certificate.with_context(|| format!("could not issue a certificate for {fridge}"))?;
            anyhow::Ok((fridge.clone(), certificate.parse().map_err(anyhow::Error::msg)?))
        });
        stream::iter(certificates.collect::<Vec<_>>()).buffer_unordered(CONCURRENCY).try_collect().await
    }

    async fn ensure_one(&self, address: &Mqtt, fridge: &LocationId, now: Instant) -> Result<String> {
        let files = Files::new(address.fridges().join(fridge.as_str()));
        if let Ok(credentials) = files.credentials() {
            let id = certificate_id(&credentials.certificate)?;
            if self.has(&id).await? {
                return Ok(id);
            }
        }
        let issued = self.issue(fridge).await?;
        files.store(&issued.credentials)?;
        files.store_state(&State { certificate_expires_at: Some(now.plus(VALIDITY)), ..State::default() })?;
        Ok(issued.certificate_id)
    }

    /// Creates the thing of the fridge, and an active certificate for a new key. The certificate is not in Larder's table of
    /// identities.
    ///
    /// # Errors
    /// If a call fails.
    pub async fn issue(&self, fridge: &LocationId) -> Result<Issued> {
        let thing = format!("/things/{fridge}");
        self.call(Request::new(Method::POST, thing.clone()).json(&json!({}))).await?;
        let (arn, issued) = self.create(fridge, &format!("larder-{}-fridge", self.environment)).await?;
        let attach = Request::new(Method::PUT, format!("{thing}/principals"));
        self.call(attach.header("x-amzn-principal", &arn)).await?;
        Ok(issued)
    }

    /// Creates a claim certificate, with which a new computer of any fridge can be provisioned.
    ///
    /// # Errors
    /// If a call fails.
    pub async fn issue_claim(&self, name: &LocationId) -> Result<Issued> {
        Ok(self.create(name, &format!("larder-{}-claim", self.environment)).await?.1)
    }

    /// Creates an active certificate for a new key, and attaches a policy to it. Returns it with its name in AWS.
    async fn create(&self, name: &LocationId, policy: &str) -> Result<(String, Issued)> {
        let key = KeyRequest::new(name)?;
        let create = Request::new(Method::POST, "/certificates").query("setAsActive", "true");
        let created = self.call(create.json(&json!({ "certificateSigningRequest": key.request }))).await?;
        let Created { arn, id, pem } = serde_json::from_value(created)?;
        let attach = Request::new(Method::PUT, format!("/target-policies/{policy}"));
        self.call(attach.json(&json!({ "target": arn }))).await?;
        let credentials = Credentials { certificate: pem, key: key.key };
        Ok((arn, Issued { certificate_id: id, credentials }))
    }

    /// Whether the broker has the certificate with this id, in any state.
    ///
    /// # Errors
    /// If the call fails.
    pub async fn has(&self, certificate_id: &str) -> Result<bool> {
        let request = Request::new(Method::GET, format!("/certificates/{certificate_id}"));
        let response = self.http.send(&request, TIMEOUT).await.map_err(|error| anyhow!(error))?;
        ensure!(
            response.is_success() || response.status == 404,
            "AWS IoT responded with {}: {}",
            response.status,
            response.text()
        );
        Ok(response.is_success())
    }

    async fn call(&self, request: Request<'_>) -> Result<Value> {
        let response = self.http.send(&request, TIMEOUT).await.map_err(|error| anyhow!(error))?;
        ensure!(response.is_success(), "AWS IoT responded with {}: {}", response.status, response.text());
        Ok(serde_json::from_slice(&response.body).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_a_certificate_is_the_digest_of_its_content() {
        // The content is `abc`.
        let pem = "-----BEGIN CERTIFICATE-----\nYWJj\n-----END CERTIFICATE-----\n";
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(certificate_id(pem).unwrap(), expected);
        assert!(certificate_id("abc").is_err());
    }
}
