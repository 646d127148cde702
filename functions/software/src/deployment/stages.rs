//! The stages of a deployment: which fridges get the version first. The rules are pure.

use super::model::{Counts, Deployment, Stage, Target, TargetState};
use locations::model::LocationId;
use shared::Instant;
use std::collections::BTreeSet;
use uuid::Uuid;

/// The shares of the stages in percent if the caller states none.
pub(super) const DEFAULT_PERCENTS: [u32; 3] = [5, 25, 100];
/// Maximum number of stages, without the pilot's.
const MAX_STAGES: usize = 10;

/// Validates the shares of stages: they increase up to 100.
///
/// # Errors
/// What the shares should be.
pub(super) fn check_percents(percents: &[u32]) -> Result<(), String> {
    let increases = percents.windows(2).all(|pair| matches!(pair, [one, next] if one < next));
    if increases && percents.len() <= MAX_STAGES && percents.first() > Some(&0) && percents.last() == Some(&100) {
        Ok(())
    } else {
        Err(format!("State up to {MAX_STAGES} increasing whole percentages. The last one is 100."))
    }
}

/// Divides fridges over stages: the fridges of the pilot first, then the shares. The order of the other fridges follows
/// a hash of the deployment's id, so that a small share is spread over the fleet and differs between deployments.
/// Stages without fridges are left out.
pub(super) fn divide(
    id: Uuid,
    fridges: BTreeSet<LocationId>,
    pilot: &BTreeSet<LocationId>,
    percents: &[u32],
    now: Instant,
) -> (Vec<Stage>, Vec<Target>) {
    let total = fridges.len();
    let (first, mut others): (Vec<LocationId>, Vec<LocationId>) =
        fridges.into_iter().partition(|fridge| pilot.contains(fridge));
    others.sort_by_cached_key(|fridge| (Uuid::new_v5(&id, fridge.as_str().as_bytes()), fridge.clone()));
    let mut done = first.len();
    let mut groups = vec![(None, first)];
    for percent in percents {
        let end = share(total, *percent).max(done);
        groups.push((Some(*percent), others.drain(..(end - done).min(others.len())).collect()));
        done = end;
    }
    let (mut stages, mut targets) = (Vec::new(), Vec::with_capacity(total));
    for (percent, fridges) in groups.into_iter().filter(|(_, fridges)| !fridges.is_empty()) {
        let stage = stages.len();
        let target = |fridge| Target {
            fridge,
            stage,
            state: TargetState::Waiting,
            reason: None,
            previous_version: None,
            desired_version: None,
            sent_at: None,
            publish_pending: false,
            changed_at: now,
        };
        let start = targets.len();
        targets.extend(fridges.into_iter().map(target));
        stages.push(Stage { percent, counts: Counts::of(targets.iter().skip(start)) });
    }
    (stages, targets)
}

/// The number of fridges in a share, rounded up.
fn share(total: usize, percent: u32) -> usize {
    let percent = usize::try_from(percent).unwrap_or(100).min(100);
    (total * percent).div_ceil(100)
}

/// Counts the targets of each stage.
pub(super) fn count(deployment: &mut Deployment, targets: &[Target]) {
    for (position, stage) in deployment.stages.iter_mut().enumerate() {
        stage.counts = Counts::of(targets.iter().filter(|target| target.stage == position));
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use crate::{deployment::model::DeploymentState, model::ArtifactType, version::Version};

    /// Ids of fridges.
    pub(crate) fn ids(count: usize) -> BTreeSet<LocationId> {
        (0..count).map(|number| format!("F_{number:04}").parse().unwrap()).collect()
    }

    /// A running deployment of agent 1.2 with the default shares, whose first stage is started.
    pub(crate) fn deployment(fridges: usize, pilots: usize) -> (Deployment, Vec<Target>) {
        let now: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        let id = Uuid::new_v5(&Uuid::NAMESPACE_OID, b"test");
        let (stages, targets) = divide(id, ids(fridges), &ids(pilots), &DEFAULT_PERCENTS, now);
        let deployment = Deployment {
            id,
            artifact_type: ArtifactType::FridgeAgent,
            artifact_version: Version::parse(ArtifactType::FridgeAgent, "1.2").unwrap(),
            pilot: None,
            state: DeploymentState::Running,
            state_reason: None,
            stages,
            started_stages: 1,
            running_versions: Vec::new(),
            created_at: now,
            created_by: "ann@larder.example".into(),
            reason: None,
            changed_at: now,
            changed_by: "ann@larder.example".into(),
            sent_for: "ann@larder.example".into(),
            checked_at: None,
            next_check_at: Some(now),
            version: 1,
        };
        (deployment, targets)
    }
}

#[cfg(test)]
mod tests {
    use super::{testing::ids, *};
    use proptest::prelude::*;
    use rstest::rstest;

    fn sizes(fridges: usize, pilots: usize, percents: &[u32]) -> Vec<(Option<u32>, u32)> {
        let now = "2026-11-21T10:00:00Z".parse().unwrap();
        let (stages, targets) = divide(Uuid::nil(), ids(fridges), &ids(pilots), percents, now);
        assert_eq!(targets.len(), fridges);
        stages.into_iter().map(|stage| (stage.percent, stage.counts.total())).collect()
    }

    #[rstest]
    #[case::shares(1000, 0, &[(Some(5), 50), (Some(25), 200), (Some(100), 750)])]
    #[case::pilots_first(1000, 20, &[(None, 20), (Some(5), 30), (Some(25), 200), (Some(100), 750)])]
    #[case::pilots_larger_than_a_share(100, 20, &[(None, 20), (Some(25), 5), (Some(100), 75)])]
    #[case::only_pilots(20, 20, &[(None, 20)])]
    #[case::one_fridge(1, 0, &[(Some(5), 1)])]
    #[case::three_fridges(3, 0, &[(Some(5), 1), (Some(100), 2)])]
    fn fridges_are_divided_over_stages(
        #[case] fridges: usize,
        #[case] pilots: usize,
        #[case] expected: &[(Option<u32>, u32)],
    ) {
        assert_eq!(sizes(fridges, pilots, &DEFAULT_PERCENTS), expected);
    }

    #[rstest]
    #[case::default(&DEFAULT_PERCENTS, true)]
    #[case::at_once(&[100], true)]
    #[case::none(&[], false)]
    #[case::zero(&[0, 100], false)]
    #[case::incomplete(&[5, 25], false)]
    #[case::decreasing(&[25, 5, 100], false)]
    #[case::repeated(&[5, 5, 100], false)]
    #[case::above_100(&[5, 101], false)]
    #[case::too_many(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100], false)]
    fn shares_increase_up_to_100(#[case] percents: &[u32], #[case] is_valid: bool) {
        assert_eq!(check_percents(percents).is_ok(), is_valid);
    }

    proptest! {
        #[test]
        fn every_fridge_is_in_exactly_one_stage(fridges in 1_usize..300, pilots in 0_usize..50, seed in any::<u128>()) {
            let now = "2026-11-21T10:00:00Z".parse().unwrap();
            let (all, pilot) = (ids(fridges), ids(pilots));
            let (stages, targets) = divide(Uuid::from_u128(seed), all.clone(), &pilot, &DEFAULT_PERCENTS, now);
            prop_assert_eq!(targets.iter().map(|target| target.fridge.clone()).collect::<BTreeSet<_>>(), all);
            prop_assert_eq!(targets.len(), fridges);
            for (position, stage) in stages.iter().enumerate() {
                let of_stage = targets.iter().filter(|target| target.stage == position);
                prop_assert_eq!(stage.counts, Counts::of(of_stage.clone()));
                prop_assert!(stage.counts.total() > 0);
                prop_assert!(of_stage.clone().all(|target| pilot.contains(&target.fridge) == stage.percent.is_none()));
            }
        }
    }
}
