//! Signed HTTP requests to AWS services, sent with the HTTP client of the SDKs.

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
use std::time::{Duration, SystemTime};
use tokio::time::timeout;

/// The maximum size of a response, in bytes.
const MAX_RESPONSE_BYTES: usize = 512 * 1024;

/// One URL of a service, and the credentials for it.
#[derive(Debug)]
pub(crate) struct SignedHttp {
    service: &'static str,
    /// The URL of the request, at the service's host or at the emulator.
    url: String,
    /// The service's host name.
    host: String,
    region: String,
    credentials: SharedCredentialsProvider,
    connector: Connector,
}

/// The response of a service.
#[derive(Debug)]
pub(crate) struct Response {
    /// The HTTP status.
    pub(crate) status: u16,
    /// The body.
    pub(crate) body: Vec<u8>,
}

impl SignedHttp {
    /// Creates a client of `service` at `url`, such as `https://sns.us-east-1.amazonaws.com/`.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if the URL has no path, or the environment has no region or credentials.
    pub(crate) fn new(environment: &Environment, service: &'static str, url: &str) -> Result<Self> {
        let sdk = environment.sdk();
        let missing = |what: &str| Error::internal(format!("publishing requires {what}"));
        let (_, address) = url.split_once("://").ok_or_else(|| missing("a URL with a scheme"))?;
        let (host, path) = address.split_once('/').ok_or_else(|| missing("a URL with a path"))?;
        Ok(Self {
            service,
            url: sdk
                .endpoint_url()
                .map_or_else(|| url.into(), |endpoint| format!("{}/{path}", endpoint.trim_end_matches('/'))),
            host: host.into(),
            region: sdk.region().ok_or_else(|| missing("a region"))?.to_string(),
            credentials: sdk.credentials_provider().ok_or_else(|| missing("a source of credentials"))?,
            connector: Connector::builder().tls_provider(aws_client::tls()).build(),
        })
    }

    /// Posts `body` and returns the response within `limit`.
    ///
    /// # Errors
    /// The cause as text, if there is no response in time.
    pub(crate) async fn post(
        &self,
        content_type: &'static str,
        body: String,
        limit: Duration,
    ) -> Result<Response, String> {
        let request = self.signed(content_type, body).await?;
        let call = async {
            let response = self.connector.call(request).await.map_err(|error| format!("unreachable: {error:?}"))?;
            read(response).await
        };
        timeout(limit, call).await.map_err(|_| format!("no response within {limit:?}"))?
    }

    async fn signed(&self, content_type: &'static str, body: String) -> Result<HttpRequest, String> {
        let identity = self.credentials.provide_credentials().await.map_err(text)?.into();
        let parameters: SigningParams<'_> = v4::SigningParams::builder()
            .identity(&identity)
            .region(&self.region)
            .name(self.service)
            .time(SystemTime::now())
            .settings(SigningSettings::default())
            .build()
            .map_err(text)?
            .into();
        let headers = [("content-type", content_type), ("host", self.host.as_str())];
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

/// Reads the body of a response.
async fn read(response: HttpResponse) -> Result<Response, String> {
    let status = response.status().as_u16();
    let mut stream = ByteStream::new(response.into_body());
    let mut body = Vec::new();
    while let Some(chunk) = stream.next().await {
        body.extend(chunk.map_err(text)?);
        if body.len() > MAX_RESPONSE_BYTES {
            return Err(format!("a response of more than {MAX_RESPONSE_BYTES} bytes"));
        }
    }
    Ok(Response { status, body })
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}
