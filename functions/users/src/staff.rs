//! Accounts of staff: made by invitation, never deleted, disabled when somebody leaves.

use crate::{
    directory::{Directory, StaffMember},
    permissions,
    rules::email,
};
use aws_sdk_dynamodb::Client;
use serde::{Deserialize, Serialize};
use shared::{
    Environment, Error, FromEnvironment, Instant, Permit, Request, Result,
    audit::{AuditTable, Entry, Subject},
    dynamo,
    permissions::PermissionStore,
};

/// What changing accounts uses.
#[derive(Clone, Debug)]
pub struct Accounts {
    client: Client,
    directory: Directory,
    permissions: PermissionStore,
    audit: AuditTable,
}

impl FromEnvironment for Accounts {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self {
            client: dynamo::client(environment),
            directory: Directory::from_environment(environment)?,
            permissions: PermissionStore::from_environment(environment)?,
            audit: AuditTable::from_environment(environment)?,
        })
    }
}

/// An account as it is now.
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

/// Invites somebody: the user pool sends a password for the first sign-in. They may do nothing yet.
///
/// # Errors
/// [`Error::Invalid`] where it is no e-mail address, [`Error::Conflict`] where there is an account of it.
pub async fn create_staff_account(
    uses: &Accounts,
    Request { permit, now, input }: Request<CreateArguments>,
) -> Result<StaffAccount> {
    let email = email(&input.email).ok_or_else(|| Error::invalid("email", "The e-mail address is not valid"))?;
    let member = uses.directory.invite(&email).await?;
    uses.tell(&permit, now, &member.user, "INVITED").await?;
    Ok(member.into())
}

/// Arguments of `resendInvitation`.
#[derive(Debug, Deserialize)]
pub struct ResendArguments {
    user: permissions::UserId,
}

/// Sends an invitation again: the user pool sends a new password for the first sign-in, and the previous
/// password no longer works.
///
/// # Errors
/// [`Error::Invalid`] where no user has that id, [`Error::Conflict`] where the invitation was accepted or the account is
/// disabled.
pub async fn resend_invitation(
    uses: &Accounts,
    Request { permit, now, input }: Request<ResendArguments>,
) -> Result<StaffAccount> {
    let member = uses.directory.by_user(&input.user).await?.ok_or_else(|| permissions::unknown(&input.user))?;
    if !member.enabled {
        return Err(Error::conflict(format!("The account of {} is disabled. Enable it first.", member.email)));
    }
    if !member.invited {
        return Err(Error::conflict(format!("{} has already accepted the invitation.", member.email)));
    }
    uses.directory.invite_again(&member.email).await?;
    uses.tell(&permit, now, &member.user, "INVITED_AGAIN").await?;
    Ok(member.into())
}

/// Arguments of `setStaffAccountEnabled`.
#[derive(Debug, Deserialize)]
pub struct EnabledArguments {
    input: EnabledInput,
}

/// Whose account, by the id in the user pool, and whether they may sign in.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnabledInput {
    user: permissions::UserId,
    enabled: bool,
}

/// Lets somebody sign in, or no longer. Who is disabled is refused from the next call on that needs an action, also with a
/// token that is still good. The same call may be made again.
///
/// # Errors
/// [`Error::Conflict`] where it is the caller, or the last person who can manage permissions.
pub async fn set_staff_account_enabled(
    uses: &Accounts,
    Request { permit, now, input: EnabledArguments { input } }: Request<EnabledArguments>,
) -> Result<StaffAccount> {
    if !input.enabled && &*input.user == permit.caller().sub() {
        return Err(Error::conflict("You cannot disable your own account."));
    }
    let member = uses.directory.by_user(&input.user).await?.ok_or_else(|| permissions::unknown(&input.user))?;
    let whom = (member.user.as_str(), member.email.as_str());
    // First what takes effect at once, last what lets in: where the second step fails, the first is the safe one.
    if input.enabled {
        uses.directory.let_in(whom.1, true).await?;
        uses.permissions.enable(&uses.audit, &permit, now, whom).await?;
    } else {
        uses.permissions.disable(&uses.audit, &uses.directory, &permit, now, whom).await?;
        uses.directory.let_in(whom.1, false).await?;
    }
    Ok(StaffAccount { enabled: input.enabled, ..member.into() })
}

impl Accounts {
    async fn tell(&self, permit: &Permit, now: Instant, user: &str, event: &str) -> Result<()> {
        let entry = Entry::new(Subject::User(user), event, permit, now);
        dynamo::transact(&self.client, vec![self.audit.put(&entry)?]).await.map(drop)
    }
}
