//! Feature flags per user. `FlagStore` reads and writes the FeatureFlags table; its key is the e-mail address.

use crate::{directory::Directory, rules};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    Error, Page, Request, Result,
    audit::{AuditTable, Change, Entry, Subject},
    page,
    table::{Changes, Item, ItemExt, SimpleKey, TransactWriteItem, Transaction, attribute, string_set},
};
use std::collections::{BTreeMap, BTreeSet};

const KEY: SimpleKey = SimpleKey::new("email");

shared::store! {
    /// The FeatureFlags table.
    pub struct FlagStore { variable: "FEATURE_FLAGS_TABLE", key: KEY }
}

/// The enabled flags of a user. DynamoDB removes an empty set.
#[derive(Deserialize)]
struct StoredFlags {
    email: String,
    #[serde(default)]
    flags: BTreeSet<String>,
}

impl FlagStore {
    /// Returns the enabled flags of a user, sorted.
    pub async fn enabled_for(&self, email: &str) -> Result<Vec<String>> {
        let stored: Option<StoredFlags> = self.table.get(KEY.of(email)).await?;
        Ok(stored.map(|stored| stored.flags.into_iter().collect()).unwrap_or_default())
    }

    /// Returns the enabled flags of several users. Users without flags are omitted.
    pub async fn enabled_for_all(&self, emails: &[&str]) -> Result<BTreeMap<String, Vec<String>>> {
        let keys = emails.iter().map(|email| KEY.of(*email));
        let stored: Vec<StoredFlags> = self.table.get_all_attributes(keys, &["email", "flags"]).await?;
        Ok(stored.into_iter().map(|stored| (stored.email, stored.flags.into_iter().collect())).collect())
    }

    /// Enables or disables a flag for a user and writes the audit entry. Nothing is written if the flag already has
    /// that state.
    pub async fn set(&self, audit: &AuditTable, entry: &Entry, email: &str, flag: &str, on: bool) -> Result<()> {
        let (set, is_on) = (string_set([flag]), attribute("flags").contains(flag));
        let (changes, condition) =
            if on { (Changes::new().add("flags", set), !is_on) } else { (Changes::new().delete("flags", set), is_on) };
        let update = self.table.update(KEY.of(email), changes).when(condition).action()?;
        Transaction::new().with(update).audited(audit, entry)?.send(self.client()).await.map(drop)
    }

    /// Returns the action that replaces the flags of a user. Its condition fails if the stored flags are not `before`.
    pub fn replace(
        &self,
        email: &str,
        before: &BTreeSet<String>,
        after: &BTreeSet<String>,
    ) -> Result<TransactWriteItem> {
        let changes = Changes::new();
        let changes = if after.is_empty() { changes.remove("flags") } else { changes.set("flags", string_set(after)) };
        let is_unchanged = attribute("flags").equals_or_not_exists((!before.is_empty()).then(|| string_set(before)));
        self.table.update(KEY.of(email), changes).when(is_unchanged).action()
    }

    /// Sets the flags of users without a condition. Users without flags are skipped. Used by the seeder.
    pub async fn put_all(&self, flags: &[(String, Vec<String>)]) -> Result<()> {
        let item = |(email, flags): &(String, Vec<String>)| Item::from(KEY.of(email)).with("flags", string_set(flags));
        self.table.put_all(flags.iter().filter(|(_, flags)| !flags.is_empty()).map(item).collect()).await
    }
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
