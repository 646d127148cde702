//! `createDriverAction`: what dispatchers decide about drops.

use crate::telling::{all, day_of_own, deed, slip, slips_of, tell};
use aws_sdk_dynamodb::types::AttributeValue;
use serde_json::{Value, json};
use stocking::rules::day::stocking_day;
use testkit::{Member, NewLocation, Person, Refusal, Stack, afterwards, in_seconds, wait_until, wrong_fields};

const CREATE: &str = "mutation ($input: CreateDriverActionInput!) {
    createDriverAction(input: $input) { id eventType locationId data createdAt user }
}";

const OVERRIDES: &str = "query ($filter: DriverActionFilter!, $nextToken: String) {
    getDriverAction(filter: $filter, nextToken: $nextToken) { items { id locationId data createdAt user } nextToken }
}";

/// A drop at a fridge of its own.
struct Drop {
    id: String,
    day: String,
}

impl Drop {
    async fn new(stack: &Stack) -> Self {
        let admin = stack.person("admin").await;
        let drop = Self { id: NewLocation::default().create(&admin).await, day: day_of_own() };
        tell(stack, &[slip(&drop.id, "PS-1", &drop.day)]).await;
        slips_of(&admin, &drop.day, 1).await;
        drop
    }

    fn input(&self, status: &str, reason: &str) -> Value {
        let data = json!({
            "dropStatus": status, "statusReason": reason, "originalDropOffDate": self.day, "packingSlipId": "PS-1",
            "userSubmitted": "somebody.else@larder.example",
        });
        json!({ "input": { "eventType": "DropOverride", "locationId": self.id, "data": data.to_string() } })
    }

    async fn set(&self, person: &Person<'_>, status: &str, reason: &str) -> Result<Value, Refusal> {
        let data = person.graphql(CREATE, self.input(status, reason)).await?;
        Ok(data["createDriverAction"].clone())
    }
}

fn data_of(action: &Value) -> Value {
    serde_json::from_str(action["data"].as_str().unwrap()).unwrap()
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_decision_is_recorded_in_the_name_of_whom_the_token_names() {
    let stack = Stack::load().await;
    let drop = Drop::new(&stack).await;
    let dispatcher = stack.person("logistics").await;
    let action = drop.set(&dispatcher, "Not Delivering", "Missing Totes").await.unwrap();
    let email = &stack.user("logistics").email;
    assert_eq!((&action["eventType"], &action["user"]), (&json!("DropOverride"), &json!(email)));
    let expected = json!({
        "userSubmitted": email, "dropStatus": "Not Delivering", "statusReason": "Missing Totes",
        "originalDropOffDate": drop.day, "packingSlipId": "PS-1", "stockingIndex": 1,
    });
    assert_eq!(data_of(&action), expected);

    let filter = json!({ "eventType": "DropOverride", "createdAt": action["createdAt"] });
    let listed = all(&dispatcher, OVERRIDES, &filter).await;
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

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_decision_is_listed_by_the_day_of_its_drop_however_far_ahead() {
    let stack = Stack::load().await;
    let drop = Drop::new(&stack).await;
    let dispatcher = stack.person("logistics").await;
    let action = drop.set(&dispatcher, "Not Delivering", "Missing Totes").await.unwrap();
    let filter = json!({ "eventType": "DropOverride", "dropOffDate": drop.day });
    let listed = all(&dispatcher, OVERRIDES, &filter).await;
    assert_eq!(listed.iter().map(|listed| &listed["id"]).collect::<Vec<_>>(), [&action["id"]]);

    let filter = json!({ "eventType": "LocationStocked", "dropOffDate": drop.day });
    let refusal = dispatcher.refused(OVERRIDES, json!({ "filter": filter })).await;
    assert_eq!(wrong_fields(&refusal.info)[0].0, "filter.dropOffDate");
    let refusal = dispatcher.refused(OVERRIDES, json!({ "filter": { "eventType": "DropOverride" } })).await;
    assert_eq!(wrong_fields(&refusal.info)[0].0, "filter.createdAt");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn rejects_not_delivering_for_a_completed_drop() {
    let stack = Stack::load().await;
    let dispatcher = stack.person("logistics").await;
    let id = NewLocation::default().create(&stack.person("admin").await).await;
    let now = in_seconds(0);
    let drop = Drop { id: id.clone(), day: stocking_day(now).to_string() };
    let mut other_stocking = slip(&id, "PS-3", &drop.day);
    other_stocking["stockingIndex"] = json!(2);
    tell(&stack, &[slip(&id, "PS-1", &drop.day), slip(&id, "PS-2", &drop.day), other_stocking]).await;
    wait_until("the slips", async || {
        let slips = slips_of(&dispatcher, &drop.day, 3).await;
        (slips.iter().filter(|slip| slip["locationId"] == *id).count() == 3).then_some(())
    })
    .await;
    // The report names one of the two slips that are dropped off together.
    let at = now.to_string();
    tell(&stack, &[deed(&id, "DropOffComplete", &at, json!({ "packingSlipId": "PS-2" }))]).await;
    let filter = json!({ "eventType": "DropOffComplete", "createdAt": at });
    wait_until("the drop-off", async || {
        let actions = all(&dispatcher, OVERRIDES, &filter).await;
        actions.iter().any(|action| action["locationId"] == *id).then_some(())
    })
    .await;

    let refusal = drop.set(&dispatcher, "Not Delivering", "Missing Totes").await.unwrap_err();
    let message = format!("Packing slip PS-1 was dropped off at {id}: it cannot be set to Not Delivering");
    assert_eq!((refusal.kind.as_str(), refusal.message), ("Conflict", message));
    let filter = json!({ "eventType": "DropOverride", "dropOffDate": drop.day });
    let stored = all(&dispatcher, OVERRIDES, &filter).await;
    assert!(stored.iter().all(|decision| decision["locationId"] != *id));

    let mut open = drop.input("Not Delivering", "Missing Totes");
    open["input"]["data"] = json!(open["input"]["data"].as_str().unwrap().replace("PS-1", "PS-3"));
    let action = dispatcher.ask(CREATE, open).await;
    assert_eq!(data_of(&action)["packingSlipId"], "PS-3");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn the_first_decision_wins_and_the_second_learns_whose_it_is() {
    let stack = Stack::load().await;
    let drop = Drop::new(&stack).await;
    let (one, other) = (stack.person("logistics").await, stack.person("admin").await);
    let (first, second) = tokio::join!(
        drop.set(&one, "Not Delivering", "Missing Totes"),
        drop.set(&other, "Not Delivering", "Line Haul Delay"),
    );
    let (won, lost) = match (first, second) {
        (Ok(won), Err(lost)) | (Err(lost), Ok(won)) => (won, lost),
        both => panic!("not one of two: {both:?}"),
    };
    assert_eq!(lost.kind, "Conflict");
    assert!(lost.message.starts_with(won["user"].as_str().unwrap()), "{}", lost.message);
    assert_eq!(lost.info["current"]["id"], won["id"]);
    // The row is locked for good.
    let later = drop.set(&other, "Not Delivering", "FF Delivery Issue").await.unwrap_err();
    assert_eq!(later.kind, "Conflict");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn the_same_decision_of_the_same_person_again_is_answered_as_it_is_stored() {
    let stack = Stack::load().await;
    let drop = Drop::new(&stack).await;
    let dispatcher = stack.person("logistics").await;
    let first = drop.set(&dispatcher, "Not Delivering", "Missing Totes").await.unwrap();
    let again = drop.set(&dispatcher, "Not Delivering", "Missing Totes").await.unwrap();
    assert_eq!(first, again);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_fridge_is_never_complete_and_a_wholesale_location_may_be() {
    let stack = Stack::load().await;
    let drop = Drop::new(&stack).await;
    let dispatcher = stack.person("logistics").await;
    let refusal = drop.set(&dispatcher, "Complete", "Group Drop").await.unwrap_err();
    let message = "A fridge cannot be set to Complete".to_owned();
    assert_eq!(wrong_fields(&refusal.info), [("input.data.dropStatus".to_owned(), message)]);

    let query = "query { opsLocations(filter: {type: WHOLESALE}) { locations { id } } }";
    let wholesale = dispatcher.ask(query, json!({})).await["locations"][0]["id"].as_str().unwrap().to_owned();
    let drop = Drop { id: wholesale, day: day_of_own() };
    tell(&stack, &[slip(&drop.id, "PS-1", &drop.day)]).await;
    slips_of(&dispatcher, &drop.day, 1).await;
    let action = drop.set(&dispatcher, "Complete", "Group Drop").await.unwrap();
    assert_eq!(data_of(&action)["dropStatus"], "Complete");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn what_cannot_be_decided_is_refused_and_nothing_is_written() {
    let stack = Stack::load().await;
    let drop = Drop::new(&stack).await;
    let dispatcher = stack.person("logistics").await;
    let fields = |refusal: Refusal| wrong_fields(&refusal.info).into_iter().map(|(field, _)| field).collect::<Vec<_>>();

    let wrong = drop.set(&dispatcher, "Not Delivering", "Group Drop").await.unwrap_err();
    assert_eq!(fields(wrong), ["input.data.statusReason"]);
    let wrong = drop.set(&dispatcher, "Pending", "").await.unwrap_err();
    assert_eq!(fields(wrong), ["input.data.dropStatus"]);
    let mut input = drop.input("Not Delivering", "Missing Totes");
    input["input"]["eventType"] = json!("LocationStocked");
    assert_eq!(fields(dispatcher.refused(CREATE, input).await), ["input.eventType"]);
    let elsewhere = Drop { id: drop.id.clone(), day: day_of_own() };
    let wrong = elsewhere.set(&dispatcher, "Not Delivering", "Missing Totes").await.unwrap_err();
    assert_eq!(fields(wrong), ["input.data.packingSlipId"]);
    let nowhere = Drop { id: "NO_SUCH_LOCATION".into(), day: drop.day.clone() };
    assert_eq!(nowhere.set(&dispatcher, "Not Delivering", "Missing Totes").await.unwrap_err().kind, "NotFound");

    drop.set(&dispatcher, "Not Delivering", "Missing Totes").await.unwrap();
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn drops_that_nobody_follows_are_not_decided() {
    let stack = Stack::load().await;
    let drop = Drop::new(&stack).await;
    let dispatcher = stack.person("logistics").await;
    let mut internal = slip(&drop.id, "PS-2", &drop.day);
    internal["slipType"] = json!("INTERNAL_ORDER");
    tell(&stack, &[internal]).await;
    slips_of(&dispatcher, &drop.day, 2).await;
    let mut input = drop.input("Not Delivering", "Missing Totes");
    let data = input["input"]["data"].as_str().unwrap().replace("PS-1", "PS-2");
    input["input"]["data"] = json!(data);
    assert_eq!(dispatcher.refused(CREATE, input).await.kind, "Conflict");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn who_lacks_the_permission_or_the_flag_decides_nothing() {
    let stack = Stack::load().await;
    let drop = Drop::new(&stack).await;
    let admin = stack.person("admin").await;
    let member = Member::join(&stack).await;
    let test = Box::pin(async {
        // Granted the action, without the flag.
        let grant = json!({ "user": member.user, "action": "OverrideDrop" });
        admin.post("/users/permissions", grant).await.expect(200);
        let without_flag = member.person(&stack).await;
        for person in [stack.person("read-only").await, stack.person("operations").await, without_flag] {
            let refusal = drop.set(&person, "Not Delivering", "Missing Totes").await.unwrap_err();
            let told = (refusal.kind.as_str(), refusal.message.as_str());
            assert_eq!(told, ("Forbidden", "Error! User Action Prohibited!"));
        }
    });
    afterwards(test, member.leave(&stack)).await;
}
