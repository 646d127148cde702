//! Tests of the permissions that scheduled edits require, when they are scheduled and when they are applied.

use integration::{Member, NewLocation, Person, Stack, in_seconds, stack_test, wait_until, with_cleanup};
use serde_json::{Value, json};

async fn grant(admin: &Person<'_>, member: &Member, action: &str) {
    admin.post("/users/permissions", json!({ "user": member.user, "action": action })).await.expect(200);
}

async fn revoke(admin: &Person<'_>, member: &Member, action: &str) {
    admin.post("/users/permissions/remove", json!({ "user": member.user, "action": action })).await.expect(200);
}

async fn disable(admin: &Person<'_>, member: &Member) {
    let mutation = "mutation ($input: StaffAccountEnabledInput!) { setStaffAccountEnabled(input: $input) { user } }";
    admin.call(mutation, json!({ "input": { "user": member.user, "enabled": false } })).await;
}

/// Waits until the only change of the location is held and returns it.
async fn wait_for_held(person: &Person<'_>, id: &str) -> Value {
    let held = async || person.scheduled(id).await.pop().filter(|change| change["state"] == "HELD");
    wait_until("the change is held", held).await
}

/// Runs the test with a new user who has the permissions to schedule and edit.
async fn with_scheduler(stack: &Stack, test: impl AsyncFnOnce(&Person<'_>, &Member)) {
    let admin = stack.person("admin").await;
    let member = Member::create(stack).await;
    let run = Box::pin(async {
        grant(&admin, &member, "AddScheduledEvent").await;
        grant(&admin, &member, "UpdateLocation").await;
        test(&admin, &member).await;
    });
    with_cleanup(run, member.delete(stack)).await;
}

#[stack_test]
async fn add_scheduled_event_alone_does_not_permit_scheduling_completing_or_retrying(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let change = admin.schedule_one(&id, "taxRate", json!("3"), in_seconds(3600)).await;
    let member = Member::create(&stack).await;
    let test = Box::pin(async {
        grant(&admin, &member, "AddScheduledEvent").await;
        let person = member.person(&stack).await;
        for (attribute, value) in [("taxRate", "\"9\""), ("status", "\"LIVE\""), ("ip", "\"10.0.0.1\"")] {
            let input =
                json!([{ "location": id, "attribute": attribute, "value": value, "dateTime": in_seconds(3600) }]);
            assert_eq!(person.schedule(input).await.unwrap_err().kind, "Forbidden", "{attribute}");
        }
        for mutation in ["completeScheduleChange", "retryScheduleChange", "releaseScheduleChange"] {
            assert_eq!(person.act_on(&change, mutation).await.unwrap_err().kind, "Forbidden", "{mutation}");
        }
        assert_eq!(admin.scheduled(&id).await, std::slice::from_ref(&change));
        grant(&admin, &member, "UpdateLocation").await;
        person.schedule_one(&id, "status", json!("LIVE"), in_seconds(3600)).await;
    });
    with_cleanup(test, member.delete(&stack)).await;
}

#[stack_test]
async fn holds_a_change_whose_author_lost_the_permission_until_an_administrator_releases_it(stack: Stack) {
    with_scheduler(&stack, async |admin, member| {
        let id = NewLocation::default().create(admin).await;
        let person = member.person(&stack).await;
        let change = person.schedule_one(&id, "stop", json!(7), in_seconds(4)).await;
        revoke(admin, member, "UpdateLocation").await;
        let held = wait_for_held(admin, &id).await;
        let reason = format!(
            "{} no longer has UpdateLocation, or the account is disabled. An administrator can release or delete this change.",
            member.email
        );
        assert_eq!(held["uuid"], change["uuid"]);
        assert_eq!(held["failure"], json!(reason));
        assert!(admin.failed_changes().await.contains(&held));
        assert_eq!(admin.location(&id).await["version"], 1);
        assert_eq!(admin.events(&id, "SCHEDULE_HELD").await[0]["reason"], reason);

        let operations = stack.person("operations").await;
        for (mutation, kind) in [
            ("completeScheduleChange", "Conflict"),
            ("retryScheduleChange", "Conflict"),
            ("releaseScheduleChange", "Forbidden"),
            ("deleteScheduleChange", "Forbidden"),
        ] {
            assert_eq!(operations.act_on(&held, mutation).await.unwrap_err().kind, kind, "{mutation}");
        }
        let email = &stack.user("admin").email;
        let released = admin.act_on(&held, "releaseScheduleChange").await.unwrap();
        assert_eq!(released[0]["state"], json!("PENDING"));
        assert_eq!(released[0]["user"], json!(email));
        let applied = async || (admin.location(&id).await["stop"] == 7).then_some(());
        wait_until("the change is applied", applied).await;
        assert_eq!(admin.events(&id, "SCHEDULE_APPLIED").await[0]["user"], json!(email));
        assert_eq!(admin.events(&id, "SCHEDULE_RELEASED").await.len(), 1);
    })
    .await;
}

#[stack_test]
async fn holds_a_change_whose_author_was_disabled_until_an_administrator_deletes_it(stack: Stack) {
    with_scheduler(&stack, async |admin, member| {
        let id = NewLocation::default().create(admin).await;
        member.person(&stack).await.schedule_one(&id, "stop", json!(7), in_seconds(4)).await;
        disable(admin, member).await;
        let held = wait_for_held(admin, &id).await;
        admin.act_on(&held, "deleteScheduleChange").await.unwrap();
        assert_eq!(admin.scheduled(&id).await.len(), 0);
        assert_eq!(admin.location(&id).await["stop"], json!(0));
        assert_eq!(admin.events(&id, "SCHEDULE_DELETED").await.len(), 1);
    })
    .await;
}

#[stack_test]
async fn checks_a_change_without_author_id_by_email(stack: Stack) {
    let admin = stack.person("admin").await;
    let schedule_without_author_id = async |id: &str, email: &str| {
        let change = admin.schedule_one(id, "stop", json!(7), in_seconds(5)).await;
        let uuid = change["uuid"].as_str().unwrap_or_default();
        stack.aws().set_attributes("ScheduleChanges", ("uuid", uuid), &[("user", email)]).await;
        stack.aws().remove_attribute("ScheduleChanges", ("uuid", uuid), "author").await;
    };
    let (known, unknown) = (NewLocation::default().create(&admin).await, NewLocation::default().create(&admin).await);
    schedule_without_author_id(&known, &stack.user("operations").email).await;
    schedule_without_author_id(&unknown, "unknown@larder.example").await;
    wait_until("the change", async || (admin.location(&known).await["stop"] == 7).then_some(())).await;
    wait_for_held(&admin, &unknown).await;
    assert_eq!(admin.location(&unknown).await["stop"], 0);
}
