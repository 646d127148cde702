//! The permissions table: who was granted which actions. The only module that knows its keys.
//!
//! One item a user, by the user's id in the user pool, so that a call costs one read of one key. One guard item lists
//! those who hold `ManagePermissions`; grants and revocations of that action change it in the same transaction, on the
//! condition that somebody is left.

use crate::{
    Action, Environment, Error, FromEnvironment, Instant, Page, Permit, Result,
    audit::{self, AuditTable, Entry, Subject},
    dynamo::{self, Item, Transaction, text},
    page,
};
use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, TransactWriteItem, Update},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeSet;

/// The guard item's key; no user's id starts with `#`.
const MANAGERS: &str = "#managers";
/// Users on one page.
const PAGE: i32 = 500;

/// What one user was granted.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct UserPermissions {
    /// The user's id in the user pool.
    pub user: String,
    /// The e-mail, as it was when the first action was granted.
    pub email: String,
    /// The granted actions.
    #[serde(default)]
    pub actions: BTreeSet<Action>,
}

/// What happens to an action of a user's. Each is refused where it would change nothing.
#[derive(Clone, Copy, Debug)]
enum Change {
    Grant,
    Revoke,
}

/// The permissions table.
#[derive(Clone, Debug)]
pub struct PermissionStore {
    client: Client,
    table: String,
}

impl FromEnvironment for PermissionStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("PERMISSIONS_TABLE")? })
    }
}

impl PermissionStore {
    /// What `user` may do: read at each call, so that a change takes effect on the next one.
    pub async fn granted(&self, user: &str) -> Result<BTreeSet<Action>> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.table)
            .key("user", text(user))
            .consistent_read(true)
            .projection_expression("actions")
            .send()
            .await
            .map_err(dynamo::failure)?;
        Ok(answer.item.map(|item| actions(&item)).unwrap_or_default())
    }

    /// Everybody who was ever granted an action, by e-mail.
    pub async fn list(&self, next_token: Option<&str>) -> Result<Page<UserPermissions>> {
        let start = next_token.map(page::decode_token::<(String, String)>).transpose()?.map(|(user, email)| {
            Item::from([("user".into(), text(user)), ("kind".into(), text("USER")), ("email".into(), text(email))])
        });
        let answer = self
            .client
            .query()
            .table_name(&self.table)
            .index_name("byEmail")
            .key_condition_expression("kind = :kind")
            .expression_attribute_values(":kind", text("USER"))
            .limit(PAGE)
            .set_exclusive_start_key(start)
            .send()
            .await
            .map_err(dynamo::failure)?;
        let items: Vec<UserPermissions> = answer.items.unwrap_or_default().iter().map(permissions).collect();
        let next_token = answer
            .last_evaluated_key
            .map(|key| page::encode_token(&(string(&key, "user"), string(&key, "email"))))
            .transpose()?;
        Ok(Page { items, next_token })
    }

    /// Grants `action` to `user`. Granting what is granted changes nothing, leaves no entry, and is no error.
    pub async fn grant(
        &self,
        audit: &AuditTable,
        permit: &Permit,
        now: Instant,
        (user, email): (&str, &str),
        action: Action,
    ) -> Result<UserPermissions> {
        let mut actions = vec![self.change(user, email, Change::Grant, action)?];
        if action == Action::ManagePermissions {
            actions.push(self.change_managers(user, "ADD holders :user", None)?);
        }
        self.write(actions, audit, permit, now, user, (None, Some(action))).await?;
        self.get(user, email).await
    }

    /// Takes `action` from `user`. Taking what is not granted changes nothing, as above.
    ///
    /// # Errors
    /// [`Error::Conflict`] where it is `ManagePermissions` and nobody else holds it.
    pub async fn revoke(
        &self,
        audit: &AuditTable,
        permit: &Permit,
        now: Instant,
        (user, email): (&str, &str),
        action: Action,
    ) -> Result<UserPermissions> {
        let mut actions = vec![self.change(user, email, Change::Revoke, action)?];
        if action == Action::ManagePermissions {
            let others_are_left = "NOT contains(holders, :one) OR size(holders) > :last";
            actions.push(self.change_managers(user, "DELETE holders :user", Some(others_are_left))?);
        }
        self.write(actions, audit, permit, now, user, (Some(action), None)).await?;
        self.get(user, email).await
    }

    /// Makes `user` the first administrator, unless somebody holds `ManagePermissions` already; says whether it did.
    pub async fn grant_first(&self, audit: &AuditTable, now: Instant, user: &str, email: &str) -> Result<bool> {
        let action = Action::ManagePermissions;
        let permit = Permit::system("bootstrap-administrator");
        let actions = vec![
            self.change(user, email, Change::Grant, action)?,
            self.change_managers(user, "ADD holders :user", Some("attribute_not_exists(holders)"))?,
            audit.put(&entry(&permit, now, user, (None, Some(action))))?,
        ];
        Ok(dynamo::transact(&self.client, actions).await? == Transaction::Written)
    }

    async fn write(
        &self,
        mut actions: Vec<TransactWriteItem>,
        audit: &AuditTable,
        permit: &Permit,
        now: Instant,
        user: &str,
        change: (Option<Action>, Option<Action>),
    ) -> Result<()> {
        actions.push(audit.put(&entry(permit, now, user, change))?);
        match dynamo::transact(&self.client, actions).await? {
            Transaction::Written => Ok(()),
            // The user's own item: it is so already.
            Transaction::Refused(refused) if refused.contains(&0) => Ok(()),
            Transaction::Refused(_) => Err(Error::conflict(
                "The last person who can manage permissions cannot lose ManagePermissions. Grant it to somebody else first.",
            )),
        }
    }

    async fn get(&self, user: &str, email: &str) -> Result<UserPermissions> {
        Ok(UserPermissions { user: user.into(), email: email.into(), actions: self.granted(user).await? })
    }

    fn change(&self, user: &str, email: &str, change: Change, action: Action) -> Result<TransactWriteItem> {
        let (change, condition) = match change {
            Change::Grant => ("ADD actions :action", "NOT contains(actions, :name)"),
            Change::Revoke => ("DELETE actions :action", "contains(actions, :name)"),
        };
        let update = Update::builder()
            .table_name(&self.table)
            .key("user", text(user))
            .update_expression(format!("SET kind = :kind, email = :email {change}"))
            .condition_expression(condition)
            .expression_attribute_values(":name", text(action.to_string()))
            .expression_attribute_values(":kind", text("USER"))
            .expression_attribute_values(":email", text(email))
            .expression_attribute_values(":action", AttributeValue::Ss(vec![action.to_string()]))
            .build()
            .map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().update(update).build())
    }

    fn change_managers(&self, user: &str, change: &str, condition: Option<&str>) -> Result<TransactWriteItem> {
        let mut update = Update::builder()
            .table_name(&self.table)
            .key("user", text(MANAGERS))
            .update_expression(change)
            .expression_attribute_values(":user", AttributeValue::Ss(vec![user.into()]))
            .set_condition_expression(condition.map(str::to_owned));
        if condition.is_some_and(|condition| condition.contains(":last")) {
            update = update
                .expression_attribute_values(":one", text(user))
                .expression_attribute_values(":last", dynamo::number(1));
        }
        Ok(TransactWriteItem::builder().update(update.build().map_err(Error::internal)?).build())
    }
}

fn entry(permit: &Permit, now: Instant, user: &str, (from, to): (Option<Action>, Option<Action>)) -> Entry {
    let change = audit::Change {
        attribute: "actions".into(),
        from: from.map(|action| json!(action)),
        to: to.map(|action| json!(action)),
    };
    Entry::new(Subject::User(user), if to.is_some() { "GRANTED" } else { "REVOKED" }, permit, now).with(vec![change])
}

fn permissions(item: &Item) -> UserPermissions {
    UserPermissions { user: string(item, "user"), email: string(item, "email"), actions: actions(item) }
}

fn string(item: &Item, name: &str) -> String {
    item.get(name).and_then(|value| value.as_s().ok()).cloned().unwrap_or_default()
}

/// An action that is stored but no longer known grants nothing.
fn actions(item: &Item) -> BTreeSet<Action> {
    let stored = item.get("actions").and_then(|value| value.as_ss().ok());
    stored.into_iter().flatten().filter_map(|name| name.parse().ok()).collect()
}
