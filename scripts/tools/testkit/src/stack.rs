//! The deployed stack, as `stack.json` describes it.

use crate::{
    Aws, Person, Refusal, Rest, User, must,
    staff::{self, Tokens},
};
use reqwest::{Client, Method, header};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{collections::BTreeMap, env, fs};

/// What `stack.json` says.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Description {
    /// The emulator; absent in AWS.
    pub(crate) endpoint: Option<String>,
    pub(crate) region: String,
    #[serde(default)]
    port: u16,
    graphql_url: String,
    rest_url: String,
    /// What stands in for partners.
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
    /// Names the API.
    pub(crate) http_host: String,
    /// Where subscribers connect.
    pub(crate) realtime_host: String,
}

/// A deployed stack. Each test loads its own: connections end with the test's runtime.
#[derive(Debug)]
pub struct Stack {
    pub(crate) description: Description,
    http: Client,
    aws: Aws,
}

impl Stack {
    /// Reads the description that `LARDER_STACK` names.
    pub async fn load() -> Self {
        let path = must("LARDER_STACK should name a stack.json", env::var("LARDER_STACK"));
        let text = must(&path, fs::read(&path));
        let description: Description = must(&path, serde_json::from_slice(&text));
        Self { aws: Aws::of(&description).await, http: Client::new(), description }
    }

    /// The emulator's port, which names the stack to the commands in `scripts/`.
    pub fn port(&self) -> u16 {
        self.description.port
    }

    /// The id of the user pool.
    pub fn user_pool(&self) -> &str {
        &self.description.user_pool_id
    }

    /// The staff who came with the stack.
    pub fn users(&self) -> &[User] {
        &self.description.users
    }

    /// The member of staff with that profile, such as `admin`.
    pub fn user(&self, profile: &str) -> &User {
        let found = self.users().iter().find(|user| user.profile == profile);
        must("staff of the stack", found.ok_or_else(|| format!("nobody has the profile {profile}")))
    }

    /// The tokens of the user with that profile. People sign in once in a test binary.
    pub async fn tokens(&self, profile: &str) -> Tokens {
        let user = self.user(profile);
        staff::tokens(self, &user.email, &user.password).await
    }

    /// The tokens that the user with that profile gets from another client of the user pool than the web app's.
    pub async fn tokens_of_another_client(&self, profile: &str) -> Tokens {
        staff::tokens_of_another_client(self, self.user(profile)).await
    }

    /// The user with that profile, signed in.
    pub async fn person(&self, profile: &str) -> Person<'_> {
        Person::new(self, self.tokens(profile).await.id)
    }

    /// The services behind the endpoints, for what no person can do or see.
    pub fn aws(&self) -> &Aws {
        &self.aws
    }

    /// Calls GraphQL: the data, or the error.
    ///
    /// # Errors
    /// What GraphQL answers as an error.
    pub async fn graphql(&self, token: Option<&str>, query: &str, variables: Value) -> Result<Value, Refusal> {
        let body = json!({ "query": query, "variables": variables });
        let Rest { status, body } = self.send(token, Method::POST, &self.description.graphql_url, Some(body)).await;
        Refusal::or_data(status, body)
    }

    /// Calls a REST route; `path` begins with a slash.
    pub async fn rest(&self, token: Option<&str>, method: Method, path: &str, body: Option<Value>) -> Rest {
        self.send(token, method, &format!("{}{path}", self.description.rest_url), body).await
    }

    /// Puts a file to an address outside both interfaces, without a token; answers the status.
    pub async fn put_file(&self, url: &str, content_type: &str, content: &str) -> u16 {
        let put = self.http.put(url).header(header::CONTENT_TYPE, content_type).body(content.to_owned());
        must(url, put.send().await).status().as_u16()
    }

    /// Tells what stands in for a partner's service how to answer; see `scripts/tools/partners`.
    pub async fn tell_partner(&self, service: &str, order: Value) {
        let url = must("partners of the stack", self.description.partners_url.as_ref().ok_or("it names none"));
        let url = format!("{url}/control/{service}");
        self.send(None, Method::PUT, &url, Some(order)).await.expect(200);
    }

    /// What stands in for a partner's service took; see `scripts/tools/partners`.
    pub async fn partner_took(&self, service: &str) -> Vec<Value> {
        let url = must("partners of the stack", self.description.partners_url.as_ref().ok_or("it names none"));
        let url = format!("{url}/control/{service}/arrived");
        let mut told = self.send(None, Method::GET, &url, None).await.expect(200);
        told["arrived"].as_array_mut().map(std::mem::take).unwrap_or_default()
    }

    async fn send(&self, token: Option<&str>, method: Method, url: &str, body: Option<Value>) -> Rest {
        let mut request = self.http.request(method, url);
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, token);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        let answer = must(url, request.send().await);
        let status = answer.status().as_u16();
        let body = must(url, answer.bytes().await);
        Rest { status, body: serde_json::from_slice(&body).unwrap_or_default() }
    }
}
