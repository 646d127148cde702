//! Staff accounts in the user pool.

use aws_sdk_cognitoidentityprovider::{
    Client,
    error::ProvideErrorMetadata,
    operation::{
        admin_create_user::AdminCreateUserError, admin_get_user::AdminGetUserError, list_users::ListUsersError,
    },
    types::{AttributeType, DeliveryMediumType, MessageActionType, UserStatusType, UserType},
};
use serde::{Deserialize, Serialize};
use shared::{Environment, Error, FromEnvironment, Result, aws_error::failure, page, permissions::Accounts};
use std::collections::BTreeSet;

/// Users per page: the maximum of the user pool's API.
const PAGE_SIZE: i32 = 60;

/// Maximum length of the user pool's tokens, in characters.
const MAX_TOKEN_CHARS: usize = 4096;

/// List cursor: a token of the user pool. It comes from callers, so the conversion from text checks that it can be such
/// a token.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(try_from = "String")]
pub struct DirectoryCursor(String);

impl TryFrom<String> for DirectoryCursor {
    type Error = &'static str;

    fn try_from(token: String) -> Result<Self, Self::Error> {
        let is_token =
            (1..=MAX_TOKEN_CHARS).contains(&token.len()) && token.bytes().all(|byte| byte.is_ascii_graphic());
        if is_token { Ok(Self(token)) } else { Err("not a token of the user pool") }
    }
}

/// A member of staff.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StaffMember {
    /// The id in the user pool.
    pub user: String,
    /// The e-mail address in lowercase.
    pub email: String,
    /// Whether the account is enabled.
    pub enabled: bool,
    /// Whether the invitation is not accepted yet.
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
    /// Returns one page of staff and the cursor of the next page.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the user pool rejects the cursor.
    pub async fn page(&self, cursor: Option<DirectoryCursor>) -> Result<(Vec<StaffMember>, Option<DirectoryCursor>)> {
        let is_first_page = cursor.is_none();
        let response = self
            .client
            .list_users()
            .user_pool_id(&self.pool)
            .limit(PAGE_SIZE)
            .set_pagination_token(cursor.map(|DirectoryCursor(token)| token))
            .send()
            .await
            .map_err(|error| match error.as_service_error() {
                Some(ListUsersError::InvalidParameterException(_)) if !is_first_page => page::unknown_token(),
                _ => failure(error),
            })?;
        let staff = response.users.unwrap_or_default().iter().filter_map(staff_member).collect();
        let next = response.pagination_token.map(DirectoryCursor::try_from).transpose().map_err(Error::internal)?;
        Ok((staff, next))
    }

    /// Returns the member of staff with the id.
    pub async fn by_user(&self, user: &str) -> Result<Option<StaffMember>> {
        self.find("sub", user).await
    }

    /// Returns the member of staff with the e-mail address.
    pub async fn by_email(&self, email: &str) -> Result<Option<StaffMember>> {
        self.find("email", email).await
    }

    /// Creates an account. The user pool sends an invitation by e-mail with a temporary password. Returns `None` if an
    /// account with the e-mail address exists.
    pub async fn invite(&self, email: &str) -> Result<Option<StaffMember>> {
        let attribute =
            |name: &str, value: &str| AttributeType::builder().name(name).value(value).build().map_err(Error::internal);
        let created = self
            .client
            .admin_create_user()
            .user_pool_id(&self.pool)
            .username(email)
            .user_attributes(attribute("email", email)?)
            .user_attributes(attribute("email_verified", "true")?)
            .desired_delivery_mediums(DeliveryMediumType::Email)
            .send()
            .await;
        match created {
            Ok(created) => created
                .user
                .as_ref()
                .and_then(staff_member)
                .map(Some)
                .ok_or_else(|| Error::internal("the user pool returned no user")),
            Err(rejection)
                if rejection.as_service_error().is_some_and(AdminCreateUserError::is_username_exists_exception) =>
            {
                Ok(None)
            }
            Err(error) => Err(failure(error)),
        }
    }

    /// Sends an invitation again, with a new temporary password and a new expiry.
    ///
    /// # Errors
    /// [`Error::Conflict`] if the invitation was accepted.
    pub async fn resend_invitation(&self, email: &str) -> Result<()> {
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
            Err(error) => Err(failure(error)),
        }
    }

    /// Whether the account exists, is enabled and has accepted its invitation.
    async fn can_sign_in(&self, user: &str) -> Result<bool> {
        // An account's user name is its id, because users sign in by e-mail.
        match self.client.admin_get_user().user_pool_id(&self.pool).username(user).send().await {
            Ok(account) => Ok(account.enabled && account.user_status == Some(UserStatusType::Confirmed)),
            Err(error) if error.as_service_error().is_some_and(AdminGetUserError::is_user_not_found_exception) => {
                Ok(false)
            }
            Err(error) => Err(failure(error)),
        }
    }

    /// Enables or disables sign-in for an account. Disabling also revokes its sessions.
    pub async fn set_enabled(&self, email: &str, enabled: bool) -> Result<()> {
        let (pool, email) = (&self.pool, email);
        if enabled {
            let enable = self.client.admin_enable_user().user_pool_id(pool).username(email);
            return enable.send().await.map(drop).map_err(failure);
        }
        let disable = self.client.admin_disable_user().user_pool_id(pool).username(email);
        disable.send().await.map_err(failure)?;
        let sign_out = self.client.admin_user_global_sign_out().user_pool_id(pool).username(email);
        sign_out.send().await.map(drop).map_err(failure)
    }

    async fn find(&self, attribute: &str, value: &str) -> Result<Option<StaffMember>> {
        // The filter syntax uses double quotes. No id or e-mail address contains them.
        if value.contains(['"', '\\']) {
            return Ok(None);
        }
        let response = self
            .client
            .list_users()
            .user_pool_id(&self.pool)
            .filter(format!("{attribute} = \"{value}\""))
            .limit(1)
            .send()
            .await
            .map_err(failure)?;
        Ok(response.users.unwrap_or_default().iter().find_map(staff_member))
    }
}

impl Accounts for Directory {
    async fn any_can_sign_in(&self, users: &BTreeSet<String>) -> Result<bool> {
        // Checked sequentially, because the first user usually can sign in.
        for user in users {
            if self.can_sign_in(user).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn staff_member(user: &UserType) -> Option<StaffMember> {
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
    fn accepts_only_texts_that_can_be_tokens_of_the_user_pool() {
        let cursor = |token: &str| DirectoryCursor::try_from(token.to_owned());
        assert_eq!(cursor("CAISlQIIARKNAgo+/=").map(|DirectoryCursor(token)| token), Ok("CAISlQIIARKNAgo+/=".into()));
        for other in ["", "two words", "line\n", "é", &"A".repeat(MAX_TOKEN_CHARS + 1)] {
            assert!(cursor(other).is_err(), "{other}");
        }
    }
}
