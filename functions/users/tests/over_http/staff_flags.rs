//! `staffFlags`, `setFeatureFlag` and `featureFlagHistory`.

use serde_json::{Value, json};
use testkit::{Member, Person, Stack, afterwards};

const SET: &str = "mutation ($input: FeatureFlagInput!) { setFeatureFlag(input: $input) { user email flags } }";
const STAFF: &str =
    "query ($nextToken: String) { staffFlags(nextToken: $nextToken) { items { user email flags } nextToken } }";
const HISTORY: &str = "query ($flag: String!) { featureFlagHistory(flag: $flag) { items { event given taken user } } }";

async fn flags_of(admin: &Person<'_>, email: &str) -> Value {
    let mut next = Value::Null;
    loop {
        let page = admin.ask(STAFF, json!({ "nextToken": next })).await;
        if let Some(found) = page["items"].as_array().unwrap().iter().find(|listed| listed["email"] == email) {
            return found["flags"].clone();
        }
        next = page["nextToken"].clone();
        assert!(!next.is_null(), "{email} is not listed");
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_flag_is_turned_on_and_off_for_a_person_and_each_is_audited_once() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let member = Member::join(&stack).await;
    let test = Box::pin(async {
        let set = async |on: bool| {
            let input = json!({ "email": member.email.to_uppercase(), "flag": "jofemar", "on": on });
            admin.ask(SET, json!({ "input": input })).await["flags"].clone()
        };
        for _ in 0..2 {
            assert_eq!(set(true).await, json!(["jofemar"]));
        }
        assert_eq!(flags_of(&admin, &member.email).await, json!(["jofemar"]));
        assert_eq!(member.person(&stack).await.ask("{ featureFlags }", json!({})).await, json!(["jofemar"]));
        for _ in 0..2 {
            assert_eq!(set(false).await, json!([]));
        }
        let history = admin.ask(HISTORY, json!({ "flag": "jofemar" })).await;
        let mine = |entry: &&Value| {
            [&entry["given"], &entry["taken"]]
                .iter()
                .any(|emails| emails.as_array().unwrap().contains(&json!(member.email)))
        };
        let events: Vec<&Value> =
            history["items"].as_array().unwrap().iter().filter(mine).map(|entry| &entry["event"]).collect();
        assert_eq!(events, ["TURNED_OFF", "TURNED_ON"]);
    });
    afterwards(test, member.leave(&stack)).await;
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn an_unknown_flag_or_person_is_refused() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let email = &stack.user("admin").email;
    for (input, field) in [
        (json!({ "email": email, "flag": "rule-the-world", "on": true }), "flag"),
        (json!({ "email": "nobody@larder.example", "flag": "jofemar", "on": true }), "email"),
    ] {
        let refused = admin.refused(SET, json!({ "input": input })).await;
        assert_eq!((refused.kind.as_str(), &refused.info["errors"][0]["field"]), ("Invalid", &json!(field)));
    }
    assert_eq!(admin.refused(HISTORY, json!({ "flag": "rule-the-world" })).await.kind, "Invalid");
}
