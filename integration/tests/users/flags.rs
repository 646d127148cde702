//! `featureFlags` and `myPermissions`.

use integration::{Stack, stack_test};
use serde_json::json;

#[stack_test]
async fn returns_the_callers_flags_sorted(stack: Stack) {
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
        assert_eq!(stack.person(profile).await.call("{ featureFlags }", json!({})).await, flags, "{profile}");
    }
}

#[stack_test]
async fn returns_the_callers_actions(stack: Stack) {
    let actions = async |profile: &str| {
        let response = stack.person(profile).await.call("{ myPermissions }", json!({})).await;
        response.as_array().unwrap().clone()
    };
    let (admin, reader) = (actions("admin").await, actions("read-only").await);
    assert!(admin.contains(&json!("ManagePermissions")) && admin.contains(&json!("UpdateLocation")));
    assert!(reader.contains(&json!("GetAllLocation")) && !reader.contains(&json!("UpdateLocation")));
    assert!(reader.iter().all(|action| admin.contains(action)));
    assert_eq!(actions("no-permissions").await, [json!(null); 0]);
}
