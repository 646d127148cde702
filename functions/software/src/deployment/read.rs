//! Lists deployments, and reads one with its progress, its history and its targets.

use super::{
    model::{Counts, Deployment, ProgressPoint, Target, TargetState},
    observe::Observation,
};
use crate::store::DeploymentStore;
use futures::try_join;
use health::store::LatestStore;
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{
    Error, Instant, Page, Result,
    audit::{AuditTable, Entry, Subject},
};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// A deployment with the sums of its stages.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeploymentView {
    #[serde(flatten)]
    deployment: Deployment,
    counts: Counts,
    fridges: u32,
}

impl From<Deployment> for DeploymentView {
    fn from(deployment: Deployment) -> Self {
        let counts = deployment.counts();
        Self { deployment, counts, fridges: counts.total() }
    }
}

/// Arguments of `fridgeDeployments`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct FridgeDeploymentsArguments {
    next_token: Option<String>,
}

/// A page of deployments, newest first.
pub async fn fridge_deployments(
    store: &DeploymentStore,
    arguments: FridgeDeploymentsArguments,
) -> Result<Page<DeploymentView>> {
    let Page { items, next_token } = store.page(arguments.next_token.as_deref()).await?;
    Ok(Page { items: items.into_iter().map(DeploymentView::from).collect(), next_token })
}

/// Arguments of `fridgeDeployment`.
#[derive(Debug, Deserialize)]
pub struct FridgeDeploymentArguments {
    id: Uuid,
}

/// A deployment with its progress and history.
#[derive(Debug, Serialize)]
pub struct DeploymentDetail {
    deployment: DeploymentView,
    progress: Vec<ProgressPoint>,
    history: Vec<DeploymentEvent>,
}

/// A change of a deployment's state.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeploymentEvent {
    id: String,
    at: Instant,
    user: String,
    event: String,
    started_stages: Option<u64>,
    reason: Option<String>,
}

/// The deployment, or `None` if it does not exist. The history contains the newest entries of one page.
pub async fn fridge_deployment(
    (store, audit): &(DeploymentStore, AuditTable),
    FridgeDeploymentArguments { id }: FridgeDeploymentArguments,
) -> Result<Option<DeploymentDetail>> {
    let history = audit.history(Subject::FridgeDeployment(id), None);
    let (deployment, progress, history) = try_join!(store.get(id), store.progress(id), history)?;
    Ok(deployment.map(|deployment| DeploymentDetail {
        deployment: deployment.into(),
        progress,
        history: history.items.into_iter().map(DeploymentEvent::from).collect(),
    }))
}

impl From<Entry> for DeploymentEvent {
    fn from(entry: Entry) -> Self {
        let started = entry.changes.iter().find(|change| change.attribute == "startedStages");
        Self {
            id: entry.entry,
            at: entry.at,
            user: entry.user,
            event: entry.event,
            started_stages: started.and_then(|change| change.to.as_ref()).and_then(Value::as_u64),
            reason: entry.reason,
        }
    }
}

/// Arguments of `fridgeDeploymentTargets`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeDeploymentTargetsArguments {
    id: Uuid,
    #[serde(default)]
    state: Option<TargetState>,
    #[serde(default)]
    next_token: Option<String>,
}

/// A target with the version that it reports now.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetView {
    #[serde(flatten)]
    target: Target,
    running_version: Option<String>,
    reported_at: Option<Instant>,
}

/// A page of the fridges of a deployment, by stage and id, of all states or of one.
///
/// # Errors
/// [`Error::NotFound`] if the deployment does not exist, [`Error::Invalid`] if the token is invalid.
pub async fn fridge_deployment_targets(
    (store, latest): &(DeploymentStore, LatestStore),
    FridgeDeploymentTargetsArguments { id, state, next_token }: FridgeDeploymentTargetsArguments,
) -> Result<Page<TargetView>> {
    let (deployment, page) = try_join!(store.get(id), store.target_page(id, state, next_token.as_deref()))?;
    let deployment = deployment.ok_or_else(|| not_found(id))?;
    let ids: BTreeSet<LocationId> = page.items.iter().map(|target| target.fridge.clone()).collect();
    let latest = latest.get_all(&ids).await?.into_iter();
    let mut observations: BTreeMap<LocationId, Observation> =
        latest.map(|latest| (latest.location_id.clone(), Observation::of(&latest, deployment.artifact_type))).collect();
    let view = |target: Target| {
        let Observation { version, received_at, .. } = observations.remove(&target.fridge).unwrap_or_default();
        TargetView { target, running_version: version, reported_at: received_at }
    };
    Ok(Page { items: page.items.into_iter().map(view).collect(), next_token: page.next_token })
}

/// The error for a deployment that does not exist.
pub(super) fn not_found(id: Uuid) -> Error {
    Error::NotFound(format!("There is no deployment {id}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deployment::testing;
    use serde_json::json;
    use shared::{Permit, audit::Change};

    #[test]
    fn a_deployment_contains_its_stages_and_their_sums() {
        let (deployment, _) = testing::deployment(40, 0);
        let view = serde_json::to_value(DeploymentView::from(deployment)).unwrap();
        assert_eq!((&view["fridges"], &view["counts"]["waiting"]), (&json!(40), &json!(40)));
        assert_eq!(view["stages"][0]["percent"], 5);
        assert_eq!(view["stages"][0]["counts"]["waiting"], 2);
        assert_eq!((&view["artifactVersion"], &view["state"]), (&json!("1.2"), &json!("RUNNING")));
    }

    #[test]
    fn an_event_contains_the_started_stages_and_the_reason() {
        let now = "2026-11-21T10:00:00Z".parse().unwrap();
        let change = Change { attribute: "startedStages".into(), from: Some(json!(1)), to: Some(json!(2)) };
        let entry = Entry::new(Subject::FridgeDeployment(Uuid::nil()), "CONTINUED", &Permit::system("test"), now);
        let event = DeploymentEvent::from(entry.with(vec![change]).with_reason(Some("Looks good".into())));
        assert_eq!((event.event.as_str(), event.started_stages), ("CONTINUED", Some(2)));
        assert_eq!(event.reason.as_deref(), Some("Looks good"));
    }
}
