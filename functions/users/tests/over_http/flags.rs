//! `featureFlags` and `myPermissions`.

use serde_json::json;
use testkit::Stack;

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn each_person_has_their_own_flags_in_alphabetical_order() {
    let stack = Stack::load().await;
    let expected = [
        ("admin", json!(["drop-override", "feature-flag-admin", "jit-management"])),
        ("logistics", json!(["drop-override", "jit-management"])),
        (
            "operations",
            json!(["computer-swap", "display-services", "food-safety-hold", "jofemar", "out-of-order", "react-ui"]),
        ),
        ("no-permissions", json!([])),
    ];
    for (profile, flags) in expected {
        assert_eq!(stack.person(profile).await.ask("{ featureFlags }", json!({})).await, flags, "{profile}");
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn each_person_sees_the_actions_that_they_may_take() {
    let stack = Stack::load().await;
    let actions = async |profile: &str| {
        let answer = stack.person(profile).await.ask("{ myPermissions }", json!({})).await;
        answer.as_array().unwrap().clone()
    };
    let (admin, reader) = (actions("admin").await, actions("read-only").await);
    assert!(admin.contains(&json!("ManagePermissions")) && admin.contains(&json!("UpdateLocation")));
    assert!(reader.contains(&json!("GetAllLocation")) && !reader.contains(&json!("UpdateLocation")));
    assert!(reader.iter().all(|action| admin.contains(action)));
    assert_eq!(actions("no-permissions").await, [json!(null); 0]);
}
