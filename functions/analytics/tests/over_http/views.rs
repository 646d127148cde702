//! `recordPageViews`.

use crate::calls::{of_person, usage};
use serde_json::{Value, json};
use testkit::{Member, Person, Stack, afterwards};
use uuid::Uuid;

const RECORD: &str = "mutation ($views: [PageViewInput!]!) { recordPageViews(views: $views) }";

fn view(screen: &str) -> Value {
    json!({ "id": Uuid::now_v7(), "screen": screen, "ago": 1500 })
}

async fn views_of(admin: &Person<'_>, screen: &str) -> u64 {
    let usage = usage(admin).await;
    let views = usage["screens"].as_array().unwrap().iter().find(|listed| listed["screen"] == screen);
    views.map(|listed| listed["views"].as_u64().unwrap()).unwrap_or_default()
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_batch_that_is_sent_again_counts_once_and_under_the_e_mail_of_the_token() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let member = Member::join(&stack).await;
    let test = Box::pin(async {
        let person = member.person(&stack).await;
        // A screen that no other test visits.
        let screen = "/customers/group";
        let before = views_of(&admin, screen).await;
        let views = json!({ "views": [view(screen), view(screen), view("/home")] });
        assert_eq!(person.ask(RECORD, views.clone()).await, 3);
        assert_eq!(person.ask(RECORD, views).await, 0);
        assert_eq!(views_of(&admin, screen).await, before + 2);
        assert_eq!(of_person(&admin, &member.email, "views").await, 3);
    });
    afterwards(test, member.leave(&stack)).await;
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_batch_with_one_bad_view_is_refused_whole_and_names_it() {
    let stack = Stack::load().await;
    let person = stack.person("read-only").await;
    let admin = stack.person("admin").await;
    let screen = "/Error";
    let before = views_of(&admin, screen).await;
    let mut bad = view("/no-such-screen");
    bad["ago"] = json!(-1);
    let refused = person.refused(RECORD, json!({ "views": [view(screen), bad] })).await;
    assert_eq!(refused.kind, "Invalid");
    let fields: Vec<&str> =
        refused.info["errors"].as_array().unwrap().iter().map(|error| error["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["views[1].screen", "views[1].ago"]);
    assert_eq!(views_of(&admin, screen).await, before);
    assert_eq!(person.refused(RECORD, json!({ "views": [] })).await.kind, "Invalid");
    let many: Vec<Value> = (0..101).map(|_| view(screen)).collect();
    assert_eq!(person.refused(RECORD, json!({ "views": many })).await.kind, "Invalid");
}
