//! The worker that advances unfinished deployments, every minute: it compares reported with desired versions, stops a
//! deployment whose fridges get worse, sends the version to the fridges of started stages, and rolls back. A version is
//! stored with the target in one transaction and then published. A target keeps that publishing is pending until it
//! succeeds, so that the next run repeats it.
//!
//! All results are derived from the stored state, and every write is conditional on the state that was read. Runs can
//! therefore overlap, stop halfway and be repeated. A transaction that sends requires that no user has changed the
//! deployment since it was read. If another run stored a target first, a run reads the targets again. If another run stored
//! a check first, a run does not store its own, because its counts may be outdated.

use super::{
    machine::{self, Step},
    model::{Deployment, DeploymentState, ProgressPoint, Target, TargetState},
    observe::{self, Observation},
    progress, stages, transition,
};
use crate::{
    bucket::ArtifactBucket,
    change::{Change, Decision, Links, Outcome},
    model::Deployed,
    publish::PUBLISH_LIMIT,
    roll_back, rules,
    store::DeploymentStore,
    transport::{DeliverArtifacts, MqttTransport},
    version::Version,
};
use chrono::Duration;
use health::store::LatestStore;
use locations::{
    model::{Location, LocationId, LocationStatus},
    store::LocationStore,
};
use serde_json::{Value, json};
use shared::{Environment, FromEnvironment, Instant, Permit, Result, audit::AuditTable, table::TransactWriteItem};
use std::collections::{BTreeMap, BTreeSet};
use tokio::time;

/// The name of the worker in the history.
const WORKER: &str = "advance-fridge-deployments";
/// Number of fridges whose reports are read together.
const REPORT_PAGE: usize = 500;
/// Number of fridges that are sent or rolled back together.
const SEND_PAGE: usize = 100;
/// Time after which a run starts no further page of fridges. The timeout of the function is 60 seconds.
const TIME_LIMIT: time::Duration = time::Duration::from_secs(35);
/// Time until the next check while fridges are expected to change.
const SHORT_INTERVAL: Duration = Duration::seconds(50);
/// Time until the next check while a deployment only waits for a user.
const LONG_INTERVAL: Duration = Duration::minutes(5);

/// The dependencies of the worker.
#[derive(Debug)]
pub struct AdvanceDependencies {
    deployments: DeploymentStore,
    latest: LatestStore,
    locations: LocationStore,
    bucket: ArtifactBucket,
    transport: MqttTransport,
    audit: AuditTable,
}

impl FromEnvironment for AdvanceDependencies {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let (deployments, latest, locations) = FromEnvironment::from_environment(environment)?;
        let (bucket, transport, audit) = FromEnvironment::from_environment(environment)?;
        Ok(Self { deployments, latest, locations, bucket, transport, audit })
    }
}

/// Advances the unfinished deployments that are due, the most overdue first. The next run continues with the others.
///
/// # Errors
/// The first error of a deployment, after the others were advanced.
pub async fn advance(dependencies: &AdvanceDependencies, now: Instant) -> Result<Value> {
    let started = time::Instant::now();
    let active = dependencies.deployments.all_active().await?;
    let mut due = dependencies.deployments.get_all(&active).await?;
    due.retain(|deployment| deployment.next_check_at.is_some_and(|at| at <= now));
    due.sort_by_key(|deployment| deployment.next_check_at);
    let (mut advanced, mut first_error, count) = (0, None, due.len());
    for deployment in due {
        if started.elapsed() >= TIME_LIMIT {
            break;
        }
        let id = deployment.id;
        match (Run { dependencies, now, started, deployment }).advance().await {
            Ok(()) => advanced += 1,
            Err(error) => {
                tracing::warn!(%id, cause = error.cause(), "the deployment was not advanced");
                first_error.get_or_insert(error);
            }
        }
    }
    first_error.map_or_else(|| Ok(json!({ "due": count, "advanced": advanced })), Err)
}

/// The advance of one deployment.
struct Run<'a> {
    dependencies: &'a AdvanceDependencies,
    now: Instant,
    started: time::Instant,
    deployment: Deployment,
}

impl Run<'_> {
    async fn advance(mut self) -> Result<()> {
        let before = self.deployment.clone();
        let mut targets = self.dependencies.deployments.targets(self.deployment.id).await?;
        let observations = self.observations(&targets).await?;
        let mut step = None;
        if self.deployment.state == DeploymentState::RolledBack {
            self.roll_back(&mut targets).await?;
            self.publish(&mut targets).await?;
        } else {
            self.observe(&mut targets, &observations).await?;
            step = self.stop(&targets, &observations);
            self.send(&mut targets).await?;
            self.publish(&mut targets).await?;
            if machine::is_complete(&self.deployment, &targets) {
                step = step.or_else(|| self.step(Step::Complete, None));
            }
        }
        let is_stored = self.store(&targets, &observations, &before, step).await?;
        if !is_stored {
            // The next run checks the new state.
            tracing::info!(id = %before.id, "a user or another run changed the deployment during the check");
        }
        Ok(())
    }

    /// What the fridges of the deployment reported last. Fridges that never reported are left out.
    async fn observations(&self, targets: &[Target]) -> Result<BTreeMap<LocationId, Observation>> {
        let mut observations = BTreeMap::new();
        for page in targets.chunks(REPORT_PAGE) {
            let ids: BTreeSet<LocationId> = page.iter().map(|target| target.fridge.clone()).collect();
            let latest = self.dependencies.latest.get_all(&ids).await?.into_iter();
            let artifact = self.deployment.artifact_type;
            observations.extend(latest.map(|latest| (latest.location_id.clone(), Observation::of(&latest, artifact))));
        }
        Ok(observations)
    }

    /// Stores which fridges reported the version, and which did not in time.
    async fn observe(&self, targets: &mut Vec<Target>, observations: &BTreeMap<LocationId, Observation>) -> Result<()> {
        let (missing, version) = (Observation::default(), &self.deployment.artifact_version);
        let next = |target: &Target| {
            let observation = observations.get(&target.fridge).unwrap_or(&missing);
            observe::next_state(target, version, observation, self.now)
        };
        self.replace(targets, next).await
    }

    /// Stops the deployment if the health of its fridges worsened. Returns the step.
    fn stop(&mut self, targets: &[Target], observations: &BTreeMap<LocationId, Observation>) -> Option<Step> {
        if !matches!(self.deployment.state, DeploymentState::Running | DeploymentState::Paused) {
            return None;
        }
        let reason = observe::stop_reason(targets, observations, self.now)?;
        self.step(Step::Stop, Some(reason))
    }

    /// Applies a step to the deployment in memory. Returns it if it is possible.
    fn step(&mut self, step: Step, reason: Option<String>) -> Option<Step> {
        let after = transition::apply(&self.deployment, step, WORKER, reason, self.now).ok()?;
        self.deployment = after;
        Some(step)
    }

    /// Sends the version to the waiting fridges of started stages, page by page.
    async fn send(&self, targets: &mut Vec<Target>) -> Result<()> {
        let waiting: Vec<LocationId> = targets
            .iter()
            .filter(|target| machine::can_send(&self.deployment, target))
            .map(|target| target.fridge.clone())
            .collect();
        for page in waiting.chunks(SEND_PAGE) {
            if self.started.elapsed() >= TIME_LIMIT {
                break;
            }
            self.send_page(page, targets).await?;
        }
        Ok(())
    }

    async fn send_page(&self, page: &[LocationId], targets: &mut Vec<Target>) -> Result<()> {
        let page: BTreeSet<LocationId> = page.iter().cloned().collect();
        let locations = self.dependencies.locations.get_all(page.clone()).await?;
        let skip = |target: &Target| {
            let reason = page.contains(&target.fridge).then(|| skip_reason(locations.get(&target.fridge)))??;
            Some(target.with_reason(TargetState::Skipped, reason.into(), self.now))
        };
        self.replace(targets, skip).await?;
        let fridges = page.into_iter().filter(|id| skip_reason(locations.get(id)).is_none()).collect();
        let version = &self.deployment.artifact_version;
        let decide = |before: Option<&Deployed>| match rules::plan_deployment(before, version) {
            Some(after) => Decision::Write(after),
            None => Decision::AlreadyDone(version.clone()),
        };
        let after = |target: &Target, outcome: &Outcome| match outcome {
            Outcome::Written(before, version) => Some(self.sent(target, before.clone(), version)),
            Outcome::AlreadyDone(version) => Some(self.sent(target, Some(version.clone()), version)),
            // The next run tries again.
            Outcome::Rejected(_) | Outcome::Failed(_) => None,
        };
        self.deliver("DEPLOYED", fridges, targets, decide, after).await
    }

    /// The target after the version was sent.
    fn sent(&self, target: &Target, previous: Option<Version>, version: &Version) -> Target {
        Target {
            previous_version: previous,
            desired_version: Some(version.clone()),
            sent_at: Some(self.now),
            publish_pending: true,
            ..target.with_state(TargetState::Sent, self.now)
        }
    }

    /// Rolls back the fridges to which the version was sent, page by page.
    async fn roll_back(&self, targets: &mut Vec<Target>) -> Result<()> {
        let version = &self.deployment.artifact_version;
        let keep = |target: &Target| {
            let is_unchanged = target.previous_version.as_ref() == Some(version);
            let reason = format!("Version {version} was deployed before this deployment");
            (machine::can_roll_back(&self.deployment, target) && is_unchanged)
                .then(|| target.with_reason(TargetState::NotRolledBack, reason, self.now))
        };
        self.replace(targets, keep).await?;
        let updated: Vec<LocationId> = targets
            .iter()
            .filter(|target| machine::can_roll_back(&self.deployment, target))
            .map(|target| target.fridge.clone())
            .collect();
        for page in updated.chunks(SEND_PAGE) {
            if self.started.elapsed() >= TIME_LIMIT {
                break;
            }
            let stored = self.dependencies.transport.desired(page).await?;
            let artifact = self.deployment.artifact_type;
            let keys = roll_back::object_keys(&self.dependencies.bucket, artifact, &stored).await?;
            let decide = |before: Option<&Deployed>| roll_back::decide(before, version, &keys);
            let after = |target: &Target, outcome: &Outcome| match outcome {
                Outcome::Written(_, version) | Outcome::AlreadyDone(version) => Some(Target {
                    desired_version: Some(version.clone()),
                    publish_pending: true,
                    ..target.with_state(TargetState::RolledBack, self.now)
                }),
                Outcome::Rejected(why) => Some(target.with_reason(TargetState::NotRolledBack, why.clone(), self.now)),
                Outcome::Failed(_) => None,
            };
            self.deliver("ROLLED_BACK", page.to_vec(), targets, decide, after).await?;
        }
        Ok(())
    }

    /// Delivers to fridges and stores their targets. A fridge that is written and its target are one transaction, so
    /// that a rollback finds every fridge to which the version was sent.
    async fn deliver(
        &self,
        event: &'static str,
        fridges: Vec<LocationId>,
        targets: &mut Vec<Target>,
        decide: impl Fn(Option<&Deployed>) -> Decision + Sync,
        after: impl Fn(&Target, &Outcome) -> Option<Target> + Send + Sync,
    ) -> Result<()> {
        let dependencies = self.dependencies;
        let requested: BTreeSet<&LocationId> = fridges.iter().collect();
        let before: BTreeMap<LocationId, Target> = targets
            .iter()
            .filter(|target| requested.contains(&target.fridge))
            .map(|target| (target.fridge.clone(), target.clone()))
            .collect();
        let link = |fridge: &LocationId, from: Option<&Deployed>, to: &Deployed| -> Result<Option<TransactWriteItem>> {
            let outcome = Outcome::Written(from.map(|from| from.version.clone()), to.version.clone());
            let Some(target) = before.get(fridge) else { return Ok(None) };
            let Some(after) = after(target, &outcome) else { return Ok(None) };
            dependencies.deployments.replace_target(self.deployment.id, target.state, &after).map(Some)
        };
        let guard = dependencies.deployments.guard(&self.deployment)?;
        let permit = Permit::system(WORKER);
        let change = Change {
            transport: &dependencies.transport,
            permit: &permit,
            on_behalf_of: Some(&self.deployment.sent_for),
            now: self.now,
            artifact: self.deployment.artifact_type,
            event,
            decide,
            links: Links { guard: Some(&guard), link: &link },
        };
        let stored = dependencies.transport.desired(&fridges).await?;
        let outcomes: BTreeMap<LocationId, Outcome> = change.apply(fridges, &stored).await.into_iter().collect();
        let is_written = |target: &Target| matches!(outcomes.get(&target.fridge), Some(Outcome::Written(..)));
        let next = |target: &Target| after(target, outcomes.get(&target.fridge)?);
        for target in targets.iter_mut().filter(|target| is_written(target)) {
            if let Some(after) = next(target) {
                *target = after;
            }
        }
        self.replace(targets, |target| if is_written(target) { None } else { next(target) }).await
    }

    /// Publishes the desired software of the fridges for which that is pending, page by page. After a page without a
    /// success, the next run continues.
    async fn publish(&self, targets: &mut Vec<Target>) -> Result<()> {
        let pending = targets.iter().filter(|target| target.publish_pending);
        let pending: Vec<LocationId> = pending.map(|target| target.fridge.clone()).collect();
        for page in pending.chunks(SEND_PAGE) {
            if self.started.elapsed() >= TIME_LIMIT {
                break;
            }
            let unpublished = self.dependencies.transport.publish(page, PUBLISH_LIMIT).await;
            let requested: BTreeSet<&LocationId> = page.iter().collect();
            let after = |target: &Target| {
                let is_unpublished = unpublished.contains(&target.fridge);
                let published = || requested.contains(&target.fridge).then(|| target.published());
                if is_unpublished { target.unpublished() } else { published() }
            };
            self.replace(targets, after).await?;
            if unpublished.len() == page.len() {
                break;
            }
        }
        Ok(())
    }

    /// Stores the targets that change, and changes them in memory. If another run replaced one of them first, reads all
    /// targets again: a later write must not contain outdated values.
    async fn replace(&self, targets: &mut Vec<Target>, next: impl Fn(&Target) -> Option<Target>) -> Result<()> {
        let mut changes = Vec::new();
        for target in targets.iter_mut() {
            if let Some(after) = next(target) {
                changes.push((target.state, after.clone()));
                *target = after;
            }
        }
        if !self.dependencies.deployments.replace_targets(self.deployment.id, &changes).await? {
            *targets = self.dependencies.deployments.targets(self.deployment.id).await?;
        }
        Ok(())
    }

    /// Stores the counts, the progress and the next check. Returns `false` if a user or another run changed the
    /// deployment during the check.
    async fn store(
        mut self,
        targets: &[Target],
        observations: &BTreeMap<LocationId, Observation>,
        before: &Deployment,
        step: Option<Step>,
    ) -> Result<bool> {
        let (now, dependencies) = (self.now, self.dependencies);
        stages::count(&mut self.deployment, targets);
        let is_settled = machine::is_settled(&self.deployment, targets);
        let running = |target: &Target| observations.get(&target.fridge).and_then(|seen| seen.version.as_deref());
        let after = Deployment {
            running_versions: observe::count_versions(targets.iter().map(running)),
            checked_at: Some(now),
            next_check_at: (!is_settled).then(|| now.plus(interval(&self.deployment, targets))),
            ..self.deployment
        };
        let mut points = dependencies.deployments.progress(after.id).await?;
        let is_new_point = progress::record(&mut points, ProgressPoint { at: now, counts: after.counts() });
        let permit = Permit::system(WORKER);
        let entry = step.map(|step| transition::entry(before, &after, step, &permit, now));
        let entry = entry.as_ref().map(|entry| (&dependencies.audit, entry));
        let points = is_new_point.then_some(points.as_slice());
        dependencies.deployments.store_check(before, &after, points, entry).await
    }
}

/// The time until the next check of a deployment.
fn interval(deployment: &Deployment, targets: &[Target]) -> Duration {
    let is_changing = targets.iter().any(|target| {
        target.state == TargetState::Sent
            || target.publish_pending
            || machine::can_send(deployment, target)
            || machine::can_roll_back(deployment, target)
    });
    if is_changing { SHORT_INTERVAL } else { LONG_INTERVAL }
}

/// Why the version is not sent to a location; `None` if it is.
fn skip_reason(location: Option<&Location>) -> Option<&'static str> {
    match location.map(|location| location.status) {
        Some(LocationStatus::LIVE) => None,
        Some(LocationStatus::OFFLINE) => Some("The fridge is offline"),
        Some(LocationStatus::DEAD) => Some("The fridge is retired"),
        None => Some("The fridge was removed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deployment::testing;

    #[test]
    fn a_deployment_is_checked_often_only_while_fridges_are_expected_to_change() {
        let (deployment, mut targets) = testing::deployment(40, 0);
        assert_eq!(interval(&deployment, &targets), SHORT_INTERVAL);
        let paused = Deployment { state: DeploymentState::Paused, ..deployment.clone() };
        assert_eq!(interval(&paused, &targets), LONG_INTERVAL);
        for target in targets.iter_mut().filter(|target| target.stage == 0) {
            *target = target.with_state(TargetState::Running, deployment.created_at);
        }
        // The fridges of later stages wait for a user.
        assert_eq!(interval(&deployment, &targets), LONG_INTERVAL);
        targets[0].publish_pending = true;
        assert_eq!(interval(&paused, &targets), SHORT_INTERVAL);
        targets[0].publish_pending = false;
        targets[0].state = TargetState::Sent;
        assert_eq!(interval(&paused, &targets), SHORT_INTERVAL);
    }

    #[test]
    fn a_location_out_of_service_is_skipped() {
        assert_eq!(skip_reason(None), Some("The fridge was removed"));
    }
}
