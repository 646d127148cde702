//! `roles`, `saveRole`, `removeRole`, `roleHistory`, `applyRole`, `administrators` and `lastSignIn`.

use crate::accounts::turn_on;
use integration::{Member, Person, Rejection, Stack, stack_test, with_cleanup};
use serde_json::{Value, json};
use uuid::Uuid;

const ROLES: &str = "{ roles { id name actions flags version hasDefault } }";
const SAVE: &str =
    "mutation ($input: SaveRoleInput!) { saveRole(input: $input) { id name actions flags version hasDefault } }";
const REMOVE: &str = "mutation ($input: RemoveRoleInput!) { removeRole(input: $input) { id version } }";
const ROLE_HISTORY: &str = "query ($id: ID!) { roleHistory(id: $id) { items { event given taken user } } }";
const APPLY: &str = "mutation ($input: ApplyRoleInput!) { applyRole(input: $input) { user email actions flags } }";
const HISTORY: &str = "query ($user: ID!) { permissionHistory(user: $user) { items { event given taken reason } } }";

async fn save(admin: &Person<'_>, name: &str, actions: Value, version: u64) -> Result<Value, Rejection> {
    let input = json!({ "name": name, "actions": actions, "flags": ["jofemar"], "version": version });
    Ok(admin.graphql(SAVE, json!({ "input": input })).await?["saveRole"].take())
}

/// Creates a role with a name that no other test has.
async fn new_role(admin: &Person<'_>, actions: Value) -> Value {
    let name = format!("Test {}", &Uuid::now_v7().simple().to_string()[16..]);
    save(admin, &name, actions, 0).await.unwrap()
}

async fn remove(admin: &Person<'_>, role: &Value, version: u64) {
    admin.call(REMOVE, json!({ "input": { "id": role["id"], "version": version } })).await;
}

/// Applies a role to a member who has these actions and flags.
async fn apply(admin: &Person<'_>, user: &str, role: &Value, actions: Value, flags: Value) -> Result<Value, Rejection> {
    let (id, version) = (&role["id"], &role["version"]);
    let input = json!({ "user": user, "role": id, "version": version, "actions": actions, "flags": flags });
    Ok(admin.graphql(APPLY, json!({ "input": input })).await?["applyRole"].take())
}

#[stack_test]
async fn lists_the_default_roles_without_stored_ones(stack: Stack) {
    let roles = stack.person("admin").await.call(ROLES, json!({})).await;
    let names: Vec<&Value> = roles.as_array().unwrap().iter().take(5).map(|role| &role["name"]).collect();
    assert_eq!(names, ["Dispatcher", "Planner", "Technician", "Customer service", "Administrator"]);
}

#[stack_test]
async fn saves_changes_and_removes_a_role_with_its_history(stack: Stack) {
    let admin = stack.person("admin").await;
    let role = new_role(&admin, json!(["VanTasks"])).await;
    let name = role["name"].as_str().unwrap();
    assert_eq!((&role["version"], &role["hasDefault"]), (&json!(1), &json!(false)));

    let other_case = save(&admin, &name.to_uppercase(), json!(["FridgeTasks"]), 0).await.unwrap_err();
    assert_eq!(other_case.kind, "Conflict");
    let changed = save(&admin, name, json!(["FridgeTasks"]), 1).await.unwrap();
    assert_eq!((&changed["version"], &changed["actions"]), (&json!(2), &json!(["FridgeTasks"])));
    // A repeated call changes nothing.
    assert_eq!(save(&admin, name, json!(["FridgeTasks"]), 1).await.unwrap(), changed);
    assert_eq!(save(&admin, name, json!(["UpdateJit"]), 1).await.unwrap_err().kind, "Conflict");

    for _ in 0..2 {
        remove(&admin, &role, 2).await;
    }
    let history = admin.call(ROLE_HISTORY, json!({ "id": role["id"] })).await;
    let events: Vec<_> = history["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| (entry["event"].as_str().unwrap(), entry["given"].clone(), entry["taken"].clone()))
        .collect();
    let expected = [
        ("REMOVED", json!([]), json!(["FridgeTasks", "jofemar"])),
        ("UPDATED", json!(["FridgeTasks"]), json!(["VanTasks"])),
        ("CREATED", json!(["VanTasks", "jofemar"]), json!([])),
    ];
    assert_eq!(events, expected);
}

#[stack_test]
async fn rejects_invalid_roles(stack: Stack) {
    let admin = stack.person("admin").await;
    for (name, actions) in [("", json!([])), ("a#b", json!([])), ("Test", json!(["RuleTheWorld"]))] {
        assert_eq!(save(&admin, name, actions, 0).await.unwrap_err().kind, "Invalid", "{name}");
    }
}

#[stack_test]
async fn applying_a_role_replaces_actions_and_flags_in_one_audited_step(stack: Stack) {
    let admin = stack.person("admin").await;
    let member = Member::create(&stack).await;
    let role = new_role(&admin, json!(["UpdateLocation", "VanTasks"])).await;
    let test = Box::pin(async {
        for action in ["VanTasks", "FridgeTasks"] {
            let change = json!({ "user": member.user, "action": action });
            admin.post("/users/permissions", change).await.expect(200);
        }
        turn_on(&admin, &member, "react-ui").await;

        let outdated = apply(&admin, &member.user, &role, json!(["VanTasks"]), json!(["react-ui"])).await.unwrap_err();
        assert_eq!(outdated.kind, "Conflict");
        let before = json!(["FridgeTasks", "VanTasks"]);
        for _ in 0..2 {
            let applied = apply(&admin, &member.user, &role, before.clone(), json!(["react-ui"])).await.unwrap();
            assert_eq!(applied["actions"], json!(["VanTasks", "UpdateLocation"]));
            assert_eq!(applied["flags"], json!(["jofemar"]));
        }
        let person = member.person(&stack).await;
        assert_eq!(person.call("{ myPermissions }", json!({})).await, json!(["VanTasks", "UpdateLocation"]));
        assert_eq!(person.call("{ featureFlags }", json!({})).await, json!(["jofemar"]));
        let history = admin.call(HISTORY, json!({ "user": member.user })).await;
        let reason = format!("role {}", role["name"].as_str().unwrap());
        let given = json!(["UpdateLocation", "jofemar"]);
        let taken = json!(["FridgeTasks", "react-ui"]);
        let expected = json!({ "event": "ROLE_APPLIED", "given": given, "taken": taken, "reason": reason });
        assert_eq!(history["items"][0], expected);
        assert_eq!(history["items"].as_array().map(Vec::len), Some(3));

        save(&admin, role["name"].as_str().unwrap(), json!(["FridgeTasks"]), 1).await.unwrap();
        let changed = json!(["VanTasks", "UpdateLocation"]);
        let outdated = apply(&admin, &member.user, &role, changed, json!(["jofemar"])).await.unwrap_err();
        assert_eq!(outdated.kind, "Conflict");
    });
    with_cleanup(test, async {
        remove(&admin, &role, 2).await;
        member.delete(&stack).await;
    })
    .await;
}

#[stack_test]
async fn lists_administrators_and_the_latest_sign_in(stack: Stack) {
    let administrators = stack.person("no-permissions").await.call("{ administrators }", json!({})).await;
    assert!(administrators.as_array().unwrap().contains(&json!(stack.user("admin").email)), "{administrators}");
    let admin = stack.person("admin").await;
    let last = "query ($user: ID!) { lastSignIn(user: $user) }";
    assert_eq!(admin.call(last, json!({ "user": "unknown-user" })).await, Value::Null);
}

#[stack_test]
async fn rejects_callers_without_the_permission(stack: Stack) {
    let person = stack.person("operations").await;
    let role = json!({ "id": "dispatcher", "version": 0 });
    assert_eq!(person.call_rejected(ROLES, json!({})).await.kind, "Forbidden");
    assert_eq!(save(&person, "Test", json!([]), 0).await.unwrap_err().kind, "Forbidden");
    assert_eq!(apply(&person, "user", &role, json!([]), json!([])).await.unwrap_err().kind, "Forbidden");
    assert_eq!(person.call_rejected(REMOVE, json!({ "input": role })).await.kind, "Forbidden");
    assert_eq!(person.call_rejected(ROLE_HISTORY, json!({ "id": "dispatcher" })).await.kind, "Forbidden");
}
