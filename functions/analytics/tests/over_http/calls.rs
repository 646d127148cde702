//! Each REST call records an event that carries the route and the user: `usage` and `routeCalls`.

use chrono::Utc;
use serde_json::{Value, json};
use shared::Instant;
use testkit::{Member, Person, Stack, afterwards, wait_until};

const USAGE: &str = "query ($from: AWSDate!, $to: AWSDate!) { usage(from: $from, to: $to) {
    days { date calls failures views people }
    routes { route calls refused rejected failures meanMilliseconds mostMilliseconds }
    screens { screen views }
    people { date user calls refused failures views }
} }";
const CALLS: &str = "query ($route: String!, $date: AWSDate!, $nextToken: String) {
    routeCalls(route: $route, date: $date, nextToken: $nextToken) {
        items { id at user outcome milliseconds } nextToken
    }
}";

/// Yesterday to tomorrow: a test may run at midnight.
pub(crate) async fn usage(admin: &Person<'_>) -> Value {
    let today = Instant::from(Utc::now()).central_date();
    let (from, to) = (today.pred_opt().unwrap(), today.succ_opt().unwrap());
    admin.ask(USAGE, json!({ "from": from, "to": to })).await
}

/// What usage tells of a person, all days together.
pub(crate) async fn of_person(admin: &Person<'_>, user: &str, counter: &str) -> u64 {
    let usage = usage(admin).await;
    let people = usage["people"].as_array().unwrap().iter().filter(|person| person["user"] == user);
    people.map(|person| person[counter].as_u64().unwrap()).sum()
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn each_rest_call_records_route_user_outcome_and_duration() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let member = Member::join(&stack).await;
    let test = Box::pin(async {
        let person = member.person(&stack).await;
        let date = Instant::from(Utc::now()).central_date();
        for _ in 0..3 {
            person.get("/users/permissions").await.expect(403);
        }
        let calls = async || {
            let page = admin.ask(CALLS, json!({ "route": "GET /users/permissions", "date": date })).await;
            let mine = |call: &Value| call["user"] == member.email;
            let calls: Vec<Value> =
                page["items"].as_array().unwrap().iter().filter(|call| mine(call)).cloned().collect();
            (calls.len() >= 3).then_some(calls)
        };
        let calls = wait_until("the calls are recorded", calls).await;
        assert_eq!(calls.len(), 3);
        for call in calls {
            assert_eq!(call["outcome"], "Forbidden");
            assert!(call["milliseconds"].as_f64().unwrap() > 0.0 && call["at"].is_string() && call["id"].is_string());
        }
        // Counted with the event, in one transaction.
        assert_eq!(
            (of_person(&admin, &member.email, "calls").await, of_person(&admin, &member.email, "refused").await),
            (3, 3)
        );
        let usage = usage(&admin).await;
        let route = usage["routes"].as_array().unwrap().iter().find(|route| route["route"] == "GET /users/permissions");
        let route = route.unwrap();
        assert!(route["calls"].as_u64().unwrap() >= 3 && route["refused"].as_u64().unwrap() >= 3);
        assert!(route["meanMilliseconds"].as_f64().unwrap() > 0.0);
    });
    afterwards(test, member.leave(&stack)).await;
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn usage_is_of_1_to_31_days_and_a_token_of_a_list_is_one_that_it_gave() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    for (from, to) in [("2026-11-02", "2026-11-01"), ("2026-10-01", "2026-11-01")] {
        let refused = admin.refused(USAGE, json!({ "from": from, "to": to })).await;
        assert_eq!((refused.kind.as_str(), refused.message.as_str()), ("Invalid", "The range must be of 1 to 31 days"));
    }
    let asked = json!({ "route": "GET /users/permissions", "date": "2026-11-01", "nextToken": "x" });
    assert_eq!(admin.refused(CALLS, asked).await.kind, "Invalid");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn who_manages_no_permissions_does_not_see_what_others_use() {
    let stack = Stack::load().await;
    let person = stack.person("operations").await;
    let refused = person.refused(USAGE, json!({ "from": "2026-11-01", "to": "2026-11-01" })).await;
    assert_eq!(refused.message, "Error! User Action Prohibited!");
}
