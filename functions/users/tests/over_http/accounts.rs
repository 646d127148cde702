//! `copyPermissions`, `createStaffAccount`, `setStaffAccountEnabled` and `permissionHistory`.

use crate::RECONFIGURED;
use serde_json::{Value, json};
use testkit::{Member, NewLocation, Person, Stack, afterwards, dismiss};

const COPY: &str = "mutation ($input: CopyPermissionsInput!) { copyPermissions(input: $input) { user email actions } }";
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
    admin.ask(ENABLE, json!({ "input": { "user": member.user, "enabled": enabled } })).await
}

/// What happened to somebody's permissions, newest first: event, what was given, what was taken.
async fn history(admin: &Person<'_>, user: &str) -> Vec<(String, Value, Value)> {
    let page = admin.ask(HISTORY, json!({ "user": user })).await;
    let told =
        |entry: &Value| (entry["event"].as_str().unwrap().to_owned(), entry["given"].clone(), entry["taken"].clone());
    page["items"].as_array().unwrap().iter().map(told).collect()
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn copying_grants_what_is_lacked_in_one_step_takes_nothing_away_and_is_audited_once() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let (from, to) = (Member::join(&stack).await, Member::join(&stack).await);
    let test = Box::pin(async {
        for action in ["VanTasks", "UpdateLocation"] {
            grant(&admin, &from.user, action).await;
        }
        for action in ["VanTasks", "FridgeTasks"] {
            grant(&admin, &to.user, action).await;
        }
        for _ in 0..2 {
            let copied = admin.ask(COPY, json!({ "input": { "from": from.user, "to": to.user } })).await;
            assert_eq!(copied["email"], to.email);
            assert_eq!(copied["actions"], json!(["FridgeTasks", "VanTasks", "UpdateLocation"]));
        }
        let history = history(&admin, &to.user).await;
        assert_eq!(history.len(), 3, "{history:?}");
        assert_eq!(history[0], ("COPIED".into(), json!(["UpdateLocation"]), json!([])));
        for (wrong, field) in [
            (json!({ "from": from.user, "to": from.user }), "to"),
            (json!({ "from": "nobody", "to": to.user }), "from"),
            (json!({ "from": from.user, "to": "nobody" }), "to"),
        ] {
            let refused = admin.refused(COPY, json!({ "input": wrong })).await;
            assert_eq!((refused.kind.as_str(), &refused.info["errors"][0]["field"]), ("Invalid", &json!(field)));
        }
    });
    afterwards(test, async {
        from.leave(&stack).await;
        to.leave(&stack).await;
    })
    .await;
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn who_is_disabled_may_do_nothing_from_the_next_call_on_and_what_was_granted_again_when_enabled() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let member = Member::join(&stack).await;
    let test = Box::pin(async {
        grant(&admin, &member.user, "UpdateLocation").await;
        let person = member.person(&stack).await;
        let edit = async || person.patch(&format!("/locations/{id}"), json!({ "stop": 1 })).await.status;
        assert_eq!(edit().await, 200);
        let set = async |enabled: bool| set_enabled(&admin, &member, enabled).await;
        for _ in 0..2 {
            assert_eq!(set(false).await["enabled"], json!(false));
            // With the token that they have.
            assert_eq!(edit().await, 403);
        }
        // What is granted meanwhile would not be seen to be without effect.
        let change = json!({ "user": member.user, "action": "VanTasks" });
        let refused = admin.post("/users/permissions", change).await.expect(409);
        assert_eq!(refused["message"], format!("The account of {} is disabled. Enable it first.", member.email));
        for _ in 0..2 {
            assert_eq!(set(true).await["enabled"], json!(true));
        }
        assert_eq!(edit().await, 200);
        // The rejected grant was not stored.
        assert_eq!(member.person(&stack).await.ask("{ myPermissions }", json!({})).await, json!(["UpdateLocation"]));
        let events: Vec<String> = history(&admin, &member.user).await.into_iter().map(|(event, ..)| event).collect();
        assert_eq!(events, ["ENABLED", "DISABLED", "GRANTED"]);
    });
    afterwards(test, member.leave(&stack)).await;
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn nobody_disables_their_own_account() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let own = admin.get("/users/permissions").await.expect(200);
    let own =
        own["items"].as_array().unwrap().iter().find(|listed| listed["email"] == stack.user("admin").email).cloned();
    let user = own.unwrap()["user"].clone();
    let refused = admin.refused(ENABLE, json!({ "input": { "user": user, "enabled": false } })).await;
    assert_eq!((refused.kind.as_str(), refused.message.as_str()), ("Conflict", "You cannot disable your own account."));
    admin.ask("{ myPermissions }", json!({})).await;
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn an_invitation_makes_an_account_that_may_do_nothing_once() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let email = format!("invited.{}@larder.example", uuid::Uuid::now_v7().simple());
    let made = admin.ask(CREATE, json!({ "email": format!(" {} ", email.to_uppercase()) })).await;
    let test = Box::pin(async {
        assert_eq!((&made["email"], &made["enabled"], &made["invited"]), (&json!(email), &json!(true), &json!(true)));
        assert_eq!(history(&admin, made["user"].as_str().unwrap()).await, [("INVITED".into(), json!([]), json!([]))]);
        let again = admin.refused(CREATE, json!({ "email": email })).await;
        assert_eq!(
            (again.kind.as_str(), again.message),
            ("Conflict", format!("There is already an account for {email}"))
        );
    });
    afterwards(test, dismiss(&stack, &email)).await;
    let wrong = admin.refused(CREATE, json!({ "email": "nobody" })).await;
    assert_eq!((wrong.kind.as_str(), wrong.message.as_str()), ("Invalid", "The e-mail address is not valid"));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn sends_an_invitation_again_until_it_is_accepted() {
    let _alone = RECONFIGURED.lock().await;
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let email = format!("invited.{}@larder.example", uuid::Uuid::now_v7().simple());
    let made = admin.ask(CREATE, json!({ "email": email })).await;
    let test = Box::pin(async {
        let user = json!({ "user": made["user"] });
        let sent = admin.ask(RESEND, user.clone()).await;
        assert_eq!((&sent["email"], &sent["invited"]), (&json!(email), &json!(true)));
        let events: Vec<String> =
            history(&admin, made["user"].as_str().unwrap()).await.into_iter().map(|(event, ..)| event).collect();
        assert_eq!(events, ["INVITED_AGAIN", "INVITED"]);

        admin.ask(ENABLE, json!({ "input": { "user": made["user"], "enabled": false } })).await;
        let refused = admin.refused(RESEND, user.clone()).await;
        assert_eq!(refused.message, format!("The account of {email} is disabled. Enable it first."));
        admin.ask(ENABLE, json!({ "input": { "user": made["user"], "enabled": true } })).await;

        let accept = stack.aws().cognito().admin_set_user_password().user_pool_id(stack.user_pool()).username(&email);
        accept.password("Aa1!accepted-now").permanent(true).send().await.unwrap();
        let refused = admin.refused(RESEND, user).await;
        assert_eq!(
            (refused.kind.as_str(), refused.message),
            ("Conflict", format!("{email} has already accepted the invitation."))
        );
    });
    afterwards(test, dismiss(&stack, &email)).await;
    let unknown = admin.refused(RESEND, json!({ "user": "nobody" })).await;
    assert_eq!((unknown.kind.as_str(), unknown.message.as_str()), ("Invalid", "There is no user nobody"));
}
