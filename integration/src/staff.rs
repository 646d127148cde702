//! Users of a stack.

use crate::{Aws, Person, Stack, must};
use aws_sdk_cognitoidentityprovider::types::{
    AttributeType, AuthFlowType, ExplicitAuthFlowsType, MessageActionType, TimeUnitsType, TokenValidityUnitsType,
};
use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, PoisonError},
    time::Duration,
};
use uuid::Uuid;

/// The tokens of a sign-in.
#[derive(Clone, Debug)]
pub struct Tokens {
    /// The ID token, which calls send.
    pub id: String,
    /// The access token, which operations reject.
    pub access: String,
    /// The refresh token, which only the user pool accepts.
    pub refresh: String,
}

static SIGNED_IN: LazyLock<Mutex<HashMap<String, Tokens>>> = LazyLock::new(Mutex::default);

impl Stack {
    /// The tokens of the user with this profile. Users sign in once per test binary.
    pub async fn tokens(&self, profile: &str) -> Tokens {
        let user = self.user(profile);
        tokens(self, &user.email, &user.password).await
    }

    /// The tokens of the user with this profile from another client of the user pool than the web app.
    pub async fn tokens_of_another_client(&self, profile: &str) -> Tokens {
        let user = self.user(profile);
        let client = Client::create(self, self.user_pool(), None).await;
        let tokens = client.sign_in(&user.email, &user.password).await;
        client.delete().await;
        tokens
    }

    /// An ID token of the user with this profile that expired. Its client issues tokens that are valid for one second,
    /// which only the emulator allows.
    pub async fn expired_token(&self, profile: &str) -> String {
        let user = self.user(profile);
        let client = Client::create(self, self.user_pool(), Some(1)).await;
        let tokens = client.sign_in(&user.email, &user.password).await;
        client.delete().await;
        tokio::time::sleep(Duration::from_secs(3)).await;
        tokens.id
    }

    /// The ID token of a user with this profile's e-mail and password in another user pool.
    pub async fn token_of_another_user_pool(&self, profile: &str) -> String {
        let (user, cognito) = (self.user(profile), self.aws().cognito());
        let created = must("a user pool", cognito.create_user_pool().pool_name("another-user-pool").send().await);
        let pool = must("a user pool", created.user_pool.and_then(|pool| pool.id).ok_or("it has no id"));
        create_user(self, &pool, &user.email, &user.password).await;
        let tokens = Client::create(self, &pool, None).await.sign_in(&user.email, &user.password).await;
        must("a user pool", cognito.delete_user_pool().user_pool_id(pool).send().await);
        tokens.id
    }

    /// Signs in as the user with this profile.
    pub async fn person(&self, profile: &str) -> Person<'_> {
        Person::new(self, self.tokens(profile).await.id)
    }
}

/// The tokens of a user. Users sign in once per process.
async fn tokens(stack: &Stack, email: &str, password: &str) -> Tokens {
    let known = SIGNED_IN.lock().unwrap_or_else(PoisonError::into_inner).get(email).cloned();
    if let Some(known) = known {
        return known;
    }
    let tokens = sign_in(stack, email, password).await;
    SIGNED_IN.lock().unwrap_or_else(PoisonError::into_inner).insert(email.into(), tokens.clone());
    tokens
}

async fn sign_in(stack: &Stack, email: &str, password: &str) -> Tokens {
    let (pool, id) = (stack.user_pool().into(), stack.description.user_pool_client_id.clone());
    Client { stack, pool, id }.sign_in(email, password).await
}

/// A client of a user pool.
struct Client<'a> {
    stack: &'a Stack,
    pool: String,
    id: String,
}

impl<'a> Client<'a> {
    /// Creates a temporary client. `validity` is the time in seconds until its ID tokens expire.
    async fn create(stack: &'a Stack, pool: &str, validity: Option<i32>) -> Self {
        let units = TokenValidityUnitsType::builder().id_token(TimeUnitsType::Seconds).build();
        let created = stack
            .aws()
            .cognito()
            .create_user_pool_client()
            .user_pool_id(pool)
            .client_name("another-application")
            .set_id_token_validity(validity)
            .set_token_validity_units(validity.map(|_| units))
            .explicit_auth_flows(ExplicitAuthFlowsType::AllowAdminUserPasswordAuth)
            .explicit_auth_flows(ExplicitAuthFlowsType::AllowRefreshTokenAuth);
        let client = must("a client", created.send().await).user_pool_client.and_then(|client| client.client_id);
        Self { stack, pool: pool.into(), id: must("a client", client.ok_or("the user pool returned no id")) }
    }

    async fn sign_in(&self, email: &str, password: &str) -> Tokens {
        let signed_in = self
            .stack
            .aws()
            .cognito()
            .admin_initiate_auth()
            .user_pool_id(&self.pool)
            .client_id(&self.id)
            .auth_flow(AuthFlowType::AdminUserPasswordAuth)
            .auth_parameters("USERNAME", email)
            .auth_parameters("PASSWORD", password)
            .send()
            .await;
        let tokens = must(email, signed_in)
            .authentication_result
            .and_then(|tokens| Some((tokens.id_token?, tokens.access_token?, tokens.refresh_token?)));
        let (id, access, refresh) = must(email, tokens.ok_or("the user pool returned no tokens"));
        Tokens { id, access, refresh }
    }

    async fn delete(self) {
        let delete = self.stack.aws().cognito().delete_user_pool_client().user_pool_id(self.pool).client_id(self.id);
        must("a client", delete.send().await);
    }
}

/// Creates a user with a permanent password and returns the id.
async fn create_user(stack: &Stack, pool: &str, email: &str, password: &str) -> String {
    let cognito = stack.aws().cognito();
    let attribute = |name: &str, value: &str| must(name, AttributeType::builder().name(name).value(value).build());
    let created = cognito
        .admin_create_user()
        .user_pool_id(pool)
        .username(email)
        .user_attributes(attribute("email", email))
        .user_attributes(attribute("email_verified", "true"))
        .message_action(MessageActionType::Suppress)
        .send()
        .await;
    let attributes = must(email, created).user.and_then(|user| user.attributes).unwrap_or_default();
    let sub = attributes.into_iter().find(|attribute| attribute.name == "sub").and_then(|sub| sub.value);
    let set = cognito.admin_set_user_password().user_pool_id(pool).username(email).password(password);
    must(email, set.permanent(true).send().await);
    must(email, sub.ok_or("the user pool returned no sub"))
}

/// A user that a test created, without permissions.
#[derive(Clone, Debug)]
pub struct Member {
    /// The id in the user pool.
    pub user: String,
    /// The e-mail.
    pub email: String,
    password: String,
}

impl Member {
    /// Creates an account with a permanent password.
    pub async fn create(stack: &Stack) -> Self {
        let name = Uuid::now_v7().simple().to_string();
        let (email, password) = (format!("{name}@larder.example"), format!("Aa1!{name}"));
        Self { user: create_user(stack, stack.user_pool(), &email, &password).await, email, password }
    }

    /// Signs in as the user.
    pub async fn person<'a>(&self, stack: &'a Stack) -> Person<'a> {
        Person::new(stack, self.tokens(stack).await.id)
    }

    /// The tokens of the user's sign-in.
    pub async fn tokens(&self, stack: &Stack) -> Tokens {
        tokens(stack, &self.email, &self.password).await
    }

    /// Deletes the account.
    pub async fn delete(&self, stack: &Stack) {
        delete_account(stack, &self.email).await;
    }
}

/// Deletes the account with this e-mail.
pub async fn delete_account(stack: &Stack, email: &str) {
    let (aws, pool): (&Aws, _) = (stack.aws(), &stack.description.user_pool_id);
    must(email, aws.cognito().admin_delete_user().user_pool_id(pool).username(email).send().await);
}
