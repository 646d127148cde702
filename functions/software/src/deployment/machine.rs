//! The state machine of deployments. It is pure.
//!
//! | from | to | by |
//! |---|---|---|
//! | Running | Paused | a user |
//! | Running, Paused | Running with as many or more started stages | a user |
//! | Running, Paused | Stopped | the worker, when health worsens |
//! | Running, Paused | Completed | the worker, when the result of every fridge is known |
//! | Running, Paused, Stopped, Completed | RolledBack | a user |

use super::model::{Deployment, DeploymentState, Target, TargetState};
use serde::Deserialize;
use strum::{Display, EnumIter};

/// How far a user continues a deployment.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumIter, Eq, PartialEq)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum Scope {
    /// The stages that were started before the pause.
    StartedStages,
    /// One more stage.
    NextStage,
    /// All stages.
    AllStages,
}

/// A change that a user requests or the worker decides.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Step {
    /// Send to the fridges of started stages, and of more stages.
    Continue(Scope),
    /// Send nothing more until a user continues.
    Pause,
    /// Send nothing more, because health worsened.
    Stop,
    /// The result of every fridge is known.
    Complete,
    /// Restore the previous versions.
    RollBack,
}

/// The state and the number of started stages after a step.
///
/// # Errors
/// Why the step is impossible and what to do.
pub(super) fn next(deployment: &Deployment, step: Step) -> Result<(DeploymentState, usize), String> {
    use DeploymentState::{Completed, Paused, RolledBack, Running, Stopped};
    let (state, started, all) = (deployment.state, deployment.started_stages, deployment.stages.len());
    match (step, state) {
        (Step::Continue(Scope::StartedStages), Paused) => Ok((Running, started)),
        (Step::Continue(Scope::StartedStages), Running) => Err("The deployment is already running.".into()),
        (Step::Continue(_), Running | Paused) if started >= all => {
            Err("All stages of this deployment were already started.".into())
        }
        (Step::Continue(Scope::NextStage), Running | Paused) => Ok((Running, started + 1)),
        (Step::Continue(Scope::AllStages), Running | Paused) => Ok((Running, all)),
        (Step::Pause, Running) => Ok((Paused, started)),
        (Step::Stop, Running | Paused) => Ok((Stopped, started)),
        (Step::Complete, Running | Paused) => Ok((Completed, started)),
        (Step::RollBack, Running | Paused | Stopped | Completed) => Ok((RolledBack, started)),
        (Step::Pause, Paused) => Err("The deployment is already paused.".into()),
        (_, Stopped) => Err("The deployment was stopped, because health worsened. Roll it back, or create another \
                             deployment for the other fridges."
            .into()),
        (_, Completed) => Err("The deployment is completed.".into()),
        (_, RolledBack) => Err("The deployment was already rolled back.".into()),
    }
}

/// Whether the version can be sent to the target now.
pub(super) fn can_send(deployment: &Deployment, target: &Target) -> bool {
    deployment.state == DeploymentState::Running
        && target.state == TargetState::Waiting
        && target.stage < deployment.started_stages
}

/// Whether the target has to be rolled back.
pub(super) fn can_roll_back(deployment: &Deployment, target: &Target) -> bool {
    deployment.state == DeploymentState::RolledBack && target.state.is_updated()
}

/// Whether all stages of a deployment are started and the result of every fridge is known.
pub(super) fn is_complete(deployment: &Deployment, targets: &[Target]) -> bool {
    deployment.started_stages >= deployment.stages.len() && targets.iter().all(|target| target.state.is_finished())
}

/// Whether the worker has nothing more to do for a deployment with these targets. After a stop, it waits for the
/// fridges that already got the version.
pub(super) fn is_settled(deployment: &Deployment, targets: &[Target]) -> bool {
    if targets.iter().any(|target| target.publish_pending) {
        return false;
    }
    match deployment.state {
        DeploymentState::Running | DeploymentState::Paused => false,
        DeploymentState::Stopped => targets.iter().all(|target| target.state != TargetState::Sent),
        DeploymentState::Completed => true,
        DeploymentState::RolledBack => targets.iter().all(|target| !target.state.is_updated()),
    }
}

/// Whether a deployment still sends or restores versions, so that no other deployment of the artifact can contain its
/// fridges.
pub(super) fn blocks_others(state: DeploymentState) -> bool {
    matches!(state, DeploymentState::Running | DeploymentState::Paused | DeploymentState::RolledBack)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deployment::{
        model::Counts,
        observe::{self, Observation},
        stages,
    };
    use chrono::Duration;
    use proptest::prelude::*;
    use rstest::rstest;
    use shared::Instant;
    use std::collections::BTreeSet;
    use strum::IntoEnumIterator;

    fn now() -> Instant {
        "2026-11-21T10:00:00Z".parse().unwrap()
    }

    fn deployment(state: DeploymentState, started_stages: usize) -> Deployment {
        let (deployment, _) = stages::testing::deployment(40, 4);
        Deployment { state, started_stages, ..deployment }
    }

    use DeploymentState::{Completed, Paused, RolledBack, Running, Stopped};
    use Scope::{AllStages, NextStage, StartedStages};

    #[rstest]
    #[case::next_stage(Running, 1, Step::Continue(NextStage), Ok((Running, 2)))]
    #[case::all_stages(Running, 1, Step::Continue(AllStages), Ok((Running, 3)))]
    #[case::running_needs_no_continue(Running, 1, Step::Continue(StartedStages), Err("already running"))]
    #[case::no_stage_after_the_last(Running, 3, Step::Continue(NextStage), Err("already started"))]
    #[case::no_more_stages_when_paused(Paused, 3, Step::Continue(AllStages), Err("already started"))]
    #[case::paused_continues_with_the_same_stages(Paused, 3, Step::Continue(StartedStages), Ok((Running, 3)))]
    #[case::paused_continues_with_the_next_stage(Paused, 2, Step::Continue(NextStage), Ok((Running, 3)))]
    #[case::pause(Running, 2, Step::Pause, Ok((Paused, 2)))]
    #[case::pause_twice(Paused, 2, Step::Pause, Err("already paused"))]
    #[case::stop(Running, 2, Step::Stop, Ok((Stopped, 2)))]
    #[case::stop_a_paused_one(Paused, 2, Step::Stop, Ok((Stopped, 2)))]
    #[case::a_stopped_one_cannot_continue(Stopped, 2, Step::Continue(NextStage), Err("was stopped"))]
    #[case::a_stopped_one_can_be_rolled_back(Stopped, 2, Step::RollBack, Ok((RolledBack, 2)))]
    #[case::complete(Running, 3, Step::Complete, Ok((Completed, 3)))]
    #[case::a_completed_one_cannot_be_paused(Completed, 3, Step::Pause, Err("is completed"))]
    #[case::a_completed_one_can_be_rolled_back(Completed, 3, Step::RollBack, Ok((RolledBack, 3)))]
    #[case::roll_back_twice(RolledBack, 3, Step::RollBack, Err("already rolled back"))]
    #[case::a_rolled_back_one_cannot_continue(RolledBack, 1, Step::Continue(AllStages), Err("already rolled back"))]
    fn a_step_leads_to_a_state_or_is_rejected(
        #[case] state: DeploymentState,
        #[case] started: usize,
        #[case] step: Step,
        #[case] expected: Result<(DeploymentState, usize), &str>,
    ) {
        match (next(&deployment(state, started), step), expected) {
            (Ok(after), Ok(expected)) => assert_eq!(after, expected),
            (Err(reason), Err(part)) => assert!(reason.contains(part), "{reason}"),
            (after, expected) => panic!("{after:?} instead of {expected:?}"),
        }
    }

    #[rstest]
    #[case::running(Running, true)]
    #[case::paused(Paused, true)]
    #[case::stopped(Stopped, false)]
    #[case::completed(Completed, false)]
    #[case::rolled_back(RolledBack, true)]
    fn a_deployment_that_changes_fridges_blocks_others(#[case] state: DeploymentState, #[case] blocks: bool) {
        assert_eq!(blocks_others(state), blocks);
    }

    #[rstest]
    #[case::stopped(Stopped, TargetState::Running)]
    #[case::completed(Completed, TargetState::Running)]
    #[case::rolled_back(RolledBack, TargetState::RolledBack)]
    fn a_deployment_is_settled_only_when_all_versions_are_published(
        #[case] state: DeploymentState,
        #[case] target: TargetState,
    ) {
        let (_, targets) = stages::testing::deployment(2, 0);
        let mut targets: Vec<Target> = targets.iter().map(|each| each.with_state(target, now())).collect();
        assert!(is_settled(&deployment(state, 3), &targets));
        targets[1].publish_pending = true;
        assert!(!is_settled(&deployment(state, 3), &targets));
    }

    /// One event in the life of a deployment.
    #[derive(Clone, Debug)]
    enum Event {
        /// A user or the worker requests a step.
        Step(Step),
        /// The worker sends, or restores, up to this many fridges.
        Work(usize),
        /// The fridge at this position reports the version.
        Report(usize),
        /// Hours pass.
        Hours(u8),
    }

    fn events() -> impl Strategy<Value = Vec<Event>> {
        let steps = [Step::Pause, Step::Stop, Step::Complete, Step::RollBack].into_iter();
        let steps: Vec<Step> = Scope::iter().map(Step::Continue).chain(steps).collect();
        let event = prop_oneof![
            2 => prop::sample::select(steps).prop_map(Event::Step),
            3 => (0_usize..20).prop_map(Event::Work),
            3 => (0_usize..60).prop_map(Event::Report),
            1 => (1_u8..6).prop_map(Event::Hours),
        ];
        prop::collection::vec(event, 1..60)
    }

    proptest! {
        /// In every sequence of events: the counts sum to the number of targets, only a running deployment sends, only
        /// started stages get the version, started stages never decrease, and a final state stays.
        #[test]
        fn a_deployment_sends_only_to_started_stages_while_it_runs(
            fridges in 1_usize..60, pilots in 0_usize..10, events in events(),
        ) {
            let (mut deployment, mut targets) = stages::testing::deployment(fridges, pilots.min(fridges));
            let total = u32::try_from(targets.len()).unwrap();
            prop_assert_eq!(deployment.counts().total(), total);
            let (mut now, mut reported) = (now(), BTreeSet::new());
            for event in events {
                let (state, started) = (deployment.state, deployment.started_stages);
                let updated = Counts::of(&targets).waiting;
                match event {
                    Event::Step(Step::Complete) if !is_complete(&deployment, &targets) => {}
                    Event::Step(step) => {
                        if let Ok((state, started)) = next(&deployment, step) {
                            (deployment.state, deployment.started_stages) = (state, started);
                            deployment.version += 1;
                        }
                        prop_assert!(deployment.started_stages >= started);
                        prop_assert!(deployment.started_stages <= deployment.stages.len());
                        prop_assert!(state != RolledBack || deployment.state == RolledBack);
                        prop_assert!(state != Stopped || [Stopped, RolledBack].contains(&deployment.state));
                    }
                    Event::Work(count) => {
                        let sent = targets.iter_mut().filter(|target| can_send(&deployment, target)).take(count);
                        for target in sent {
                            prop_assert_eq!(deployment.state, Running);
                            prop_assert!(target.stage < deployment.started_stages);
                            *target = Target { sent_at: Some(now), ..target.with_state(TargetState::Sent, now) };
                        }
                        let restored = targets.iter_mut().filter(|target| can_roll_back(&deployment, target));
                        for target in restored.take(count) {
                            *target = target.with_state(TargetState::RolledBack, now);
                        }
                    }
                    Event::Report(position) => {
                        reported.insert(position % targets.len());
                        let observed = |position: usize, target: &Target| {
                            let version = reported.contains(&position).then(|| deployment.artifact_version.to_string());
                            let observation = Observation { version, ..Observation::default() };
                            observe::next_state(target, &deployment.artifact_version, &observation, now)
                        };
                        for (position, target) in targets.iter_mut().enumerate() {
                            if let Some(after) = observed(position, target) {
                                prop_assert!(target.state.is_updated() && after.state.is_updated());
                                *target = after;
                            }
                        }
                    }
                    Event::Hours(hours) => now = now.plus(Duration::hours(hours.into())),
                }
                prop_assert_eq!(Counts::of(&targets).total(), total);
                if deployment.state != Running {
                    prop_assert_eq!(Counts::of(&targets).waiting, updated, "a deployment that does not run sent");
                }
                stages::count(&mut deployment, &targets);
                prop_assert_eq!(deployment.counts(), Counts::of(&targets));
                prop_assert_eq!(is_settled(&deployment, &targets) && blocks_others(deployment.state),
                    deployment.state == RolledBack && !targets.iter().any(|target| target.state.is_updated()));
            }
        }
    }
}
