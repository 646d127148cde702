//! Continues, pauses and rolls back a deployment on behalf of a user. The worker acts on the new state within a minute.

use super::{
    create::check_reason,
    machine::{self, Scope, Step},
    model::Deployment,
    read::{DeploymentView, not_found},
};
use crate::store::DeploymentStore;
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{
    Error, Instant, Permit, Request, Result,
    audit::{self, AuditTable, Entry, Subject},
};
use uuid::Uuid;

/// Arguments of `continueFridgeDeployment`.
#[derive(Debug, Deserialize)]
pub struct ContinueFridgeDeploymentArguments {
    id: Uuid,
    version: u64,
    scope: Scope,
}

/// Arguments of `pauseFridgeDeployment` and `rollBackFridgeDeployment`.
#[derive(Debug, Deserialize)]
pub struct ChangeFridgeDeploymentArguments {
    id: Uuid,
    version: u64,
    #[serde(default)]
    reason: Option<String>,
}

/// The dependencies of these calls.
pub type TransitionDependencies = (DeploymentStore, AuditTable);

/// Starts the next stage or all stages, or continues a paused deployment.
///
/// # Errors
/// [`Error::NotFound`]; [`Error::Conflict`] if the deployment has another version or cannot continue.
pub async fn continue_fridge_deployment(
    dependencies: &TransitionDependencies,
    Request { permit, now, input }: Request<ContinueFridgeDeploymentArguments>,
) -> Result<DeploymentView> {
    let ContinueFridgeDeploymentArguments { id, version, scope } = input;
    change(dependencies, (&permit, now), (id, version), Step::Continue(scope), None).await
}

/// Pauses a deployment. Fridges to which the version was sent keep it.
///
/// # Errors
/// As [`continue_fridge_deployment`], and [`Error::Invalid`] if the reason is too long.
pub async fn pause_fridge_deployment(
    dependencies: &TransitionDependencies,
    Request { permit, now, input }: Request<ChangeFridgeDeploymentArguments>,
) -> Result<DeploymentView> {
    let ChangeFridgeDeploymentArguments { id, version, reason } = input;
    change(dependencies, (&permit, now), (id, version), Step::Pause, reason).await
}

/// Rolls back each fridge of a deployment to its previous version.
///
/// # Errors
/// As [`pause_fridge_deployment`].
pub async fn roll_back_fridge_deployment(
    dependencies: &TransitionDependencies,
    Request { permit, now, input }: Request<ChangeFridgeDeploymentArguments>,
) -> Result<DeploymentView> {
    let ChangeFridgeDeploymentArguments { id, version, reason } = input;
    change(dependencies, (&permit, now), (id, version), Step::RollBack, reason).await
}

async fn change(
    (store, audit): &TransitionDependencies,
    (permit, now): (&Permit, Instant),
    (id, version): (Uuid, u64),
    step: Step,
    reason: Option<String>,
) -> Result<DeploymentView> {
    let reason = check_reason(reason).map_err(|error| Error::Invalid(vec![error]))?;
    let before = store.get(id).await?.ok_or_else(|| not_found(id))?;
    if before.version != version {
        return Err(changed_first(before));
    }
    let after = match apply(&before, step, permit.user(), reason, now) {
        Ok(after) => after,
        Err(message) => return Err(conflict(message, before)),
    };
    let entry = entry(&before, &after, step, permit, now);
    if store.change(&after, version, (audit, &entry)).await? {
        return Ok(after.into());
    }
    Err(changed_first(store.get(id).await?.ok_or_else(|| not_found(id))?))
}

fn changed_first(stored: Deployment) -> Error {
    conflict("The deployment has changed since the page was loaded. Check its state and try again.".into(), stored)
}

fn conflict(message: String, stored: Deployment) -> Error {
    Error::Conflict { message, current: Some(json!(DeploymentView::from(stored))) }
}

/// The deployment after a step.
///
/// # Errors
/// Why the step is impossible and what to do.
pub(super) fn apply(
    before: &Deployment,
    step: Step,
    user: &str,
    reason: Option<String>,
    now: Instant,
) -> Result<Deployment, String> {
    let (state, started_stages) = machine::next(before, step)?;
    let sends = matches!(step, Step::Continue(_) | Step::RollBack);
    Ok(Deployment {
        state,
        state_reason: reason,
        started_stages,
        changed_at: now,
        changed_by: user.to_owned(),
        sent_for: if sends { user.to_owned() } else { before.sent_for.clone() },
        next_check_at: Some(now),
        version: before.version + 1,
        ..before.clone()
    })
}

/// The history entry of a step.
pub(super) fn entry(before: &Deployment, after: &Deployment, step: Step, permit: &Permit, now: Instant) -> Entry {
    let event = match step {
        Step::Continue(_) => "CONTINUED",
        Step::Pause => "PAUSED",
        Step::Stop => "STOPPED",
        Step::Complete => "COMPLETED",
        Step::RollBack => "ROLLED_BACK",
    };
    let values = |deployment: &Deployment| -> Value {
        json!({ "state": deployment.state, "startedStages": deployment.started_stages })
    };
    let changes = audit::changes(&values(before), &values(after), &[]);
    let subject = Subject::FridgeDeployment(after.id);
    Entry::new(subject, event, permit, now).with(changes).with_reason(after.state_reason.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deployment::{model::DeploymentState, testing};
    use chrono::Duration;

    #[test]
    fn a_step_states_the_user_and_increases_the_version() {
        let (before, _) = testing::deployment(40, 0);
        let now = before.created_at.plus(Duration::hours(1));
        let paused = apply(&before, Step::Pause, "bob@larder.example", Some("Two alerts".into()), now).unwrap();
        assert_eq!((paused.state, paused.version), (DeploymentState::Paused, 2));
        assert_eq!((paused.changed_at, paused.changed_by.as_str()), (now, "bob@larder.example"));
        // A pause sends nothing, so the version is still sent on behalf of the author.
        assert_eq!(paused.sent_for, "ann@larder.example");
        let continued = apply(&paused, Step::Continue(Scope::NextStage), "bob@larder.example", None, now).unwrap();
        assert_eq!((continued.started_stages, continued.sent_for.as_str()), (2, "bob@larder.example"));
        assert_eq!(continued.state_reason, None);
    }

    #[test]
    fn a_history_entry_contains_the_changed_state_and_stages_with_the_reason() {
        let (before, _) = testing::deployment(40, 0);
        let permit = Permit::system("test");
        let step = Step::Continue(Scope::AllStages);
        let after = apply(&before, step, "test", None, before.created_at).unwrap();
        let continued = entry(&before, &after, step, &permit, before.created_at);
        assert_eq!(continued.event, "CONTINUED");
        let changes: Vec<_> = continued.changes.into_iter().map(|change| (change.attribute, change.to)).collect();
        assert_eq!(changes, [("startedStages".to_owned(), Some(json!(3)))]);
        let stopped = apply(&before, Step::Stop, "test", Some("2 of 2 are silent".into()), before.created_at).unwrap();
        let stopped = entry(&before, &stopped, Step::Stop, &permit, before.created_at);
        assert_eq!((stopped.event.as_str(), stopped.reason.as_deref()), ("STOPPED", Some("2 of 2 are silent")));
    }

    #[test]
    fn a_rejected_step_is_a_conflict_with_the_stored_deployment() {
        let (deployment, _) = testing::deployment(40, 0);
        let rejected = apply(&deployment, Step::Continue(Scope::StartedStages), "test", None, deployment.created_at);
        let Error::Conflict { message, current } = conflict(rejected.unwrap_err(), deployment) else { panic!() };
        assert_eq!(message, "The deployment is already running.");
        assert_eq!(current.unwrap()["version"], 1);
    }
}
