//! A deployed stack.

use crate::{
    Aws, Rejection, Rest,
    description::{Description, User},
    must,
};
use reqwest::{Client, Method, header};
use serde_json::{Value, json};
use stack::{Account, Mqtt};
use std::{env, fs, process::Command};

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

    /// Stops the emulator. Its state is kept.
    pub fn stop(&self) {
        self.run("down", &[]);
    }

    /// Starts the emulator again, without the web app and the simulator.
    pub fn start(&self) {
        self.run("up", &["--no-web", "--no-simulator", "--fleet", "50"]);
    }

    /// Runs a command of `scripts/` for this stack.
    fn run(&self, command: &str, arguments: &[&str]) {
        let port = self.description.port.to_string();
        let program = Command::new(format!("../scripts/{command}")).args(["--port", &port]).args(arguments).output();
        let output = must(command, program);
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }

    /// The name of the environment, such as `local`.
    pub fn environment(&self) -> &str {
        &self.description.environment
    }

    /// The MQTT broker of the emulator.
    pub fn mqtt(&self) -> &Mqtt {
        must("stack.json", self.description.mqtt.as_ref().ok_or("it has no MQTT broker"))
    }

    /// The id of the user pool.
    pub fn user_pool(&self) -> &str {
        &self.description.user_pool_id
    }

    /// The key with this id that the user pool publishes to verify its tokens, as a JSON Web Key.
    pub async fn public_key(&self, id: &str) -> Value {
        let Description { account: Account { endpoint, region, .. }, user_pool_id, .. } = &self.description;
        let aws = || format!("https://cognito-idp.{region}.amazonaws.com");
        let url = format!("{}/{user_pool_id}/.well-known/jwks.json", endpoint.clone().unwrap_or_else(aws));
        let keys = self.send(None, Method::GET, &url, None).await.expect(200);
        let key = keys["keys"].as_array().into_iter().flatten().find(|key| key["kid"] == id).cloned();
        must(&url, key.ok_or_else(|| format!("there is no key {id}")))
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
