//! Deployments in stages. Types and fields are named as in `infra/schema.graphql`.

use crate::{model::ArtifactType, version::Version};
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::Instant;
use std::ops::AddAssign;
use strum::{Display, EnumIter, EnumString};
use uuid::Uuid;

/// The state of a deployment.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumIter, EnumString, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum DeploymentState {
    /// The version is sent to the fridges of the started stages.
    Running,
    /// A user paused the deployment. Nothing is sent until a user continues.
    Paused,
    /// Health worsened. Nothing is sent any more.
    Stopped,
    /// All stages are started, and the result of every fridge is known.
    Completed,
    /// The fridges get their previous versions.
    RolledBack,
}

/// The state of one fridge in a deployment.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumIter, EnumString, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum TargetState {
    /// The version was not sent yet.
    Waiting,
    /// The version was sent. The fridge has not reported it yet.
    Sent,
    /// The fridge reported the version.
    Running,
    /// The fridge did not report the version in time.
    Failed,
    /// The version is not sent to the fridge, because it is out of service.
    Skipped,
    /// The fridge was rolled back to its previous version.
    RolledBack,
    /// The fridge could not be rolled back.
    NotRolledBack,
}

impl TargetState {
    /// Whether the version was sent and was not rolled back.
    pub fn is_updated(self) -> bool {
        matches!(self, Self::Sent | Self::Running | Self::Failed)
    }

    /// Whether the result of a deployment that is not rolled back is known.
    pub fn is_finished(self) -> bool {
        !matches!(self, Self::Waiting | Self::Sent)
    }
}

/// The number of fridges in each state.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "documented in TargetState")]
pub struct Counts {
    pub waiting: u32,
    pub sent: u32,
    pub running: u32,
    pub failed: u32,
    pub skipped: u32,
    pub rolled_back: u32,
    pub not_rolled_back: u32,
}

impl Counts {
    /// Counts targets by state.
    pub fn of<'a>(targets: impl IntoIterator<Item = &'a Target>) -> Self {
        let mut counts = Self::default();
        for target in targets {
            *counts.count_mut(target.state) += 1;
        }
        counts
    }

    fn count_mut(&mut self, state: TargetState) -> &mut u32 {
        match state {
            TargetState::Waiting => &mut self.waiting,
            TargetState::Sent => &mut self.sent,
            TargetState::Running => &mut self.running,
            TargetState::Failed => &mut self.failed,
            TargetState::Skipped => &mut self.skipped,
            TargetState::RolledBack => &mut self.rolled_back,
            TargetState::NotRolledBack => &mut self.not_rolled_back,
        }
    }

    /// The number of all fridges.
    pub fn total(self) -> u32 {
        let Self { waiting, sent, running, failed, skipped, rolled_back, not_rolled_back } = self;
        waiting + sent + running + failed + skipped + rolled_back + not_rolled_back
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.waiting += other.waiting;
        self.sent += other.sent;
        self.running += other.running;
        self.failed += other.failed;
        self.skipped += other.skipped;
        self.rolled_back += other.rolled_back;
        self.not_rolled_back += other.not_rolled_back;
    }
}

/// A stage: the fridges that get the version together.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stage {
    /// The share of all targets after this stage, in percent. `None` for the fridges of the pilot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<u32>,
    /// The fridges of this stage by state.
    pub counts: Counts,
}

/// The number of targets that run a version of the artifact.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct VersionCount {
    /// The reported version. `None` for fridges that did not report one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The number of fridges.
    pub fridges: u32,
}

/// A deployment in stages.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Deployment {
    /// The id.
    pub id: Uuid,
    /// The artifact.
    pub artifact_type: ArtifactType,
    /// The version that is deployed.
    pub artifact_version: Version,
    /// The name of the pilot whose fridges are the first stage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pilot: Option<String>,
    /// The state.
    pub state: DeploymentState,
    /// Why the deployment is in this state: the reason of the user, or what worsened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state_reason: Option<String>,
    /// The stages in their order.
    pub stages: Vec<Stage>,
    /// The number of stages that were started.
    pub started_stages: usize,
    /// The versions that the targets report, the most frequent first. Empty before the first check.
    #[serde(default)]
    pub running_versions: Vec<VersionCount>,
    /// When the deployment was created.
    pub created_at: Instant,
    /// The user who created it.
    pub created_by: String,
    /// Why it was created.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// When the state or the started stages last changed.
    pub changed_at: Instant,
    /// The user, or the worker, that changed them.
    pub changed_by: String,
    /// The user on whose behalf the version is sent: the last user who started a stage or rolled back.
    pub sent_for: String,
    /// When the fridges were last checked. `None` before the first check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked_at: Option<Instant>,
    /// When the fridges are checked next, or earlier after a call. `None` if the deployment is finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_check_at: Option<Instant>,
    /// The number of changes of the state or of the started stages.
    pub version: u64,
}

impl Deployment {
    /// The fridges of all stages by state.
    pub fn counts(&self) -> Counts {
        let mut sum = Counts::default();
        for stage in &self.stages {
            sum += stage.counts;
        }
        sum
    }
}

/// One fridge of a deployment.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Target {
    /// The fridge.
    pub fridge: LocationId,
    /// The position of its stage, from 0.
    pub stage: usize,
    /// The state.
    pub state: TargetState,
    /// Why the fridge failed, was skipped, or could not be rolled back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The desired version before the version was sent. `None` if there was none or nothing was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous_version: Option<Version>,
    /// The desired version that the deployment set. `None` if nothing was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub desired_version: Option<Version>,
    /// When the version was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent_at: Option<Instant>,
    /// Whether the desired version is stored and was not published to the fridge yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub publish_pending: bool,
    /// When the state last changed.
    pub changed_at: Instant,
}

/// The reason of a target while the broker does not accept its message.
const NOT_PUBLISHED: &str = "The version was not sent to the fridge yet. Larder tries again every minute.";

impl Target {
    /// The target in another state, without a reason.
    #[must_use]
    pub fn with_state(&self, state: TargetState, now: Instant) -> Self {
        Self { state, reason: None, changed_at: now, ..self.clone() }
    }

    /// The target after its desired version was published.
    #[must_use]
    pub fn published(&self) -> Self {
        let reason = self.reason.clone().filter(|reason| reason != NOT_PUBLISHED);
        Self { publish_pending: false, reason, ..self.clone() }
    }

    /// The target after publishing its desired version failed. `None` if the target already has a reason.
    pub fn unpublished(&self) -> Option<Self> {
        self.reason.is_none().then(|| Self { reason: Some(NOT_PUBLISHED.into()), ..self.clone() })
    }

    /// The target in another state, with the reason.
    #[must_use]
    pub fn with_reason(&self, state: TargetState, reason: String, now: Instant) -> Self {
        Self { reason: Some(reason), ..self.with_state(state, now) }
    }
}

/// The number of fridges in each state at one time.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProgressPoint {
    /// The time.
    pub at: Instant,
    /// The fridges of all stages.
    pub counts: Counts,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deployment::testing;

    #[test]
    fn a_target_states_that_it_was_not_sent_until_it_is_published() {
        let (_, targets) = testing::deployment(1, 0);
        let pending = Target { publish_pending: true, ..targets[0].clone() };
        let unpublished = pending.unpublished().unwrap();
        assert_eq!(unpublished.reason.as_deref(), Some(NOT_PUBLISHED));
        assert!(unpublished.publish_pending);
        // The target is stored once, and not by each run.
        assert_eq!(unpublished.unpublished(), None);
        let published = unpublished.published();
        assert_eq!((published.publish_pending, published.reason), (false, None));
        // The reason of a failure stays.
        let failed = pending.with_reason(TargetState::Failed, "It did not report".into(), pending.changed_at);
        assert_eq!(failed.published().reason.as_deref(), Some("It did not report"));
    }
}
