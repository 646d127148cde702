//! A deployed stack, as `.local/stack.json` describes it for tools.

use anyhow::{Context, Result};
use aws_config::Region;
use aws_credential_types::{Credentials, provider::SharedCredentialsProvider};
use serde::Deserialize;
use shared::{Environment, environment};
use std::{
    collections::{BTreeMap, HashMap},
    env, fs,
    path::Path,
};

/// What tools need to know of a stack.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Stack {
    endpoint: Option<String>,
    region: String,
    user_pool_id: String,
    tables: BTreeMap<String, String>,
    #[serde(default)]
    buckets: BTreeMap<String, String>,
    queues: BTreeMap<String, String>,
    /// The staff who can sign in.
    #[serde(default)]
    pub users: Vec<User>,
}

/// A member of staff.
#[derive(Debug, Deserialize)]
pub struct User {
    /// The e-mail.
    pub email: String,
    /// What they may do: see `seed::staff`.
    pub profile: String,
}

impl Stack {
    /// Reads the description.
    ///
    /// # Errors
    /// Where it is not there, or is not one.
    pub fn read(path: &Path) -> Result<Self> {
        let text = fs::read(path).with_context(|| format!("there is no stack at {}", path.display()))?;
        serde_json::from_slice(&text).with_context(|| format!("{} describes no stack", path.display()))
    }

    /// The surroundings in which the areas' stores find the stack, as its functions do.
    pub async fn environment(&self) -> Environment {
        let mut sdk = environment::sdk().region(Region::new(self.region.clone()));
        if let Some(endpoint) = &self.endpoint {
            sdk = sdk.endpoint_url(endpoint);
            if env::var("AWS_ACCESS_KEY_ID").is_err() {
                // An emulator takes any credentials, but the SDK wants some.
                let any = Credentials::new("test", "test", None, None, "emulator");
                sdk = sdk.credentials_provider(SharedCredentialsProvider::new(any));
            }
        }
        Environment::new(sdk.load().await, self.variables())
    }

    /// The emulator's address; absent in AWS.
    pub fn endpoint(&self) -> Option<&str> {
        self.endpoint.as_deref()
    }

    /// The names of the stack's tables, buckets and queues, by the variables that functions find them by.
    pub fn variables(&self) -> HashMap<String, String> {
        let tables = self.tables.iter().map(|(name, table)| (format!("{}_TABLE", screaming(name)), table.clone()));
        let buckets = self.buckets.iter().map(|(name, bucket)| (format!("{}_BUCKET", screaming(name)), bucket.clone()));
        let queues = self.queues.iter().map(|(name, url)| (format!("{}_QUEUE_URL", screaming(name)), url.clone()));
        tables.chain(buckets).chain(queues).chain([("USER_POOL_ID".into(), self.user_pool_id.clone())]).collect()
    }
}

/// `ScheduleChanges` and `scheduleChanges` as `SCHEDULE_CHANGES`.
fn screaming(name: &str) -> String {
    let mut screaming = String::new();
    for (position, letter) in name.char_indices() {
        if position > 0 && letter.is_uppercase() {
            screaming.push('_');
        }
        screaming.extend(letter.to_uppercase());
    }
    screaming
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_buckets_and_queues_are_found_by_the_variables_that_functions_use() {
        let stack: Stack = serde_json::from_value(serde_json::json!({
            "region": "us-east-1", "userPoolId": "us-east-1_1", "tables": {"ScheduleChanges": "changes-1"},
            "buckets": {"artifacts": "artifacts-1"},
            "queues": {"telemetryDeadLetter": "http://dead"},
        }))
        .unwrap();
        let variables = stack.variables();
        assert_eq!(variables.get("SCHEDULE_CHANGES_TABLE").map(String::as_str), Some("changes-1"));
        assert_eq!(variables.get("ARTIFACTS_BUCKET").map(String::as_str), Some("artifacts-1"));
        assert_eq!(variables.get("TELEMETRY_DEAD_LETTER_QUEUE_URL").map(String::as_str), Some("http://dead"));
        assert_eq!(variables.get("USER_POOL_ID").map(String::as_str), Some("us-east-1_1"));
    }
}
