//! Grants, revokes and lists permissions. Requirements: `docs/requirements/people.md` (USR-1 to USR-4).

use crate::{
    directory::{Directory, StaffMember},
    rules,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::{
    Action, Environment, Error, FromEnvironment, Page, Request, Result,
    audit::AuditTable,
    bounded::Text,
    page,
    permissions::{PermissionStore, UserPermissions},
};
use std::collections::BTreeMap;

/// The id of a member of staff in the user pool.
pub(crate) type UserId = Text<128>;

/// Arguments of `GET /users/permissions`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListArguments {
    /// The token of the next page.
    next_token: Option<String>,
}

/// The list of accounts: the user pool, the permissions, and the rule that separates drivers from staff.
#[derive(Clone, Debug)]
pub struct AccountList {
    directory: Directory,
    permissions: PermissionStore,
    driver_domain: String,
}

impl FromEnvironment for AccountList {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self {
            directory: Directory::from_environment(environment)?,
            permissions: PermissionStore::from_environment(environment)?,
            driver_domain: environment.variable("DRIVER_EMAIL_DOMAIN").unwrap_or_default(),
        })
    }
}

/// An account with the granted actions.
#[derive(Debug, JsonSchema, Serialize)]
pub struct StaffPermissions {
    /// The user and the granted actions.
    #[serde(flatten)]
    granted: UserPermissions,
    /// Whether the account is enabled. A disabled account has no access.
    enabled: bool,
    /// Whether the invitation is not accepted yet.
    invited: bool,
    /// Whether the account belongs to a driver: its e-mail is in the domain of drivers. All other accounts are staff.
    driver: bool,
}

/// Returns one page of all accounts with their permissions. Users without permissions are included, so that permissions
/// can be granted to them.
pub async fn list_user_permissions(
    AccountList { directory, permissions, driver_domain }: &AccountList,
    arguments: ListArguments,
) -> Result<Page<StaffPermissions>> {
    let cursor = arguments.next_token.as_deref().map(page::decode_token).transpose()?;
    let (staff, next) = directory.page(cursor).await?;
    let mut granted = granted(permissions).await?;
    let mut items: Vec<StaffPermissions> = staff
        .into_iter()
        .map(|StaffMember { user, email, enabled, invited }| {
            let actions = granted.remove(&user).unwrap_or_default();
            let driver = rules::is_driver(&email, driver_domain);
            StaffPermissions { granted: UserPermissions { user, email, actions }, enabled, invited, driver }
        })
        .collect();
    items.sort_by(|one, other| one.granted.email.cmp(&other.granted.email));
    Ok(Page { items, next_token: next.as_ref().map(page::encode_token).transpose()? })
}

async fn granted(store: &PermissionStore) -> Result<BTreeMap<String, std::collections::BTreeSet<Action>>> {
    let (mut all, mut next_token) = (BTreeMap::new(), None);
    loop {
        let page = store.list(next_token.as_deref()).await?;
        all.extend(page.items.into_iter().map(|granted| (granted.user, granted.actions)));
        next_token = page.next_token;
        if next_token.is_none() {
            return Ok(all);
        }
    }
}

/// The body of `POST /users/permissions` and `POST /users/permissions/remove`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct PermissionChange {
    /// The id of the user in the user pool.
    user: UserId,
    /// The action.
    action: Action,
}

/// Grants an action to a member of staff.
///
/// # Errors
/// [`Error::Invalid`] if the user does not exist; [`Error::Conflict`] if the account is disabled.
pub async fn add_user_permission(
    (directory, store, audit): &(Directory, PermissionStore, AuditTable),
    Request { permit, now, input }: Request<PermissionChange>,
) -> Result<UserPermissions> {
    let member = directory.by_user(&input.user).await?.ok_or_else(|| unknown_user(&input.user))?;
    store.grant(audit, &permit, now, (&member.user, &member.email), input.action).await
}

/// Revokes an action from a member of staff.
///
/// # Errors
/// [`Error::Invalid`] if the user does not exist; [`Error::Conflict`] if no account with `ManagePermissions` that can
/// sign in would be left.
pub async fn remove_user_permission(
    (directory, store, audit): &(Directory, PermissionStore, AuditTable),
    Request { permit, now, input }: Request<PermissionChange>,
) -> Result<UserPermissions> {
    let member = directory.by_user(&input.user).await?.ok_or_else(|| unknown_user(&input.user))?;
    store.revoke(audit, directory, &permit, now, (&member.user, &member.email), input.action).await
}

pub(crate) fn unknown_user(user: &str) -> Error {
    Error::invalid("user", format!("There is no user {user}"))
}
