//! Rules of alert notifications: list, store, delete and test.

use super::{Notifications, targets};
use crate::{
    model::{AlertSubscription, Escalation, FridgeAlertKind, NoticeOutcome, Shift, StoredTarget, Target, TargetState},
    rules::{message, target},
    store::{MAX_SUBSCRIPTIONS, SettingsStore},
};
use locations::model::Market;
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    Environment, Error, FieldError, FromEnvironment, Instant, Permit, Request, Result,
    audit::{self, AuditTable, Entry, Subject},
    bounded::{List, too_long},
    error::all_valid,
    table::Transaction,
};
use std::collections::BTreeMap;
use uuid::Uuid;

/// Maximum length of a name, in characters.
const MAX_NAME: usize = 80;
/// The shortest and longest time until an alert is escalated, in minutes.
const ESCALATION_MINUTES: std::ops::RangeInclusive<u16> = 5..=1440;
/// Attributes that change with every write.
const BOOKKEEPING: [&str; 4] = ["version", "updatedAt", "updatedBy", "appliesFrom"];

/// The stores and the topic that the operations need.
#[derive(Debug)]
pub struct Subscriptions {
    settings: SettingsStore,
    audit: AuditTable,
    notifications: Notifications,
}

impl FromEnvironment for Subscriptions {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let (settings, audit, notifications) = FromEnvironment::from_environment(environment)?;
        Ok(Self { settings, audit, notifications })
    }
}

/// A rule with the states of its targets.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AlertSubscriptionView {
    #[serde(flatten)]
    subscription: AlertSubscription,
    target_state: TargetState,
    #[serde(skip_serializing_if = "Option::is_none")]
    escalation_state: Option<TargetState>,
}

/// Arguments of `putAlertSubscription`.
#[derive(Debug, Deserialize)]
pub struct PutArguments {
    input: SubscriptionInput,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SubscriptionInput {
    id: Uuid,
    /// The version that the user saw; `None` for a new rule.
    version: Option<u64>,
    name: String,
    #[serde(default)]
    regions: Option<List<Market, 4>>,
    #[serde(default)]
    kinds: Option<List<FridgeAlertKind, 3>>,
    shift: Option<Shift>,
    target: Target,
    escalation: Option<Escalation>,
    notify_cleared: bool,
}

/// Arguments of `deleteAlertSubscription`.
#[derive(Debug, Deserialize)]
pub struct DeleteArguments {
    id: Uuid,
    version: u64,
}

/// Arguments of `testAlertSubscription`.
#[derive(Debug, Deserialize)]
pub struct TestArguments {
    id: Uuid,
}

/// The outcome of a test message to one target.
#[derive(Debug, Serialize)]
pub struct TestResult {
    target: Target,
    outcome: NoticeOutcome,
}

/// All rules with the states of their targets, oldest first.
pub async fn alert_subscriptions(settings: &SettingsStore) -> Result<Vec<AlertSubscriptionView>> {
    let (subscriptions, targets) = futures::try_join!(settings.subscriptions(), settings.targets())?;
    Ok(subscriptions.into_iter().map(|subscription| view(subscription, &targets)).collect())
}

/// Stores a rule. The caller chooses the id of a new rule, so that a repeated call does not create a second one.
///
/// # Errors
/// [`Error::Invalid`] if a field is invalid or there are too many rules, [`Error::Conflict`] with the stored rule if
/// another user changed it.
pub async fn put_alert_subscription(
    uses: &Subscriptions,
    Request { permit, now, input: PutArguments { input } }: Request<PutArguments>,
) -> Result<AlertSubscriptionView> {
    let input = normalized(input);
    all_valid(errors(&input))?;
    let before = uses.settings.subscription(input.id).await?;
    if let Some(stored) = before.as_ref().filter(|stored| is_written_by(stored, &input, &permit)) {
        return uses.with_states(stored.clone(), now).await;
    }
    if before.as_ref().map(|before| before.version) != input.version {
        return Err(conflict(before.as_ref()));
    }
    if before.is_none() && uses.settings.subscriptions().await?.len() >= MAX_SUBSCRIPTIONS {
        let message = format!("There can be at most {MAX_SUBSCRIPTIONS} notification rules. Delete one first.");
        return Err(Error::invalid("input.name", message));
    }
    let after = applied(input, before.as_ref(), &permit, now);
    let value = |subscription: &AlertSubscription| json!(subscription);
    let changes = audit::changes(&before.as_ref().map(value).unwrap_or_default(), &value(&after), &BOOKKEEPING);
    let event = if before.is_some() { "UPDATED" } else { "CREATED" };
    let entry = Entry::new(Subject::AlertSubscription(after.id), event, &permit, now).with(changes);
    let put = uses.settings.put_subscription(&after, before.map(|before| before.version))?;
    let transaction = Transaction::new().with(put).audited(&uses.audit, &entry)?;
    if !transaction.send(uses.settings.client()).await?.is_written() {
        return Err(conflict(uses.settings.subscription(after.id).await?.as_ref()));
    }
    uses.with_states(after, now).await
}

/// Deletes a rule. A rule that does not exist is deleted already. The function that sends notices ends the subscriptions
/// of its targets within a minute.
///
/// # Errors
/// [`Error::Conflict`] with the stored rule if another user changed it.
pub async fn delete_alert_subscription(
    (settings, audit): &(SettingsStore, AuditTable),
    Request { permit, now, input: DeleteArguments { id, version } }: Request<DeleteArguments>,
) -> Result<bool> {
    let Some(before) = settings.subscription(id).await? else { return Ok(true) };
    if before.version != version {
        return Err(conflict(Some(&before)));
    }
    let changes = audit::changes(&json!(before), &json!({}), &BOOKKEEPING);
    let entry = Entry::new(Subject::AlertSubscription(id), "DELETED", &permit, now).with(changes);
    let delete = settings.delete_subscription(id, version)?;
    let transaction = Transaction::new().with(delete).audited(audit, &entry)?;
    if !transaction.send(settings.client()).await?.is_written() {
        return Err(conflict(settings.subscription(id).await?.as_ref()));
    }
    Ok(true)
}

/// Sends a test message to each target of a rule. A receiver whose subscription ended is asked to confirm again.
///
/// # Errors
/// [`Error::NotFound`] if the rule does not exist.
pub async fn test_alert_subscription(
    uses: &Subscriptions,
    Request { now, input: TestArguments { id }, .. }: Request<TestArguments>,
) -> Result<Vec<TestResult>> {
    let subscription = uses.settings.subscription(id).await?;
    let subscription = subscription.ok_or_else(|| Error::NotFound("This notification rule does not exist.".into()))?;
    let targets = uses.targets(&subscription, now).await?;
    let message = message::test_message(&subscription.name, &uses.notifications.web_url);
    let mut results = Vec::new();
    for target in subscription.targets() {
        let mut stored = targets.get(&target.id()).cloned();
        if stored.as_ref().is_some_and(|stored| stored.state == TargetState::Ended) {
            let requested = targets::request(&uses.notifications.topic, target, now).await?;
            uses.settings.put_target(&requested).await?;
            stored = Some(requested);
        }
        let outcome = uses.notifications.deliver(stored.as_ref(), target, &message).await;
        results.push(TestResult { target: target.clone(), outcome });
    }
    Ok(results)
}

impl Subscriptions {
    /// The targets of a rule after they are subscribed. If SNS fails, returns the stored ones: the rule is stored, and the
    /// function that sends notices repeats it within a minute.
    async fn targets(&self, subscription: &AlertSubscription, now: Instant) -> Result<BTreeMap<Uuid, StoredTarget>> {
        match targets::refresh(&self.settings, &self.notifications.topic, subscription, now).await {
            Ok(targets) => Ok(targets),
            Err(error) => {
                tracing::error!(cause = error.cause(), "the targets of alert notifications were not updated");
                self.settings.targets().await
            }
        }
    }

    async fn with_states(&self, subscription: AlertSubscription, now: Instant) -> Result<AlertSubscriptionView> {
        let targets = self.targets(&subscription, now).await?;
        Ok(view(subscription, &targets))
    }
}

fn view(subscription: AlertSubscription, targets: &BTreeMap<Uuid, StoredTarget>) -> AlertSubscriptionView {
    let state = |target: &Target| targets.get(&target.id()).map(|stored| stored.state).unwrap_or_default();
    AlertSubscriptionView {
        target_state: state(&subscription.target),
        escalation_state: subscription.escalation.as_ref().map(|escalation| state(&escalation.target)),
        subscription,
    }
}

fn conflict(current: Option<&AlertSubscription>) -> Error {
    let message = match current {
        Some(current) => format!("{} changed this notification rule. Reload it and try again.", current.updated_by),
        None => "Another user deleted this notification rule.".into(),
    };
    Error::Conflict { message, current: current.and_then(|current| serde_json::to_value(current).ok()) }
}

/// The input without surrounding whitespace and duplicates.
fn normalized(input: SubscriptionInput) -> SubscriptionInput {
    let trimmed = |target: Target| Target { address: target.address.trim().to_owned(), ..target };
    SubscriptionInput {
        name: input.name.trim().to_owned(),
        target: trimmed(input.target),
        escalation: input.escalation.map(|it| Escalation { target: trimmed(it.target), ..it }),
        shift: input.shift.map(|mut shift| {
            shift.days.sort_unstable();
            shift.days.dedup();
            shift
        }),
        ..input
    }
}

fn errors(input: &SubscriptionInput) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let mut report = |field: &str, message: &str| {
        let name = field.rsplit('.').next().unwrap_or(field);
        errors.push(FieldError::new(format!("input.{field}"), format!("{name} {message}")));
    };
    if input.name.is_empty() {
        report("name", "is required");
    } else if let Some(error) = too_long(&input.name, MAX_NAME) {
        report("name", &error);
    }
    if input.shift.as_ref().is_some_and(|shift| shift.days.is_empty()) {
        report("shift.days", "must have at least one day");
    }
    if let Some(error) = target::error(&input.target) {
        report("target.address", error);
    }
    if let Some(escalation) = &input.escalation {
        if !ESCALATION_MINUTES.contains(&escalation.after_minutes) {
            report("escalation.afterMinutes", "must be 5 to 1440");
        }
        if let Some(error) = target::error(&escalation.target) {
            report("escalation.target.address", error);
        } else if escalation.target == input.target {
            report("escalation.target.address", "must differ from the first receiver");
        }
    }
    errors
}

/// Whether the stored rule is the result of an earlier call of this user with the same input, whose response was lost.
fn is_written_by(stored: &AlertSubscription, input: &SubscriptionInput, permit: &Permit) -> bool {
    stored.version == input.version.unwrap_or_default() + 1
        && stored.updated_by == permit.user()
        && applied(input.clone(), None, permit, stored.updated_at)
            == AlertSubscription { version: 1, applies_from: stored.updated_at, ..stored.clone() }
}

/// The rule after the change. A rule that reports other fridges or kinds than before does not report older alerts.
fn applied(
    input: SubscriptionInput,
    before: Option<&AlertSubscription>,
    permit: &Permit,
    now: Instant,
) -> AlertSubscription {
    let regions = input.regions.map(Vec::from).unwrap_or_default();
    let kinds = input.kinds.map(Vec::from).unwrap_or_default();
    let same = before.filter(|before| before.regions == regions && before.kinds == kinds);
    AlertSubscription {
        id: input.id,
        version: before.map_or(0, |before| before.version) + 1,
        name: input.name,
        regions,
        kinds,
        shift: input.shift,
        target: input.target,
        escalation: input.escalation,
        notify_cleared: input.notify_cleared,
        applies_from: same.map_or(now, |before| before.applies_from),
        updated_at: now,
        updated_by: permit.user().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::Duration;
    use rstest::rstest;
    use serde_json::Value;

    fn input(changes: Value) -> SubscriptionInput {
        let mut value = json!({
            "id": Uuid::from_u128(1), "name": "Night", "notifyCleared": true,
            "regions": ["MW"], "kinds": ["TOO_WARM"],
            "shift": { "days": ["MONDAY"], "from": "22:00", "until": "06:00" },
            "target": { "kind": "EMAIL", "address": "ann@example.com" },
            "escalation": { "afterMinutes": 15, "target": { "kind": "WEBHOOK", "address": "https://hooks.example.com/x" } },
        });
        if let (Some(value), Value::Object(changes)) = (value.as_object_mut(), changes) {
            value.extend(changes);
        }
        serde_json::from_value(value).unwrap()
    }

    #[rstest]
    #[case::valid(json!({}), &[])]
    #[case::always_for_all(json!({ "regions": null, "kinds": [], "shift": null, "escalation": null }), &[])]
    #[case::without_a_name(json!({ "name": "  " }), &["input.name: name is required"])]
    #[case::long_name(json!({ "name": "x".repeat(81) }), &["input.name: name can have at most 80 characters"])]
    #[case::without_days(
        json!({ "shift": { "days": [], "from": "22:00", "until": "06:00" } }),
        &["input.shift.days: days must have at least one day"]
    )]
    #[case::address(
        json!({ "target": { "kind": "EMAIL", "address": "ann" } }),
        &["input.target.address: address must be an e-mail address such as dispatch@example.com"]
    )]
    #[case::escalation(
        json!({ "escalation": { "afterMinutes": 4, "target": { "kind": "EMAIL", "address": " ann@example.com " } } }),
        &[
            "input.escalation.afterMinutes: afterMinutes must be 5 to 1440",
            "input.escalation.target.address: address must differ from the first receiver",
        ]
    )]
    fn reports_each_invalid_field(#[case] changes: Value, #[case] expected: &[&str]) {
        let errors: Vec<String> = errors(&normalized(input(changes)))
            .into_iter()
            .map(|error| format!("{}: {}", error.field, error.message))
            .collect();
        assert_eq!(errors, expected);
    }

    #[test]
    fn a_rule_applies_to_alerts_after_it_was_created_or_reports_others() {
        let permit = Permit::system("ann");
        let at = |minutes: i64| "2026-11-21T10:00:00Z".parse::<Instant>().unwrap().plus(Duration::minutes(minutes));
        let created = applied(input(json!({})), None, &permit, at(0));
        assert_eq!((created.version, created.applies_from), (1, at(0)));
        let renamed = applied(input(json!({ "name": "Day" })), Some(&created), &permit, at(1));
        assert_eq!((renamed.version, renamed.applies_from, renamed.updated_at), (2, at(0), at(1)));
        let extended = applied(input(json!({ "regions": [] })), Some(&renamed), &permit, at(2));
        assert_eq!((extended.version, extended.applies_from), (3, at(2)));
    }

    #[test]
    fn recognizes_a_repeated_call_of_the_same_user() {
        let permit = Permit::system("ann");
        let at: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        let created = applied(input(json!({})), None, &permit, at);
        assert!(is_written_by(&created, &input(json!({})), &permit));
        assert!(!is_written_by(&created, &input(json!({ "name": "Day" })), &permit));
        assert!(!is_written_by(&created, &input(json!({ "version": 1 })), &permit));
        assert!(!is_written_by(&created, &input(json!({})), &Permit::system("bob")));
        let renamed = applied(input(json!({ "name": "Day" })), Some(&created), &permit, at);
        assert!(is_written_by(&renamed, &input(json!({ "name": "Day", "version": 1 })), &permit));
    }

    #[test]
    fn a_rule_shows_the_states_of_its_targets() {
        let subscription =
            applied(input(json!({})), None, &Permit::system("ann"), "2026-11-21T10:00:00Z".parse().unwrap());
        let stored = StoredTarget {
            id: subscription.target.id(),
            target: subscription.target.clone(),
            state: TargetState::Confirmed,
            requested_at: subscription.updated_at,
        };
        let view = json!(view(subscription, &[(stored.id, stored)].into()));
        assert_eq!((&view["targetState"], &view["escalationState"]), (&json!("CONFIRMED"), &json!("NEW")));
        assert_eq!(view["target"]["address"], "ann@example.com");
    }
}
