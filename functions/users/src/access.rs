//! Changes of all actions and feature flags of a user at once: copying those of a colleague, and applying a role.
//! Requirements: `docs/requirements/people.md` (USR-7 to USR-9).

use crate::{
    directory::{Directory, StaffMember},
    flags::FlagStore,
    grants::{Grants, Names},
    permissions::{UserId, unknown_user},
    roles::{RoleId, RoleStore},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    Action, Environment, Error, FromEnvironment, Instant, Permit, Request, Result,
    audit::{AuditTable, Change, Entry, Subject},
    permissions::{AccessChange, PermissionStore},
};
use std::collections::BTreeSet;

/// A member of staff with the granted actions and the enabled flags.
#[derive(Debug, Eq, PartialEq, Serialize)]
pub struct StaffAccess {
    user: String,
    email: String,
    actions: BTreeSet<Action>,
    flags: BTreeSet<String>,
}

impl StaffAccess {
    fn new(StaffMember { user, email, .. }: StaffMember, Grants { actions, flags }: Grants) -> Self {
        Self { user, email, actions, flags }
    }
}

/// The user pool and the tables with actions and flags.
#[derive(Clone, Debug)]
pub struct AccessStores {
    directory: Directory,
    permissions: PermissionStore,
    flags: FlagStore,
    audit: AuditTable,
}

impl FromEnvironment for AccessStores {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self {
            directory: Directory::from_environment(environment)?,
            permissions: PermissionStore::from_environment(environment)?,
            flags: FlagStore::from_environment(environment)?,
            audit: AuditTable::from_environment(environment)?,
        })
    }
}

/// The caller, the time, the event and the reason of a change.
struct Context<'a> {
    permit: &'a Permit,
    now: Instant,
    event: &'a str,
    reason: String,
}

impl AccessStores {
    /// The grants of an account. A disabled account has no actions.
    async fn grants(&self, member: &StaffMember) -> Result<Grants> {
        let (actions, flags) =
            futures::try_join!(self.permissions.actions_of(&member.user), self.flags.enabled_for(&member.email))?;
        Ok(Grants { actions, flags: flags.into_iter().collect() })
    }

    /// Writes all differences with their audit entries in one transaction. Writes nothing if there are none.
    async fn write(
        &self,
        Context { permit, now, event, reason }: Context<'_>,
        member: StaffMember,
        before: &Grants,
        after: Grants,
    ) -> Result<StaffAccess> {
        if *before == after {
            return Ok(StaffAccess::new(member, after));
        }
        let user_entry = Entry::new(Subject::User(&member.user), event, permit, now)
            .named(&member.email)
            .with(before.changes_to(&after))
            .with_reason(Some(reason.clone()));
        let flag_entries = before.flags.symmetric_difference(&after.flags).map(|flag| {
            let email = Some(json!(member.email));
            let (event, from, to) =
                if after.flags.contains(flag) { ("TURNED_ON", None, email) } else { ("TURNED_OFF", email, None) };
            Entry::new(Subject::FeatureFlag(flag), event, permit, now)
                .with(vec![Change { attribute: "email".into(), from, to }])
                .with_reason(Some(reason.clone()))
        });
        let entries: Vec<Entry> = std::iter::once(user_entry).chain(flag_entries).collect();
        let flags =
            (before.flags != after.flags).then(|| self.flags.replace(&member.email, &before.flags, &after.flags));
        let change = AccessChange {
            user: (&member.user, &member.email),
            before: &before.actions,
            after: &after.actions,
            entries: &entries,
            others: flags.transpose()?.into_iter().collect(),
        };
        self.permissions.change_access(&self.audit, &self.directory, change).await?;
        Ok(StaffAccess::new(member, after))
    }
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

/// Grants all actions and flags of one user to another in one transaction. It revokes nothing.
///
/// # Errors
/// [`Error::Invalid`] if a user does not exist, or both are the same; [`Error::Conflict`] if an account is disabled or the
/// target changed at the same time.
pub async fn copy_permissions(
    stores: &AccessStores,
    Request { permit, now, input: CopyArguments { input } }: Request<CopyArguments>,
) -> Result<StaffAccess> {
    if input.from == input.to {
        return Err(Error::invalid("to", "Choose two different users"));
    }
    let (from, to) = futures::try_join!(stores.directory.by_user(&input.from), stores.directory.by_user(&input.to))?;
    let unknown = |field: &str, user: &str| Error::invalid(field, format!("There is no user {user}"));
    let from = from.ok_or_else(|| unknown("from", &input.from))?;
    let to = to.ok_or_else(|| unknown("to", &input.to))?;
    if !from.enabled {
        return Err(Error::conflict(format!("The account of {} is disabled. Enable it first.", from.email)));
    }
    let (source, before) = futures::try_join!(stores.grants(&from), stores.grants(&to))?;
    let reason = format!("Same permissions as {}", from.email);
    let after = before.union(&source);
    stores.write(Context { permit: &permit, now, event: "COPIED", reason }, to, &before, after).await
}

/// Arguments of `applyRole`.
#[derive(Debug, Deserialize)]
pub struct ApplyArguments {
    input: ApplyRole,
}

/// The user, the role and its version, and the user's actions and flags that the caller saw.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApplyRole {
    user: UserId,
    role: RoleId,
    version: u64,
    actions: Names,
    flags: Names,
}

/// Replaces all actions and flags of a user by those of a role in one transaction. A repeated call changes nothing.
///
/// # Errors
/// [`Error::Invalid`] if the user, the role, an action or a flag does not exist; [`Error::Conflict`] if the role or the
/// user's permissions differ from those that the caller saw, if the account is disabled, or if no account with
/// `ManagePermissions` that can sign in would be left.
pub async fn apply_role(
    (stores, roles): &(AccessStores, RoleStore),
    Request { permit, now, input: ApplyArguments { input } }: Request<ApplyArguments>,
) -> Result<StaffAccess> {
    let expected = Grants::parse(input.actions.into(), input.flags.into())?;
    let (member, role) = futures::try_join!(stores.directory.by_user(&input.user), roles.get(&input.role))?;
    let member = member.ok_or_else(|| unknown_user(&input.user))?;
    let role = role.ok_or_else(|| Error::invalid("role", "There is no such role"))?;
    if role.version != input.version {
        return Err(Error::conflict(format!(
            "The role {} changed while you were working. Check it and try again.",
            role.name
        )));
    }
    let before = stores.grants(&member).await?;
    if before == role.grants {
        return Ok(StaffAccess::new(member, before));
    }
    if member.enabled && before != expected {
        let email = &member.email;
        return Err(Error::conflict(format!(
            "The permissions of {email} changed while you were working. Check them and try again."
        )));
    }
    let reason = format!("role {}", role.name);
    stores.write(Context { permit: &permit, now, event: "ROLE_APPLIED", reason }, member, &before, role.grants).await
}
