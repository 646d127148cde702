//! `recordPageViews`.

use crate::calls::{count_of_user, usage};
use integration::{Member, Person, Stack, stack_test, with_cleanup};
use serde_json::{Value, json};
use uuid::Uuid;

const RECORD: &str = "mutation ($views: [PageViewInput!]!) { recordPageViews(views: $views) }";

fn view(screen: &str) -> Value {
    json!({ "id": Uuid::now_v7(), "screen": screen, "ago": 1500 })
}

async fn count_of_screen(admin: &Person<'_>, screen: &str) -> u64 {
    let usage = usage(admin).await;
    let views = usage["screens"].as_array().unwrap().iter().find(|listed| listed["screen"] == screen);
    views.map(|listed| listed["views"].as_u64().unwrap()).unwrap_or_default()
}

#[stack_test]
async fn counts_a_repeated_batch_once_for_the_user_of_the_token(stack: Stack) {
    let admin = stack.person("admin").await;
    let member = Member::create(&stack).await;
    let test = Box::pin(async {
        let person = member.person(&stack).await;
        // No other test views this screen.
        let screen = "/customers/group";
        let before = count_of_screen(&admin, screen).await;
        let views = json!({ "views": [view(screen), view(screen), view("/home")] });
        assert_eq!(person.call(RECORD, views.clone()).await, 3);
        assert_eq!(person.call(RECORD, views).await, 0);
        assert_eq!(count_of_screen(&admin, screen).await, before + 2);
        assert_eq!(count_of_user(&admin, &member.email, "views").await, 3);
    });
    with_cleanup(test, member.delete(&stack)).await;
}

#[stack_test]
async fn rejects_a_whole_batch_with_one_invalid_view(stack: Stack) {
    let person = stack.person("read-only").await;
    let admin = stack.person("admin").await;
    let screen = "/Error";
    let before = count_of_screen(&admin, screen).await;
    let mut invalid = view("/no-such-screen");
    invalid["ago"] = json!(-1);
    let rejection = person.call_rejected(RECORD, json!({ "views": [view(screen), invalid] })).await;
    assert_eq!(rejection.kind, "Invalid");
    let fields: Vec<&str> =
        rejection.info["errors"].as_array().unwrap().iter().map(|error| error["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["views[1].screen", "views[1].ago"]);
    assert_eq!(count_of_screen(&admin, screen).await, before);
    assert_eq!(person.call_rejected(RECORD, json!({ "views": [] })).await.kind, "Invalid");
    let many: Vec<Value> = (0..101).map(|_| view(screen)).collect();
    assert_eq!(person.call_rejected(RECORD, json!({ "views": many })).await.kind, "Invalid");
}
