//! Accounts of the drivers, so that the driver log shows their names. They have no password and cannot sign in.

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

/// The maximum number of accounts that are created concurrently.
const CONCURRENCY: usize = 16;

/// Creates the missing accounts of the drivers of `days`. Returns their number.
///
/// # Errors
/// If the user pool cannot be read or an account cannot be created.
pub async fn create_accounts(environment: &Environment, days: &[RouteDay]) -> Result<usize> {
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
    let created = missing.len();
    stream::iter(missing)
        .map(|email| create_account(&client, &pool, email))
        .buffer_unordered(CONCURRENCY)
        .try_collect::<()>()
        .await?;
    Ok(created)
}

async fn create_account(client: &Client, pool: &str, email: String) -> Result<()> {
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
