//! The staff as the user pool knows them.

use aws_sdk_cognitoidentityprovider::{
    Client,
    error::ProvideErrorMetadata,
    operation::{
        admin_create_user::AdminCreateUserError, admin_get_user::AdminGetUserError, list_users::ListUsersError,
    },
    types::{AttributeType, DeliveryMediumType, MessageActionType, UserStatusType, UserType},
};
use serde::{Deserialize, Serialize};
use shared::{Environment, Error, FromEnvironment, Result, dynamo, page, permissions::Accounts};
use std::collections::BTreeSet;

/// Users of one page: the most that the user pool gives.
const PAGE: i32 = 60;

/// Characters of the longest token that the user pool gives.
const MAX_TOKEN: usize = 4096;

/// Where a list of staff stopped: the user pool's own token. It comes back from callers, so only a text that can be such
/// a token is one.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(try_from = "String")]
pub struct Position(String);

impl TryFrom<String> for Position {
    type Error = &'static str;

    fn try_from(token: String) -> Result<Self, Self::Error> {
        let is_token = (1..=MAX_TOKEN).contains(&token.len()) && token.bytes().all(|byte| byte.is_ascii_graphic());
        if is_token { Ok(Self(token)) } else { Err("not a token of the user pool") }
    }
}

/// A member of staff.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StaffMember {
    /// The id in the user pool.
    pub user: String,
    /// The e-mail, lower case.
    pub email: String,
    /// Whether they may sign in.
    pub enabled: bool,
    /// Whether they were invited and did not sign in yet.
    pub invited: bool,
}

/// The user pool.
#[derive(Clone, Debug)]
pub struct Directory {
    client: Client,
    pool: String,
}

impl FromEnvironment for Directory {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: Client::new(environment.sdk()), pool: environment.variable("USER_POOL_ID")? })
    }
}

impl Directory {
    /// A page of staff, and where the next one begins.
    ///
    /// # Errors
    /// [`Error::Invalid`] where the user pool does not know the position.
    pub async fn page(&self, position: Option<Position>) -> Result<(Vec<StaffMember>, Option<Position>)> {
        let is_first = position.is_none();
        let answer = self
            .client
            .list_users()
            .user_pool_id(&self.pool)
            .limit(PAGE)
            .set_pagination_token(position.map(|Position(token)| token))
            .send()
            .await
            .map_err(|error| match error.as_service_error() {
                Some(ListUsersError::InvalidParameterException(_)) if !is_first => page::unknown_token(),
                _ => dynamo::failure(error),
            })?;
        let staff = answer.users.unwrap_or_default().iter().filter_map(member).collect();
        let next = answer.pagination_token.map(Position::try_from).transpose().map_err(Error::internal)?;
        Ok((staff, next))
    }

    /// The member of staff with the given id.
    pub async fn by_user(&self, user: &str) -> Result<Option<StaffMember>> {
        self.one("sub", user).await
    }

    /// The member of staff with the given e-mail.
    pub async fn by_email(&self, email: &str) -> Result<Option<StaffMember>> {
        self.one("email", email).await
    }

    /// Makes an account and has the user pool invite its person by e-mail, with a password for the first sign-in.
    ///
    /// # Errors
    /// [`Error::Conflict`] where there is one of that e-mail.
    pub async fn invite(&self, email: &str) -> Result<StaffMember> {
        let attribute =
            |name: &str, value: &str| AttributeType::builder().name(name).value(value).build().map_err(Error::internal);
        let made = self
            .client
            .admin_create_user()
            .user_pool_id(&self.pool)
            .username(email)
            .user_attributes(attribute("email", email)?)
            .user_attributes(attribute("email_verified", "true")?)
            .desired_delivery_mediums(DeliveryMediumType::Email)
            .send()
            .await;
        match made {
            Ok(made) => {
                made.user.as_ref().and_then(member).ok_or_else(|| Error::internal("the user pool made no user"))
            }
            Err(refused)
                if refused.as_service_error().is_some_and(AdminCreateUserError::is_username_exists_exception) =>
            {
                Err(Error::conflict(format!("There is already an account for {email}")))
            }
            Err(error) => Err(dynamo::failure(error)),
        }
    }

    /// Sends an invitation again, with a new password for the first sign-in and a new term for it.
    ///
    /// # Errors
    /// [`Error::Conflict`] where the invitation was accepted.
    pub async fn invite_again(&self, email: &str) -> Result<()> {
        let sent = self
            .client
            .admin_create_user()
            .user_pool_id(&self.pool)
            .username(email)
            .message_action(MessageActionType::Resend)
            .desired_delivery_mediums(DeliveryMediumType::Email)
            .send()
            .await;
        match sent {
            Ok(_) => Ok(()),
            Err(error) if error.code() == Some("UnsupportedUserStateException") => {
                Err(Error::conflict(format!("{email} has already accepted the invitation.")))
            }
            Err(error) => Err(dynamo::failure(error)),
        }
    }

    /// Whether the account with that id exists, is enabled and has accepted its invitation.
    async fn can_sign_in(&self, user: &str) -> Result<bool> {
        // An account's user name is its id, because people sign in by e-mail.
        match self.client.admin_get_user().user_pool_id(&self.pool).username(user).send().await {
            Ok(account) => Ok(account.enabled && account.user_status == Some(UserStatusType::Confirmed)),
            Err(error) if error.as_service_error().is_some_and(AdminGetUserError::is_user_not_found_exception) => {
                Ok(false)
            }
            Err(error) => Err(dynamo::failure(error)),
        }
    }

    /// Lets a member of staff sign in, or not.
    pub async fn let_in(&self, email: &str, enabled: bool) -> Result<()> {
        let (pool, email) = (&self.pool, email);
        if enabled {
            let enable = self.client.admin_enable_user().user_pool_id(pool).username(email);
            return enable.send().await.map(drop).map_err(dynamo::failure);
        }
        let disable = self.client.admin_disable_user().user_pool_id(pool).username(email);
        disable.send().await.map_err(dynamo::failure)?;
        let sign_out = self.client.admin_user_global_sign_out().user_pool_id(pool).username(email);
        sign_out.send().await.map(drop).map_err(dynamo::failure)
    }

    async fn one(&self, attribute: &str, value: &str) -> Result<Option<StaffMember>> {
        // The filter's grammar quotes with double quotes; nothing that is an id or an e-mail holds one.
        if value.contains(['"', '\\']) {
            return Ok(None);
        }
        let answer = self
            .client
            .list_users()
            .user_pool_id(&self.pool)
            .filter(format!("{attribute} = \"{value}\""))
            .limit(1)
            .send()
            .await
            .map_err(dynamo::failure)?;
        Ok(answer.users.unwrap_or_default().iter().find_map(member))
    }
}

impl Accounts for Directory {
    async fn any_can_sign_in(&self, users: &BTreeSet<String>) -> Result<bool> {
        // One after another: the first holder usually can.
        for user in users {
            if self.can_sign_in(user).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn member(user: &UserType) -> Option<StaffMember> {
    let attribute = |name: &str| {
        let attribute = user.attributes().iter().find(|attribute| attribute.name() == name)?;
        attribute.value().map(str::to_owned)
    };
    Some(StaffMember {
        user: attribute("sub")?,
        email: attribute("email")?.to_lowercase(),
        enabled: user.enabled,
        invited: user.user_status == Some(UserStatusType::ForceChangePassword),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_text_that_can_be_a_token_of_the_user_pool_is_a_position() {
        let position = |token: &str| Position::try_from(token.to_owned());
        assert_eq!(position("CAISlQIIARKNAgo+/=").map(|Position(token)| token), Ok("CAISlQIIARKNAgo+/=".into()));
        for other in ["", "two words", "line\n", "é", &"A".repeat(MAX_TOKEN + 1)] {
            assert!(position(other).is_err(), "{other}");
        }
    }
}
