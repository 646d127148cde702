//! `reportBrowserProblems`.

use integration::{Stack, stack_test};
use serde_json::{Value, json};

const REPORT: &str = "mutation ($problems: [BrowserProblemInput!]!) { reportBrowserProblems(problems: $problems) }";

fn problem(screen: &str) -> Value {
    json!({
        "kind": "ERROR", "screen": screen, "release": "7da6a7f", "requestId": "1-2-3", "message": "x is undefined",
        "stack": "at load (a.js:1:2)",
    })
}

#[stack_test]
async fn accepts_errors_and_slow_screens_of_any_user(stack: Stack) {
    let person = stack.person("no-permissions").await;
    let slow = json!({
        "kind": "SLOW_SCREEN", "screen": "/home", "release": "7da6a7f", "message": "navigation", "milliseconds": 9000,
    });
    assert_eq!(person.call(REPORT, json!({ "problems": [problem("/home"), slow] })).await, 2);
}

#[stack_test]
async fn rejects_unknown_screens_and_long_texts(stack: Stack) {
    let person = stack.person("read-only").await;
    let rejection = person.call_rejected(REPORT, json!({ "problems": [problem("/locations/detail/CHI_0001")] })).await;
    assert_eq!(rejection.kind, "Invalid");
    assert_eq!(rejection.info["errors"][0]["field"], "problems[0].screen");
    let mut long = problem("/home");
    long["stack"] = json!("x".repeat(4001));
    assert_eq!(person.call_rejected(REPORT, json!({ "problems": [long] })).await.kind, "Invalid");
    assert_eq!(person.call_rejected(REPORT, json!({ "problems": [] })).await.kind, "Invalid");
}
