//! The staff as the user pool knows them.

use aws_sdk_cognitoidentityprovider::{Client, types::UserType};
use shared::{Environment, FromEnvironment, Result, dynamo};

/// Users of one page: the most that the user pool gives.
const PAGE: i32 = 60;

/// A member of staff.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StaffMember {
    /// The id in the user pool.
    pub user: String,
    /// The e-mail, lower case.
    pub email: String,
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
    /// A page of staff, with the pool's token for the next one.
    pub async fn page(&self, token: Option<String>) -> Result<(Vec<StaffMember>, Option<String>)> {
        let answer = self
            .client
            .list_users()
            .user_pool_id(&self.pool)
            .limit(PAGE)
            .set_pagination_token(token)
            .send()
            .await
            .map_err(dynamo::failure)?;
        let staff = answer.users.unwrap_or_default().iter().filter_map(member).collect();
        Ok((staff, answer.pagination_token))
    }

    /// The member of staff with the given id.
    pub async fn by_user(&self, user: &str) -> Result<Option<StaffMember>> {
        self.one("sub", user).await
    }

    /// The member of staff with the given e-mail.
    pub async fn by_email(&self, email: &str) -> Result<Option<StaffMember>> {
        self.one("email", email).await
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

fn member(user: &UserType) -> Option<StaffMember> {
    let attribute = |name: &str| {
        let attribute = user.attributes().iter().find(|attribute| attribute.name() == name)?;
        attribute.value().map(str::to_owned)
    };
    Some(StaffMember { user: attribute("sub")?, email: attribute("email")?.to_lowercase() })
}
