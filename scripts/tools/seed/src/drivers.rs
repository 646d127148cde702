//! Accounts of the drivers, so that the drivers' log names them. They cannot sign in: nobody ever gave them a password.

use anyhow::Result;
use aws_sdk_cognitoidentityprovider::{
    Client,
    types::{AttributeType, MessageActionType},
};
use futures::{StreamExt, TryStreamExt, stream};
use routes::model::RouteDay;
use shared::{Environment, FromEnvironment};
use simulate::driver;
use std::collections::BTreeSet;
use users::directory::Directory;

/// Accounts that are made at once.
const AT_ONCE: usize = 16;

/// Gives an account to each driver of `days` who has none; answers how many those were.
///
/// # Errors
/// Where the user pool cannot be read, or refuses an account.
pub async fn enroll(environment: &Environment, days: &[RouteDay]) -> Result<usize> {
    let directory = Directory::from_environment(environment)?;
    let mut missing: BTreeSet<String> = days.iter().map(|day| driver::email_of(&day.route)).collect();
    let mut token = None;
    loop {
        let (members, next) = directory.page(token).await?;
        for member in members {
            missing.remove(&member.email);
        }
        token = next;
        if token.is_none() {
            break;
        }
    }
    let (client, pool) = (Client::new(environment.sdk()), environment.variable("USER_POOL_ID")?);
    let made = missing.len();
    stream::iter(missing)
        .map(|email| create(&client, &pool, email))
        .buffer_unordered(AT_ONCE)
        .try_collect::<()>()
        .await?;
    Ok(made)
}

async fn create(client: &Client, pool: &str, email: String) -> Result<()> {
    let attribute = |name: &str, value: &str| AttributeType::builder().name(name).value(value).build();
    client
        .admin_create_user()
        .user_pool_id(pool)
        .username(&email)
        .message_action(MessageActionType::Suppress)
        .user_attributes(attribute("email", &email)?)
        .user_attributes(attribute("email_verified", "true")?)
        .send()
        .await?;
    Ok(())
}
