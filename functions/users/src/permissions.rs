//! Grants, revokes, copies and lists permissions. Requirements: `docs/requirements/people.md` (USR-1 to USR-4).

use crate::directory::{Directory, StaffMember};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::{
    Action, Error, Page, Request, Result,
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

/// A member of staff with the granted actions.
#[derive(Debug, JsonSchema, Serialize)]
pub struct StaffPermissions {
    /// The user and the granted actions.
    #[serde(flatten)]
    granted: UserPermissions,
    /// Whether the account is enabled. A disabled account has no access.
    enabled: bool,
    /// Whether the invitation is not accepted yet.
    invited: bool,
}

/// Returns one page of all staff with their permissions. Users without permissions are included, so that permissions
/// can be granted to them.
pub async fn list_user_permissions(
    (directory, store): &(Directory, PermissionStore),
    arguments: ListArguments,
) -> Result<Page<StaffPermissions>> {
    let cursor = arguments.next_token.as_deref().map(page::decode_token).transpose()?;
    let (staff, next) = directory.page(cursor).await?;
    let mut granted = granted(store).await?;
    let mut items: Vec<StaffPermissions> = staff
        .into_iter()
        .map(|StaffMember { user, email, enabled, invited }| {
            let actions = granted.remove(&user).unwrap_or_default();
            StaffPermissions { granted: UserPermissions { user, email, actions }, enabled, invited }
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

/// Arguments of `copyPermissions`.
#[derive(Debug, Deserialize)]
pub struct CopyArguments {
    input: CopyPermissions,
}

/// The source and the target user, by their ids in the user pool.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CopyPermissions {
    from: UserId,
    to: UserId,
}

/// Grants all actions of one user to another in one transaction. It revokes nothing.
///
/// # Errors
/// [`Error::Invalid`] if a user does not exist, or both are the same.
pub async fn copy_permissions(
    (directory, store, audit): &(Directory, PermissionStore, AuditTable),
    Request { permit, now, input: CopyArguments { input } }: Request<CopyArguments>,
) -> Result<UserPermissions> {
    if input.from == input.to {
        return Err(Error::invalid("to", "Choose two different users"));
    }
    let (from, to) = futures::try_join!(directory.by_user(&input.from), directory.by_user(&input.to))?;
    let unknown = |field: &str, user: &str| Error::invalid(field, format!("There is no user {user}"));
    let from = from.ok_or_else(|| unknown("from", &input.from))?;
    let to = to.ok_or_else(|| unknown("to", &input.to))?;
    store.copy(audit, &permit, now, (&from.user, &from.email), (&to.user, &to.email)).await
}

pub(crate) fn unknown_user(user: &str) -> Error {
    Error::invalid("user", format!("There is no user {user}"))
}
