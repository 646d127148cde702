//! `createDriverAction`: dispatchers' decisions about drops.

use crate::helpers::{driver_action, read_all_pages, send, slip, unique_day, wait_for_slips};
use integration::{
    Member, NewLocation, Person, Rejection, Stack, field_errors, in_seconds, stack_test, wait_until, with_cleanup,
};
use serde_json::{Value, json};
use shared::table::AttributeValue;
use stocking::rules::day::stocking_day;

const CREATE: &str = "mutation ($input: CreateDriverActionInput!) {
    createDriverAction(input: $input) { id eventType locationId data createdAt user }
}";

const OVERRIDES: &str = "query ($filter: DriverActionFilter!, $nextToken: String) {
    getDriverAction(filter: $filter, nextToken: $nextToken) { items { id locationId data createdAt user } nextToken }
}";

/// A drop at a fridge that only one test uses.
struct Drop {
    id: String,
    day: String,
}

impl Drop {
    async fn new(stack: &Stack) -> Self {
        let admin = stack.person("admin").await;
        let drop = Self { id: NewLocation::default().create(&admin).await, day: unique_day() };
        send(stack, &[slip(&drop.id, "PS-1", &drop.day)]).await;
        wait_for_slips(&admin, &drop.day, 1).await;
        drop
    }

    fn input(&self, status: &str, reason: &str) -> Value {
        let data = json!({
            "dropStatus": status, "statusReason": reason, "originalDropOffDate": self.day, "packingSlipId": "PS-1",
            "userSubmitted": "other@larder.example",
        });
        json!({ "input": { "eventType": "DropOverride", "locationId": self.id, "data": data.to_string() } })
    }

    async fn set(&self, person: &Person<'_>, status: &str, reason: &str) -> Result<Value, Rejection> {
        let data = person.graphql(CREATE, self.input(status, reason)).await?;
        Ok(data["createDriverAction"].clone())
    }
}

fn parse_data(action: &Value) -> Value {
    serde_json::from_str(action["data"].as_str().unwrap()).unwrap()
}

#[stack_test]
async fn records_a_decision_with_the_user_of_the_token(stack: Stack) {
    let drop = Drop::new(&stack).await;
    let dispatcher = stack.person("logistics").await;
    let action = drop.set(&dispatcher, "Not Delivering", "Missing Totes").await.unwrap();
    let email = &stack.user("logistics").email;
    assert_eq!(action["eventType"], "DropOverride");
    assert_eq!(action["user"], *email);
    let expected = json!({
        "userSubmitted": email, "dropStatus": "Not Delivering", "statusReason": "Missing Totes",
        "originalDropOffDate": drop.day, "packingSlipId": "PS-1", "stockingIndex": 1,
    });
    assert_eq!(parse_data(&action), expected);

    let filter = json!({ "eventType": "DropOverride", "createdAt": action["createdAt"] });
    let listed = read_all_pages(&dispatcher, OVERRIDES, &filter).await;
    assert!(listed.iter().any(|listed| listed["id"] == action["id"]));

    let subject = format!("DROP#{}#{}#1#PS-1", drop.day, drop.id);
    let audit = stack.aws().dynamodb().query().table_name(stack.aws().table("Audit"));
    let entries = audit
        .key_condition_expression("subject = :subject")
        .expression_attribute_values(":subject", AttributeValue::S(subject))
        .send()
        .await
        .unwrap();
    let [entry] = entries.items() else { panic!("{} entries", entries.count()) };
    let text = |name: &str| entry[name].as_s().unwrap().as_str();
    assert_eq!([text("user"), text("event"), text("reason")], [email, "OVERRIDDEN", "Missing Totes"]);
}

#[stack_test]
async fn lists_a_decision_by_the_day_of_its_drop(stack: Stack) {
    let drop = Drop::new(&stack).await;
    let dispatcher = stack.person("logistics").await;
    let action = drop.set(&dispatcher, "Not Delivering", "Missing Totes").await.unwrap();
    let filter = json!({ "eventType": "DropOverride", "dropOffDate": drop.day });
    let listed = read_all_pages(&dispatcher, OVERRIDES, &filter).await;
    assert_eq!(listed.iter().map(|listed| &listed["id"]).collect::<Vec<_>>(), [&action["id"]]);

    let filter = json!({ "eventType": "LocationStocked", "dropOffDate": drop.day });
    let rejection = dispatcher.call_rejected(OVERRIDES, json!({ "filter": filter })).await;
    assert_eq!(field_errors(&rejection.info)[0].0, "filter.dropOffDate");
    let rejection = dispatcher.call_rejected(OVERRIDES, json!({ "filter": { "eventType": "DropOverride" } })).await;
    assert_eq!(field_errors(&rejection.info)[0].0, "filter.createdAt");
}

#[stack_test]
async fn rejects_not_delivering_for_a_completed_drop(stack: Stack) {
    let dispatcher = stack.person("logistics").await;
    let id = NewLocation::default().create(&stack.person("admin").await).await;
    let now = in_seconds(0);
    let drop = Drop { id: id.clone(), day: stocking_day(now).to_string() };
    let mut other_stocking = slip(&id, "PS-3", &drop.day);
    other_stocking["stockingIndex"] = json!(2);
    send(&stack, &[slip(&id, "PS-1", &drop.day), slip(&id, "PS-2", &drop.day), other_stocking]).await;
    wait_until("the slips", async || {
        let slips = wait_for_slips(&dispatcher, &drop.day, 3).await;
        (slips.iter().filter(|slip| slip["locationId"] == *id).count() == 3).then_some(())
    })
    .await;
    // The report names only one of the two slips that are dropped off together.
    let at = now.to_string();
    send(&stack, &[driver_action(&id, "DropOffComplete", &at, json!({ "packingSlipId": "PS-2" }))]).await;
    let filter = json!({ "eventType": "DropOffComplete", "createdAt": at });
    wait_until("the drop-off", async || {
        let actions = read_all_pages(&dispatcher, OVERRIDES, &filter).await;
        actions.iter().any(|action| action["locationId"] == *id).then_some(())
    })
    .await;

    let rejection = drop.set(&dispatcher, "Not Delivering", "Missing Totes").await.unwrap_err();
    let message = format!("Packing slip PS-1 was already dropped off at {id}. It cannot be set to Not Delivering.");
    assert_eq!(rejection.kind, "Conflict");
    assert_eq!(rejection.message, message);
    let filter = json!({ "eventType": "DropOverride", "dropOffDate": drop.day });
    let stored = read_all_pages(&dispatcher, OVERRIDES, &filter).await;
    assert!(stored.iter().all(|decision| decision["locationId"] != *id));

    let mut open = drop.input("Not Delivering", "Missing Totes");
    open["input"]["data"] = json!(open["input"]["data"].as_str().unwrap().replace("PS-1", "PS-3"));
    let action = dispatcher.call(CREATE, open).await;
    assert_eq!(parse_data(&action)["packingSlipId"], "PS-3");
}

#[stack_test]
async fn the_first_decision_wins_and_the_second_is_a_conflict_that_names_the_first_user(stack: Stack) {
    let drop = Drop::new(&stack).await;
    let (one, other) = (stack.person("logistics").await, stack.person("admin").await);
    let (first, second) = tokio::join!(
        drop.set(&one, "Not Delivering", "Missing Totes"),
        drop.set(&other, "Not Delivering", "Line Haul Delay"),
    );
    let (accepted, rejected) = match (first, second) {
        (Ok(accepted), Err(rejected)) | (Err(rejected), Ok(accepted)) => (accepted, rejected),
        both => panic!("not exactly one succeeded: {both:?}"),
    };
    assert_eq!(rejected.kind, "Conflict");
    assert!(rejected.message.starts_with(accepted["user"].as_str().unwrap()), "{}", rejected.message);
    assert_eq!(rejected.info["current"]["id"], accepted["id"]);
    // The drop stays locked.
    let later = drop.set(&other, "Not Delivering", "FF Delivery Issue").await.unwrap_err();
    assert_eq!(later.kind, "Conflict");
}

#[stack_test]
async fn a_repeated_decision_returns_the_stored_one(stack: Stack) {
    let drop = Drop::new(&stack).await;
    let dispatcher = stack.person("logistics").await;
    let first = drop.set(&dispatcher, "Not Delivering", "Missing Totes").await.unwrap();
    let repeated = drop.set(&dispatcher, "Not Delivering", "Missing Totes").await.unwrap();
    assert_eq!(first, repeated);
}

#[stack_test]
async fn rejects_complete_for_a_fridge_and_accepts_it_for_a_wholesale_location(stack: Stack) {
    let drop = Drop::new(&stack).await;
    let dispatcher = stack.person("logistics").await;
    let rejection = drop.set(&dispatcher, "Complete", "Group Drop").await.unwrap_err();
    let message = "A fridge cannot be set to Complete".to_owned();
    assert_eq!(field_errors(&rejection.info), [("input.data.dropStatus".to_owned(), message)]);

    let query = "query { opsLocations(filter: {type: WHOLESALE}) { locations { id } } }";
    let wholesale = dispatcher.call(query, json!({})).await["locations"][0]["id"].as_str().unwrap().to_owned();
    let drop = Drop { id: wholesale, day: unique_day() };
    send(&stack, &[slip(&drop.id, "PS-1", &drop.day)]).await;
    wait_for_slips(&dispatcher, &drop.day, 1).await;
    let action = drop.set(&dispatcher, "Complete", "Group Drop").await.unwrap();
    assert_eq!(parse_data(&action)["dropStatus"], "Complete");
}

#[stack_test]
async fn rejects_an_invalid_decision_and_writes_nothing(stack: Stack) {
    let drop = Drop::new(&stack).await;
    let dispatcher = stack.person("logistics").await;
    let invalid_fields =
        |rejection: Rejection| field_errors(&rejection.info).into_iter().map(|(field, _)| field).collect::<Vec<_>>();

    let rejection = drop.set(&dispatcher, "Not Delivering", "Group Drop").await.unwrap_err();
    assert_eq!(invalid_fields(rejection), ["input.data.statusReason"]);
    let rejection = drop.set(&dispatcher, "Pending", "").await.unwrap_err();
    assert_eq!(invalid_fields(rejection), ["input.data.dropStatus"]);
    let mut input = drop.input("Not Delivering", "Missing Totes");
    input["input"]["eventType"] = json!("LocationStocked");
    assert_eq!(invalid_fields(dispatcher.call_rejected(CREATE, input).await), ["input.eventType"]);
    let elsewhere = Drop { id: drop.id.clone(), day: unique_day() };
    let rejection = elsewhere.set(&dispatcher, "Not Delivering", "Missing Totes").await.unwrap_err();
    assert_eq!(invalid_fields(rejection), ["input.data.packingSlipId"]);
    let nowhere = Drop { id: "NO_SUCH_LOCATION".into(), day: drop.day.clone() };
    assert_eq!(nowhere.set(&dispatcher, "Not Delivering", "Missing Totes").await.unwrap_err().kind, "NotFound");

    drop.set(&dispatcher, "Not Delivering", "Missing Totes").await.unwrap();
}

#[stack_test]
async fn rejects_a_decision_about_an_internal_order(stack: Stack) {
    let drop = Drop::new(&stack).await;
    let dispatcher = stack.person("logistics").await;
    let mut internal = slip(&drop.id, "PS-2", &drop.day);
    internal["slipType"] = json!("INTERNAL_ORDER");
    send(&stack, &[internal]).await;
    wait_for_slips(&dispatcher, &drop.day, 2).await;
    let mut input = drop.input("Not Delivering", "Missing Totes");
    let data = input["input"]["data"].as_str().unwrap().replace("PS-1", "PS-2");
    input["input"]["data"] = json!(data);
    assert_eq!(dispatcher.call_rejected(CREATE, input).await.kind, "Conflict");
}

#[stack_test]
async fn rejects_a_decision_without_permission_or_flag(stack: Stack) {
    let drop = Drop::new(&stack).await;
    let admin = stack.person("admin").await;
    let member = Member::create(&stack).await;
    let test = Box::pin(async {
        // This user has the permission, but not the flag.
        let grant = json!({ "user": member.user, "action": "OverrideDrop" });
        admin.post("/users/permissions", grant).await.expect(200);
        let without_flag = member.person(&stack).await;
        for person in [stack.person("read-only").await, stack.person("operations").await, without_flag] {
            let rejection = drop.set(&person, "Not Delivering", "Missing Totes").await.unwrap_err();
            assert_eq!(rejection.kind, "Forbidden");
            assert_eq!(rejection.message, "Error! User Action Prohibited!");
        }
    });
    with_cleanup(test, member.delete(&stack)).await;
}
