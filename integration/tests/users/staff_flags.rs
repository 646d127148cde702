//! `staffFlags`, `setFeatureFlag` and `featureFlagHistory`.

use integration::{Member, Person, Stack, stack_test, with_cleanup};
use serde_json::{Value, json};

const SET: &str = "mutation ($input: FeatureFlagInput!) { setFeatureFlag(input: $input) { user email flags } }";
const STAFF: &str =
    "query ($nextToken: String) { staffFlags(nextToken: $nextToken) { items { user email flags } nextToken } }";
const HISTORY: &str = "query ($flag: String!) { featureFlagHistory(flag: $flag) { items { event given taken user } } }";

async fn flags_of(admin: &Person<'_>, email: &str) -> Value {
    let mut next = Value::Null;
    loop {
        let page = admin.call(STAFF, json!({ "nextToken": next })).await;
        if let Some(found) = page["items"].as_array().unwrap().iter().find(|listed| listed["email"] == email) {
            return found["flags"].clone();
        }
        next = page["nextToken"].clone();
        assert!(!next.is_null(), "{email} is not listed");
    }
}

#[stack_test]
async fn enables_and_disables_a_flag_and_audits_each_change_once(stack: Stack) {
    let admin = stack.person("admin").await;
    let member = Member::create(&stack).await;
    let test = Box::pin(async {
        let set = async |on: bool| {
            let input = json!({ "email": member.email.to_uppercase(), "flag": "jofemar", "on": on });
            admin.call(SET, json!({ "input": input })).await["flags"].clone()
        };
        for _ in 0..2 {
            assert_eq!(set(true).await, json!(["jofemar"]));
        }
        assert_eq!(flags_of(&admin, &member.email).await, json!(["jofemar"]));
        assert_eq!(member.person(&stack).await.call("{ featureFlags }", json!({})).await, json!(["jofemar"]));
        for _ in 0..2 {
            assert_eq!(set(false).await, json!([]));
        }
        let history = admin.call(HISTORY, json!({ "flag": "jofemar" })).await;
        let mine = |entry: &&Value| {
            [&entry["given"], &entry["taken"]]
                .iter()
                .any(|emails| emails.as_array().unwrap().contains(&json!(member.email)))
        };
        let events: Vec<&Value> =
            history["items"].as_array().unwrap().iter().filter(mine).map(|entry| &entry["event"]).collect();
        assert_eq!(events, ["TURNED_OFF", "TURNED_ON"]);
    });
    with_cleanup(test, member.delete(&stack)).await;
}

#[stack_test]
async fn rejects_unknown_flags_and_users(stack: Stack) {
    let admin = stack.person("admin").await;
    let email = &stack.user("admin").email;
    for (input, field) in [
        (json!({ "email": email, "flag": "rule-the-world", "on": true }), "flag"),
        (json!({ "email": "unknown@larder.example", "flag": "jofemar", "on": true }), "email"),
    ] {
        let rejection = admin.call_rejected(SET, json!({ "input": input })).await;
        assert_eq!(rejection.kind.as_str(), "Invalid");
        assert_eq!(&rejection.info["errors"][0]["field"], &json!(field));
    }
    assert_eq!(admin.call_rejected(HISTORY, json!({ "flag": "rule-the-world" })).await.kind, "Invalid");
}
