//! `fridgeTemperatures`.

use crate::told::{fridge, report, tell};
use serde_json::{Value, json};
use testkit::{Stack, wait_until, wrong_fields};

const TEMPERATURES: &str = "query ($id: ID!, $hours: Int) {
    fridgeTemperatures(location: $id, hours: $hours) { timestamp temperature }
}";

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_fridges_temperatures_are_listed_oldest_first_as_far_back_as_asked() {
    let stack = Stack::load().await;
    let (admin, stranger) = (stack.person("admin").await, stack.person("no-permissions").await);
    let id = fridge(&admin).await;
    let told = |hours: i64, temperature: f64| report(&id, 60 * hours, json!({ "temperature": temperature }));
    // Out of order, and one twice.
    let messages = [told(30, 36.5), told(1, 39.0), told(20, 37.0), told(2, 38.0), told(1, 39.0)];
    tell(&stack, &messages[..4]).await;
    tell(&stack, &[messages[1].clone()]).await;
    let listed = async |hours: Value| {
        let all = stranger.ask(TEMPERATURES, json!({ "id": id, "hours": hours })).await;
        let temperature = |told: &Value| told["temperature"].as_f64().unwrap_or_default();
        all.as_array().into_iter().flatten().map(temperature).collect::<Vec<_>>()
    };
    let week =
        wait_until("all temperatures", async || Some(listed(json!(168)).await).filter(|all| all.len() >= 4)).await;
    assert_eq!(week, [36.5, 37.0, 38.0, 39.0]);
    assert_eq!(listed(Value::Null).await, [37.0, 38.0, 39.0]);
    assert_eq!(listed(json!(3)).await, [38.0, 39.0]);
    for hours in [0, 169] {
        let refusal = stranger.refused(TEMPERATURES, json!({ "id": id, "hours": hours })).await;
        assert_eq!(wrong_fields(&refusal.info), [("hours".to_owned(), "hours should be 1 to 168".to_owned())]);
    }
}
