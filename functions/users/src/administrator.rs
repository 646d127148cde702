//! Creates the first administrator. The deployment contains their e-mail address.

use crate::directory::Directory;
use serde_json::{Value, json};
use shared::{Environment, Error, FromEnvironment, Instant, Result, audit::AuditTable, permissions::PermissionStore};

/// Dependencies of [`bootstrap_administrator`].
#[derive(Debug)]
pub struct FirstAdministrator {
    email: String,
    directory: Directory,
    permissions: PermissionStore,
    audit: AuditTable,
}

impl FromEnvironment for FirstAdministrator {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self {
            email: environment.variable("FIRST_ADMINISTRATOR")?.to_lowercase(),
            directory: Directory::from_environment(environment)?,
            permissions: PermissionStore::from_environment(environment)?,
            audit: AuditTable::from_environment(environment)?,
        })
    }
}

/// Grants `ManagePermissions` to the user of the deployment, unless an account that can sign in already has it.
///
/// # Errors
/// [`Error::NotFound`] if the user is not in the user pool.
pub async fn bootstrap_administrator(dependencies: &FirstAdministrator, now: Instant) -> Result<Value> {
    let member = dependencies.directory.by_email(&dependencies.email).await?;
    let member = member.ok_or_else(|| Error::NotFound(format!("The user pool has no user {}", dependencies.email)))?;
    let user = (member.user.as_str(), member.email.as_str());
    let granted = dependencies.permissions.grant_first(&dependencies.audit, &dependencies.directory, now, user).await?;
    Ok(json!({ "granted": granted }))
}
