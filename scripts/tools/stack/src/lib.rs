//! The description of a deployed stack in `.local/stack.json`, for tools.

use anyhow::{Context, Result};
use aws_config::{Region, SdkConfig};
use aws_credential_types::{Credentials, provider::SharedCredentialsProvider};
use serde::Deserialize;
use shared::{Environment, aws_client};
use std::{
    collections::{BTreeMap, HashMap},
    fs,
    path::{Path, PathBuf},
};

/// The description of a stack.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Stack {
    /// Where its AWS services are.
    #[serde(flatten)]
    pub account: Account,
    /// The name of the environment, such as `local`.
    #[serde(rename = "environment")]
    pub environment_name: String,
    user_pool_id: String,
    tables: BTreeMap<String, String>,
    #[serde(default)]
    buckets: BTreeMap<String, String>,
    queues: BTreeMap<String, String>,
    /// The members of staff who can sign in.
    #[serde(default)]
    pub users: Vec<User>,
    /// The MQTT broker of the emulator; `None` on AWS.
    pub mqtt: Option<Mqtt>,
}

/// The account and region of a stack: of AWS, or of an emulator.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    /// The name of the region, such as `us-east-1`.
    pub region: String,
    /// The URL of the emulator; `None` on AWS.
    pub endpoint: Option<String>,
    credentials: Option<AdministratorCredentials>,
}

/// The credentials of the administrator of an emulated account. On AWS, those of the user apply.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AdministratorCredentials {
    access_key_id: String,
    secret_access_key: String,
}

impl Account {
    /// The configuration of the clients of all services.
    pub async fn sdk(&self) -> SdkConfig {
        let mut sdk = aws_client::sdk().region(Region::new(self.region.clone()));
        if let Some(endpoint) = &self.endpoint {
            sdk = sdk.endpoint_url(endpoint);
        }
        if let Some(AdministratorCredentials { access_key_id, secret_access_key }) = &self.credentials {
            let credentials = Credentials::new(access_key_id, secret_access_key, None, None, "stack.json");
            sdk = sdk.credentials_provider(SharedCredentialsProvider::new(credentials));
        }
        sdk.load().await
    }
}

/// The address of an MQTT broker.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Mqtt {
    /// The host name, which is in the broker's certificate.
    pub host: String,
    /// The port, which accepts only TLS with a client certificate.
    pub port: u16,
    /// The file with the certificate of the authority, as PEM, that issued the broker's certificate.
    pub ca: PathBuf,
}

impl Mqtt {
    /// The folder with the keys and certificates of the fridges. Each fridge has a subfolder with its id.
    pub fn fridges(&self) -> PathBuf {
        self.ca.with_file_name("fridges")
    }
}

/// A member of staff.
#[derive(Debug, Deserialize)]
pub struct User {
    /// The e-mail.
    pub email: String,
    /// The profile that determines their permissions: see `seed::staff`.
    pub profile: String,
}

impl Stack {
    /// Reads a description.
    ///
    /// # Errors
    /// If the file cannot be read or is not a description.
    pub fn read(path: &Path) -> Result<Self> {
        let text =
            fs::read(path).with_context(|| format!("could not read the stack description {}", path.display()))?;
        serde_json::from_slice(&text).with_context(|| format!("{} is not a valid stack description", path.display()))
    }

    /// The environment for the areas' stores, as in the stack's functions.
    pub async fn environment(&self) -> Environment {
        Environment::new(self.account.sdk().await, self.variables())
    }

    /// The environment variables of the stack's functions: its name, and the names of tables, buckets and queues.
    pub fn variables(&self) -> HashMap<String, String> {
        let tables =
            self.tables.iter().map(|(name, table)| (format!("{}_TABLE", screaming_snake_case(name)), table.clone()));
        let buckets = self
            .buckets
            .iter()
            .map(|(name, bucket)| (format!("{}_BUCKET", screaming_snake_case(name)), bucket.clone()));
        let queues =
            self.queues.iter().map(|(name, url)| (format!("{}_QUEUE_URL", screaming_snake_case(name)), url.clone()));
        let others = [("USER_POOL_ID", &self.user_pool_id), ("LARDER_ENVIRONMENT", &self.environment_name)];
        let others = others.map(|(name, value)| (name.into(), value.clone()));
        tables.chain(buckets).chain(queues).chain(others).collect()
    }
}

/// Converts `ScheduleChanges` or `scheduleChanges` to `SCHEDULE_CHANGES`.
fn screaming_snake_case(name: &str) -> String {
    let mut converted = String::new();
    for (position, letter) in name.char_indices() {
        if position > 0 && letter.is_uppercase() {
            converted.push('_');
        }
        converted.extend(letter.to_uppercase());
    }
    converted
}

#[cfg(test)]
mod tests {
    use super::*;
    use aws_credential_types::provider::ProvideCredentials;

    #[test]
    fn returns_the_variables_of_tables_buckets_and_queues() {
        let stack: Stack = serde_json::from_value(serde_json::json!({
            "environment": "local", "region": "us-east-1", "userPoolId": "us-east-1_1", "tables": {"ScheduleChanges": "changes-1"},
            "buckets": {"artifacts": "artifacts-1"},
            "queues": {"telemetryDeadLetter": "http://dead"},
        }))
        .unwrap();
        let variables = stack.variables();
        assert_eq!(variables.get("SCHEDULE_CHANGES_TABLE").map(String::as_str), Some("changes-1"));
        assert_eq!(variables.get("ARTIFACTS_BUCKET").map(String::as_str), Some("artifacts-1"));
        assert_eq!(variables.get("TELEMETRY_DEAD_LETTER_QUEUE_URL").map(String::as_str), Some("http://dead"));
        assert_eq!(variables.get("USER_POOL_ID").map(String::as_str), Some("us-east-1_1"));
        assert_eq!(variables.get("LARDER_ENVIRONMENT").map(String::as_str), Some("local"));
        assert_eq!(stack.mqtt, None);
    }

    #[tokio::test]
    async fn an_emulated_account_has_the_endpoint_and_credentials_of_its_description() {
        let (endpoint, id, secret) = ("http://localhost:4566", "administrator", "password");
        let account: Account = serde_json::from_value(serde_json::json!({
            "region": "us-east-1", "endpoint": endpoint,
            "credentials": {"accessKeyId": id, "secretAccessKey": secret},
        }))
        .unwrap();
        let sdk = account.sdk().await;
        let credentials = sdk.credentials_provider().unwrap().provide_credentials().await.unwrap();
        assert_eq!(sdk.endpoint_url(), Some(endpoint));
        assert_eq!((credentials.access_key_id(), credentials.secret_access_key()), (id, secret));
    }

    #[test]
    fn reads_the_address_of_the_mqtt_broker() {
        let stack: Stack = serde_json::from_value(serde_json::json!({
            "environment": "local", "region": "us-east-1", "userPoolId": "us-east-1_1", "tables": {}, "queues": {},
            "mqtt": {"host": "localhost", "port": 4569, "ca": "/stacks/4566/ca.pem"},
        }))
        .unwrap();
        let broker = Mqtt { host: "localhost".into(), port: 4569, ca: "/stacks/4566/ca.pem".into() };
        assert_eq!(broker.fridges(), PathBuf::from("/stacks/4566/fridges"));
        assert_eq!(stack.mqtt, Some(broker));
    }
}
