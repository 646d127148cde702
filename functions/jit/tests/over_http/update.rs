//! `updateJITLocationStatus`: what is decided about stockings.

use crate::stockings::{a_past_day, day_of_own, decisions, environment, listed, report_stocked, store, update};
use serde_json::{Value, json};
use shared::{
    FromEnvironment,
    audit::{AuditTable, Subject},
};
use testkit::{Member, NewLocation, Stack, afterwards, in_seconds, wait_until, wrong_fields};

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn jit_is_switched_off_for_a_reason_in_the_name_of_whom_the_token_names() {
    let stack = Stack::load().await;
    let dispatcher = stack.person("logistics").await;
    let email = &stack.user("logistics").email;
    let day = day_of_own();
    let ids = store(day, &[("B_1", Some(true))]).await;
    let mut input = decisions(&ids, Some("Van Issue"));
    input[0]["emailAddress"] = json!("somebody.else@larder.example");
    let results = update(&dispatcher, input).await.unwrap();
    let result = &results[0];
    assert_eq!((&result["stockingId"], &result["message"]), (&json!(ids[0]), &json!("JIT is Off")));
    assert_eq!(result["orderId"], "JIT-B_1");
    assert_eq!((&result["jitStatusUpdate"], &result["jitAllocationItemsClear"]), (&json!(true), &json!(true)));

    let row = &listed(&dispatcher, day).await[0];
    let told = [&row["jit"], &row["reason"], &row["email"]];
    assert_eq!(told, [&json!(false), &json!("Van Issue"), &json!(email)]);

    let audit = AuditTable::from_environment(&environment().await).unwrap();
    let history = audit.history(Subject::JitLocation(day, "B_1", 1), None).await.unwrap().items;
    let [entry] = &history[..] else { panic!("{} entries", history.len()) };
    assert_eq!((&entry.user, entry.reason.as_deref()), (email, Some("Van Issue")));
    assert!(entry.changes.iter().any(|change| change.attribute == "jit" && change.to == Some(json!(false))));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn what_is_set_to_on_stays_y_keeps_its_items_and_is_locked() {
    let stack = Stack::load().await;
    let dispatcher = stack.person("logistics").await;
    let day = day_of_own();
    let ids = store(day, &[("C_1", Some(true))]).await;
    let result = update(&dispatcher, decisions(&ids, None)).await.unwrap().remove(0);
    assert_eq!((&result["message"], &result["jitStatusUpdate"]), (&json!("JIT is On"), &json!(true)));
    assert_eq!((&result["jitAllocationItemsClear"], &result["jitLocation"]["jit"]), (&json!(false), &json!(true)));
    let later = update(&dispatcher, decisions(&ids, Some("Other"))).await.unwrap().remove(0);
    assert_eq!(later["jitStatusUpdate"], false);
    assert_eq!(listed(&dispatcher, day).await[0]["jit"], true);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn locked_rows_are_refused_by_themselves_and_the_others_are_written() {
    let stack = Stack::load().await;
    let dispatcher = stack.person("logistics").await;
    let location = NewLocation::default().create(&stack.person("admin").await).await;
    // A driver reports a stocking of today at the earliest when it is over.
    // The stocking day begins at 18:00 Central on the day before.
    let (day, at) = (in_seconds(6 * 3600).central_date(), in_seconds(0).to_string());
    let open = format!("OPEN_{location}");
    let (off, empty) = (format!("OFF_{location}"), format!("EMPTY_{location}"));
    let rows = [(open.as_str(), Some(true)), (&location, Some(true)), (&off, Some(false)), (&empty, None)];
    let mut ids = store(day, &rows).await;
    ids.push(format!("{day}#NOWHERE_{location}#1"));
    report_stocked(&stack, &location, &at).await;
    wait_until("the stocking", async || {
        let row = listed(&dispatcher, day).await.into_iter().find(|row| row["stockingId"] == ids[1])?;
        (!row["stockedTimeUTC"].is_null()).then_some(())
    })
    .await;
    let results = update(&dispatcher, decisions(&ids, Some("Staff Shortage"))).await.unwrap();
    let told: Vec<Value> = results.iter().map(|each| json!([each["jitStatusUpdate"], each["message"]])).collect();
    let expected = [
        json!([true, "JIT is Off"]),
        json!([false, "The stop is stocked already"]),
        json!([false, "JIT is not on"]),
        json!([false, "JIT is not on"]),
        json!([false, "JIT is not on"]),
    ];
    assert_eq!(told, expected);
    let stopped = listed(&dispatcher, day).await.into_iter().find(|row| row["stockingId"] == ids[1]).unwrap();
    assert_eq!((&stopped["jit"], &stopped["email"]), (&json!(true), &Value::Null));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn of_two_dispatchers_at_once_one_decides_about_each_row_and_the_other_learns_whose_it_is() {
    let stack = Stack::load().await;
    let (one, other) = (stack.person("logistics").await, stack.person("admin").await);
    let day = day_of_own();
    let names: Vec<String> = (0..20).map(|number| format!("D_{number}")).collect();
    let rows: Vec<(&str, Option<bool>)> = names.iter().map(|name| (name.as_str(), Some(true))).collect();
    let ids = store(day, &rows).await;
    // From both ends, so that they meet.
    let (first, second) = tokio::join!(
        update(&one, decisions(&ids, Some("Van Issue"))),
        update(&other, decisions(ids.iter().rev(), Some("Linehaul Delay"))),
    );
    let (first, mut second) = (first.unwrap(), second.unwrap());
    second.reverse();
    let stored = listed(&one, day).await;
    for ((id, mine), theirs) in ids.iter().zip(first).zip(second) {
        let won = if mine["jitStatusUpdate"] == true { (&mine, &theirs) } else { (&theirs, &mine) };
        let (won, lost) = won;
        assert_eq!((&won["jitStatusUpdate"], &lost["jitStatusUpdate"]), (&json!(true), &json!(false)), "{id}");
        let row = stored.iter().find(|row| row["stockingId"] == *id).unwrap();
        assert_eq!(row["reason"], won["jitLocation"]["reason"]);
        let by = row["email"].as_str().unwrap();
        assert!(lost["message"].as_str().unwrap().starts_with(&format!("{by} has set JIT to Off already")), "{lost}");
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn the_same_decision_of_the_same_person_again_is_answered_as_it_is_stored() {
    let stack = Stack::load().await;
    let dispatcher = stack.person("logistics").await;
    let day = day_of_own();
    let ids = store(day, &[("E_1", Some(true))]).await;
    let first = update(&dispatcher, decisions(&ids, Some("Other"))).await.unwrap();
    let again = update(&dispatcher, decisions(&ids, Some("Other"))).await.unwrap();
    assert_eq!(first, again);
    let another = update(&stack.person("admin").await, decisions(&ids, Some("Other"))).await.unwrap();
    assert_eq!(another[0]["jitStatusUpdate"], false);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn what_is_wrong_is_told_whole_and_nothing_is_written() {
    let stack = Stack::load().await;
    let dispatcher = stack.person("logistics").await;
    let day = day_of_own();
    let ids = store(day, &[("F_1", Some(true)), ("F_2", Some(true))]).await;
    let mut input = decisions(&ids, Some("Weather"));
    input[0] = decisions(&ids[..1], Some("Other"))[0].clone();
    let refusal = update(&dispatcher, input).await.unwrap_err();
    assert_eq!(wrong_fields(&refusal.info)[0].0, "input.1.reason");
    assert!(listed(&dispatcher, day).await.iter().all(|row| row["jit"] == true));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn who_lacks_the_permission_or_the_flag_decides_nothing() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let day = day_of_own();
    let ids = store(day, &[("G_1", Some(true))]).await;
    let member = Member::join(&stack).await;
    let test = Box::pin(async {
        // Granted the action, without the flag.
        let grant = json!({ "user": member.user, "action": "UpdateJit" });
        admin.post("/users/permissions", grant).await.expect(200);
        let without_flag = member.person(&stack).await;
        for person in [stack.person("read-only").await, stack.person("operations").await, without_flag] {
            let refusal = update(&person, decisions(&ids, None)).await.unwrap_err();
            let told = (refusal.kind.as_str(), refusal.message.as_str());
            assert_eq!(told, ("Forbidden", "Error! User Action Prohibited!"));
        }
        assert!(listed(&admin, day).await[0]["email"].is_null());
    });
    afterwards(test, member.leave(&stack)).await;
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn rejects_decisions_about_a_past_day() {
    let stack = Stack::load().await;
    let dispatcher = stack.person("logistics").await;
    let (day, _) = a_past_day();
    let ids = store(day, &[(&format!("PAST_{}", day.format("%Y%m%d")), Some(true))]).await;
    let results = update(&dispatcher, decisions(&ids, Some("Staff Shortage"))).await.unwrap();
    assert_eq!((&results[0]["jitStatusUpdate"], &results[0]["message"]), (&json!(false), &json!("The day is over")));
    let row = listed(&dispatcher, day).await.into_iter().find(|row| row["stockingId"] == ids[0]).unwrap();
    assert_eq!((&row["jit"], &row["decidedAt"]), (&json!(true), &json!(null)));
}
