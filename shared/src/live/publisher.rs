//! The signed HTTP request that publishes events, sent with the HTTP client of the SDKs.

use crate::{Environment, Error, Result, aws_client};
use aws_credential_types::provider::{ProvideCredentials, SharedCredentialsProvider};
use aws_sigv4::{
    http_request::{SignableBody, SignableRequest, SigningParams, SigningSettings, sign},
    sign::v4,
};
use aws_smithy_http_client::Connector;
use aws_smithy_runtime_api::client::{
    http::HttpConnector,
    orchestrator::{HttpRequest, HttpResponse},
};
use aws_smithy_types::{body::SdkBody, byte_stream::ByteStream};
use serde_json::{Value, json};
use std::time::{Duration, SystemTime};
use tokio::time::timeout;

/// The timeout of a request.
const TIMEOUT: Duration = Duration::from_secs(1);
/// The maximum size of a response, in bytes.
const MAX_RESPONSE_BYTES: usize = 64 * 1024;

/// An Event API and the credentials for it.
#[derive(Debug)]
pub(super) struct Publisher {
    /// The URL of the request, at the API's host or at the emulator.
    url: String,
    /// The API's host name.
    host: String,
    region: String,
    credentials: SharedCredentialsProvider,
    connector: Connector,
}

impl Publisher {
    /// Creates a publisher for `url`, such as `https://{id}.appsync-api.us-east-1.amazonaws.com/event`.
    pub(super) fn new(environment: &Environment, url: &str) -> Result<Self> {
        let sdk = environment.sdk();
        let missing = |what: &str| Error::internal(format!("publishing requires {what}"));
        let (_, address) = url.split_once("://").ok_or_else(|| missing("a URL with a scheme"))?;
        let (host, path) = address.split_once('/').ok_or_else(|| missing("a URL with a path"))?;
        Ok(Self {
            url: sdk
                .endpoint_url()
                .map_or_else(|| url.into(), |endpoint| format!("{}/{path}", endpoint.trim_end_matches('/'))),
            host: host.into(),
            region: sdk.region().ok_or_else(|| missing("a region"))?.to_string(),
            credentials: sdk.credentials_provider().ok_or_else(|| missing("a source of credentials"))?,
            connector: Connector::builder().tls_provider(aws_client::tls()).build(),
        })
    }

    /// Publishes one batch.
    pub(super) async fn publish(&self, channel: &str, events: &[String]) -> Result<(), String> {
        let body = json!({"channel": channel, "events": events}).to_string();
        let request = self.signed(body).await?;
        let call = async {
            let response = self.connector.call(request).await.map_err(|error| format!("unreachable: {error:?}"))?;
            read(response).await
        };
        timeout(TIMEOUT, call).await.map_err(|_| format!("no response within {TIMEOUT:?}"))?
    }

    async fn signed(&self, body: String) -> Result<HttpRequest, String> {
        let identity = self.credentials.provide_credentials().await.map_err(text)?.into();
        let parameters: SigningParams<'_> = v4::SigningParams::builder()
            .identity(&identity)
            .region(&self.region)
            .name("appsync")
            .time(SystemTime::now())
            .settings(SigningSettings::default())
            .build()
            .map_err(text)?
            .into();
        let headers = [("content-type", "application/json"), ("host", self.host.as_str())];
        let signable =
            SignableRequest::new("POST", &self.url, headers.into_iter(), SignableBody::Bytes(body.as_bytes()));
        let (signature, _) = sign(signable.map_err(text)?, &parameters).map_err(text)?.into_parts();
        let mut request = HttpRequest::new(SdkBody::from(body));
        request.set_method("POST").map_err(text)?;
        request.set_uri(self.url.as_str()).map_err(text)?;
        for (name, value) in headers.into_iter().chain(signature.headers()) {
            request.headers_mut().try_insert(name.to_owned(), value.to_owned()).map_err(text)?;
        }
        Ok(request)
    }
}

/// Checks that AppSync accepted every event.
async fn read(response: HttpResponse) -> Result<(), String> {
    let status = response.status().as_u16();
    let mut stream = ByteStream::new(response.into_body());
    let mut body = Vec::new();
    while let Some(chunk) = stream.next().await {
        body.extend(chunk.map_err(text)?);
        if body.len() > MAX_RESPONSE_BYTES {
            return Err(format!("a response of more than {MAX_RESPONSE_BYTES} bytes"));
        }
    }
    let report: Value = serde_json::from_slice(&body).unwrap_or_default();
    match report.get("failed").and_then(Value::as_array).map(Vec::as_slice) {
        Some([]) if status == 200 => Ok(()),
        _ => Err(format!("status {status}: {report}")),
    }
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}
