//! Feature flags per user. `FlagStore` reads and writes the FeatureFlags table; its key is the e-mail address.

use crate::{directory::Directory, rules};
use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, TransactWriteItem, Update},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    Environment, Error, FromEnvironment, Page, Request, Result,
    audit::{AuditTable, Change, Entry, Subject},
    dynamo::{self, Item, text},
    page,
};
use std::collections::BTreeMap;

/// The FeatureFlags table.
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
    /// Returns the enabled flags of a user, sorted.
    pub async fn enabled_for(&self, email: &str) -> Result<Vec<String>> {
        let response = self
            .client
            .get_item()
            .table_name(&self.table)
            .key("email", text(email))
            .send()
            .await
            .map_err(dynamo::failure)?;
        Ok(flags_of(&response.item.unwrap_or_default()))
    }

    /// Returns the enabled flags of several users. Users without flags are omitted.
    pub async fn enabled_for_all(&self, emails: &[&str]) -> Result<BTreeMap<String, Vec<String>>> {
        let keys = emails.iter().map(|email| Item::from([("email".into(), text(*email))])).collect();
        let items = dynamo::get_all(&self.client, &self.table, keys, &["email", "flags"]).await?;
        let email = |item: &Item| item.get("email").and_then(|email| email.as_s().ok()).cloned();
        Ok(items.iter().filter_map(|item| Some((email(item)?, flags_of(item)))).collect())
    }

    /// Enables or disables a flag for a user and writes the audit entry. Nothing is written if the flag already has
    /// that state.
    pub async fn set(&self, audit: &AuditTable, entry: &Entry, email: &str, flag: &str, on: bool) -> Result<()> {
        let (action, condition) =
            if on { ("ADD", "NOT contains(flags, :flag)") } else { ("DELETE", "contains(flags, :flag)") };
        let update = Update::builder()
            .table_name(&self.table)
            .key("email", text(email))
            .update_expression(format!("{action} flags :flags"))
            .condition_expression(condition)
            .expression_attribute_values(":flag", text(flag))
            .expression_attribute_values(":flags", AttributeValue::Ss(vec![flag.into()]))
            .build()
            .map_err(Error::internal)?;
        let actions = vec![TransactWriteItem::builder().update(update).build(), audit.put(entry)?];
        dynamo::transact(&self.client, actions).await.map(drop)
    }

    /// Sets the flags of users without a condition. Users without flags are skipped. Used by the seeder.
    pub async fn put_all(&self, flags: &[(String, Vec<String>)]) -> Result<()> {
        let item = |(email, flags): &(String, Vec<String>)| {
            Item::from([("email".into(), text(email)), ("flags".into(), AttributeValue::Ss(flags.clone()))])
        };
        let items = flags.iter().filter(|(_, flags)| !flags.is_empty()).map(item).collect();
        dynamo::put_all(&self.client, &self.table, items).await
    }
}

fn flags_of(item: &Item) -> Vec<String> {
    let mut flags = item.get("flags").and_then(|flags| flags.as_ss().ok()).cloned().unwrap_or_default();
    flags.sort();
    flags
}

/// A member of staff with the enabled flags.
#[derive(Debug, Eq, PartialEq, Serialize)]
pub struct StaffFlags {
    user: String,
    email: String,
    flags: Vec<String>,
}

/// Arguments of `staffFlags`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StaffFlagsArguments {
    next_token: Option<String>,
}

/// Returns one page of all staff with their enabled flags.
pub async fn staff_flags(
    (directory, store): &(Directory, FlagStore),
    arguments: StaffFlagsArguments,
) -> Result<Page<StaffFlags>> {
    let cursor = arguments.next_token.as_deref().map(page::decode_token).transpose()?;
    let (staff, next) = directory.page(cursor).await?;
    let emails: Vec<&str> = staff.iter().map(|member| member.email.as_str()).collect();
    let mut enabled = store.enabled_for_all(&emails).await?;
    let mut items: Vec<StaffFlags> = staff
        .into_iter()
        .map(|member| {
            let flags = enabled.remove(&member.email).unwrap_or_default();
            StaffFlags { user: member.user, email: member.email, flags }
        })
        .collect();
    items.sort_by(|one, other| one.email.cmp(&other.email));
    Ok(Page { items, next_token: next.as_ref().map(page::encode_token).transpose()? })
}

/// Arguments of `setFeatureFlag`.
#[derive(Debug, Deserialize)]
pub struct SetFlagArguments {
    input: SetFlag,
}

/// Input of `setFeatureFlag`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetFlag {
    email: String,
    flag: String,
    on: bool,
}

/// Enables or disables a flag for a member of staff. A repeated call changes nothing.
///
/// # Errors
/// [`Error::Invalid`] if the flag or the user does not exist.
pub async fn set_feature_flag(
    (directory, store, audit): &(Directory, FlagStore, AuditTable),
    Request { permit, now, input: SetFlagArguments { input } }: Request<SetFlagArguments>,
) -> Result<StaffFlags> {
    if !rules::FLAGS.contains(&input.flag.as_str()) {
        return Err(Error::invalid("flag", format!("There is no flag {}", input.flag)));
    }
    let email = input.email.to_lowercase();
    let member = directory.by_email(&email).await?;
    let member = member.ok_or_else(|| Error::invalid("email", format!("There is no user {email}")))?;
    let email = Some(json!(member.email));
    let (event, from, to) = if input.on { ("TURNED_ON", None, email) } else { ("TURNED_OFF", email, None) };
    let entry = Entry::new(Subject::FeatureFlag(&input.flag), event, &permit, now).with(vec![Change {
        attribute: "email".into(),
        from,
        to,
    }]);
    store.set(audit, &entry, &member.email, &input.flag, input.on).await?;
    let flags = store.enabled_for(&member.email).await?;
    Ok(StaffFlags { user: member.user, email: member.email, flags })
}
