//! Multi-factor authentication of administrators.
//!
//! Cognito's optional mode cannot require MFA of some users only, so the operations that need `ManagePermissions` check
//! it: they read the caller's active methods from the user pool. Only these calls, which are rare, pay for that read, and
//! turning MFA off takes effect on the next one. A trigger that adds a claim to tokens would run at each sign-in and each
//! refresh of every user, and its claim would be up to an hour old.

use crate::{Environment, Error, FromEnvironment, Result, aws_error};
use aws_sdk_cognitoidentityprovider::{Client, operation::admin_get_user::AdminGetUserError};
use futures::future::BoxFuture;

/// Checks the MFA of users.
pub(crate) trait SecondFactor: Send + Sync {
    /// Whether `user`, by the id in the user pool, may manage permissions: MFA is active, or this environment does not
    /// require it.
    fn suffices<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<bool>>;
}

/// The MFA requirement for administrators: `ADMINISTRATOR_MFA` is `required` or `optional`.
pub(crate) struct AdministratorMfa(Option<UserPool>);

struct UserPool {
    client: Client,
    id: String,
}

impl FromEnvironment for AdministratorMfa {
    fn from_environment(environment: &Environment) -> Result<Self> {
        match environment.variable("ADMINISTRATOR_MFA")?.as_str() {
            "required" => {
                let id = environment.variable("USER_POOL_ID")?;
                Ok(Self(Some(UserPool { client: Client::new(environment.sdk()), id })))
            }
            "optional" => Ok(Self(None)),
            other => Err(Error::internal(format!("ADMINISTRATOR_MFA is {other:?}, expected required or optional"))),
        }
    }
}

impl SecondFactor for AdministratorMfa {
    fn suffices<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<bool>> {
        Box::pin(async move {
            let Some(UserPool { client, id }) = &self.0 else { return Ok(true) };
            match client.admin_get_user().user_pool_id(id).username(user).send().await {
                Ok(account) => Ok(!account.user_mfa_setting_list().is_empty()),
                Err(error) if error.as_service_error().is_some_and(AdminGetUserError::is_user_not_found_exception) => {
                    Ok(false)
                }
                Err(error) => Err(aws_error::failure(error)),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn of(variables: &[(&str, &str)]) -> Result<AdministratorMfa> {
        let variables = variables.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        let sdk = aws_config::SdkConfig::builder().behavior_version(aws_config::BehaviorVersion::latest()).build();
        AdministratorMfa::from_environment(&Environment::new(sdk, variables))
    }

    #[rstest]
    #[case::absent(&[])]
    #[case::neither(&[("ADMINISTRATOR_MFA", "no"), ("USER_POOL_ID", "pool")])]
    #[case::required_without_a_user_pool(&[("ADMINISTRATOR_MFA", "required")])]
    fn rejects_an_environment_without_a_valid_requirement(#[case] variables: &[(&str, &str)]) {
        assert!(of(variables).is_err());
    }

    #[test]
    fn mfa_can_be_optional() -> Result<()> {
        let mfa = of(&[("ADMINISTRATOR_MFA", "optional")])?;
        assert!(matches!(futures::executor::block_on(mfa.suffices("anyone")), Ok(true)));
        Ok(())
    }
}
