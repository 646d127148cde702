//! Concurrent changes of permissions.

use crate::{
    ADMINISTRATORS_LOCK,
    administrators::{CanSignIn, Table, is_conflict, with_table},
    permissions::audit,
};
use futures::future::join_all;
use integration::{Member, Person, Stack, print_attack, stack_test, with_cleanup};
use serde_json::{Value, json};
use shared::Action;
use std::collections::{BTreeMap, BTreeSet};

const GRANT: &str = "/users/permissions";
const REMOVE: &str = "/users/permissions/remove";
const ACTIONS: [&str; 4] = ["UpdateLocation", "CreateLocation", "UpdateJit", "VanTasks"];
const ADMINISTRATORS: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

/// Sends the change and returns whether it was accepted. Each call is accepted or a conflict.
async fn change(person: &Person<'_>, path: &str, user: &str, action: &str) -> bool {
    let response = person.post(path, json!({ "user": user, "action": action })).await;
    assert!([200, 409, 503].contains(&response.status), "{response:?}");
    response.status == 200
}

/// The actions that a user holds after the audit entries: those with one more grant than removals. Entries of calls at
/// the same time have no certain order.
fn held_after(entries: &[(String, String, String)]) -> BTreeSet<&str> {
    let mut surplus = BTreeMap::<&str, i32>::new();
    for (event, action, _) in entries {
        *surplus.entry(action).or_default() += if event == "GRANTED" { 1 } else { -1 };
    }
    assert!(surplus.values().all(|count| (0..=1).contains(count)), "{entries:?}");
    surplus.into_iter().filter_map(|(action, count)| (count == 1).then_some(action)).collect()
}

#[stack_test]
async fn concurrent_grants_and_removals_by_two_administrators_match_the_audit(stack: Stack) {
    let _guard = ADMINISTRATORS_LOCK.lock().await;
    let admin = stack.person("admin").await;
    let (second, member) = (Member::create(&stack).await, Member::create(&stack).await);
    let test = Box::pin(async {
        admin.post(GRANT, json!({ "user": second.user, "action": "ManagePermissions" })).await.expect(200);
        let other = second.person(&stack).await;
        let user = member.user.as_str();
        let (mut accepted, mut rejected) = (0, 0);
        for _ in 0..3 {
            let calls = ACTIONS.iter().flat_map(|action| {
                [(&admin, GRANT), (&other, REMOVE), (&other, GRANT), (&admin, REMOVE)]
                    .map(|(person, path)| change(person, path, user, action))
            });
            for is_accepted in join_all(calls).await {
                if is_accepted { accepted += 1 } else { rejected += 1 }
            }
        }
        let entries = audit(&stack, user).await;
        let held = member.person(&stack).await.call("{ myPermissions }", json!({})).await;
        let held: BTreeSet<&str> = held.as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert_eq!(held_after(&entries), held);
        assert!(!entries.is_empty());
        admin.post(REMOVE, json!({ "user": second.user, "action": "ManagePermissions" })).await.expect(200);
        print_attack("grants and removals at the same time", rejected, accepted);
    });
    with_cleanup(test, async {
        second.delete(&stack).await;
        member.delete(&stack).await;
    })
    .await;
}

#[stack_test]
async fn concurrent_grants_of_different_actions_are_all_stored(stack: Stack) {
    let admin = stack.person("admin").await;
    let member = Member::create(&stack).await;
    let test = Box::pin(async {
        let grants = join_all(ACTIONS.repeat(2).into_iter().map(|action| change(&admin, GRANT, &member.user, action)));
        let results = grants.await;
        let accepted = results.iter().filter(|is_accepted| **is_accepted).count();
        let held = member.person(&stack).await.call("{ myPermissions }", json!({})).await;
        let held: BTreeSet<&str> = held.as_array().unwrap().iter().filter_map(Value::as_str).collect();
        for (action, is_accepted) in ACTIONS.repeat(2).iter().zip(&results) {
            assert!(!is_accepted || held.contains(action), "{action} was accepted but is not in {held:?}");
        }
        assert_eq!(held_after(&audit(&stack, &member.user).await), held);
        print_attack("grants of different actions at the same time", results.len() - accepted, accepted);
    });
    with_cleanup(test, member.delete(&stack)).await;
}

/// Removes every administrator at the same time, each in one of three ways.
async fn remove_all(table: &Table<'_>, accounts: &CanSignIn) -> (usize, usize) {
    let removals = ADMINISTRATORS.iter().enumerate().map(async |(number, user)| match number % 3 {
        0 => table.revoke(accounts, user).await,
        1 => table.disable(accounts, user).await,
        _ => table.change(accounts, user, &[Action::ManagePermissions], &[]).await,
    });
    let results = join_all(removals).await;
    let removed = results.iter().filter(|result| result.is_ok()).count();
    for result in results.iter().filter(|result| result.is_err()) {
        assert!(is_conflict(result), "{result:?}");
    }
    (results.len() - removed, removed)
}

#[stack_test]
async fn keeps_an_administrator_who_can_sign_in_when_all_are_removed_at_the_same_time() {
    Box::pin(with_table(async |table: &Table<'_>| {
        for user in ADMINISTRATORS {
            table.grant(user).await;
        }
        // The others cannot sign in, so each of them can be removed but must not count as the last administrator.
        let accounts = CanSignIn(&["a", "b", "c"]);
        let (rejected, removed) = remove_all(table, &accounts).await;
        let mut left = Vec::new();
        for user in ADMINISTRATORS {
            if table.manages(user).await {
                left.push(user);
            }
        }
        assert!(left.iter().any(|user| ["a", "b", "c"].contains(user)), "{left:?}");
        assert_eq!(left.len(), rejected);
        print_attack("removal of all administrators at the same time", rejected, removed);
    }))
    .await;
}
