//! The first administrator, who is named at deploy time.

use crate::directory::Directory;
use serde_json::{Value, json};
use shared::{Environment, Error, FromEnvironment, Instant, Result, audit::AuditTable, permissions::PermissionStore};

/// What making the first administrator uses.
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

/// Grants `ManagePermissions` to the person whom the deployment names, unless an account that can sign in holds it already.
///
/// # Errors
/// [`Error::NotFound`] where the user pool does not know the person.
pub async fn bootstrap_administrator(uses: &FirstAdministrator, now: Instant) -> Result<Value> {
    let member = uses.directory.by_email(&uses.email).await?;
    let member = member.ok_or_else(|| Error::NotFound(format!("The user pool does not know {}", uses.email)))?;
    let whom = (member.user.as_str(), member.email.as_str());
    let granted = uses.permissions.grant_first(&uses.audit, &uses.directory, now, whom).await?;
    Ok(json!({ "granted": granted }))
}
