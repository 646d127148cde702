//! What the reports of fridges mean for a deployment. The rules are pure.

use super::model::{Target, TargetState, VersionCount};
use crate::version::Version;
use chrono::Duration;
use health::{
    model::{ArtifactType, Latest},
    rules::alert,
};
use shared::Instant;
use std::{cmp::Reverse, collections::BTreeMap};

/// Time after which a fridge that did not report the version has failed, in hours.
const REPORT_HOURS: i64 = 4;
/// The smallest number of fridges with worse health that stops a deployment.
const MIN_WORSE: usize = 2;
/// The share of updated fridges with worse health above which a deployment stops, in percent.
const MAX_WORSE_PERCENT: usize = 10;
/// Maximum number of versions that a deployment lists.
const MAX_VERSIONS: usize = 20;

/// What a fridge reported last.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Observation {
    /// The running version of the artifact. `None` if the fridge did not report one.
    pub(super) version: Option<String>,
    /// When Larder received the last report. `None` if there is none.
    pub(super) received_at: Option<Instant>,
    /// When the fridge's open alerts were raised.
    pub(super) alerts: Vec<Instant>,
}

impl Observation {
    /// The observation from the latest report.
    pub(super) fn of(latest: &Latest, artifact: ArtifactType) -> Self {
        let running = latest.health.software.iter().find(|running| running.artifact_type == artifact);
        // The id of an alert starts with the time at which it was raised.
        let raised = |id: &String| id.split('#').next()?.parse().ok();
        Self {
            version: running.map(|running| running.version.clone()),
            received_at: Some(latest.received_at),
            alerts: latest.open.values().filter_map(raised).collect(),
        }
    }
}

/// The target after the observation; `None` if it stays the same. A fridge that reports the version late runs it.
pub(super) fn next_state(
    target: &Target,
    version: &Version,
    observation: &Observation,
    now: Instant,
) -> Option<Target> {
    let runs_version = observation.version.as_deref() == Some(version.as_str());
    let is_late = || target.sent_at.is_some_and(|sent| now.since(sent) >= Duration::hours(REPORT_HOURS));
    match target.state {
        TargetState::Sent | TargetState::Failed if runs_version => Some(target.with_state(TargetState::Running, now)),
        TargetState::Sent if is_late() => {
            let reason = format!("The fridge did not report version {version} within {REPORT_HOURS} hours");
            Some(target.with_reason(TargetState::Failed, reason, now))
        }
        _ => None,
    }
}

/// Whether the fridge's health is worse than when the version was sent: an alert was raised since, or the fridge stopped
/// reporting since.
pub(super) fn is_worse(target: &Target, observation: &Observation, now: Instant) -> bool {
    let Some(sent_at) = target.sent_at.filter(|_| target.state.is_updated()) else { return false };
    let has_new_alert = observation.alerts.iter().any(|raised| *raised > sent_at);
    let became_silent = observation
        .received_at
        .is_some_and(|received| !alert::is_silent(received, sent_at) && alert::is_silent(received, now));
    has_new_alert || became_silent
}

/// Whether a deployment stops because of a stage in which `worse` of `updated` fridges have worse health.
pub(super) fn should_stop(updated: usize, worse: usize) -> bool {
    worse >= MIN_WORSE && worse * 100 > updated * MAX_WORSE_PERCENT
}

/// Why a deployment stops; `None` if the health of no stage worsened too much.
pub(super) fn stop_reason(
    targets: &[Target],
    observations: &BTreeMap<locations::model::LocationId, Observation>,
    now: Instant,
) -> Option<String> {
    let mut stages = BTreeMap::<usize, (usize, usize)>::new();
    for target in targets.iter().filter(|target| target.state.is_updated()) {
        let (updated, worse) = stages.entry(target.stage).or_default();
        *updated += 1;
        if observations.get(&target.fridge).is_some_and(|observation| is_worse(target, observation, now)) {
            *worse += 1;
        }
    }
    let (stage, (updated, worse)) = stages.into_iter().find(|(_, (updated, worse))| should_stop(*updated, *worse))?;
    Some(format!("{worse} of {updated} updated fridges of stage {} have a new alert or stopped reporting", stage + 1))
}

/// The versions that the targets report, the most frequent first.
pub(super) fn count_versions<'a>(versions: impl IntoIterator<Item = Option<&'a str>>) -> Vec<VersionCount> {
    let mut counts = BTreeMap::<Option<&str>, u32>::new();
    for version in versions {
        *counts.entry(version).or_default() += 1;
    }
    let mut counts: Vec<VersionCount> = counts
        .into_iter()
        .map(|(version, fridges)| VersionCount { version: version.map(ToOwned::to_owned), fridges })
        .collect();
    counts.sort_by_key(|count| Reverse(count.fridges));
    counts.truncate(MAX_VERSIONS);
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deployment::stages::testing;
    use rstest::rstest;

    fn minute(minutes: i64) -> Instant {
        "2026-11-21T10:00:00Z".parse::<Instant>().unwrap().plus(Duration::minutes(minutes))
    }

    fn version() -> Version {
        Version::parse(ArtifactType::FridgeAgent, "1.2").unwrap()
    }

    /// A target to which the version was sent at minute 0.
    fn target(state: TargetState) -> Target {
        let (_, targets) = testing::deployment(1, 0);
        let target = targets.into_iter().next().unwrap();
        Target { sent_at: state.is_updated().then(|| minute(0)), ..target.with_state(state, minute(0)) }
    }

    fn reported(version: &str) -> Observation {
        Observation { version: Some(version.into()), ..Observation::default() }
    }

    #[rstest]
    #[case::reported(TargetState::Sent, "1.2", 1, Some(TargetState::Running))]
    #[case::another_version(TargetState::Sent, "1.1", 239, None)]
    #[case::too_late(TargetState::Sent, "1.1", 240, Some(TargetState::Failed))]
    #[case::reported_late(TargetState::Failed, "1.2", 500, Some(TargetState::Running))]
    #[case::still_failed(TargetState::Failed, "1.1", 500, None)]
    #[case::running_stays(TargetState::Running, "1.1", 500, None)]
    #[case::waiting_stays(TargetState::Waiting, "1.2", 500, None)]
    #[case::skipped_stays(TargetState::Skipped, "1.2", 500, None)]
    #[case::rolled_back_stays(TargetState::RolledBack, "1.2", 500, None)]
    fn a_report_of_the_version_or_its_absence_changes_the_state(
        #[case] state: TargetState,
        #[case] running: &str,
        #[case] minutes: i64,
        #[case] expected: Option<TargetState>,
    ) {
        let after = next_state(&target(state), &version(), &reported(running), minute(minutes));
        assert_eq!(after.as_ref().map(|after| after.state), expected);
        let reason = after.and_then(|after| after.reason);
        let failed = "The fridge did not report version 1.2 within 4 hours".to_owned();
        assert_eq!(reason, (expected == Some(TargetState::Failed)).then_some(failed));
    }

    #[rstest]
    #[case::healthy(Some(55), &[], false)]
    #[case::never_reported(None, &[], false)]
    #[case::an_earlier_alert(Some(55), &[-10], false)]
    #[case::a_new_alert(Some(55), &[-10, 5], true)]
    #[case::silent_since_the_update(Some(-5), &[], true)]
    #[case::already_silent_before_the_update(Some(-40), &[], false)]
    #[case::reported_recently(Some(31), &[], false)]
    fn a_new_alert_or_new_silence_is_worse_health(
        #[case] received: Option<i64>,
        #[case] alerts: &[i64],
        #[case] expected: bool,
    ) {
        let alerts = alerts.iter().copied().map(minute).collect();
        let observation = Observation { version: None, received_at: received.map(minute), alerts };
        assert_eq!(is_worse(&target(TargetState::Sent), &observation, minute(60)), expected);
        assert!(!is_worse(&target(TargetState::Waiting), &observation, minute(60)));
        assert!(!is_worse(&target(TargetState::RolledBack), &observation, minute(60)));
    }

    #[rstest]
    #[case::none(100, 0, false)]
    #[case::one_of_one(1, 1, false)]
    #[case::one_of_five(5, 1, false)]
    #[case::two_of_two(2, 2, true)]
    #[case::exactly_ten_percent(20, 2, false)]
    #[case::more_than_ten_percent(19, 2, true)]
    #[case::ten_of_a_hundred(100, 10, false)]
    #[case::eleven_of_a_hundred(100, 11, true)]
    fn more_than_ten_percent_and_at_least_two_stop_a_deployment(
        #[case] updated: usize,
        #[case] worse: usize,
        #[case] expected: bool,
    ) {
        assert_eq!(should_stop(updated, worse), expected);
    }

    #[test]
    fn the_reason_of_a_stop_names_the_stage_and_the_numbers() {
        let (_, targets) = testing::deployment(40, 0);
        let sent: Vec<Target> = targets
            .into_iter()
            .filter(|target| target.stage < 2)
            .map(|target| Target { sent_at: Some(minute(0)), ..target.with_state(TargetState::Sent, minute(0)) })
            .collect();
        let worse = Observation { alerts: vec![minute(1)], received_at: Some(minute(1)), version: None };
        let second_stage = sent.iter().filter(|target| target.stage == 1).take(2);
        let observations = second_stage.map(|target| (target.fridge.clone(), worse.clone())).collect();
        let reason = stop_reason(&sent, &observations, minute(2));
        let expected = "2 of 8 updated fridges of stage 2 have a new alert or stopped reporting";
        assert_eq!(reason.as_deref(), Some(expected));
        assert_eq!(stop_reason(&sent, &BTreeMap::new(), minute(2)), None);
    }

    #[test]
    fn lists_the_most_frequent_versions_first_and_at_most_20() {
        let versions = count_versions([Some("1.1"), None, Some("1.2"), Some("1.2")]);
        let pairs: Vec<_> = versions.iter().map(|count| (count.version.as_deref(), count.fridges)).collect();
        assert_eq!(pairs, [(Some("1.2"), 2), (None, 1), (Some("1.1"), 1)]);
        let many: Vec<String> = (0..50).map(|number| number.to_string()).collect();
        assert_eq!(count_versions(many.iter().map(|text| Some(text.as_str()))).len(), MAX_VERSIONS);
    }
}
