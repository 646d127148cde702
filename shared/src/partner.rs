//! Calls of a partner's HTTP service: bounded in time, in tries, and in what is read of an answer.
//!
//! By the connector that the AWS SDKs bring along, so that a function holds one HTTP client and one TLS stack: with it
//! and the client of Secrets Manager, `generate-apriva-device-address` is 7.9 MB where `location` is 7.5.

use crate::{Environment, Error, Result, environment, patience::Patience};
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

/// The most that is read of an answer: more is none of the service's.
const MOST: usize = 64 * 1024;

/// How long a secret that was read is used before it is read again.
const SECRET_LIFETIME: Duration = Duration::from_mins(5);

/// A partner's service: where it is, and by which secret it knows us.
#[derive(Debug)]
pub struct Partner {
    name: &'static str,
    url: String,
    secret: Secret,
    patience: Patience,
    connector: Connector,
}

#[derive(Debug)]
enum Secret {
    Known(String),
    /// In Secrets Manager. A changed value is used within [`SECRET_LIFETIME`], and at once where the partner rejects the
    /// previous one.
    Kept {
        client: Client,
        id: String,
        read: Mutex<Option<ReadSecret>>,
    },
}

/// A secret's value, and when it was read.
#[derive(Debug)]
struct ReadSecret {
    value: String,
    at: Instant,
}

/// How a try failed.
enum Failure {
    /// Another try may end well.
    Passing(String),
    /// It will not.
    Lasting(String),
    /// The service does not accept the secret.
    Unauthorized(String),
}

impl Partner {
    /// The service whose base URL and secret's id are in these variables; `name` is what the log calls it.
    ///
    /// # Errors
    /// Where the template forgot a variable.
    pub fn from_environment(
        environment: &Environment,
        name: &'static str,
        [url, secret]: [&str; 2],
        patience: Patience,
    ) -> Result<Self> {
        let id = environment.variable(secret)?;
        let secret = Secret::Kept { client: Client::new(environment.sdk()), id, read: Mutex::default() };
        Ok(Self::new(name, &environment.variable(url)?, secret, patience))
    }

    /// The service at `url`, which takes `secret`: for tests and tools.
    pub fn with_secret(name: &'static str, url: &str, secret: &str, patience: Patience) -> Self {
        Self::new(name, url, Secret::Known(secret.into()), patience)
    }

    fn new(name: &'static str, url: &str, secret: Secret, patience: Patience) -> Self {
        let url = url.trim_end_matches('/').to_owned();
        let connector = Connector::builder().tls_provider(environment::tls()).build();
        Self { name, url, secret, patience, connector }
    }

    /// Posts `body` as JSON and reads the JSON that is answered. What the service should do twice without harm, for a
    /// try whose answer was lost is made again.
    ///
    /// # Errors
    /// A failure that may pass where the service is slow, out of reach or in trouble; a lasting one where it refuses us
    /// or answers what it never should.
    pub async fn post<Answer: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<Answer> {
        self.send_json(path, None, body).await
    }

    /// The same under a key by which the service knows a call that it has carried out already: what arrives more than
    /// once under one key is done once.
    ///
    /// # Errors
    /// As [`Partner::post`].
    pub async fn post_once<Answer: DeserializeOwned>(
        &self,
        path: &str,
        idempotency_key: &str,
        body: &impl Serialize,
    ) -> Result<Answer> {
        self.send_json(path, Some(idempotency_key), body).await
    }

    async fn send_json<Answer: DeserializeOwned>(
        &self,
        path: &str,
        key: Option<&str>,
        body: &impl Serialize,
    ) -> Result<Answer> {
        let body = serde_json::to_vec(body).map_err(Error::internal)?;
        let secret = self.secret.value().await?;
        let mut answer = self.attempts(path, &secret, key, &body).await;
        if let Err(Failure::Unauthorized(_)) = answer
            && let Some(changed) = self.secret.changed(&secret).await?
        {
            answer = self.attempts(path, &changed, key, &body).await;
        }
        let answer = answer.map_err(|failure| match failure {
            Failure::Passing(cause) => Error::retryable(format!("{}: {cause}", self.name)),
            Failure::Lasting(cause) | Failure::Unauthorized(cause) => {
                Error::internal(format!("{}: {cause}", self.name))
            }
        })?;
        serde_json::from_slice(&answer)
            .map_err(|error| Error::internal(format!("{} answered what nobody understands: {error}", self.name)))
    }

    async fn attempts(&self, path: &str, secret: &str, key: Option<&str>, body: &[u8]) -> Result<Vec<u8>, Failure> {
        let attempt = || self.attempt(path, secret, key, body.to_vec());
        attempt.retry(self.patience.waits()).when(|failure| matches!(failure, Failure::Passing(_))).await
    }

    async fn attempt(&self, path: &str, secret: &str, key: Option<&str>, body: Vec<u8>) -> Result<Vec<u8>, Failure> {
        let lasting = |error: &dyn std::fmt::Display| Failure::Lasting(error.to_string());
        let mut request = HttpRequest::new(SdkBody::from(body));
        request.set_method("POST").map_err(|error| lasting(&error))?;
        request.set_uri(format!("{}{path}", self.url)).map_err(|error| lasting(&error))?;
        let headers = request.headers_mut();
        headers.insert("content-type", "application/json");
        headers.try_insert("authorization", format!("Bearer {secret}")).map_err(|error| lasting(&error))?;
        if let Some(key) = key {
            headers.try_insert("idempotency-key", key.to_owned()).map_err(|error| lasting(&error))?;
        }
        match timeout(self.patience.attempt, self.send(request)).await {
            Ok(answer) => answer,
            Err(_) => Err(Failure::Passing(format!("no answer within {:?}", self.patience.attempt))),
        }
    }

    async fn send(&self, request: HttpRequest) -> Result<Vec<u8>, Failure> {
        let answer = self.connector.call(request).await;
        let answer = answer.map_err(|error| Failure::Passing(format!("out of reach: {error:?}")))?;
        let status = answer.status().as_u16();
        match status {
            200..=299 => {}
            // Too many requests and troubles of its own are over some time.
            429 | 500..=599 => return Err(Failure::Passing(format!("status {status}"))),
            401 | 403 => return Err(Failure::Unauthorized(format!("status {status}"))),
            _ => return Err(Failure::Lasting(format!("status {status}"))),
        }
        let mut stream = ByteStream::new(answer.into_body());
        let mut body = Vec::new();
        while let Some(chunk) = stream.next().await {
            body.extend(chunk.map_err(|error| Failure::Passing(format!("a broken answer: {error}")))?);
            if body.len() > MOST {
                return Err(Failure::Lasting(format!("an answer of more than {MOST} bytes")));
            }
        }
        Ok(body)
    }
}

impl Secret {
    /// The value to send now.
    async fn value(&self) -> Result<String> {
        let (client, id, read) = match self {
            Self::Known(secret) => return Ok(secret.clone()),
            Self::Kept { client, id, read } => (client, id, read),
        };
        let mut read = read.lock().await;
        match &*read {
            Some(secret) if secret.at.elapsed() < SECRET_LIFETIME => Ok(secret.value.clone()),
            known => {
                let value = match (read_secret(client, id).await, known) {
                    (Ok(value), _) => value,
                    // The value that worked so far is better than none.
                    (Err(_), Some(secret)) => return Ok(secret.value.clone()),
                    (Err(error), None) => return Err(error),
                };
                *read = Some(ReadSecret { value: value.clone(), at: Instant::now() });
                Ok(value)
            }
        }
    }

    /// The value as it is stored now, where it differs from the one that was `rejected`.
    async fn changed(&self, rejected: &str) -> Result<Option<String>> {
        let Self::Kept { client, id, read } = self else { return Ok(None) };
        let value = read_secret(client, id).await?;
        *read.lock().await = Some(ReadSecret { value: value.clone(), at: Instant::now() });
        Ok((value != rejected).then_some(value))
    }
}

async fn read_secret(client: &Client, id: &str) -> Result<String> {
    let answer = client.get_secret_value().secret_id(id).send().await.map_err(crate::aws_error::failure)?;
    answer.secret_string.ok_or_else(|| Error::internal(format!("the secret {id} is no text")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use aws_credential_types::Credentials;
    use aws_sdk_secretsmanager::config::{BehaviorVersion, Region};
    use std::sync::{Arc, Mutex as Shared};
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
    };

    const ONCE: Patience = Patience { attempt: Duration::from_secs(5), again: 0, first_wait: Duration::from_millis(1) };

    /// Secrets Manager and the partner at one address: what is stored, and what the partner accepts.
    #[derive(Default)]
    struct Services {
        stored: String,
        accepted: String,
        reads: u32,
    }

    impl Services {
        fn respond(&mut self, request: &str) -> (u16, String) {
            let request = request.to_lowercase();
            if request.contains("secretsmanager.getsecretvalue") {
                self.reads += 1;
                return (200, format!(r#"{{"SecretString":"{}"}}"#, self.stored));
            }
            let accepted = request.contains(&format!("authorization: bearer {}\r\n", self.accepted));
            if accepted { (200, r#""done""#.into()) } else { (401, "{}".into()) }
        }
    }

    async fn start(services: Arc<Shared<Services>>) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move {
            while let Ok((mut socket, _)) = listener.accept().await {
                let mut request = Vec::new();
                let mut buffer = [0; 4096];
                // A request is complete with its body, which is a JSON object or text in all of these.
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
        let settings = aws_sdk_secretsmanager::Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("us-east-1"))
            .credentials_provider(Credentials::new("test", "test", None, None, "test"))
            .http_client(aws_smithy_http_client::Builder::new().tls_provider(environment::tls()).build_https())
            .endpoint_url(url)
            .build();
        let secret = Secret::Kept { client: Client::from_conf(settings), id: "secret".into(), read: Mutex::default() };
        Partner::new("the service", url, secret, ONCE)
    }

    async fn call(partner: &Partner) -> Result<String> {
        partner.post("/x", &"").await
    }

    #[tokio::test]
    async fn uses_a_changed_secret_as_soon_as_the_partner_rejects_the_previous_one() {
        let services = Arc::new(Shared::new(Services::default()));
        let partner = partner(&start(services.clone()).await);
        let set = |stored: &str, accepted: &str| {
            let mut services = services.lock().unwrap();
            (services.stored, services.accepted) = (stored.into(), accepted.into());
        };
        let reads = || services.lock().unwrap().reads;

        set("first", "first");
        assert_eq!(call(&partner).await.unwrap(), "done");
        assert_eq!(call(&partner).await.unwrap(), "done");
        assert_eq!(reads(), 1);

        set("second", "second");
        assert_eq!(call(&partner).await.unwrap(), "done");
        assert_eq!(reads(), 2);
        assert_eq!(call(&partner).await.unwrap(), "done");
        assert_eq!(reads(), 2);

        // A secret that the partner does not accept, and that has not changed, is not sent a second time.
        set("second", "third");
        assert!(matches!(call(&partner).await, Err(Error::Unavailable { retryable: false, .. })));
        assert_eq!(reads(), 3);
    }
}
