//! Staff accounts. They are created by invitation, never deleted, and disabled when a member of staff leaves.

use crate::{
    directory::{Directory, StaffMember},
    permissions,
    rules::normalize_email,
};
use serde::{Deserialize, Serialize};
use shared::{
    Environment, Error, FromEnvironment, Instant, Permit, Request, Result,
    audit::{AuditTable, Entry, Subject},
    permissions::PermissionStore,
    table::Transaction,
};

/// Dependencies of the operations on accounts.
#[derive(Clone, Debug)]
pub struct Accounts {
    directory: Directory,
    permissions: PermissionStore,
    audit: AuditTable,
}

impl FromEnvironment for Accounts {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self {
            directory: Directory::from_environment(environment)?,
            permissions: PermissionStore::from_environment(environment)?,
            audit: AuditTable::from_environment(environment)?,
        })
    }
}

/// The current state of an account.
#[derive(Debug, Eq, PartialEq, Serialize)]
pub struct StaffAccount {
    user: String,
    email: String,
    enabled: bool,
    invited: bool,
}

impl From<StaffMember> for StaffAccount {
    fn from(StaffMember { user, email, enabled, invited }: StaffMember) -> Self {
        Self { user, email, enabled, invited }
    }
}

/// Arguments of `createStaffAccount`.
#[derive(Debug, Deserialize)]
pub struct CreateArguments {
    email: String,
}

/// Creates an account without permissions. The user pool sends an invitation with a temporary password. A repeated call
/// completes an earlier one that stopped before it stored the history entry.
///
/// # Errors
/// [`Error::Invalid`] if the e-mail address is not valid; [`Error::Conflict`] if an account with it exists.
pub async fn create_staff_account(
    dependencies: &Accounts,
    Request { permit, now, input }: Request<CreateArguments>,
) -> Result<StaffAccount> {
    let email =
        normalize_email(&input.email).ok_or_else(|| Error::invalid("email", "The e-mail address is not valid"))?;
    let member = match dependencies.directory.invite(&email).await? {
        Some(created) => created,
        None => dependencies.unrecorded_invitation(&email).await?.ok_or_else(|| existing_account(&email))?,
    };
    dependencies.record_event(&permit, now, &member, "INVITED").await?;
    Ok(member.into())
}

fn existing_account(email: &str) -> Error {
    Error::conflict(format!("There is already an account for {email}"))
}

/// Arguments of `resendInvitation`.
#[derive(Debug, Deserialize)]
pub struct ResendArguments {
    user: permissions::UserId,
}

/// Sends an invitation again with a new temporary password. The previous password no longer works.
///
/// # Errors
/// [`Error::Invalid`] if the user does not exist; [`Error::Conflict`] if the invitation was accepted or the account is
/// disabled.
pub async fn resend_invitation(
    dependencies: &Accounts,
    Request { permit, now, input }: Request<ResendArguments>,
) -> Result<StaffAccount> {
    let member =
        dependencies.directory.by_user(&input.user).await?.ok_or_else(|| permissions::unknown_user(&input.user))?;
    if !member.enabled {
        return Err(Error::conflict(format!("The account of {} is disabled. Enable it first.", member.email)));
    }
    if !member.invited {
        return Err(Error::conflict(format!("{} has already accepted the invitation.", member.email)));
    }
    dependencies.directory.resend_invitation(&member.email).await?;
    dependencies.record_event(&permit, now, &member, "INVITED_AGAIN").await?;
    Ok(member.into())
}

/// Arguments of `setStaffAccountEnabled`.
#[derive(Debug, Deserialize)]
pub struct EnabledArguments {
    input: EnabledInput,
}

/// The user's id in the user pool, and whether the account is to be enabled.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnabledInput {
    user: permissions::UserId,
    enabled: bool,
}

/// Enables or disables an account. All calls of a disabled account are rejected at once, even with a valid token. The
/// call can be repeated.
///
/// # Errors
/// [`Error::Conflict`] if the account is the caller's, or the last one that can manage permissions.
pub async fn set_staff_account_enabled(
    dependencies: &Accounts,
    Request { permit, now, input: EnabledArguments { input } }: Request<EnabledArguments>,
) -> Result<StaffAccount> {
    if !input.enabled && &*input.user == permit.caller().sub() {
        return Err(Error::conflict("You cannot disable your own account."));
    }
    let member =
        dependencies.directory.by_user(&input.user).await?.ok_or_else(|| permissions::unknown_user(&input.user))?;
    let account = (member.user.as_str(), member.email.as_str());
    // The order is safe if the second step fails: when enabling, the account still has no access; when disabling, it
    // has none already.
    if input.enabled {
        dependencies.directory.set_enabled(account.1, true).await?;
        dependencies.permissions.enable(&dependencies.audit, &permit, now, account).await?;
    } else {
        dependencies.permissions.disable(&dependencies.audit, &dependencies.directory, &permit, now, account).await?;
        dependencies.directory.set_enabled(account.1, false).await?;
    }
    Ok(StaffAccount { enabled: input.enabled, ..member.into() })
}

impl Accounts {
    /// The invited account with this e-mail address, if it has no history: the call that created it stopped early, or the
    /// response of the user pool was lost and the SDK repeated the request.
    async fn unrecorded_invitation(&self, email: &str) -> Result<Option<StaffMember>> {
        let Some(member) = self.directory.by_email(email).await?.filter(|member| member.invited) else {
            return Ok(None);
        };
        let history = self.audit.history(Subject::User(&member.user), None).await?;
        Ok(history.items.is_empty().then_some(member))
    }

    async fn record_event(&self, permit: &Permit, now: Instant, member: &StaffMember, event: &str) -> Result<()> {
        let entry = Entry::new(Subject::User(&member.user), event, permit, now).named(&member.email);
        Transaction::new().audited(&self.audit, &entry)?.send(self.audit.client()).await.map(drop)
    }
}
