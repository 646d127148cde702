//! A client for the HTTP services of partners, with limits on time, retries and response size.
//!
//! It uses the HTTP connector of the AWS SDKs, so that a binary contains one HTTP client and one TLS stack.

use crate::{Environment, Error, Result, aws_client, retry::RetryPolicy};
use aws_sdk_secretsmanager::Client;
use aws_smithy_http_client::Connector;
use aws_smithy_runtime_api::client::{http::HttpConnector, orchestrator::HttpRequest};
use aws_smithy_types::{body::SdkBody, byte_stream::ByteStream};
use backon::Retryable;
use serde::{Serialize, de::DeserializeOwned};
use std::time::Duration;
use tokio::{
    sync::Mutex,
    time::{Instant, timeout},
};

/// The maximum size of a response, in bytes.
const MAX_RESPONSE_BYTES: usize = 64 * 1024;

/// How long a secret is cached.
const SECRET_LIFETIME: Duration = Duration::from_mins(5);

/// A partner's service: its URL and Larder's secret.
#[derive(Debug)]
pub struct Partner {
    name: &'static str,
    url: String,
    secret: Secret,
    retry_policy: RetryPolicy,
    connector: Connector,
}

#[derive(Debug)]
enum Secret {
    Known(String),
    /// A secret in Secrets Manager. A changed value is used after at most [`SECRET_LIFETIME`], or immediately after the
    /// partner rejects the previous value.
    Stored {
        client: Client,
        id: String,
        cached: Mutex<Option<CachedSecret>>,
    },
}

/// A secret's value and the time at which it was read.
#[derive(Debug)]
struct CachedSecret {
    value: String,
    at: Instant,
}

/// The failure of an attempt.
enum Failure {
    /// A retry can succeed.
    Transient(String),
    /// A retry cannot succeed.
    Permanent(String),
    /// The service rejected the secret.
    Unauthorized(String),
}

impl Partner {
    /// Creates the client from two variables: the base URL, and the id of the secret. `name` is the name in logs.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if a variable is not set.
    pub fn from_environment(
        environment: &Environment,
        name: &'static str,
        [url, secret]: [&str; 2],
        retry_policy: RetryPolicy,
    ) -> Result<Self> {
        let id = environment.variable(secret)?;
        let secret = Secret::Stored { client: Client::new(environment.sdk()), id, cached: Mutex::default() };
        Ok(Self::new(name, &environment.variable(url)?, secret, retry_policy))
    }

    /// Creates a client with a known secret, for tests and tools.
    pub fn with_secret(name: &'static str, url: &str, secret: &str, retry_policy: RetryPolicy) -> Self {
        Self::new(name, url, Secret::Known(secret.into()), retry_policy)
    }

    fn new(name: &'static str, url: &str, secret: Secret, retry_policy: RetryPolicy) -> Self {
        let url = url.trim_end_matches('/').to_owned();
        let connector = Connector::builder().tls_provider(aws_client::tls()).build();
        Self { name, url, secret, retry_policy, connector }
    }

    /// Posts `body` as JSON and parses the JSON response. The service must be idempotent, because an attempt whose
    /// response was lost is repeated.
    ///
    /// # Errors
    /// A retryable error if the service is slow, unreachable or failing; a permanent one if it rejects the request or
    /// its response cannot be parsed.
    pub async fn post<Response: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<Response> {
        self.send_json(path, None, body).await
    }

    /// As [`Partner::post`], with an idempotency key: the service carries out requests with the same key once.
    ///
    /// # Errors
    /// As [`Partner::post`].
    pub async fn post_once<Response: DeserializeOwned>(
        &self,
        path: &str,
        idempotency_key: &str,
        body: &impl Serialize,
    ) -> Result<Response> {
        self.send_json(path, Some(idempotency_key), body).await
    }

    async fn send_json<Response: DeserializeOwned>(
        &self,
        path: &str,
        key: Option<&str>,
        body: &impl Serialize,
    ) -> Result<Response> {
        let body = serde_json::to_vec(body).map_err(Error::internal)?;
        let secret = self.secret.value().await?;
        let mut response = self.attempts(path, &secret, key, &body).await;
        if let Err(Failure::Unauthorized(_)) = response
            && let Some(changed) = self.secret.changed(&secret).await?
        {
            response = self.attempts(path, &changed, key, &body).await;
        }
        let response = response.map_err(|failure| match failure {
            Failure::Transient(cause) => Error::retryable(format!("{}: {cause}", self.name)),
            Failure::Permanent(cause) | Failure::Unauthorized(cause) => {
                Error::internal(format!("{}: {cause}", self.name))
            }
        })?;
        serde_json::from_slice(&response)
            .map_err(|error| Error::internal(format!("the response of {} cannot be parsed: {error}", self.name)))
    }

    async fn attempts(&self, path: &str, secret: &str, key: Option<&str>, body: &[u8]) -> Result<Vec<u8>, Failure> {
        let attempt = || self.attempt(path, secret, key, body.to_vec());
        attempt.retry(self.retry_policy.backoff()).when(|failure| matches!(failure, Failure::Transient(_))).await
    }

    async fn attempt(&self, path: &str, secret: &str, key: Option<&str>, body: Vec<u8>) -> Result<Vec<u8>, Failure> {
        let permanent = |error: &dyn std::fmt::Display| Failure::Permanent(error.to_string());
        let mut request = HttpRequest::new(SdkBody::from(body));
        request.set_method("POST").map_err(|error| permanent(&error))?;
        request.set_uri(format!("{}{path}", self.url)).map_err(|error| permanent(&error))?;
        let headers = request.headers_mut();
        headers.insert("content-type", "application/json");
        headers.try_insert("authorization", format!("Bearer {secret}")).map_err(|error| permanent(&error))?;
        if let Some(key) = key {
            headers.try_insert("idempotency-key", key.to_owned()).map_err(|error| permanent(&error))?;
        }
        match timeout(self.retry_policy.timeout, self.send(request)).await {
            Ok(response) => response,
            Err(_) => Err(Failure::Transient(format!("no response within {:?}", self.retry_policy.timeout))),
        }
    }

    async fn send(&self, request: HttpRequest) -> Result<Vec<u8>, Failure> {
        let response = self.connector.call(request).await;
        let response = response.map_err(|error| Failure::Transient(format!("unreachable: {error:?}")))?;
        let status = response.status().as_u16();
        match status {
            200..=299 => {}
            // Rate limits and internal errors are temporary.
            429 | 500..=599 => return Err(Failure::Transient(format!("status {status}"))),
            401 | 403 => return Err(Failure::Unauthorized(format!("status {status}"))),
            _ => return Err(Failure::Permanent(format!("status {status}"))),
        }
        let mut stream = ByteStream::new(response.into_body());
        let mut body = Vec::new();
        while let Some(chunk) = stream.next().await {
            body.extend(chunk.map_err(|error| Failure::Transient(format!("a broken response: {error}")))?);
            if body.len() > MAX_RESPONSE_BYTES {
                return Err(Failure::Permanent(format!("a response of more than {MAX_RESPONSE_BYTES} bytes")));
            }
        }
        Ok(body)
    }
}

impl Secret {
    /// The value to send now.
    async fn value(&self) -> Result<String> {
        let (client, id, cached) = match self {
            Self::Known(secret) => return Ok(secret.clone()),
            Self::Stored { client, id, cached } => (client, id, cached),
        };
        let mut cached = cached.lock().await;
        match &*cached {
            Some(secret) if secret.at.elapsed() < SECRET_LIFETIME => Ok(secret.value.clone()),
            expired => {
                let value = match (read_secret(client, id).await, expired) {
                    (Ok(value), _) => value,
                    // An expired value is better than none.
                    (Err(_), Some(secret)) => return Ok(secret.value.clone()),
                    (Err(error), None) => return Err(error),
                };
                *cached = Some(CachedSecret { value: value.clone(), at: Instant::now() });
                Ok(value)
            }
        }
    }

    /// The stored value if it differs from the `rejected` one.
    async fn changed(&self, rejected: &str) -> Result<Option<String>> {
        let Self::Stored { client, id, cached } = self else { return Ok(None) };
        let value = read_secret(client, id).await?;
        *cached.lock().await = Some(CachedSecret { value: value.clone(), at: Instant::now() });
        Ok((value != rejected).then_some(value))
    }
}

async fn read_secret(client: &Client, id: &str) -> Result<String> {
    let response = client.get_secret_value().secret_id(id).send().await.map_err(crate::aws_error::failure)?;
    response.secret_string.ok_or_else(|| Error::internal(format!("secret {id} is not text")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use aws_credential_types::Credentials;
    use aws_sdk_secretsmanager::config::{BehaviorVersion, Region};
    use std::sync::{Arc, Mutex as StdMutex};
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
    };

    const NO_RETRIES: RetryPolicy =
        RetryPolicy { timeout: Duration::from_secs(5), max_retries: 0, initial_backoff: Duration::from_millis(1) };

    /// The state of a server that replaces both Secrets Manager and the partner.
    #[derive(Default)]
    struct FakeServices {
        stored_secret: String,
        accepted_secret: String,
        secret_reads: u32,
    }

    impl FakeServices {
        fn respond(&mut self, request: &str) -> (u16, String) {
            let request = request.to_lowercase();
            if request.contains("secretsmanager.getsecretvalue") {
                self.secret_reads += 1;
                return (200, format!(r#"{{"SecretString":"{}"}}"#, self.stored_secret));
            }
            let accepted = request.contains(&format!("authorization: bearer {}\r\n", self.accepted_secret));
            if accepted { (200, r#""done""#.into()) } else { (401, "{}".into()) }
        }
    }

    async fn start_server(services: Arc<StdMutex<FakeServices>>) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move {
            while let Ok((mut socket, _)) = listener.accept().await {
                let mut request = Vec::new();
                let mut buffer = [0; 4096];
                // All bodies in this test end with `}` or `""`.
                while !(request.ends_with(b"}") || request.ends_with(b"\"\"")) {
                    match socket.read(&mut buffer).await.unwrap() {
                        0 => break,
                        length => request.extend_from_slice(&buffer[..length]),
                    }
                }
                let (status, body) = services.lock().unwrap().respond(&String::from_utf8_lossy(&request));
                let head = format!(
                    "HTTP/1.1 {status} x\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
                    body.len()
                );
                socket.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
            }
        });
        url
    }

    fn partner(url: &str) -> Partner {
        let config = aws_sdk_secretsmanager::Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("us-east-1"))
            .credentials_provider(Credentials::new("test", "test", None, None, "test"))
            .http_client(aws_smithy_http_client::Builder::new().tls_provider(aws_client::tls()).build_https())
            .endpoint_url(url)
            .build();
        let secret =
            Secret::Stored { client: Client::from_conf(config), id: "secret".into(), cached: Mutex::default() };
        Partner::new("the service", url, secret, NO_RETRIES)
    }

    async fn call(partner: &Partner) -> Result<String> {
        partner.post("/x", &"").await
    }

    #[tokio::test]
    async fn uses_a_changed_secret_after_the_partner_rejects_the_previous_one() {
        let services = Arc::new(StdMutex::new(FakeServices::default()));
        let partner = partner(&start_server(services.clone()).await);
        let set_secrets = |stored: &str, accepted: &str| {
            let mut services = services.lock().unwrap();
            (services.stored_secret, services.accepted_secret) = (stored.into(), accepted.into());
        };
        let secret_reads = || services.lock().unwrap().secret_reads;

        set_secrets("first", "first");
        assert_eq!(call(&partner).await.unwrap(), "done");
        assert_eq!(call(&partner).await.unwrap(), "done");
        assert_eq!(secret_reads(), 1);

        set_secrets("second", "second");
        assert_eq!(call(&partner).await.unwrap(), "done");
        assert_eq!(secret_reads(), 2);
        assert_eq!(call(&partner).await.unwrap(), "done");
        assert_eq!(secret_reads(), 2);

        // A rejected secret that has not changed is not sent again.
        set_secrets("second", "third");
        assert!(matches!(call(&partner).await, Err(Error::Unavailable { retryable: false, .. })));
        assert_eq!(secret_reads(), 3);
    }
}
