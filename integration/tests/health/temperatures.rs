//! `fridgeTemperatures`.

use crate::helpers::{fridge, report, send};
use integration::{Stack, field_errors, stack_test, wait_until};
use serde_json::{Value, json};

const TEMPERATURES: &str = "query ($id: ID!, $hours: Int) {
    fridgeTemperatures(location: $id, hours: $hours) { timestamp temperature }
}";

#[stack_test]
async fn lists_the_temperatures_of_the_requested_period_oldest_first(stack: Stack) {
    let (admin, user_without_permissions) = (stack.person("admin").await, stack.person("no-permissions").await);
    let id = fridge(&admin).await;
    let health_report = |hours: i64, temperature: f64| report(&id, 60 * hours, json!({ "temperature": temperature }));
    // Out of order, with one duplicate.
    let messages = [
        health_report(30, 36.5),
        health_report(1, 39.0),
        health_report(20, 37.0),
        health_report(2, 38.0),
        health_report(1, 39.0),
    ];
    send(&stack, &messages[..4]).await;
    send(&stack, &[messages[1].clone()]).await;
    let listed = async |hours: Value| {
        let all = user_without_permissions.call(TEMPERATURES, json!({ "id": id, "hours": hours })).await;
        let temperature = |reading: &Value| reading["temperature"].as_f64().unwrap_or_default();
        all.as_array().into_iter().flatten().map(temperature).collect::<Vec<_>>()
    };
    let week =
        wait_until("all temperatures", async || Some(listed(json!(168)).await).filter(|all| all.len() >= 4)).await;
    assert_eq!(week, [36.5, 37.0, 38.0, 39.0]);
    assert_eq!(listed(Value::Null).await, [37.0, 38.0, 39.0]);
    assert_eq!(listed(json!(3)).await, [38.0, 39.0]);
    for hours in [0, 169] {
        let rejection = user_without_permissions.call_rejected(TEMPERATURES, json!({ "id": id, "hours": hours })).await;
        assert_eq!(field_errors(&rejection.info), [("hours".to_owned(), "hours should be 1 to 168".to_owned())]);
    }
}
