//! `usage` and `routeCalls`: each REST call records its route and user.

use chrono::Utc;
use integration::{Member, Person, Stack, stack_test, wait_until, with_cleanup};
use serde_json::{Value, json};
use shared::Instant;

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

/// Returns the usage from yesterday to tomorrow, because a test can run at midnight.
pub(crate) async fn usage(admin: &Person<'_>) -> Value {
    let today = Instant::from(Utc::now()).central_date();
    let (from, to) = (today.pred_opt().unwrap(), today.succ_opt().unwrap());
    admin.call(USAGE, json!({ "from": from, "to": to })).await
}

/// Returns one counter of a user, added up over all days of [`usage`].
pub(crate) async fn count_of_user(admin: &Person<'_>, user: &str, counter: &str) -> u64 {
    let usage = usage(admin).await;
    let people = usage["people"].as_array().unwrap().iter().filter(|person| person["user"] == user);
    people.map(|person| person[counter].as_u64().unwrap()).sum()
}

#[stack_test]
async fn records_route_user_outcome_and_duration_of_each_rest_call(stack: Stack) {
    let admin = stack.person("admin").await;
    let member = Member::create(&stack).await;
    let test = Box::pin(async {
        let person = member.person(&stack).await;
        let date = Instant::from(Utc::now()).central_date();
        for _ in 0..3 {
            person.get("/users/permissions").await.expect(403);
        }
        let calls = async || {
            let page = admin.call(CALLS, json!({ "route": "GET /users/permissions", "date": date })).await;
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
        // One transaction writes the event and its counters.
        assert_eq!(count_of_user(&admin, &member.email, "calls").await, 3);
        assert_eq!(count_of_user(&admin, &member.email, "refused").await, 3);
        let usage = usage(&admin).await;
        let route = usage["routes"].as_array().unwrap().iter().find(|route| route["route"] == "GET /users/permissions");
        let route = route.unwrap();
        assert!(route["calls"].as_u64().unwrap() >= 3 && route["refused"].as_u64().unwrap() >= 3);
        assert!(route["meanMilliseconds"].as_f64().unwrap() > 0.0);
    });
    with_cleanup(test, member.delete(&stack)).await;
}

#[stack_test]
async fn rejects_ranges_outside_1_to_31_days_and_foreign_tokens(stack: Stack) {
    let admin = stack.person("admin").await;
    for (from, to) in [("2026-11-02", "2026-11-01"), ("2026-10-01", "2026-11-01")] {
        let rejection = admin.call_rejected(USAGE, json!({ "from": from, "to": to })).await;
        assert_eq!(rejection.kind.as_str(), "Invalid");
        assert_eq!(rejection.message.as_str(), "The range must be 1 to 31 days");
    }
    let request = json!({ "route": "GET /users/permissions", "date": "2026-11-01", "nextToken": "x" });
    assert_eq!(admin.call_rejected(CALLS, request).await.kind, "Invalid");
}

#[stack_test]
async fn rejects_usage_without_manage_permissions(stack: Stack) {
    let person = stack.person("operations").await;
    let rejection = person.call_rejected(USAGE, json!({ "from": "2026-11-01", "to": "2026-11-01" })).await;
    assert_eq!(rejection.message, "Error! User Action Prohibited!");
}
