//! Signed HTTP requests to AWS services, sent with the HTTP client of the SDKs.
//!
//! It serves the few calls of services whose SDK would cost minutes of build time, such as SNS and the control plane of
//! AWS IoT.

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
pub use lambda_http::http::Method;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;
use std::time::{Duration, SystemTime};
use tokio::time::timeout;

/// The maximum size of a response, in bytes.
const MAX_RESPONSE_BYTES: usize = 512 * 1024;
/// The characters that a query contains only encoded: all but the unreserved ones of RFC 3986.
const QUERY: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The host of a service, and the credentials for it.
#[derive(Debug)]
pub struct SignedHttp {
    service: &'static str,
    /// Scheme and host of the requests: the service's, or the emulator's.
    origin: String,
    /// The service's host name.
    host: String,
    /// The path of [`SignedHttp::post`].
    path: String,
    region: String,
    credentials: SharedCredentialsProvider,
    connector: Connector,
}

/// A request.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    method: Method,
    /// The path with the query.
    path: String,
    headers: Vec<(&'a str, &'a str)>,
    body: String,
}

impl<'a> Request<'a> {
    /// A request of `path`, such as `/things/CHI_0001`. The path may contain only characters that need no encoding.
    pub fn new(method: Method, path: impl Into<String>) -> Self {
        Self { method, path: path.into(), headers: Vec::new(), body: String::new() }
    }

    /// Adds a parameter to the query.
    #[must_use]
    pub fn query(mut self, name: &str, value: &str) -> Self {
        self.path.push(if self.path.contains('?') { '&' } else { '?' });
        self.path.extend(utf8_percent_encode(name, QUERY).chain(["="]).chain(utf8_percent_encode(value, QUERY)));
        self
    }

    /// Adds a header, which is signed. `name` is in lower case.
    #[must_use]
    pub fn header(mut self, name: &'a str, value: &'a str) -> Self {
        self.headers.push((name, value));
        self
    }

    /// Sets a JSON body.
    #[must_use]
    pub fn json(self, body: &Value) -> Self {
        Self { body: body.to_string(), ..self }.header("content-type", "application/json")
    }
}

/// The response of a service.
#[derive(Debug)]
pub struct Response {
    /// The HTTP status.
    pub status: u16,
    /// The body.
    pub body: Vec<u8>,
}

impl Response {
    /// Whether the status is one of success.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The body as text, for messages in the log.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

impl SignedHttp {
    /// Creates a client of the service with this signing name at `url`, such as `https://sns.us-east-1.amazonaws.com/`.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if the URL has no path, or the environment has no region or credentials.
    pub fn new(environment: &Environment, service: &'static str, url: &str) -> Result<Self> {
        let sdk = environment.sdk();
        let missing = |what: &str| Error::internal(format!("a signed request requires {what}"));
        let (scheme, address) = url.split_once("://").ok_or_else(|| missing("a URL with a scheme"))?;
        let (host, path) = address.split_once('/').ok_or_else(|| missing("a URL with a path"))?;
        Ok(Self {
            service,
            origin: sdk
                .endpoint_url()
                .map_or_else(|| format!("{scheme}://{host}"), |endpoint| endpoint.trim_end_matches('/').into()),
            host: host.into(),
            path: format!("/{path}"),
            region: sdk.region().ok_or_else(|| missing("a region"))?.to_string(),
            credentials: sdk.credentials_provider().ok_or_else(|| missing("a source of credentials"))?,
            connector: Connector::builder().tls_provider(aws_client::tls()).build(),
        })
    }

    /// Creates a client of the service with this signing name at its endpoint in the environment's region, such as
    /// `regional(environment, "iotdata", "data-ats.iot")`.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if the environment has no region or credentials.
    pub fn regional(environment: &Environment, service: &'static str, prefix: &str) -> Result<Self> {
        let region = environment.sdk().region().ok_or_else(|| Error::internal("a signed request requires a region"))?;
        Self::new(environment, service, &format!("https://{prefix}.{region}.amazonaws.com/"))
    }

    /// Posts `body` to the URL of the client and returns the response within `limit`.
    ///
    /// # Errors
    /// The cause as text, if there is no response in time.
    pub async fn post(&self, content_type: &str, body: String, limit: Duration) -> Result<Response, String> {
        let request = Request { body, ..Request::new(Method::POST, &self.path) };
        self.send(&request.header("content-type", content_type), limit).await
    }

    /// Sends the request to the service's host and returns the response, also that of a failure, within `limit`.
    ///
    /// # Errors
    /// The cause as text, if there is no response in time.
    pub async fn send(&self, request: &Request<'_>, limit: Duration) -> Result<Response, String> {
        let request = self.signed(request).await?;
        let call = async {
            let response = self.connector.call(request).await.map_err(|error| format!("unreachable: {error:?}"))?;
            read(response).await
        };
        timeout(limit, call).await.map_err(|_| format!("no response within {limit:?}"))?
    }

    async fn signed(&self, Request { method, path, headers, body }: &Request<'_>) -> Result<HttpRequest, String> {
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
        let url = format!("{}{path}", self.origin);
        let headers = headers.iter().copied().chain([("host", self.host.as_str())]);
        let body_bytes = SignableBody::Bytes(body.as_bytes());
        let signable = SignableRequest::new(method.as_str(), &url, headers.clone(), body_bytes).map_err(text)?;
        let (signature, _) = sign(signable, &parameters).map_err(text)?.into_parts();
        let mut request = HttpRequest::new(SdkBody::from(body.as_str()));
        request.set_method(method.as_str()).map_err(text)?;
        request.set_uri(url.as_str()).map_err(text)?;
        for (name, value) in headers.chain(signature.headers()) {
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

/// A service that tests start.
#[cfg(test)]
pub(crate) mod testing {
    use crate::Environment;
    use aws_config::{BehaviorVersion, Region, SdkConfig};
    use aws_credential_types::{Credentials, provider::SharedCredentialsProvider};
    use std::collections::HashMap;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
    };

    /// An environment whose services are at the listener.
    pub(crate) fn environment(listener: &TcpListener) -> Environment {
        let credentials = Credentials::new("key", "secret", None, None, "test");
        let sdk = SdkConfig::builder()
            .behavior_version(BehaviorVersion::latest())
            .endpoint_url(format!("http://{}", listener.local_addr().unwrap()))
            .region(Region::new("us-east-1"))
            .credentials_provider(SharedCredentialsProvider::new(credentials))
            .http_client(aws_smithy_http_client::Builder::new().tls_provider(crate::aws_client::tls()).build_https())
            .build();
        let variables = [("TOPIC", "arn:aws:sns:us-east-1:000000000000:alerts"), ("LARDER_ENVIRONMENT", "dev")];
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Environment::new(sdk, HashMap::from(variables))
    }

    /// Responds to one request and returns it.
    pub(crate) async fn respond(listener: &TcpListener, status: &str, body: &str) -> String {
        let (mut stream, _) = listener.accept().await.unwrap();
        let (mut request, mut buffer) = (String::new(), [0; 4096]);
        loop {
            let read = stream.read(&mut buffer).await.unwrap();
            request.push_str(std::str::from_utf8(&buffer[..read]).unwrap());
            let Some((head, body)) = request.split_once("\r\n\r\n") else { continue };
            let head = head.to_lowercase();
            let length = head.split("content-length: ").nth(1).and_then(|rest| rest.lines().next());
            if length.map_or(Some(0), |length| length.parse().ok()) == Some(body.len()) {
                break;
            }
        }
        let length = body.len();
        let response = format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{body}");
        stream.write_all(response.as_bytes()).await.unwrap();
        request
    }
}

#[cfg(test)]
mod tests {
    use super::{
        testing::{environment, respond},
        *,
    };
    use serde_json::json;
    use tokio::net::TcpListener;

    const LIMIT: Duration = Duration::from_secs(5);

    #[tokio::test]
    async fn sends_method_path_query_headers_and_a_json_body() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let service = SignedHttp::regional(&environment(&listener), "iot", "iot").unwrap();
        let request = Request::new(Method::PUT, "/things/CHI_0001/principals")
            .query("nextToken", "a+b=")
            .query("kind", "x")
            .header("x-amzn-principal", "arn:aws:iot:us-east-1:000000000000:cert/ab")
            .json(&json!({"a": 1}));
        let (response, received) = tokio::join!(service.send(&request, LIMIT), respond(&listener, "201 Created", "ok"));
        let response = response.unwrap();
        assert_eq!((response.status, response.is_success(), response.text().as_str()), (201, true, "ok"));
        assert!(received.starts_with("PUT /things/CHI_0001/principals?nextToken=a%2Bb%3D&kind=x HTTP/1.1\r\n"));
        assert!(received.ends_with("\r\n\r\n{\"a\":1}"), "{received}");
        for part in [
            "\nhost: iot.us-east-1.amazonaws.com\r",
            "\ncontent-type: application/json\r",
            "\nx-amzn-principal: arn:aws:iot:us-east-1:000000000000:cert/ab\r",
            "/us-east-1/iot/aws4_request",
            "signedheaders=content-type;host;x-amz-date;x-amzn-principal",
        ] {
            assert!(received.to_lowercase().contains(part), "{part} is not in {received}");
        }
    }

    #[tokio::test]
    async fn returns_the_response_of_a_request_that_the_service_rejects() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let service = SignedHttp::regional(&environment(&listener), "iotdata", "data-ats.iot").unwrap();
        let request = Request::new(Method::DELETE, "/connections/CHI_0001").query("cleanSession", "true");
        let (response, received) =
            tokio::join!(service.send(&request, LIMIT), respond(&listener, "404 Not Found", "{}"));
        let response = response.unwrap();
        assert_eq!((response.status, response.is_success()), (404, false));
        assert!(received.starts_with("DELETE /connections/CHI_0001?cleanSession=true HTTP/1.1\r\n"), "{received}");
    }
}
