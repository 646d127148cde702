//! Users of a stack.

use crate::{Aws, Person, Stack, description::User, must};
use aws_sdk_cognitoidentityprovider::types::{AttributeType, AuthFlowType, ExplicitAuthFlowsType, MessageActionType};
use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, PoisonError},
};
use uuid::Uuid;

/// The tokens of a sign-in.
#[derive(Clone, Debug)]
pub struct Tokens {
    /// The ID token, which calls send.
    pub id: String,
    /// The access token, which operations reject.
    pub access: String,
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
        tokens_of_another_client(self, self.user(profile)).await
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

/// Signs in through a temporary second client of the user pool.
async fn tokens_of_another_client(stack: &Stack, user: &User) -> Tokens {
    let (cognito, pool) = (stack.aws().cognito(), &stack.description.user_pool_id);
    let created = cognito
        .create_user_pool_client()
        .user_pool_id(pool)
        .client_name("another-application")
        .explicit_auth_flows(ExplicitAuthFlowsType::AllowAdminUserPasswordAuth)
        .explicit_auth_flows(ExplicitAuthFlowsType::AllowRefreshTokenAuth);
    let client = must("a client", created.send().await).user_pool_client.and_then(|client| client.client_id);
    let client = must("a client", client.ok_or("the user pool returned no id"));
    let tokens = sign_in_by(stack, &client, &user.email, &user.password).await;
    must("a client", cognito.delete_user_pool_client().user_pool_id(pool).client_id(client).send().await);
    tokens
}

async fn sign_in(stack: &Stack, email: &str, password: &str) -> Tokens {
    sign_in_by(stack, &stack.description.user_pool_client_id, email, password).await
}

async fn sign_in_by(stack: &Stack, client: &str, email: &str, password: &str) -> Tokens {
    let signed_in = stack
        .aws()
        .cognito()
        .admin_initiate_auth()
        .user_pool_id(&stack.description.user_pool_id)
        .client_id(client)
        .auth_flow(AuthFlowType::AdminUserPasswordAuth)
        .auth_parameters("USERNAME", email)
        .auth_parameters("PASSWORD", password)
        .send()
        .await;
    let tokens =
        must(email, signed_in).authentication_result.and_then(|tokens| Some((tokens.id_token?, tokens.access_token?)));
    let (id, access) = must(email, tokens.ok_or("the user pool returned no tokens"));
    Tokens { id, access }
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
        let (cognito, pool) = (stack.aws().cognito(), &stack.description.user_pool_id);
        let attribute = |name: &str, value: &str| must(name, AttributeType::builder().name(name).value(value).build());
        let created = cognito
            .admin_create_user()
            .user_pool_id(pool)
            .username(&email)
            .user_attributes(attribute("email", &email))
            .user_attributes(attribute("email_verified", "true"))
            .message_action(MessageActionType::Suppress)
            .send()
            .await;
        let attributes = must(&email, created).user.and_then(|user| user.attributes).unwrap_or_default();
        let sub = attributes.into_iter().find(|attribute| attribute.name == "sub").and_then(|sub| sub.value);
        let set = cognito.admin_set_user_password().user_pool_id(pool).username(&email).password(&password);
        must(&email, set.permanent(true).send().await);
        Self { user: must(&email, sub.ok_or("the user pool returned no sub")), email, password }
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
