//! A deployed stack and its description, `stack.json`.

use crate::{
    Aws, Person, Rejection, Rest, User, must,
    staff::{self, Tokens},
};
use reqwest::{Client, Method, header};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{collections::BTreeMap, env, fs};

/// The contents of `stack.json`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Description {
    /// The emulator's URL; absent on AWS.
    pub(crate) endpoint: Option<String>,
    pub(crate) region: String,
    #[serde(default)]
    port: u16,
    graphql_url: String,
    rest_url: String,
    /// The URL of the simulated partners; absent on AWS.
    partners_url: Option<String>,
    pub(crate) user_pool_id: String,
    pub(crate) user_pool_client_id: String,
    pub(crate) live: Hosts,
    pub(crate) tables: BTreeMap<String, String>,
    pub(crate) queues: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) buckets: BTreeMap<String, String>,
    pub(crate) functions: BTreeMap<String, String>,
    users: Vec<User>,
}

/// The hosts of live events.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Hosts {
    /// The host name of the API.
    pub(crate) http_host: String,
    /// The host name for subscribers.
    pub(crate) realtime_host: String,
}

/// A deployed stack. Each test loads its own, because connections end with the test's runtime.
#[derive(Debug)]
pub struct Stack {
    pub(crate) description: Description,
    http: Client,
    aws: Aws,
}

impl Stack {
    /// Reads the description at the path in `LARDER_STACK`.
    pub async fn load() -> Self {
        let path = must("LARDER_STACK must be the path of a stack.json", env::var("LARDER_STACK"));
        let text = must(&path, fs::read(&path));
        let description: Description = must(&path, serde_json::from_slice(&text));
        Self { aws: Aws::new(&description).await, http: Client::new(), description }
    }

    /// The emulator's port, which identifies the stack for the commands in `scripts/`.
    pub fn port(&self) -> u16 {
        self.description.port
    }

    /// The id of the user pool.
    pub fn user_pool(&self) -> &str {
        &self.description.user_pool_id
    }

    /// The users that the seeder created.
    pub fn users(&self) -> &[User] {
        &self.description.users
    }

    /// The user with this profile, such as `admin`.
    pub fn user(&self, profile: &str) -> &User {
        let found = self.users().iter().find(|user| user.profile == profile);
        must("staff of the stack", found.ok_or_else(|| format!("no user has the profile {profile}")))
    }

    /// The tokens of the user with this profile. Users sign in once per test binary.
    pub async fn tokens(&self, profile: &str) -> Tokens {
        let user = self.user(profile);
        staff::tokens(self, &user.email, &user.password).await
    }

    /// The tokens of the user with this profile from another client of the user pool than the web app.
    pub async fn tokens_of_another_client(&self, profile: &str) -> Tokens {
        staff::tokens_of_another_client(self, self.user(profile)).await
    }

    /// Signs in as the user with this profile.
    pub async fn person(&self, profile: &str) -> Person<'_> {
        Person::new(self, self.tokens(profile).await.id)
    }

    /// The AWS services of the stack, for steps that are not possible through the endpoints.
    pub fn aws(&self) -> &Aws {
        &self.aws
    }

    /// Calls GraphQL and returns the data.
    ///
    /// # Errors
    /// The first error of the response.
    pub async fn graphql(&self, token: Option<&str>, query: &str, variables: Value) -> Result<Value, Rejection> {
        let body = json!({ "query": query, "variables": variables });
        let Rest { status, body } = self.send(token, Method::POST, &self.description.graphql_url, Some(body)).await;
        Rejection::into_data(status, body)
    }

    /// Calls a REST route. `path` starts with a slash.
    pub async fn rest(&self, token: Option<&str>, method: Method, path: &str, body: Option<Value>) -> Rest {
        self.send(token, method, &format!("{}{path}", self.description.rest_url), body).await
    }

    /// Uploads a file to a presigned URL and returns the HTTP status.
    pub async fn put_file(&self, url: &str, content_type: &str, content: &str) -> u16 {
        let put = self.http.put(url).header(header::CONTENT_TYPE, content_type).body(content.to_owned());
        must(url, put.send().await).status().as_u16()
    }

    /// Configures the responses of a simulated partner; see `scripts/tools/partners`.
    pub async fn configure_partner(&self, service: &str, configuration: Value) {
        let url = must(
            "partners of the stack",
            self.description.partners_url.as_ref().ok_or("the description has no partners_url"),
        );
        let url = format!("{url}/control/{service}");
        self.send(None, Method::PUT, &url, Some(configuration)).await.expect(200);
    }

    /// The requests that a simulated partner received; see `scripts/tools/partners`.
    pub async fn partner_requests(&self, service: &str) -> Vec<Value> {
        let url = must(
            "partners of the stack",
            self.description.partners_url.as_ref().ok_or("the description has no partners_url"),
        );
        let url = format!("{url}/control/{service}/arrived");
        let mut response = self.send(None, Method::GET, &url, None).await.expect(200);
        response["arrived"].as_array_mut().map(std::mem::take).unwrap_or_default()
    }

    async fn send(&self, token: Option<&str>, method: Method, url: &str, body: Option<Value>) -> Rest {
        let mut request = self.http.request(method, url);
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, token);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        let response = must(url, request.send().await);
        let status = response.status().as_u16();
        let body = must(url, response.bytes().await);
        Rest { status, body: serde_json::from_slice(&body).unwrap_or_default() }
    }
}
