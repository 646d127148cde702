//! `copyPermissions`, `createStaffAccount`, `setStaffAccountEnabled` and `permissionHistory`.

use crate::RESEND_INVITATION_LOCK;
use aws_sdk_cognitoidentityprovider::types::{AttributeType, MessageActionType};
use integration::{Member, NewLocation, Person, Stack, delete_account, stack_test, with_cleanup};
use serde_json::{Value, json};

const COPY: &str =
    "mutation ($input: CopyPermissionsInput!) { copyPermissions(input: $input) { user email actions flags } }";
const CREATE: &str = "mutation ($email: String!) { createStaffAccount(email: $email) { user email enabled invited } }";
const RESEND: &str = "mutation ($user: ID!) { resendInvitation(user: $user) { user email enabled invited } }";
const ENABLE: &str = "mutation ($input: StaffAccountEnabledInput!) {
    setStaffAccountEnabled(input: $input) { user email enabled invited }
}";
const HISTORY: &str = "query ($user: ID!) { permissionHistory(user: $user) {
    items { id at user event given taken reason } nextToken
} }";

async fn grant(admin: &Person<'_>, user: &str, action: &str) {
    admin.post("/users/permissions", json!({ "user": user, "action": action })).await.expect(200);
}

/// Enables or disables the member's account.
pub(crate) async fn set_enabled(admin: &Person<'_>, member: &Member, enabled: bool) -> Value {
    admin.call(ENABLE, json!({ "input": { "user": member.user, "enabled": enabled } })).await
}

/// Returns the history of a user's permissions, newest first: event, given, taken.
async fn history(admin: &Person<'_>, user: &str) -> Vec<(String, Value, Value)> {
    let page = admin.call(HISTORY, json!({ "user": user })).await;
    let change =
        |entry: &Value| (entry["event"].as_str().unwrap().to_owned(), entry["given"].clone(), entry["taken"].clone());
    page["items"].as_array().unwrap().iter().map(change).collect()
}

/// Turns a flag on for a member.
pub(crate) async fn turn_on(admin: &Person<'_>, member: &Member, flag: &str) {
    let set = "mutation ($input: FeatureFlagInput!) { setFeatureFlag(input: $input) { flags } }";
    admin.call(set, json!({ "input": { "email": member.email, "flag": flag, "on": true } })).await;
}

#[stack_test]
async fn copying_grants_missing_actions_and_flags_in_one_audited_step(stack: Stack) {
    let admin = stack.person("admin").await;
    let (from, to) = (Member::create(&stack).await, Member::create(&stack).await);
    let test = Box::pin(async {
        for action in ["VanTasks", "UpdateLocation"] {
            grant(&admin, &from.user, action).await;
        }
        for action in ["VanTasks", "FridgeTasks"] {
            grant(&admin, &to.user, action).await;
        }
        turn_on(&admin, &from, "jofemar").await;
        turn_on(&admin, &to, "react-ui").await;
        for _ in 0..2 {
            let copied = admin.call(COPY, json!({ "input": { "from": from.user, "to": to.user } })).await;
            assert_eq!(copied["email"], to.email);
            assert_eq!(copied["actions"], json!(["FridgeTasks", "VanTasks", "UpdateLocation"]));
            assert_eq!(copied["flags"], json!(["jofemar", "react-ui"]));
        }
        let history = history(&admin, &to.user).await;
        assert_eq!(history.len(), 3, "{history:?}");
        assert_eq!(history[0], ("COPIED".into(), json!(["UpdateLocation", "jofemar"]), json!([])));
        let person = to.person(&stack).await;
        assert_eq!(person.call("{ featureFlags }", json!({})).await, json!(["jofemar", "react-ui"]));
        for (input, field) in [
            (json!({ "from": from.user, "to": from.user }), "to"),
            (json!({ "from": "unknown-user", "to": to.user }), "from"),
            (json!({ "from": from.user, "to": "unknown-user" }), "to"),
        ] {
            let rejection = admin.call_rejected(COPY, json!({ "input": input })).await;
            assert_eq!(rejection.kind.as_str(), "Invalid");
            assert_eq!(&rejection.info["errors"][0]["field"], &json!(field));
        }
    });
    with_cleanup(test, async {
        from.delete(&stack).await;
        to.delete(&stack).await;
    })
    .await;
}

#[stack_test]
async fn disabling_blocks_all_calls_and_enabling_restores_the_permissions(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let member = Member::create(&stack).await;
    let test = Box::pin(async {
        grant(&admin, &member.user, "UpdateLocation").await;
        let person = member.person(&stack).await;
        let edit = async || person.patch(&format!("/locations/{id}"), json!({ "stop": 1 })).await.status;
        assert_eq!(edit().await, 200);
        let set = async |enabled: bool| set_enabled(&admin, &member, enabled).await;
        for _ in 0..2 {
            assert_eq!(set(false).await["enabled"], json!(false));
            // Their token is still valid.
            assert_eq!(edit().await, 403);
        }
        // A grant would have no effect, so it is rejected.
        let change = json!({ "user": member.user, "action": "VanTasks" });
        let rejection = admin.post("/users/permissions", change).await.expect(409);
        assert_eq!(rejection["message"], format!("The account of {} is disabled. Enable it first.", member.email));
        for _ in 0..2 {
            assert_eq!(set(true).await["enabled"], json!(true));
        }
        assert_eq!(edit().await, 200);
        // The rejected grant was not stored.
        assert_eq!(member.person(&stack).await.call("{ myPermissions }", json!({})).await, json!(["UpdateLocation"]));
        let events: Vec<String> = history(&admin, &member.user).await.into_iter().map(|(event, ..)| event).collect();
        assert_eq!(events, ["ENABLED", "DISABLED", "GRANTED"]);
    });
    with_cleanup(test, member.delete(&stack)).await;
}

#[stack_test]
async fn rejects_disabling_the_own_account(stack: Stack) {
    let admin = stack.person("admin").await;
    let own = admin.get("/users/permissions").await.expect(200);
    let own =
        own["items"].as_array().unwrap().iter().find(|listed| listed["email"] == stack.user("admin").email).cloned();
    let user = own.unwrap()["user"].clone();
    let rejection = admin.call_rejected(ENABLE, json!({ "input": { "user": user, "enabled": false } })).await;
    assert_eq!(rejection.kind.as_str(), "Conflict");
    assert_eq!(rejection.message.as_str(), "You cannot disable your own account.");
    admin.call("{ myPermissions }", json!({})).await;
}

#[stack_test]
async fn an_invitation_creates_one_account_without_permissions(stack: Stack) {
    let admin = stack.person("admin").await;
    let email = format!("invited.{}@larder.example", uuid::Uuid::now_v7().simple());
    let created = admin.call(CREATE, json!({ "email": format!(" {} ", email.to_uppercase()) })).await;
    let test = Box::pin(async {
        assert_eq!(&created["email"], &json!(email));
        assert_eq!(created["enabled"], true);
        assert_eq!(created["invited"], true);
        assert_eq!(
            history(&admin, created["user"].as_str().unwrap()).await,
            [("INVITED".into(), json!([]), json!([]))]
        );
        let duplicate = admin.call_rejected(CREATE, json!({ "email": email })).await;
        assert_eq!(duplicate.kind.as_str(), "Conflict");
        assert_eq!(duplicate.message, format!("There is already an account for {email}"));
    });
    with_cleanup(test, delete_account(&stack, &email)).await;
    let invalid = admin.call_rejected(CREATE, json!({ "email": "unknown-user" })).await;
    assert_eq!(invalid.kind.as_str(), "Invalid");
    assert_eq!(invalid.message.as_str(), "The e-mail address is not valid");
}

#[stack_test]
async fn a_repeated_invitation_completes_one_whose_history_entry_is_missing(stack: Stack) {
    let admin = stack.person("admin").await;
    let email = format!("invited.{}@larder.example", uuid::Uuid::now_v7().simple());
    // As after a call that stopped between the two writes.
    let create = stack.aws().cognito().admin_create_user().user_pool_id(stack.user_pool()).username(&email);
    let attribute = AttributeType::builder().name("email").value(&email).build().unwrap();
    create.user_attributes(attribute).message_action(MessageActionType::Suppress).send().await.unwrap();
    let test = Box::pin(async {
        let completed = admin.call(CREATE, json!({ "email": email })).await;
        assert_eq!((&completed["email"], &completed["invited"]), (&json!(email), &json!(true)));
        let rejection = admin.call_rejected(CREATE, json!({ "email": email })).await;
        assert_eq!(rejection.kind.as_str(), "Conflict");
        let events = history(&admin, completed["user"].as_str().unwrap()).await;
        assert_eq!(events, [("INVITED".into(), json!([]), json!([]))]);
    });
    with_cleanup(test, delete_account(&stack, &email)).await;
}

#[stack_test]
async fn sends_an_invitation_again_until_it_is_accepted() {
    let _guard = RESEND_INVITATION_LOCK.lock().await;
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let email = format!("invited.{}@larder.example", uuid::Uuid::now_v7().simple());
    let created = admin.call(CREATE, json!({ "email": email })).await;
    let test = Box::pin(async {
        let user = json!({ "user": created["user"] });
        let sent = admin.call(RESEND, user.clone()).await;
        assert_eq!(&sent["email"], &json!(email));
        assert_eq!(sent["invited"], true);
        let events: Vec<String> =
            history(&admin, created["user"].as_str().unwrap()).await.into_iter().map(|(event, ..)| event).collect();
        assert_eq!(events, ["INVITED_AGAIN", "INVITED"]);

        admin.call(ENABLE, json!({ "input": { "user": created["user"], "enabled": false } })).await;
        let rejection = admin.call_rejected(RESEND, user.clone()).await;
        assert_eq!(rejection.message, format!("The account of {email} is disabled. Enable it first."));
        admin.call(ENABLE, json!({ "input": { "user": created["user"], "enabled": true } })).await;

        let accept = stack.aws().cognito().admin_set_user_password().user_pool_id(stack.user_pool()).username(&email);
        accept.password("Aa1!accepted-now").permanent(true).send().await.unwrap();
        let rejection = admin.call_rejected(RESEND, user).await;
        assert_eq!(rejection.kind.as_str(), "Conflict");
        assert_eq!(rejection.message, format!("{email} has already accepted the invitation."));
    });
    with_cleanup(test, delete_account(&stack, &email)).await;
    let unknown = admin.call_rejected(RESEND, json!({ "user": "unknown-user" })).await;
    assert_eq!(unknown.kind.as_str(), "Invalid");
    assert_eq!(unknown.message.as_str(), "There is no user unknown-user");
}
