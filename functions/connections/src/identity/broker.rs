//! The certificates and connections of fridges in AWS IoT. Every call can be repeated.

use super::model::{BrokerStatus, CertificateId, Issued};
use crate::identity::request::CertificateRequest;
use locations::model::LocationId;
use serde::Deserialize;
use serde_json::json;
use shared::{
    Environment, Error, FromEnvironment, Result,
    signed_http::{Method, Request, Response, SignedHttp},
};
use std::time::Duration;

/// The timeout of a call.
const TIMEOUT: Duration = Duration::from_secs(4);
/// The header with the certificate that is attached or detached.
const PRINCIPAL: &str = "x-amzn-principal";
/// The statuses of responses that state that the object does not exist, that it exists, and that its state does not
/// allow the call.
const NOT_FOUND: u16 = 404;
const CONFLICT: u16 = 409;
const NOT_ACCEPTABLE: u16 = 406;
const TOO_MANY_REQUESTS: u16 = 429;

/// The client of AWS IoT.
#[derive(Debug)]
pub struct BrokerClient {
    control: SignedHttp,
    data: SignedHttp,
    policy: String,
}

impl FromEnvironment for BrokerClient {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self {
            control: SignedHttp::regional(environment, "iot", "iot")?,
            data: SignedHttp::regional(environment, "iotdata", "data-ats.iot")?,
            policy: format!("larder-{}-fridge", environment.variable("LARDER_ENVIRONMENT")?),
        })
    }
}

/// The response to the creation of a certificate.
#[derive(Deserialize)]
struct Created {
    #[serde(rename = "certificateArn")]
    arn: String,
    #[serde(rename = "certificateId")]
    id: CertificateId,
    #[serde(rename = "certificatePem")]
    pem: String,
}

/// The certificates that are attached to a thing.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Principals {
    principals: Vec<String>,
}

impl BrokerClient {
    /// Creates a certificate that the broker does not accept yet.
    ///
    /// # Errors
    /// [`Error::Invalid`] if AWS IoT rejects the request, and a retryable error if it is unavailable.
    pub async fn create(&self, request: &CertificateRequest) -> Result<(CertificateId, Issued)> {
        let create = Request::new(Method::POST, "/certificates").query("setAsActive", "false");
        let create = create.json(&json!({ "certificateSigningRequest": request.pem() }));
        let response = send(&self.control, &create).await?;
        if response.status == 400 {
            let message = "AWS IoT rejected the certificate signing request. Create a new one.";
            return Err(Error::invalid("certificateSigningRequest", message));
        }
        let created = accepted(response, &[])?;
        let Created { arn, id, pem } = serde_json::from_slice(&created.body).map_err(Error::internal)?;
        Ok((id, Issued { arn, pem }))
    }

    /// Allows the fridge to connect with a certificate.
    pub async fn activate(&self, fridge: &LocationId, id: &CertificateId, arn: &str) -> Result<()> {
        // A conflict: provisioning created the thing with attributes.
        self.call(Request::new(Method::POST, thing(fridge)).json(&json!({})), &[CONFLICT]).await?;
        let policy = Request::new(Method::PUT, format!("/target-policies/{}", self.policy));
        self.call(policy.json(&json!({ "target": arn })), &[]).await?;
        let principal = Request::new(Method::PUT, principals(fridge));
        self.call(principal.header(PRINCIPAL, arn), &[]).await?;
        self.set_status(id, BrokerStatus::Active, &[]).await
    }

    /// Ends a certificate. The broker closes connections with it within minutes; those with a revoked certificate are
    /// closed at once.
    pub async fn end(&self, fridge: &LocationId, id: &CertificateId, status: BrokerStatus) -> Result<()> {
        // AWS IoT does not change a revoked certificate again.
        self.set_status(id, status, &[NOT_FOUND, NOT_ACCEPTABLE]).await?;
        let suffix = format!(":cert/{id}");
        let list = Request::new(Method::GET, principals(fridge));
        let listed = accepted(send(&self.control, &list).await?, &[NOT_FOUND])?;
        let Principals { principals: attached } = serde_json::from_slice(&listed.body).unwrap_or_default();
        for arn in attached.iter().filter(|arn| arn.ends_with(&suffix)) {
            let detach = Request::new(Method::DELETE, principals(fridge));
            self.call(detach.header(PRINCIPAL, arn), &[NOT_FOUND]).await?;
        }
        if status == BrokerStatus::Revoked {
            let delete = Request::new(Method::DELETE, format!("/connections/{fridge}")).query("cleanSession", "true");
            accepted(send(&self.data, &delete).await?, &[NOT_FOUND])?;
        }
        Ok(())
    }

    async fn set_status(&self, id: &CertificateId, status: BrokerStatus, ignored: &[u16]) -> Result<()> {
        let update = Request::new(Method::PUT, format!("/certificates/{id}"));
        self.call(update.query("newStatus", &status.to_string()), ignored).await
    }

    async fn call(&self, request: Request<'_>, ignored: &[u16]) -> Result<()> {
        accepted(send(&self.control, &request).await?, ignored).map(drop)
    }
}

fn thing(fridge: &LocationId) -> String {
    format!("/things/{fridge}")
}

fn principals(fridge: &LocationId) -> String {
    format!("/things/{fridge}/principals")
}

async fn send(service: &SignedHttp, request: &Request<'_>) -> Result<Response> {
    service.send(request, TIMEOUT).await.map_err(|error| Error::retryable(format!("AWS IoT: {error}")))
}

/// Returns a response of success, or with an ignored status.
fn accepted(response: Response, ignored: &[u16]) -> Result<Response> {
    if response.is_success() || ignored.contains(&response.status) {
        return Ok(response);
    }
    let cause = format!("AWS IoT responded with {}: {}", response.status, response.text());
    // A conflict: another call is changing the same object.
    let is_retryable = response.status >= 500 || [CONFLICT, TOO_MANY_REQUESTS].contains(&response.status);
    Err(if is_retryable { Error::retryable(cause) } else { Error::internal(cause) })
}

#[cfg(test)]
mod tests;
