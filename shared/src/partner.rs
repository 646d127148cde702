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
use tokio::{sync::OnceCell, time::timeout};

/// The most that is read of an answer: more is none of the service's.
const MOST: usize = 64 * 1024;

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
    /// In Secrets Manager, read once in the life of the process.
    Kept {
        client: Client,
        id: String,
        read: OnceCell<String>,
    },
}

/// How a try failed.
enum Failure {
    /// Another try may end well.
    Passing(String),
    /// It will not.
    Lasting(String),
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
        let secret = Secret::Kept { client: Client::new(environment.sdk()), id, read: OnceCell::new() };
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
        let secret = self.secret().await?;
        let attempt = || self.attempt(path, secret, key, body.clone());
        let answer = attempt.retry(self.patience.waits()).when(|failure| matches!(failure, Failure::Passing(_))).await;
        let answer = answer.map_err(|failure| match failure {
            Failure::Passing(cause) => Error::retryable(format!("{}: {cause}", self.name)),
            Failure::Lasting(cause) => Error::internal(format!("{}: {cause}", self.name)),
        })?;
        serde_json::from_slice(&answer)
            .map_err(|error| Error::internal(format!("{} answered what nobody understands: {error}", self.name)))
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

    async fn secret(&self) -> Result<&str> {
        match &self.secret {
            Secret::Known(secret) => Ok(secret),
            Secret::Kept { client, id, read } => {
                let secret = read.get_or_try_init(|| read_secret(client, id)).await?;
                Ok(secret)
            }
        }
    }
}

async fn read_secret(client: &Client, id: &str) -> Result<String> {
    let answer = client.get_secret_value().secret_id(id).send().await.map_err(crate::aws_error::failure)?;
    answer.secret_string.ok_or_else(|| Error::internal(format!("the secret {id} is no text")))
}
