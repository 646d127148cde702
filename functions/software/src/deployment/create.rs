//! Creates a deployment and starts its first stage.

use super::{
    machine,
    model::{Deployment, DeploymentState, Target},
    read::DeploymentView,
    stages,
};
use crate::{
    bucket::ArtifactBucket,
    model::{ArtifactType, Pilot},
    rules,
    store::{Active, DeploymentStore, PilotStore},
    version::Version,
};
use futures::{StreamExt, TryStreamExt, stream};
use locations::{
    model::{LocationId, LocationType},
    store::LocationStore,
};
use serde::Deserialize;
use serde_json::json;
use shared::{
    Environment, Error, FieldError, FromEnvironment, Instant, Permit, Request, Result,
    audit::{AuditTable, Change, Entry, Subject},
};
use std::collections::BTreeSet;
use uuid::Uuid;

/// Maximum number of unfinished deployments per artifact. A new deployment reads the fridges of all of them.
const MAX_ACTIVE: usize = 20;
/// Maximum length of a reason, in characters.
pub(super) const MAX_REASON: usize = 500;
/// Number of deployments whose fridges are read in parallel.
const CONCURRENCY: usize = 4;
/// Maximum attempts to store a deployment while other deployments of the artifact are created or finish. An attempt fails
/// only if another call succeeded, so this number of concurrent calls succeeds.
const MAX_ATTEMPTS: usize = 10;

/// The dependencies of `createFridgeDeployment`.
#[derive(Debug)]
pub struct CreateDependencies {
    locations: LocationStore,
    bucket: ArtifactBucket,
    pilots: PilotStore,
    deployments: DeploymentStore,
    audit: AuditTable,
}

impl FromEnvironment for CreateDependencies {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let (locations, bucket, pilots) = FromEnvironment::from_environment(environment)?;
        let (deployments, audit) = FromEnvironment::from_environment(environment)?;
        Ok(Self { locations, bucket, pilots, deployments, audit })
    }
}

/// Arguments of `createFridgeDeployment`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateFridgeDeploymentArguments {
    artifact_type: ArtifactType,
    version: String,
    /// The fridges, in addition to those of the pilot.
    #[serde(default)]
    fridges: Option<Vec<String>>,
    /// The pilot whose fridges are the first stage.
    #[serde(default)]
    pilot_id: Option<String>,
    /// The shares of the stages in percent.
    #[serde(default)]
    stages: Option<Vec<u32>>,
    #[serde(default)]
    reason: Option<String>,
    /// The idempotency key: a repeated call with the same values returns the same deployment.
    client_token: Uuid,
}

/// The validated request.
struct Plan {
    artifact: ArtifactType,
    version: Version,
    pilot: Option<Pilot>,
    fridges: BTreeSet<LocationId>,
    percents: Vec<u32>,
    reason: Option<String>,
}

/// Creates a deployment and starts its first stage. The worker sends the version within a minute.
///
/// # Errors
/// [`Error::Invalid`] with all invalid fields, or with the fridges that are in another deployment of the artifact.
pub async fn create_fridge_deployment(
    dependencies: &CreateDependencies,
    Request { permit, now, input }: Request<CreateFridgeDeploymentArguments>,
) -> Result<DeploymentView> {
    let token = input.client_token;
    let plan = dependencies.plan(input).await?;
    let id = deployment_id(permit.caller().sub(), token, &plan);
    let (deployment, targets) = new_deployment(id, &plan, &permit, now);
    let entry = entry(&deployment, &permit, now);
    for attempt in 0..MAX_ATTEMPTS {
        let active = dependencies.deployments.active(plan.artifact).await?;
        // This read follows that of the active deployments, which can contain the one of a concurrent call with the same
        // token. That one must not count as another deployment of its fridges.
        if let Some(existing) = dependencies.deployments.get(id).await? {
            return Ok(existing.into());
        }
        dependencies.check_overlap(&plan, &active).await?;
        if attempt == 0 {
            dependencies.deployments.put_targets(id, &targets).await?;
        }
        if dependencies.deployments.create(&deployment, &active, (&dependencies.audit, &entry)).await? {
            return Ok(deployment.into());
        }
    }
    Err(Error::retryable(format!("other deployments of {} were created at the same time", plan.artifact)))
}

impl CreateDependencies {
    async fn plan(&self, input: CreateFridgeDeploymentArguments) -> Result<Plan> {
        let CreateFridgeDeploymentArguments { artifact_type: artifact, version, reason, .. } = input;
        let mut errors = Vec::new();
        let percents = input.stages.unwrap_or_else(|| stages::DEFAULT_PERCENTS.to_vec());
        errors.extend(stages::check_percents(&percents).err().map(|message| FieldError::new("stages", message)));
        let reason = check_reason(reason).map_err(|error| errors.push(error)).ok().flatten();
        let version = self.available(artifact, &version).await?.map_err(|error| errors.push(error)).ok();
        let pilot = self.pilot(input.pilot_id).await?.map_err(|error| errors.push(error)).ok();
        let requested = input.fridges.unwrap_or_default();
        let fridges = match &pilot {
            Some(pilot) => self.fridges(requested, pilot.as_ref()).await?.map_err(|error| errors.push(error)).ok(),
            None => None,
        };
        match (version, pilot, fridges) {
            (Some(version), Some(pilot), Some(fridges)) if errors.is_empty() => {
                Ok(Plan { artifact, version, pilot, fridges, percents, reason })
            }
            _ => Err(Error::Invalid(errors)),
        }
    }

    async fn available(&self, artifact: ArtifactType, text: &str) -> Result<Result<Version, FieldError>> {
        let invalid = || FieldError::new("version", rules::unknown_version_message(artifact, text));
        let Some(version) = Version::parse(artifact, text) else { return Ok(Err(invalid())) };
        let exists = self.bucket.object_key(artifact, &version).await?.is_some();
        Ok(if exists { Ok(version) } else { Err(invalid()) })
    }

    async fn pilot(&self, id: Option<String>) -> Result<Result<Option<Pilot>, FieldError>> {
        let Some(id) = id else { return Ok(Ok(None)) };
        let pilot = self.pilots.get(&id).await?.filter(|pilot| pilot.active);
        Ok(pilot.map(Some).ok_or_else(|| FieldError::new("pilotId", format!("There is no active pilot {id}"))))
    }

    /// The fridges of the request and of the pilot, or an error that lists the invalid ids.
    async fn fridges(
        &self,
        requested: Vec<String>,
        pilot: Option<&Pilot>,
    ) -> Result<Result<BTreeSet<LocationId>, FieldError>> {
        let invalid = |message: String| Ok(Err(FieldError::new("fridges", message)));
        let of_pilot = pilot.into_iter().flat_map(|pilot| pilot.fridge_ids.iter().map(ToString::to_string));
        let texts: BTreeSet<String> = requested.into_iter().chain(of_pilot).collect();
        if !(1..=rules::MAX_FRIDGES).contains(&texts.len()) {
            return invalid(format!("Select 1 to {} fridges", rules::MAX_FRIDGES));
        }
        let known = self.locations.get_all(texts.iter().filter_map(|text| text.parse().ok()).collect()).await?;
        let (mut fridges, mut unknown, mut others) = (BTreeSet::new(), Vec::new(), Vec::new());
        for text in texts {
            match text.parse().ok().and_then(|id: LocationId| known.get(&id)) {
                Some(location) if location.kind == LocationType::FRIDGE => drop(fridges.insert(location.id.clone())),
                Some(_) => others.push(text),
                None => unknown.push(text),
            }
        }
        if !unknown.is_empty() {
            let list = unknown.join(", ");
            return invalid(format!("The following fridges IDs do not exist in the Locations table: {list}"));
        }
        if !others.is_empty() {
            return invalid(format!("The following locations are not fridges: {}", others.join(", ")));
        }
        Ok(Ok(fridges))
    }

    /// Rejects fridges that another unfinished deployment of the artifact contains.
    async fn check_overlap(&self, plan: &Plan, active: &Active) -> Result<()> {
        let unfinished = self.deployments.get_all(&active.ids).await?;
        let blocking: Vec<Uuid> = unfinished
            .into_iter()
            .filter(|deployment| machine::blocks_others(deployment.state))
            .map(|deployment| deployment.id)
            .collect();
        if blocking.len() >= MAX_ACTIVE {
            let message = format!(
                "{MAX_ACTIVE} deployments of {} are not finished. Finish or roll back one of them first.",
                plan.artifact
            );
            return Err(Error::invalid("artifactType", message));
        }
        let taken: Vec<BTreeSet<LocationId>> =
            stream::iter(blocking.into_iter().map(|id| self.deployments.fridges(id)))
                .buffer_unordered(CONCURRENCY)
                .try_collect()
                .await?;
        match overlap_message(plan.artifact, &plan.fridges, &taken) {
            Some(message) => Err(Error::invalid("fridges", message)),
            None => Ok(()),
        }
    }
}

/// The message that lists the fridges that are in other deployments; `None` if there are none.
fn overlap_message(
    artifact: ArtifactType,
    fridges: &BTreeSet<LocationId>,
    others: &[BTreeSet<LocationId>],
) -> Option<String> {
    let is_taken = |fridge: &&LocationId| others.iter().any(|other| other.contains(*fridge));
    let taken: Vec<&str> = fridges.iter().filter(is_taken).map(LocationId::as_str).collect();
    let list = taken.join(", ");
    (!taken.is_empty()).then(|| format!("The following fridges are in another active deployment of {artifact}: {list}"))
}

/// Validates the reason of a user. An empty one counts as absent.
///
/// # Errors
/// If it is too long.
pub(super) fn check_reason(reason: Option<String>) -> Result<Option<String>, FieldError> {
    let reason = reason.map(|reason| reason.trim().to_owned()).filter(|reason| !reason.is_empty());
    if reason.as_ref().is_some_and(|reason| reason.chars().count() > MAX_REASON) {
        return Err(FieldError::new("reason", format!("The reason can have at most {MAX_REASON} characters")));
    }
    Ok(reason)
}

/// The id of the deployment that a call creates. It is the same for a repeated call, whose user, token and values are
/// the same.
fn deployment_id(sub: &str, token: Uuid, plan: &Plan) -> Uuid {
    let pilot = plan.pilot.as_ref().map(|pilot| (&pilot.id, &pilot.fridge_ids));
    let values = json!([sub, plan.artifact, plan.version, pilot, plan.fridges, plan.percents, plan.reason]);
    Uuid::new_v5(&token, values.to_string().as_bytes())
}

fn new_deployment(id: Uuid, plan: &Plan, permit: &Permit, now: Instant) -> (Deployment, Vec<Target>) {
    let pilots = plan.pilot.iter().flat_map(|pilot| pilot.fridge_ids.iter().cloned()).collect();
    let (stages, targets) = stages::divide(id, plan.fridges.clone(), &pilots, &plan.percents, now);
    let user = permit.user().to_owned();
    let deployment = Deployment {
        id,
        artifact_type: plan.artifact,
        artifact_version: plan.version.clone(),
        pilot: plan.pilot.as_ref().map(|pilot| pilot.display_name.clone()),
        state: DeploymentState::Running,
        state_reason: None,
        stages,
        started_stages: 1,
        running_versions: Vec::new(),
        created_at: now,
        created_by: user.clone(),
        reason: plan.reason.clone(),
        changed_at: now,
        changed_by: user.clone(),
        sent_for: user,
        checked_at: None,
        next_check_at: Some(now),
        version: 1,
    };
    (deployment, targets)
}

fn entry(deployment: &Deployment, permit: &Permit, now: Instant) -> Entry {
    let change = |attribute: &str, to| Change { attribute: attribute.into(), from: None, to: Some(to) };
    let changes = vec![
        change("artifactType", json!(deployment.artifact_type)),
        change("artifactVersion", json!(deployment.artifact_version)),
        change("fridges", json!(deployment.counts().total())),
        change("state", json!(deployment.state)),
    ];
    let subject = Subject::FridgeDeployment(deployment.id);
    Entry::new(subject, "CREATED", permit, now).with(changes).with_reason(deployment.reason.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deployment::testing::ids;

    fn plan(fridges: usize) -> Plan {
        Plan {
            artifact: ArtifactType::FridgeAgent,
            version: Version::parse(ArtifactType::FridgeAgent, "1.2").unwrap(),
            pilot: None,
            fridges: ids(fridges),
            percents: stages::DEFAULT_PERCENTS.to_vec(),
            reason: None,
        }
    }

    #[test]
    fn only_a_repeated_call_has_the_same_id() {
        let (token, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        assert_eq!(deployment_id("ann", token, &plan(3)), deployment_id("ann", token, &plan(3)));
        for id in [
            deployment_id("bob", token, &plan(3)),
            deployment_id("ann", other, &plan(3)),
            deployment_id("ann", token, &plan(4)),
        ] {
            assert_ne!(id, deployment_id("ann", token, &plan(3)));
        }
    }

    #[test]
    fn lists_the_fridges_of_other_deployments() {
        let others = [ids(2), ids(1)];
        let message = overlap_message(ArtifactType::FridgeAgent, &ids(3), &others);
        let expected = "The following fridges are in another active deployment of FRIDGE_AGENT: F_0000, F_0001";
        assert_eq!(message.as_deref(), Some(expected));
        assert_eq!(overlap_message(ArtifactType::FridgeAgent, &ids(3), &[]), None);
    }

    #[test]
    fn an_empty_reason_counts_as_absent_and_a_long_one_is_rejected() {
        assert_eq!(check_reason(Some("  ".into())).unwrap(), None);
        assert_eq!(check_reason(Some(" Fixes the lock ".into())).unwrap().as_deref(), Some("Fixes the lock"));
        assert!(check_reason(Some("x".repeat(MAX_REASON))).is_ok());
        assert_eq!(check_reason(Some("x".repeat(MAX_REASON + 1))).unwrap_err().field, "reason");
    }
}
