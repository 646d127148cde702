//! Granting and revoking actions, one action for one user at a time. Source: the spec of planning and reporting,
//! section 6.

use crate::directory::{Directory, StaffMember};
use serde::{Deserialize, Serialize};
use shared::{
    Action, Error, Page, Request, Result,
    audit::AuditTable,
    page,
    permissions::{PermissionStore, UserPermissions},
};
use std::collections::BTreeMap;

/// Query of `GET /users/permissions`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListArguments {
    next_token: Option<String>,
}

/// Where the list of staff stopped.
#[derive(Deserialize, Serialize)]
struct Position(String);

/// All staff with what they may do, a page at a time. Who was granted nothing is listed too: somebody must be able to
/// choose them.
pub async fn list_user_permissions(
    (directory, store): &(Directory, PermissionStore),
    arguments: ListArguments,
) -> Result<Page<UserPermissions>> {
    let token = arguments.next_token.as_deref().map(page::decode_token::<Position>).transpose()?;
    let (staff, next) = directory.page(token.map(|Position(token)| token)).await?;
    let mut granted = granted(store).await?;
    let mut items: Vec<UserPermissions> = staff
        .into_iter()
        .map(|StaffMember { user, email }| {
            let actions = granted.remove(&user).unwrap_or_default();
            UserPermissions { user, email, actions }
        })
        .collect();
    items.sort_by(|one, other| one.email.cmp(&other.email));
    let next_token = next.map(|token| page::encode_token(&Position(token))).transpose()?;
    Ok(Page { items, next_token })
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

/// Body of `POST /users/permissions` and `POST /users/permissions/remove`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PermissionChange {
    user: String,
    action: Action,
}

/// Grants an action to a member of staff.
///
/// # Errors
/// [`Error::Invalid`] where nobody has that id.
pub async fn add_user_permission(
    (directory, store, audit): &(Directory, PermissionStore, AuditTable),
    Request { permit, now, input }: Request<PermissionChange>,
) -> Result<UserPermissions> {
    let member = directory.by_user(&input.user).await?.ok_or_else(|| unknown(&input.user))?;
    store.grant(audit, &permit, now, (&member.user, &member.email), input.action).await
}

/// Takes an action from a member of staff.
///
/// # Errors
/// [`Error::Conflict`] where nobody would be left who can manage permissions.
pub async fn remove_user_permission(
    (directory, store, audit): &(Directory, PermissionStore, AuditTable),
    Request { permit, now, input }: Request<PermissionChange>,
) -> Result<UserPermissions> {
    let member = directory.by_user(&input.user).await?.ok_or_else(|| unknown(&input.user))?;
    store.revoke(audit, &permit, now, (&member.user, &member.email), input.action).await
}

fn unknown(user: &str) -> Error {
    Error::invalid("user", format!("There is no user {user}"))
}
