//! `updateJITLocationStatus`.

use crate::helpers::{decisions, environment, list_rows, past_day, report_stocked, store_rows, unique_day, update};
use integration::{Member, NewLocation, Stack, field_errors, in_seconds, stack_test, wait_until, with_cleanup};
use serde_json::{Value, json};
use shared::{
    FromEnvironment,
    audit::{AuditTable, Subject},
};

#[stack_test]
async fn turns_jit_off_as_the_user_of_the_token(stack: Stack) {
    let dispatcher = stack.person("logistics").await;
    let email = &stack.user("logistics").email;
    let day = unique_day();
    let ids = store_rows(day, &[("B_1", Some(true))]).await;
    let mut input = decisions(&ids, Some("Van Issue"));
    input[0]["emailAddress"] = json!("other.user@larder.example");
    let results = update(&dispatcher, input).await.unwrap();
    let result = &results[0];
    assert_eq!(&result["stockingId"], &json!(ids[0]));
    assert_eq!(result["message"], "JIT is Off");
    assert_eq!(result["orderId"], "JIT-B_1");
    assert_eq!(result["jitStatusUpdate"], true);
    assert_eq!(result["jitAllocationItemsClear"], true);

    let row = &list_rows(&dispatcher, day).await[0];
    assert_eq!(row["jit"], false);
    assert_eq!(row["reason"], "Van Issue");
    assert_eq!(row["email"], *email);

    let audit = AuditTable::from_environment(&environment().await).unwrap();
    let history = audit.history(Subject::JitLocation(day, "B_1", 1), None).await.unwrap().items;
    let [entry] = &history[..] else { panic!("{} entries", history.len()) };
    assert_eq!(&entry.user, email);
    assert_eq!(entry.reason.as_deref(), Some("Van Issue"));
    assert!(entry.changes.iter().any(|change| change.attribute == "jit" && change.to == Some(json!(false))));
}

#[stack_test]
async fn setting_jit_to_on_keeps_the_items_and_locks_the_stocking(stack: Stack) {
    let dispatcher = stack.person("logistics").await;
    let day = unique_day();
    let ids = store_rows(day, &[("C_1", Some(true))]).await;
    let result = update(&dispatcher, decisions(&ids, None)).await.unwrap().remove(0);
    assert_eq!(result["message"], "JIT is On");
    assert_eq!(result["jitStatusUpdate"], true);
    assert_eq!(result["jitAllocationItemsClear"], false);
    assert_eq!(result["jitLocation"]["jit"], true);
    let later = update(&dispatcher, decisions(&ids, Some("Other"))).await.unwrap().remove(0);
    assert_eq!(later["jitStatusUpdate"], false);
    assert_eq!(list_rows(&dispatcher, day).await[0]["jit"], true);
}

#[stack_test]
async fn rejects_locked_rows_individually_and_writes_the_others(stack: Stack) {
    let dispatcher = stack.person("logistics").await;
    let location = NewLocation::default().create(&stack.person("admin").await).await;
    // The stocking day begins at 18:00 Central on the day before.
    let (day, at) = (in_seconds(6 * 3600).central_date(), in_seconds(0).to_string());
    let open = format!("OPEN_{location}");
    let (off, empty) = (format!("OFF_{location}"), format!("EMPTY_{location}"));
    let rows = [(open.as_str(), Some(true)), (&location, Some(true)), (&off, Some(false)), (&empty, None)];
    let mut ids = store_rows(day, &rows).await;
    ids.push(format!("{day}#NOWHERE_{location}#1"));
    report_stocked(&stack, &location, &at).await;
    wait_until("the stocking", async || {
        let row = list_rows(&dispatcher, day).await.into_iter().find(|row| row["stockingId"] == ids[1])?;
        (!row["stockedTimeUTC"].is_null()).then_some(())
    })
    .await;
    let results = update(&dispatcher, decisions(&ids, Some("Staff Shortage"))).await.unwrap();
    let values: Vec<Value> = results.iter().map(|each| json!([each["jitStatusUpdate"], each["message"]])).collect();
    let expected = [
        json!([true, "JIT is Off"]),
        json!([false, "The stop is already stocked"]),
        json!([false, "JIT is not on"]),
        json!([false, "JIT is not on"]),
        json!([false, "JIT is not on"]),
    ];
    assert_eq!(values, expected);
    let stopped = list_rows(&dispatcher, day).await.into_iter().find(|row| row["stockingId"] == ids[1]).unwrap();
    assert_eq!(stopped["jit"], true);
    assert_eq!(stopped["email"], Value::Null);
}

#[stack_test]
async fn concurrent_decisions_have_one_winner_per_row(stack: Stack) {
    let (one, other) = (stack.person("logistics").await, stack.person("admin").await);
    let day = unique_day();
    let names: Vec<String> = (0..20).map(|number| format!("D_{number}")).collect();
    let rows: Vec<(&str, Option<bool>)> = names.iter().map(|name| (name.as_str(), Some(true))).collect();
    let ids = store_rows(day, &rows).await;
    // The second call has the reverse order, so that the calls collide.
    let (first, second) = tokio::join!(
        update(&one, decisions(&ids, Some("Van Issue"))),
        update(&other, decisions(ids.iter().rev(), Some("Linehaul Delay"))),
    );
    let (first, mut second) = (first.unwrap(), second.unwrap());
    second.reverse();
    let stored = list_rows(&one, day).await;
    for ((id, mine), theirs) in ids.iter().zip(first).zip(second) {
        let won = if mine["jitStatusUpdate"] == true { (&mine, &theirs) } else { (&theirs, &mine) };
        let (won, lost) = won;
        assert_eq!(won["jitStatusUpdate"], true, "{id}");
        assert_eq!(lost["jitStatusUpdate"], false, "{id}");
        let row = stored.iter().find(|row| row["stockingId"] == *id).unwrap();
        assert_eq!(row["reason"], won["jitLocation"]["reason"]);
        let by = row["email"].as_str().unwrap();
        assert!(lost["message"].as_str().unwrap().starts_with(&format!("{by} already set JIT to Off")), "{lost}");
    }
}

#[stack_test]
async fn a_repeated_decision_of_the_same_user_returns_the_stored_result(stack: Stack) {
    let dispatcher = stack.person("logistics").await;
    let day = unique_day();
    let ids = store_rows(day, &[("E_1", Some(true))]).await;
    let first = update(&dispatcher, decisions(&ids, Some("Other"))).await.unwrap();
    let repeated = update(&dispatcher, decisions(&ids, Some("Other"))).await.unwrap();
    assert_eq!(first, repeated);
    let another = update(&stack.person("admin").await, decisions(&ids, Some("Other"))).await.unwrap();
    assert_eq!(another[0]["jitStatusUpdate"], false);
}

#[stack_test]
async fn an_invalid_decision_rejects_the_whole_call(stack: Stack) {
    let dispatcher = stack.person("logistics").await;
    let day = unique_day();
    let ids = store_rows(day, &[("F_1", Some(true)), ("F_2", Some(true))]).await;
    let mut input = decisions(&ids, Some("Weather"));
    input[0] = decisions(&ids[..1], Some("Other"))[0].clone();
    let rejection = update(&dispatcher, input).await.unwrap_err();
    assert_eq!(field_errors(&rejection.info)[0].0, "input.1.reason");
    assert!(list_rows(&dispatcher, day).await.iter().all(|row| row["jit"] == true));
}

#[stack_test]
async fn rejects_callers_without_permission_or_flag(stack: Stack) {
    let admin = stack.person("admin").await;
    let day = unique_day();
    let ids = store_rows(day, &[("G_1", Some(true))]).await;
    let member = Member::create(&stack).await;
    let test = Box::pin(async {
        // A caller with the permission but without the flag.
        let grant = json!({ "user": member.user, "action": "UpdateJit" });
        admin.post("/users/permissions", grant).await.expect(200);
        let without_flag = member.person(&stack).await;
        for person in [stack.person("read-only").await, stack.person("operations").await, without_flag] {
            let rejection = update(&person, decisions(&ids, None)).await.unwrap_err();
            assert_eq!(rejection.kind, "Forbidden");
            assert_eq!(rejection.message, "Error! User Action Prohibited!");
        }
        assert!(list_rows(&admin, day).await[0]["email"].is_null());
    });
    with_cleanup(test, member.delete(&stack)).await;
}

#[stack_test]
async fn rejects_decisions_about_a_past_day(stack: Stack) {
    let dispatcher = stack.person("logistics").await;
    let (day, _) = past_day();
    let ids = store_rows(day, &[(&format!("PAST_{}", day.format("%Y%m%d")), Some(true))]).await;
    let results = update(&dispatcher, decisions(&ids, Some("Staff Shortage"))).await.unwrap();
    assert_eq!(results[0]["jitStatusUpdate"], false);
    assert_eq!(results[0]["message"], "The day is over");
    let row = list_rows(&dispatcher, day).await.into_iter().find(|row| row["stockingId"] == ids[0]).unwrap();
    assert_eq!(row["jit"], true);
    assert_eq!(&row["decidedAt"], &json!(null));
}
