//! The permissions table: the actions that each user holds. Only this module uses its keys.
//!
//! Each user has one item, by the user's id in the user pool, so that a permission check costs one read. One guard item
//! lists the holders of `ManagePermissions`. Grants and revocations of that action update it in the same transaction.
//!
//! The last administrator cannot be removed or disabled. An administrator counts only while their account can sign in:
//! a deleted, disabled or unconfirmed account does not count. The other holders are first looked up in the user pool.
//! The transaction then requires that the guard item still lists exactly the holders that were checked, so that two
//! administrators who remove each other at the same time cannot both succeed.
//!
//! A disabled account is rejected from its next call on, although its token is still valid. It keeps its grants but is
//! not a holder of `ManagePermissions` in the guard item.

use crate::{
    Action, Environment, Error, FromEnvironment, Instant, Page, Permit, Result,
    audit::{self, AuditTable, Entry, Subject},
    dynamo::{self, Item, Transaction, string, text},
    page,
};
use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, TransactWriteItem, Update, builders::UpdateBuilder},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::{collections::BTreeSet, future::Future};

/// The key of the guard item. User ids never start with `#`.
const MANAGERS: &str = "#managers";
/// The number of retries after another administrator changed the guard item.
const GUARD_RETRIES: usize = 5;
/// The number of users on a page.
const PAGE_SIZE: i32 = 500;

/// The permissions of a user.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct UserPermissions {
    /// The user's id in the user pool.
    pub user: String,
    /// The e-mail at the time of the first grant.
    pub email: String,
    /// The granted actions.
    #[serde(default)]
    pub actions: BTreeSet<Action>,
}

/// The accounts of the user pool.
pub trait Accounts: Sync {
    /// Whether at least one of `users` (ids in the user pool) can sign in: the account exists, is enabled, and its
    /// invitation was accepted.
    fn any_can_sign_in(&self, users: &BTreeSet<String>) -> impl Future<Output = Result<bool>> + Send;
}

/// The holders of `ManagePermissions` in the guard item.
struct Managers(BTreeSet<String>);

/// A change of a user's action. Its condition fails if it would change nothing.
#[derive(Clone, Copy, Debug)]
enum Change {
    Grant,
    Revoke,
}

/// Reads and writes the permissions table.
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
    /// The actions of an enabled user. Each call reads them, so that changes take effect on the next call.
    ///
    /// # Errors
    /// [`Error::AccountDisabled`] if the account is disabled.
    pub async fn actions_of_enabled(&self, user: &str) -> Result<BTreeSet<Action>> {
        let item = self.item(user).await?;
        if is_disabled(&item) { Err(Error::AccountDisabled) } else { Ok(actions(&item)) }
    }

    /// The actions of `user`; none if the account is disabled.
    pub async fn actions_of(&self, user: &str) -> Result<BTreeSet<Action>> {
        let item = self.item(user).await?;
        Ok(if is_disabled(&item) { BTreeSet::new() } else { actions(&item) })
    }

    /// The id of the user with this e-mail; `None` unless exactly one user with this e-mail holds an action.
    ///
    /// The index is eventually consistent: read the user's actions by id.
    pub async fn user_by_email(&self, email: &str) -> Result<Option<String>> {
        let response = self
            .client
            .query()
            .table_name(&self.table)
            .index_name("byEmail")
            .key_condition_expression("kind = :kind AND email = :email")
            .expression_attribute_values(":kind", text("USER"))
            .expression_attribute_values(":email", text(email))
            .limit(2)
            .send()
            .await
            .map_err(dynamo::failure)?;
        Ok(match response.items.unwrap_or_default().as_slice() {
            [user] => Some(string(user, "user")),
            _ => None,
        })
    }

    async fn item(&self, user: &str) -> Result<Item> {
        let response = self
            .client
            .get_item()
            .table_name(&self.table)
            .key("user", text(user))
            .consistent_read(true)
            .projection_expression("actions, disabled")
            .send()
            .await
            .map_err(dynamo::failure)?;
        Ok(response.item.unwrap_or_default())
    }

    /// Lists all users who ever held an action, sorted by e-mail.
    pub async fn list(&self, next_token: Option<&str>) -> Result<Page<UserPermissions>> {
        let start = next_token.map(page::decode_token::<(String, String)>).transpose()?.map(|(user, email)| {
            Item::from([("user".into(), text(user)), ("kind".into(), text("USER")), ("email".into(), text(email))])
        });
        let response = self
            .client
            .query()
            .table_name(&self.table)
            .index_name("byEmail")
            .key_condition_expression("kind = :kind")
            .expression_attribute_values(":kind", text("USER"))
            .limit(PAGE_SIZE)
            .set_exclusive_start_key(start)
            .send()
            .await
            .map_err(dynamo::failure)?;
        let items: Vec<UserPermissions> = response.items.unwrap_or_default().iter().map(user_permissions).collect();
        let next_token = response
            .last_evaluated_key
            .map(|key| page::encode_token(&(string(&key, "user"), string(&key, "email"))))
            .transpose()?;
        Ok(Page { items, next_token })
    }

    /// Grants `action` to `user`. If the user holds it, nothing is written and the call succeeds.
    ///
    /// # Errors
    /// [`Error::Conflict`] if the account is disabled. Nothing is written.
    pub async fn grant(
        &self,
        audit: &AuditTable,
        permit: &Permit,
        now: Instant,
        (user, email): (&str, &str),
        action: Action,
    ) -> Result<UserPermissions> {
        let mut writes = vec![self.change_action(user, email, Change::Grant, action)?];
        if action == Action::ManagePermissions {
            writes.push(self.add_manager(user)?);
        }
        writes.push(audit.put(&audit_entry(permit, now, user, (None, Some(action))))?);
        let written = dynamo::transact(&self.client, writes).await? == Transaction::Written;
        let item = self.item(user).await?;
        let granted = actions(&item);
        if written || (!is_disabled(&item) && granted.contains(&action)) {
            return Ok(UserPermissions { user: user.into(), email: email.into(), actions: granted });
        }
        // The condition failed, so nothing was stored.
        Err(if is_disabled(&item) { account_disabled(email) } else { permissions_changed(email) })
    }

    /// Grants `to` all actions that `from` holds and `to` lacks, in one transaction. Revokes nothing.
    ///
    /// # Errors
    /// [`Error::Conflict`] if `to` is disabled or changed at the same time.
    pub async fn copy(
        &self,
        audit: &AuditTable,
        permit: &Permit,
        now: Instant,
        from: (&str, &str),
        to: (&str, &str),
    ) -> Result<UserPermissions> {
        let (source, target) = (self.actions_of(from.0).await?, self.get(to.0, to.1).await?);
        let missing: Vec<Action> = source.difference(&target.actions).copied().collect();
        if missing.is_empty() {
            return Ok(target);
        }
        let names: Vec<String> = missing.iter().map(ToString::to_string).collect();
        let conditions: Vec<String> =
            (0..names.len()).map(|index| format!("NOT contains(actions, :n{index})")).collect();
        let mut update = self
            .update_user(to)
            .update_expression("SET kind = :kind, email = :email ADD actions :actions")
            .condition_expression(format!("attribute_not_exists(disabled) AND {}", conditions.join(" AND ")))
            .expression_attribute_values(":actions", AttributeValue::Ss(names.clone()));
        for (index, name) in names.into_iter().enumerate() {
            update = update.expression_attribute_values(format!(":n{index}"), text(name));
        }
        let change =
            |action: &Action| audit::Change { attribute: "actions".into(), from: None, to: Some(json!(action)) };
        let entry = Entry::new(Subject::User(to.0), "COPIED", permit, now)
            .with(missing.iter().map(change).collect())
            .with_reason(Some(format!("Same permissions as {}", from.1)));
        let mut actions = vec![transaction_action(update)?, audit.put(&entry)?];
        if missing.contains(&Action::ManagePermissions) {
            actions.push(self.add_manager(to.0)?);
        }
        match dynamo::transact(&self.client, actions).await? {
            Transaction::Written => self.get(to.0, to.1).await,
            Transaction::ConditionFailed(_) if is_disabled(&self.item(to.0).await?) => Err(account_disabled(to.1)),
            Transaction::ConditionFailed(_) => Err(permissions_changed(to.1)),
        }
    }

    /// Disables `user` from the next call on. If the account is disabled, nothing is written and the call succeeds.
    ///
    /// # Errors
    /// [`Error::Conflict`] if no other holder of `ManagePermissions` can sign in.
    pub async fn disable(
        &self,
        audit: &AuditTable,
        accounts: &impl Accounts,
        permit: &Permit,
        now: Instant,
        (user, email): (&str, &str),
    ) -> Result<()> {
        let update = self
            .update_user((user, email))
            .update_expression("SET kind = :kind, email = :email, disabled = :disabled")
            .condition_expression("attribute_not_exists(disabled)")
            .expression_attribute_values(":disabled", AttributeValue::Bool(true));
        let writes =
            [transaction_action(update)?, audit.put(&Entry::new(Subject::User(user), "DISABLED", permit, now))?];
        let last_manager = "The last person who can manage permissions cannot be disabled. \
                            Grant ManagePermissions to another user first.";
        self.write_without_manager(accounts, user, &writes, last_manager).await
    }

    /// Enables `user`, who keeps earlier grants. If the account is enabled, nothing is written and the call succeeds.
    ///
    /// # Errors
    /// [`Error::Conflict`] if the user's permissions changed at the same time.
    pub async fn enable(
        &self,
        audit: &AuditTable,
        permit: &Permit,
        now: Instant,
        (user, email): (&str, &str),
    ) -> Result<()> {
        let item = self.item(user).await?;
        if !is_disabled(&item) {
            return Ok(());
        }
        let manages = actions(&item).contains(&Action::ManagePermissions);
        let manages_condition = if manages { "contains(actions, :manages)" } else { "NOT contains(actions, :manages)" };
        let update = self
            .update_user((user, email))
            .update_expression("SET kind = :kind, email = :email REMOVE disabled")
            .condition_expression(format!("attribute_exists(disabled) AND {manages_condition}"))
            .expression_attribute_values(":manages", text(Action::ManagePermissions.to_string()));
        let entry = Entry::new(Subject::User(user), "ENABLED", permit, now);
        let mut actions = vec![transaction_action(update)?, audit.put(&entry)?];
        if manages {
            actions.push(self.add_manager(user)?);
        }
        match dynamo::transact(&self.client, actions).await? {
            Transaction::Written => Ok(()),
            Transaction::ConditionFailed(_) => Err(permissions_changed(email)),
        }
    }

    /// Revokes `action` of `user`. If the user does not hold it, nothing is written and the call succeeds.
    ///
    /// # Errors
    /// [`Error::Conflict`] if it is `ManagePermissions` and no other holder can sign in.
    pub async fn revoke(
        &self,
        audit: &AuditTable,
        accounts: &impl Accounts,
        permit: &Permit,
        now: Instant,
        (user, email): (&str, &str),
        action: Action,
    ) -> Result<UserPermissions> {
        let writes = [
            self.change_action(user, email, Change::Revoke, action)?,
            audit.put(&audit_entry(permit, now, user, (Some(action), None)))?,
        ];
        if action == Action::ManagePermissions {
            let last_manager = "The last person who can manage permissions cannot lose ManagePermissions. \
                                Grant it to another user first.";
            self.write_without_manager(accounts, user, &writes, last_manager).await?;
        } else {
            // If the condition failed, the user does not hold the action.
            dynamo::transact(&self.client, writes.to_vec()).await?;
        }
        self.get(user, email).await
    }

    /// Makes `user` the first administrator. Returns false if another holder of `ManagePermissions` can sign in.
    pub async fn grant_first(
        &self,
        audit: &AuditTable,
        accounts: &impl Accounts,
        now: Instant,
        (user, email): (&str, &str),
    ) -> Result<bool> {
        let action = Action::ManagePermissions;
        let permit = Permit::system("bootstrap-administrator");
        let managers = self.managers().await?;
        if accounts.any_can_sign_in(&managers.0).await? {
            return Ok(false);
        }
        let writes = vec![
            self.change_action(user, email, Change::Grant, action)?,
            self.change_managers(user, "ADD", Some(&managers))?,
            audit.put(&audit_entry(&permit, now, user, (None, Some(action))))?,
        ];
        Ok(dynamo::transact(&self.client, writes).await? == Transaction::Written)
    }

    /// Writes `writes` and removes `user` from the guard item in one transaction. The first write changes the user's
    /// item. If its condition fails, nothing is written and the call succeeds.
    ///
    /// # Errors
    /// [`Error::Conflict`] with the message `last_manager` if no other holder can sign in.
    async fn write_without_manager(
        &self,
        accounts: &impl Accounts,
        user: &str,
        writes: &[TransactWriteItem],
        last_manager: &str,
    ) -> Result<()> {
        for _ in 0..=GUARD_RETRIES {
            let managers = self.managers().await?;
            let mut others = managers.0.clone();
            if others.remove(user) && !accounts.any_can_sign_in(&others).await? {
                return Err(Error::conflict(last_manager));
            }
            let mut writes = writes.to_vec();
            writes.push(self.change_managers(user, "DELETE", Some(&managers))?);
            match dynamo::transact(&self.client, writes).await? {
                Transaction::ConditionFailed(failed) if !failed.contains(&0) => {}
                Transaction::Written | Transaction::ConditionFailed(_) => return Ok(()),
            }
        }
        Err(Error::retryable("the holders of ManagePermissions changed at each attempt"))
    }

    /// Reads the guard item.
    async fn managers(&self) -> Result<Managers> {
        let guard = self
            .client
            .get_item()
            .table_name(&self.table)
            .key("user", text(MANAGERS))
            .consistent_read(true)
            .send()
            .await
            .map_err(dynamo::failure)?;
        let holders = guard.item.as_ref().and_then(|item| item.get("holders")?.as_ss().ok());
        Ok(Managers(holders.into_iter().flatten().cloned().collect()))
    }

    async fn get(&self, user: &str, email: &str) -> Result<UserPermissions> {
        Ok(UserPermissions { user: user.into(), email: email.into(), actions: actions(&self.item(user).await?) })
    }

    fn change_action(&self, user: &str, email: &str, change: Change, action: Action) -> Result<TransactWriteItem> {
        let (clause, condition) = match change {
            Change::Grant => ("ADD actions :action", "NOT contains(actions, :name) AND attribute_not_exists(disabled)"),
            Change::Revoke => ("DELETE actions :action", "contains(actions, :name)"),
        };
        let update = self
            .update_user((user, email))
            .update_expression(format!("SET kind = :kind, email = :email {clause}"))
            .condition_expression(condition)
            .expression_attribute_values(":name", text(action.to_string()))
            .expression_attribute_values(":action", AttributeValue::Ss(vec![action.to_string()]));
        transaction_action(update)
    }

    /// Starts an update of the user's item with the values of `kind` and `email`.
    fn update_user(&self, (user, email): (&str, &str)) -> UpdateBuilder {
        Update::builder()
            .table_name(&self.table)
            .key("user", text(user))
            .expression_attribute_values(":kind", text("USER"))
            .expression_attribute_values(":email", text(email))
    }

    fn add_manager(&self, user: &str) -> Result<TransactWriteItem> {
        self.change_managers(user, "ADD", None)
    }

    /// An update of the guard item; `verb` is `ADD` or `DELETE`. With `expected`, the item must still list exactly
    /// these holders.
    fn change_managers(&self, user: &str, verb: &str, expected: Option<&Managers>) -> Result<TransactWriteItem> {
        let update = Update::builder()
            .table_name(&self.table)
            .key("user", text(MANAGERS))
            .update_expression(format!("{verb} holders :user"))
            .expression_attribute_values(":user", AttributeValue::Ss(vec![user.into()]));
        transaction_action(match expected {
            None => update,
            Some(Managers(expected)) if expected.is_empty() => {
                update.condition_expression("attribute_not_exists(holders)")
            }
            Some(Managers(expected)) => update
                .condition_expression("holders = :expected")
                .expression_attribute_values(":expected", AttributeValue::Ss(expected.iter().cloned().collect())),
        })
    }
}

fn transaction_action(update: UpdateBuilder) -> Result<TransactWriteItem> {
    Ok(TransactWriteItem::builder().update(update.build().map_err(Error::internal)?).build())
}

fn account_disabled(email: &str) -> Error {
    Error::conflict(format!("The account of {email} is disabled. Enable it first."))
}

fn permissions_changed(email: &str) -> Error {
    Error::conflict(format!("The permissions of {email} changed while you were working. Check them and try again."))
}

fn is_disabled(item: &Item) -> bool {
    item.contains_key("disabled")
}

fn audit_entry(permit: &Permit, now: Instant, user: &str, (from, to): (Option<Action>, Option<Action>)) -> Entry {
    let change = audit::Change {
        attribute: "actions".into(),
        from: from.map(|action| json!(action)),
        to: to.map(|action| json!(action)),
    };
    Entry::new(Subject::User(user), if to.is_some() { "GRANTED" } else { "REVOKED" }, permit, now).with(vec![change])
}

fn user_permissions(item: &Item) -> UserPermissions {
    UserPermissions { user: string(item, "user"), email: string(item, "email"), actions: actions(item) }
}

/// The known actions of an item. Stored actions that no longer exist are ignored.
fn actions(item: &Item) -> BTreeSet<Action> {
    let stored = item.get("actions").and_then(|value| value.as_ss().ok());
    stored.into_iter().flatten().filter_map(|name| name.parse().ok()).collect()
}
