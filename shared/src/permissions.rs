//! The permissions table: who was granted which actions. The only module that knows its keys.
//!
//! One item a user, by the user's id in the user pool, so that a call costs one read of one key. One guard item lists
//! those who hold `ManagePermissions`; grants and revocations of that action change it in the same transaction.
//!
//! The last administrator cannot be removed or disabled. An administrator counts only while their account can sign in:
//! an account that was deleted from the user pool, disabled there or never accepted does not. The user pool is asked for
//! the other holders first, and the transaction then demands that the guard item still lists exactly the holders that
//! were checked, so that two administrators who remove each other at the same time cannot both succeed.
//!
//! Who is disabled may do nothing from the next call on, however long their token lives, keeps what was granted, and is
//! not among those who can manage permissions.

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

/// The guard item's key; no user's id starts with `#`.
const MANAGERS: &str = "#managers";
/// How often a change is tried again when another administrator changed the guard item after it was read.
const GUARD_RETRIES: usize = 5;
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

/// The accounts of the user pool.
pub trait Accounts: Sync {
    /// Whether at least one of `users`, by their ids in the user pool, can sign in: the account exists, is enabled, and
    /// its invitation was accepted.
    fn any_can_sign_in(&self, users: &BTreeSet<String>) -> impl Future<Output = Result<bool>> + Send;
}

/// The holders of `ManagePermissions` as the guard item lists them.
struct Managers(BTreeSet<String>);

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
    ///
    /// # Errors
    /// [`Error::AccountDisabled`] where the account is disabled.
    pub async fn of_enabled(&self, user: &str) -> Result<BTreeSet<Action>> {
        let item = self.item(user).await?;
        if is_disabled(&item) { Err(Error::AccountDisabled) } else { Ok(actions(&item)) }
    }

    /// What `user` may do; nothing where the account is disabled.
    pub async fn granted(&self, user: &str) -> Result<BTreeSet<Action>> {
        let item = self.item(user).await?;
        Ok(if is_disabled(&item) { BTreeSet::new() } else { actions(&item) })
    }

    /// The id of the user with that e-mail; `None` where no user, or more than one, was granted an action under it.
    ///
    /// Read from an index, which may lag behind a grant: read what the user may do by the id.
    pub async fn user_of(&self, email: &str) -> Result<Option<String>> {
        let found = self
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
        Ok(match found.items.unwrap_or_default().as_slice() {
            [user] => Some(string(user, "user")),
            _ => None,
        })
    }

    async fn item(&self, user: &str) -> Result<Item> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.table)
            .key("user", text(user))
            .consistent_read(true)
            .projection_expression("actions, disabled")
            .send()
            .await
            .map_err(dynamo::failure)?;
        Ok(answer.item.unwrap_or_default())
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
    ///
    /// # Errors
    /// [`Error::Conflict`] where the user is disabled; the grant is not stored then.
    pub async fn grant(
        &self,
        audit: &AuditTable,
        permit: &Permit,
        now: Instant,
        (user, email): (&str, &str),
        action: Action,
    ) -> Result<UserPermissions> {
        let mut writes = vec![self.change(user, email, Change::Grant, action)?];
        if action == Action::ManagePermissions {
            writes.push(self.add_manager(user)?);
        }
        writes.push(audit.put(&entry(permit, now, user, (None, Some(action))))?);
        let written = dynamo::transact(&self.client, writes).await? == Transaction::Written;
        let item = self.item(user).await?;
        let granted = actions(&item);
        if written || (!is_disabled(&item) && granted.contains(&action)) {
            return Ok(UserPermissions { user: user.into(), email: email.into(), actions: granted });
        }
        // The condition failed, so nothing was stored.
        Err(if is_disabled(&item) { disabled(email) } else { changed(email) })
    }

    /// Grants to `to` whatever `from` holds and `to` lacks, all of it or nothing; takes nothing away.
    ///
    /// # Errors
    /// [`Error::Conflict`] where `to` is disabled, or was changed meanwhile.
    pub async fn copy(
        &self,
        audit: &AuditTable,
        permit: &Permit,
        now: Instant,
        from: (&str, &str),
        to: (&str, &str),
    ) -> Result<UserPermissions> {
        let (given, held) = (self.granted(from.0).await?, self.get(to.0, to.1).await?);
        let lacked: Vec<Action> = given.difference(&held.actions).copied().collect();
        if lacked.is_empty() {
            return Ok(held);
        }
        let names: Vec<String> = lacked.iter().map(ToString::to_string).collect();
        let lacks: Vec<String> = (0..names.len()).map(|place| format!("NOT contains(actions, :n{place})")).collect();
        let mut update = self
            .of_user(to)
            .update_expression("SET kind = :kind, email = :email ADD actions :actions")
            .condition_expression(format!("attribute_not_exists(disabled) AND {}", lacks.join(" AND ")))
            .expression_attribute_values(":actions", AttributeValue::Ss(names.clone()));
        for (place, name) in names.into_iter().enumerate() {
            update = update.expression_attribute_values(format!(":n{place}"), text(name));
        }
        let change =
            |action: &Action| audit::Change { attribute: "actions".into(), from: None, to: Some(json!(action)) };
        let entry = Entry::new(Subject::User(to.0), "COPIED", permit, now)
            .with(lacked.iter().map(change).collect())
            .because(Some(format!("As {}", from.1)));
        let mut actions = vec![action_of(update)?, audit.put(&entry)?];
        if lacked.contains(&Action::ManagePermissions) {
            actions.push(self.add_manager(to.0)?);
        }
        match dynamo::transact(&self.client, actions).await? {
            Transaction::Written => self.get(to.0, to.1).await,
            Transaction::Refused(_) if is_disabled(&self.item(to.0).await?) => Err(disabled(to.1)),
            Transaction::Refused(_) => Err(changed(to.1)),
        }
    }

    /// From the next call on, `user` may do nothing. Disabling who is disabled changes nothing, as above.
    ///
    /// # Errors
    /// [`Error::Conflict`] where no account that can sign in would be left to manage permissions.
    pub async fn disable(
        &self,
        audit: &AuditTable,
        accounts: &impl Accounts,
        permit: &Permit,
        now: Instant,
        (user, email): (&str, &str),
    ) -> Result<()> {
        let update = self
            .of_user((user, email))
            .update_expression("SET kind = :kind, email = :email, disabled = :disabled")
            .condition_expression("attribute_not_exists(disabled)")
            .expression_attribute_values(":disabled", AttributeValue::Bool(true));
        let writes = [action_of(update)?, audit.put(&Entry::new(Subject::User(user), "DISABLED", permit, now))?];
        let last = "The last person who can manage permissions cannot be disabled. Grant ManagePermissions to somebody else first.";
        self.without_manager(accounts, user, &writes, last).await
    }

    /// `user` may again do what was granted. Enabling who is not disabled changes nothing, as above.
    ///
    /// # Errors
    /// [`Error::Conflict`] where the user's permissions were changed meanwhile.
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
        let still = if manages { "contains(actions, :manages)" } else { "NOT contains(actions, :manages)" };
        let update = self
            .of_user((user, email))
            .update_expression("SET kind = :kind, email = :email REMOVE disabled")
            .condition_expression(format!("attribute_exists(disabled) AND {still}"))
            .expression_attribute_values(":manages", text(Action::ManagePermissions.to_string()));
        let entry = Entry::new(Subject::User(user), "ENABLED", permit, now);
        let mut actions = vec![action_of(update)?, audit.put(&entry)?];
        if manages {
            actions.push(self.add_manager(user)?);
        }
        match dynamo::transact(&self.client, actions).await? {
            Transaction::Written => Ok(()),
            Transaction::Refused(_) => Err(changed(email)),
        }
    }

    /// Takes `action` from `user`. Taking what is not granted changes nothing, as above.
    ///
    /// # Errors
    /// [`Error::Conflict`] where it is `ManagePermissions` and no other account that can sign in holds it.
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
            self.change(user, email, Change::Revoke, action)?,
            audit.put(&entry(permit, now, user, (Some(action), None)))?,
        ];
        if action == Action::ManagePermissions {
            let last = "The last person who can manage permissions cannot lose ManagePermissions. Grant it to somebody else first.";
            self.without_manager(accounts, user, &writes, last).await?;
        } else {
            // Where the condition failed, the action is not granted: there is nothing to do.
            dynamo::transact(&self.client, writes.to_vec()).await?;
        }
        self.get(user, email).await
    }

    /// Makes `user` the first administrator, unless an account that can sign in holds `ManagePermissions` already; says
    /// whether it did.
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
            self.change(user, email, Change::Grant, action)?,
            self.change_managers(user, "ADD", Some(&managers))?,
            audit.put(&entry(&permit, now, user, (None, Some(action))))?,
        ];
        Ok(dynamo::transact(&self.client, writes).await? == Transaction::Written)
    }

    /// Writes `writes`, the first of which changes the user's own item, and takes `user` from the guard item in the same
    /// transaction. Where the condition of the user's own item fails, there is nothing to do.
    ///
    /// # Errors
    /// [`Error::Conflict`] with the message `last` where no other holder can sign in.
    async fn without_manager(
        &self,
        accounts: &impl Accounts,
        user: &str,
        writes: &[TransactWriteItem],
        last: &str,
    ) -> Result<()> {
        for _ in 0..=GUARD_RETRIES {
            let managers = self.managers().await?;
            let mut others = managers.0.clone();
            if others.remove(user) && !accounts.any_can_sign_in(&others).await? {
                return Err(Error::conflict(last));
            }
            let mut writes = writes.to_vec();
            writes.push(self.change_managers(user, "DELETE", Some(&managers))?);
            match dynamo::transact(&self.client, writes).await? {
                Transaction::Refused(refused) if !refused.contains(&0) => {}
                Transaction::Written | Transaction::Refused(_) => return Ok(()),
            }
        }
        Err(Error::retryable("the holders of ManagePermissions changed at each attempt"))
    }

    /// The guard item as it is now.
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

    fn change(&self, user: &str, email: &str, change: Change, action: Action) -> Result<TransactWriteItem> {
        let (change, condition) = match change {
            Change::Grant => ("ADD actions :action", "NOT contains(actions, :name) AND attribute_not_exists(disabled)"),
            Change::Revoke => ("DELETE actions :action", "contains(actions, :name)"),
        };
        let update = self
            .of_user((user, email))
            .update_expression(format!("SET kind = :kind, email = :email {change}"))
            .condition_expression(condition)
            .expression_attribute_values(":name", text(action.to_string()))
            .expression_attribute_values(":action", AttributeValue::Ss(vec![action.to_string()]));
        action_of(update)
    }

    /// An update of the user's own item, which sets `kind` and `email`.
    fn of_user(&self, (user, email): (&str, &str)) -> UpdateBuilder {
        Update::builder()
            .table_name(&self.table)
            .key("user", text(user))
            .expression_attribute_values(":kind", text("USER"))
            .expression_attribute_values(":email", text(email))
    }

    fn add_manager(&self, user: &str) -> Result<TransactWriteItem> {
        self.change_managers(user, "ADD", None)
    }

    /// The guard item's change by `verb`, `ADD` or `DELETE`; where `seen` is given, on the condition that the item still
    /// lists exactly these holders.
    fn change_managers(&self, user: &str, verb: &str, seen: Option<&Managers>) -> Result<TransactWriteItem> {
        let update = Update::builder()
            .table_name(&self.table)
            .key("user", text(MANAGERS))
            .update_expression(format!("{verb} holders :user"))
            .expression_attribute_values(":user", AttributeValue::Ss(vec![user.into()]));
        action_of(match seen {
            None => update,
            Some(Managers(seen)) if seen.is_empty() => update.condition_expression("attribute_not_exists(holders)"),
            Some(Managers(seen)) => update
                .condition_expression("holders = :seen")
                .expression_attribute_values(":seen", AttributeValue::Ss(seen.iter().cloned().collect())),
        })
    }
}

fn action_of(update: UpdateBuilder) -> Result<TransactWriteItem> {
    Ok(TransactWriteItem::builder().update(update.build().map_err(Error::internal)?).build())
}

fn disabled(email: &str) -> Error {
    Error::conflict(format!("The account of {email} is disabled. Enable it first."))
}

fn changed(email: &str) -> Error {
    Error::conflict(format!("The permissions of {email} changed while you were working. Check them and try again."))
}

fn is_disabled(item: &Item) -> bool {
    item.contains_key("disabled")
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

/// An action that is stored but no longer known grants nothing.
fn actions(item: &Item) -> BTreeSet<Action> {
    let stored = item.get("actions").and_then(|value| value.as_ss().ok());
    stored.into_iter().flatten().filter_map(|name| name.parse().ok()).collect()
}
