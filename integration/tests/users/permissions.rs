//! `GET /users/permissions`, `POST /users/permissions` and `POST /users/permissions/remove`.

use crate::ADMINISTRATORS_LOCK;
use integration::{Member, NewLocation, Person, Stack, delete_account, field_errors, stack_test, with_cleanup};
use serde_json::{Value, json};
use shared::table::AttributeValue;

/// Lists all staff, page by page.
async fn staff(admin: &Person<'_>) -> Vec<Value> {
    let (mut staff, mut path) = (Vec::new(), "/users/permissions".to_owned());
    loop {
        let mut page = admin.get(&path).await.expect(200);
        staff.extend(page["items"].as_array_mut().into_iter().flat_map(std::mem::take));
        match page["nextToken"].as_str() {
            Some(next) => path = format!("/users/permissions?nextToken={next}"),
            None => return staff,
        }
    }
}

/// Returns the audit entries of a user's permissions, oldest first: event, action, user.
pub(crate) async fn audit(stack: &Stack, user: &str) -> Vec<(String, String, String)> {
    let query = stack.aws().dynamodb().query().table_name(stack.aws().table("Audit"));
    let query = query.key_condition_expression("subject = :subject").consistent_read(true);
    let subject = AttributeValue::S(format!("USER#{user}"));
    let response = query.expression_attribute_values(":subject", subject).send().await.unwrap();
    let text = |value: Option<&AttributeValue>| value.and_then(|value| value.as_s().ok()).cloned().unwrap_or_default();
    let entry = |item: std::collections::HashMap<String, AttributeValue>| {
        let change = item["changes"].as_l().unwrap()[0].as_m().unwrap();
        let action = change.get("to").filter(|to| to.is_s()).or(change.get("from"));
        (text(item.get("event")), text(action), text(item.get("user")))
    };
    response.items.unwrap_or_default().into_iter().map(entry).collect()
}

#[stack_test]
async fn lists_all_staff_including_users_without_permissions(stack: Stack) {
    let admin = stack.person("admin").await;
    let staff = staff(&admin).await;
    for user in stack.users() {
        let found: Vec<_> = staff.iter().filter(|listed| listed["email"] == user.email).collect();
        let [found] = found.as_slice() else { panic!("{} is listed {} times", user.email, found.len()) };
        let own = stack.person(&user.profile).await.call("{ myPermissions }", json!({})).await;
        assert_eq!(found["actions"], own, "{}", user.email);
        assert_eq!(own.as_array().map(Vec::is_empty), Some(user.profile == "no-permissions"));
        assert!(found["user"].as_str().is_some_and(|user| !user.is_empty()));
    }
}

#[stack_test]
async fn grants_and_revocations_are_effective_at_once_and_audited_once(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let member = Member::create(&stack).await;
    let test = Box::pin(async {
        let person = member.person(&stack).await;
        let edit = async |stop: u32| person.patch(&format!("/locations/{id}"), json!({ "stop": stop })).await.status;
        assert_eq!(edit(1).await, 403);
        let change = json!({ "user": member.user, "action": "UpdateLocation" });
        for _ in 0..2 {
            let granted = admin.post("/users/permissions", change.clone()).await.expect(200);
            let expected = json!({ "user": member.user, "email": member.email, "actions": ["UpdateLocation"] });
            assert_eq!(granted, expected);
            assert_eq!(edit(2).await, 200);
        }
        for _ in 0..2 {
            let revoked = admin.post("/users/permissions/remove", change.clone()).await.expect(200);
            assert_eq!(revoked["actions"], json!([]));
        }
        assert_eq!(edit(3).await, 403);
        assert_eq!(admin.location(&id).await["stop"], 2);

        let staff = staff(&admin).await;
        let listed = staff.iter().find(|listed| listed["user"] == member.user).unwrap();
        assert_eq!(listed["actions"], json!([]));
        let audit = audit(&stack, &member.user).await;
        let events: Vec<(&str, &str)> =
            audit.iter().map(|(event, action, _)| (event.as_str(), action.as_str())).collect();
        // The repeated calls changed nothing and have no audit entry.
        assert_eq!(events, [("GRANTED", "UpdateLocation"), ("REVOKED", "UpdateLocation")]);
        assert!(audit.iter().all(|(_, _, user)| *user == stack.user("admin").email), "{audit:?}");
    });
    with_cleanup(test, member.delete(&stack)).await;
}

#[stack_test]
async fn rejects_revoking_manage_permissions_from_the_last_administrator(stack: Stack) {
    let _guard = ADMINISTRATORS_LOCK.lock().await;
    let admin = stack.person("admin").await;
    let managers = async || -> Vec<Value> {
        let manages = |listed: &Value| listed["actions"].as_array().unwrap().contains(&json!("ManagePermissions"));
        staff(&admin).await.into_iter().filter(manages).collect()
    };
    let before = managers().await;
    let [only] = before.as_slice() else { panic!("this test needs a stack with a single administrator") };
    assert_eq!(only["email"], stack.user("admin").email);
    let change = |user: &Value| json!({ "user": user, "action": "ManagePermissions" });

    let rejection = admin.post("/users/permissions/remove", change(&only["user"])).await.expect(409);
    let message = "The last person who can manage permissions cannot lose ManagePermissions. \
                   Grant it to another user first.";
    assert_eq!(rejection["message"], message);
    assert_eq!(managers().await, before);

    let member = Member::create(&stack).await;
    let test = Box::pin(async {
        let user = json!(member.user);
        admin.post("/users/permissions", change(&user)).await.expect(200);
        assert_eq!(managers().await.len(), 2);
        member.person(&stack).await.get("/users/permissions").await.expect(200);
        admin.post("/users/permissions/remove", change(&user)).await.expect(200);
        assert_eq!(managers().await, before);
        admin.post("/users/permissions/remove", change(&only["user"])).await.expect(409);
    });
    with_cleanup(test, member.delete(&stack)).await;

    // Administrators who cannot sign in do not count: disabled or deleted in the user pool, or with an open invitation.
    let (cognito, pool) = (stack.aws().cognito(), stack.user_pool());
    let disabled = Member::create(&stack).await;
    let test = Box::pin(async {
        admin.post("/users/permissions", change(&json!(disabled.user))).await.expect(200);
        cognito.admin_disable_user().user_pool_id(pool).username(&disabled.email).send().await.unwrap();
        admin.post("/users/permissions/remove", change(&only["user"])).await.expect(409);
    });
    with_cleanup(test, disabled.delete(&stack)).await;
    admin.post("/users/permissions/remove", change(&only["user"])).await.expect(409);

    let email = format!("invited.{}@larder.example", uuid::Uuid::now_v7().simple());
    let create = "mutation ($email: String!) { createStaffAccount(email: $email) { user } }";
    let invited = admin.call(create, json!({ "email": email })).await;
    let test = Box::pin(async {
        admin.post("/users/permissions", change(&invited["user"])).await.expect(200);
        let rejection = admin.post("/users/permissions/remove", change(&only["user"])).await.expect(409);
        assert_eq!(rejection["message"], message);
        // Revoking it from an account that cannot sign in is allowed.
        admin.post("/users/permissions/remove", change(&invited["user"])).await.expect(200);
    });
    with_cleanup(test, delete_account(&stack, &email)).await;
    assert_eq!(managers().await, before);
}

#[stack_test]
async fn rejects_unknown_users_and_actions(stack: Stack) {
    let admin = stack.person("admin").await;
    let user = "00000000-0000-4000-8000-000000000000";
    for path in ["/users/permissions", "/users/permissions/remove"] {
        for unknown in [user, "\" or sub = \""] {
            let rejection = admin.post(path, json!({ "user": unknown, "action": "UpdateLocation" })).await.expect(400);
            assert_eq!(field_errors(&rejection), [("user".into(), format!("There is no user {unknown}"))]);
        }
        let rejection = admin.post(path, json!({ "user": user, "action": "RuleTheWorld" })).await.expect(400);
        assert_eq!(field_errors(&rejection)[0].0, "action");
        let rejection = admin.post(path, json!({ "user": user, "action": "UpdateLocation", "by": "me" })).await;
        assert_eq!(field_errors(&rejection.expect(400))[0].0, "by");
        admin.post(path, json!({})).await.expect(400);
    }
    admin.get("/users/permissions?nextToken=x").await.expect(400);
}
