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
    Action, Error, Instant, Page, Permit, Result,
    audit::{self, AuditTable, Entry, Subject},
    table::{
        Changes, Condition, Cursor, Index, Item, Outcome, Raw, SimpleKey, TransactWriteItem, Transaction, attribute,
        string, string_set,
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::{collections::BTreeSet, future::Future};

const KEY: SimpleKey = SimpleKey::new("user");
const BY_EMAIL: Index = Index::new("byEmail", "kind", "email");
const CURSOR: Cursor = Cursor::new(&["user", "email"], |_| true);
/// The partition of the users in [`BY_EMAIL`].
const USERS: &str = "USER";
/// The key of the guard item. User ids never start with `#`.
const MANAGERS: &str = "#managers";
/// The number of retries after another administrator changed the guard item.
const GUARD_RETRIES: usize = 5;
/// The number of users on a page.
const PAGE_SIZE: i32 = 500;
/// The maximum number of listed administrators.
const MAX_ADMINISTRATORS: usize = 50;
/// A key without an item, see [`PermissionStore::connect`].
const NO_USER: &str = "#connection";
/// The error of a change after which no user could manage permissions.
const LAST_MANAGER: &str =
    "The last person who can manage permissions cannot lose ManagePermissions. Grant it to another user first.";

/// The permissions of a user.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
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

/// The guard item.
#[derive(Debug, Default, Deserialize)]
struct Managers {
    /// The holders of `ManagePermissions`. DynamoDB removes an empty set.
    #[serde(default)]
    holders: BTreeSet<String>,
}

/// A change of the actions that a user holds.
#[derive(Clone, Copy, Debug)]
enum Change {
    Grant,
    Revoke,
}

/// A change of all actions of a user, see [`PermissionStore::change_access`].
#[derive(Debug)]
pub struct AccessChange<'a> {
    /// The user's id and e-mail.
    pub user: (&'a str, &'a str),
    /// The actions that the caller read.
    pub before: &'a BTreeSet<Action>,
    /// The actions that the user holds afterwards.
    pub after: &'a BTreeSet<Action>,
    /// The audit entries of the change.
    pub entries: &'a [Entry],
    /// Writes of other tables, which are part of the transaction.
    pub others: Vec<TransactWriteItem>,
}

/// The name of the condition of a transaction that the user's item changes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct UserChanges;

crate::store! {
    /// Reads and writes the permissions table.
    pub struct PermissionStore { variable: "PERMISSIONS_TABLE", key: KEY }
}

impl PermissionStore {
    /// Opens the connection to the table with a read of a key that has no item.
    pub(crate) async fn connect(&self) -> Result<()> {
        self.item(NO_USER).await.map(drop)
    }

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
        let users = self.table.query(BY_EMAIL.partition(USERS)).equal_to(email).limit(2).items().await?;
        Ok(match users.as_slice() {
            [Raw(user)] => Some(string(user, "user")),
            _ => None,
        })
    }

    async fn item(&self, user: &str) -> Result<Item> {
        let item = self.table.get_attributes(KEY.of(user), &["actions", "disabled"]).await?;
        Ok(item.map(|Raw(item)| item).unwrap_or_default())
    }

    /// Lists all users who ever held an action, sorted by e-mail.
    pub async fn list(&self, next_token: Option<&str>) -> Result<Page<UserPermissions>> {
        let users = self.table.query(BY_EMAIL.partition(USERS)).limit(PAGE_SIZE);
        let Page { items, next_token } = users.page(CURSOR, next_token).await?;
        Ok(Page { items: items.iter().map(|Raw(item)| user_permissions(item)).collect(), next_token })
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
        let mut grant = Transaction::new().with(self.change_action(user, email, Change::Grant, action)?);
        if action == Action::ManagePermissions {
            grant = grant.with(self.add_manager(user)?);
        }
        let grant = grant.audited(audit, &audit_entry(permit, now, (user, email), (None, Some(action))))?;
        let written = grant.send(self.client()).await?.is_written();
        let item = self.item(user).await?;
        let granted = actions(&item);
        if written || (!is_disabled(&item) && granted.contains(&action)) {
            return Ok(UserPermissions { user: user.into(), email: email.into(), actions: granted });
        }
        // The condition failed, so nothing was stored.
        Err(if is_disabled(&item) { account_disabled(email) } else { permissions_changed(email) })
    }

    /// Changes all actions of a user in one transaction with the writes of other tables.
    ///
    /// # Errors
    /// [`Error::Conflict`] if the account is disabled, if the stored actions differ from `before`, if a condition of
    /// `others` fails, or if no other holder of `ManagePermissions` can sign in. Nothing is written.
    pub async fn change_access(
        &self,
        audit: &AuditTable,
        accounts: &impl Accounts,
        AccessChange { user, before, after, entries, others }: AccessChange<'_>,
    ) -> Result<()> {
        let item = self.item(user.0).await?;
        if is_disabled(&item) {
            return Err(account_disabled(user.1));
        }
        if actions(&item) != *before {
            return Err(permissions_changed(user.1));
        }
        // The condition compares the stored set, which can contain actions that no longer exist.
        let is_unchanged = attribute("actions").equals_or_not_exists(item.get("actions").cloned());
        let set = |changes: Changes| {
            let names = after.iter().map(ToString::to_string);
            if after.is_empty() { changes.remove("actions") } else { changes.set("actions", string_set(names)) }
        };
        let update = self.update_user(user, set, attribute("disabled").not_exists().and(is_unchanged))?;
        let mut transaction = Transaction::named().with_named(UserChanges, update);
        for other in others {
            transaction = transaction.with_named(UserChanges, other);
        }
        for entry in entries {
            transaction = transaction.audited(audit, entry)?;
        }
        let manages = |actions: &BTreeSet<Action>| actions.contains(&Action::ManagePermissions);
        let is_written = match (manages(before), manages(after)) {
            (true, false) => self.send_without_manager(accounts, user.0, &transaction, LAST_MANAGER).await?,
            (false, true) => transaction.with(self.add_manager(user.0)?).send(self.client()).await?.is_written(),
            _ => transaction.send(self.client()).await?.is_written(),
        };
        if is_written { Ok(()) } else { Err(permissions_changed(user.1)) }
    }

    /// The e-mails of the holders of `ManagePermissions` with an enabled account, sorted. At most [`MAX_ADMINISTRATORS`].
    pub async fn administrators(&self) -> Result<Vec<String>> {
        let managers = self.managers().await?;
        let keys = managers.holders.iter().take(MAX_ADMINISTRATORS).map(|user| KEY.of(user.as_str()));
        let holders: Vec<Raw> = self.table.get_all_attributes(keys, &["user", "email"]).await?;
        let mut emails: Vec<String> = holders.iter().map(|Raw(item)| string(item, "email")).collect();
        emails.sort();
        Ok(emails)
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
        let is_enabled = attribute("disabled").not_exists();
        let update = self.update_user((user, email), |changes| changes.set("disabled", true), is_enabled)?;
        let entry = Entry::new(Subject::User(user), "DISABLED", permit, now).named(email);
        let transaction = Transaction::named().with_named(UserChanges, update).audited(audit, &entry)?;
        let last_manager = "The last person who can manage permissions cannot be disabled. \
                            Grant ManagePermissions to another user first.";
        self.send_without_manager(accounts, user, &transaction, last_manager).await.map(drop)
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
        let manages_now = attribute("actions").contains(Action::ManagePermissions.to_string());
        let condition = attribute("disabled").exists().and(if manages { manages_now } else { !manages_now });
        let update = self.update_user((user, email), |changes| changes.remove("disabled"), condition)?;
        let entry = Entry::new(Subject::User(user), "ENABLED", permit, now).named(email);
        let mut enable = Transaction::new().with(update).audited(audit, &entry)?;
        if manages {
            enable = enable.with(self.add_manager(user)?);
        }
        let is_written = enable.send(self.client()).await?.is_written();
        if is_written { Ok(()) } else { Err(permissions_changed(email)) }
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
        let revoke = self.change_action(user, email, Change::Revoke, action)?;
        let entry = audit_entry(permit, now, (user, email), (Some(action), None));
        let transaction = Transaction::named().with_named(UserChanges, revoke).audited(audit, &entry)?;
        if action == Action::ManagePermissions {
            self.send_without_manager(accounts, user, &transaction, LAST_MANAGER).await?;
        } else {
            // If the condition failed, the user does not hold the action.
            transaction.send(self.client()).await.map(drop)?;
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
        if accounts.any_can_sign_in(&managers.holders).await? {
            return Ok(false);
        }
        let grant = Transaction::new()
            .with(self.change_action(user, email, Change::Grant, action)?)
            .with(self.change_managers(user, Change::Grant, Some(&managers))?)
            .audited(audit, &audit_entry(&permit, now, (user, email), (None, Some(action))))?;
        Ok(grant.send(self.client()).await?.is_written())
    }

    /// Sends `transaction`, which also removes `user` from the guard item. Returns false if its condition
    /// [`UserChanges`] fails. Then nothing is written.
    ///
    /// # Errors
    /// [`Error::Conflict`] with the message `last_manager` if no other holder can sign in.
    async fn send_without_manager(
        &self,
        accounts: &impl Accounts,
        user: &str,
        transaction: &Transaction<UserChanges>,
        last_manager: &str,
    ) -> Result<bool> {
        for _ in 0..=GUARD_RETRIES {
            let managers = self.managers().await?;
            let mut others = managers.holders.clone();
            if others.remove(user) && !accounts.any_can_sign_in(&others).await? {
                return Err(Error::conflict(last_manager));
            }
            let removal = self.change_managers(user, Change::Revoke, Some(&managers))?;
            match transaction.clone().with(removal).send(self.client()).await? {
                Outcome::ConditionFailed(failed) if !failed.contains(&UserChanges) => {}
                outcome => return Ok(outcome.is_written()),
            }
        }
        Err(Error::retryable("the holders of ManagePermissions changed at each attempt"))
    }

    /// Reads the guard item.
    async fn managers(&self) -> Result<Managers> {
        Ok(self.table.get(KEY.of(MANAGERS)).await?.unwrap_or_default())
    }

    async fn get(&self, user: &str, email: &str) -> Result<UserPermissions> {
        Ok(UserPermissions { user: user.into(), email: email.into(), actions: actions(&self.item(user).await?) })
    }

    /// The action that grants or revokes `action`. Its condition fails if it would change nothing, or if it grants to a
    /// disabled account.
    fn change_action(&self, user: &str, email: &str, change: Change, action: Action) -> Result<TransactWriteItem> {
        let (name, set) = (action.to_string(), string_set([action.to_string()]));
        let holds = attribute("actions").contains(name);
        match change {
            Change::Grant => {
                let condition = (!holds).and(attribute("disabled").not_exists());
                self.update_user((user, email), |changes| changes.add("actions", set), condition)
            }
            Change::Revoke => self.update_user((user, email), |changes| changes.delete("actions", set), holds),
        }
    }

    /// The action that updates the user's item. It also sets the e-mail and the attribute that lists the user.
    fn update_user(
        &self,
        (user, email): (&str, &str),
        change: impl FnOnce(Changes) -> Changes,
        condition: Condition,
    ) -> Result<TransactWriteItem> {
        let changes = change(Changes::new().set("kind", USERS).set("email", email));
        self.table.update(KEY.of(user), changes).when(condition).action()
    }

    fn add_manager(&self, user: &str) -> Result<TransactWriteItem> {
        self.change_managers(user, Change::Grant, None)
    }

    /// The action that adds `user` to the guard item or removes it. With `expected`, the item must still list exactly
    /// these holders.
    fn change_managers(&self, user: &str, change: Change, expected: Option<&Managers>) -> Result<TransactWriteItem> {
        let (holders, set) = (attribute("holders"), string_set([user]));
        let changes = match change {
            Change::Grant => Changes::new().add("holders", set),
            Change::Revoke => Changes::new().delete("holders", set),
        };
        let update = self.table.update(KEY.of(MANAGERS), changes);
        match expected {
            None => update.action(),
            Some(Managers { holders: expected }) if expected.is_empty() => update.when(holders.not_exists()).action(),
            Some(Managers { holders: expected }) => update.when(holders.equals(string_set(expected))).action(),
        }
    }
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

fn audit_entry(
    permit: &Permit,
    now: Instant,
    (user, email): (&str, &str),
    (from, to): (Option<Action>, Option<Action>),
) -> Entry {
    let change = audit::Change {
        attribute: "actions".into(),
        from: from.map(|action| json!(action)),
        to: to.map(|action| json!(action)),
    };
    let event = if to.is_some() { "GRANTED" } else { "REVOKED" };
    Entry::new(Subject::User(user), event, permit, now).named(email).with(vec![change])
}

fn user_permissions(item: &Item) -> UserPermissions {
    UserPermissions { user: string(item, "user"), email: string(item, "email"), actions: actions(item) }
}

/// The known actions of an item. Stored actions that no longer exist are ignored.
fn actions(item: &Item) -> BTreeSet<Action> {
    let stored = item.get("actions").and_then(|value| value.as_ss().ok());
    stored.into_iter().flatten().filter_map(|name| name.parse().ok()).collect()
}
