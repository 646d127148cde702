//! Feature flags: which are on for whom, by e-mail. The only module that knows their table.

use aws_sdk_dynamodb::{Client, types::AttributeValue};
use shared::{
    Environment, FromEnvironment, Result,
    dynamo::{self, Item, text},
};

/// The table of feature flags.
#[derive(Clone, Debug)]
pub struct FlagStore {
    client: Client,
    table: String,
}

impl FromEnvironment for FlagStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("FEATURE_FLAGS_TABLE")? })
    }
}

impl FlagStore {
    /// The flags that are on for `email`, in alphabetical order.
    pub async fn on_for(&self, email: &str) -> Result<Vec<String>> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.table)
            .key("email", text(email))
            .send()
            .await
            .map_err(dynamo::failure)?;
        let item = answer.item.unwrap_or_default();
        let mut flags = item.get("flags").and_then(|flags| flags.as_ss().ok()).cloned().unwrap_or_default();
        flags.sort();
        Ok(flags)
    }

    /// Sets the flags of many people whatever is there: for the seeder. Who has none needs no entry.
    pub async fn put_all(&self, flags: &[(String, Vec<String>)]) -> Result<()> {
        let item = |(email, flags): &(String, Vec<String>)| {
            Item::from([("email".into(), text(email)), ("flags".into(), AttributeValue::Ss(flags.clone()))])
        };
        let items = flags.iter().filter(|(_, flags)| !flags.is_empty()).map(item).collect();
        dynamo::put_all(&self.client, &self.table, items).await
    }
}
