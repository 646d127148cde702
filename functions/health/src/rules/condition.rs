//! Computes the start of an active condition of a fridge from reports in any order.

use serde::{Deserialize, Serialize};
use shared::Instant;

/// Maximum number of stored statements per condition: eight hours of heartbeats. If a late report denies the condition
/// at an earlier time than that, the condition starts again at the oldest stored statement.
pub const MAX_REPORTS: usize = 50;
/// How many more statements may be stored before they are trimmed. A report appends its statement without reading.
const TRIM_AFTER: usize = 20;

/// The state of a condition in one report.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ConditionState {
    /// The condition is active since this time or earlier.
    ActiveSince(Instant),
    /// The condition is not active.
    Inactive,
    /// The report does not state it.
    Unknown,
}

/// A stored statement of one report about a condition.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Statement {
    /// When the report was made.
    at: Instant,
    /// The start of the condition. `None` if it is not active.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    since: Option<Instant>,
}

impl Statement {
    /// The statement of a report made at `at`. `None` if the report does not state the condition.
    pub fn of(at: Instant, state: ConditionState) -> Option<Self> {
        match state {
            ConditionState::ActiveSince(since) => Some(Self { at, since: Some(since) }),
            ConditionState::Inactive => Some(Self { at, since: None }),
            ConditionState::Unknown => None,
        }
    }

    /// Whether the condition is active.
    pub fn is_active(self) -> bool {
        self.since.is_some()
    }
}

/// The newest statement that a condition is not active, and the later statements that it is, oldest first. The same
/// statements in any order and with duplicates lead to the same value.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Condition(Vec<Statement>);

impl Condition {
    /// The start of the condition. `None` if it is not active, or if no report stated it.
    pub fn since(&self) -> Option<Instant> {
        self.0.iter().find_map(|statement| statement.since)
    }

    /// Whether so many statements are stored that they should be trimmed.
    pub fn is_long(&self) -> bool {
        self.0.len() > MAX_REPORTS + TRIM_AFTER
    }

    /// The condition with one more statement.
    #[must_use]
    pub fn with(mut self, statement: Option<Statement>) -> Self {
        let Some(statement) = statement else { return self };
        if self.0.iter().any(|known| !known.is_active() && known.at >= statement.at) {
            return self;
        }
        if statement.is_active() {
            match self.0.binary_search_by_key(&statement.at, |known| known.at) {
                Ok(same) => {
                    if let Some(known) = self.0.get_mut(same) {
                        known.since = known.since.min(statement.since);
                    }
                }
                Err(position) => self.0.insert(position, statement),
            }
        } else {
            self.0.retain(|known| known.at > statement.at);
            self.0.insert(0, statement);
        }
        self.trimmed()
    }

    /// The condition without the oldest statements beyond [`MAX_REPORTS`]. The first statement of each kind stays.
    fn trimmed(self) -> Self {
        let first = if self.0.first().is_some_and(|first| !first.is_active()) { 2 } else { 1 };
        let removed = first..first + self.0.len().saturating_sub(MAX_REPORTS);
        let remaining = self.0.into_iter().enumerate().filter(|(position, _)| !removed.contains(position));
        Self(remaining.map(|(_, statement)| statement).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::Duration;
    use proptest::prelude::*;
    use rstest::rstest;

    fn minute(minutes: i64) -> Instant {
        "2026-11-21T10:00:00Z".parse::<Instant>().unwrap().plus(Duration::minutes(minutes))
    }

    fn condition(statements: &[(i64, Option<bool>)]) -> Condition {
        statements.iter().fold(Condition::default(), |condition, (at, holds)| {
            let at = minute(*at);
            let state = match holds {
                Some(true) => ConditionState::ActiveSince(at),
                Some(false) => ConditionState::Inactive,
                None => ConditionState::Unknown,
            };
            condition.with(Statement::of(at, state))
        })
    }

    #[rstest]
    #[case::no_report(&[], None)]
    #[case::unknown(&[(0, None)], None)]
    #[case::active_since_the_first_report(&[(0, Some(true)), (10, Some(true))], Some(0))]
    #[case::active_since_the_first_report_in_any_order(&[(10, Some(true)), (0, Some(true))], Some(0))]
    #[case::unknown_changes_nothing(&[(0, Some(true)), (10, None)], Some(0))]
    #[case::ended(&[(0, Some(true)), (10, Some(false))], None)]
    #[case::ended_by_a_report_delivered_first(&[(10, Some(false)), (0, Some(true))], None)]
    #[case::active_again_after_the_end(&[(0, Some(true)), (10, Some(false)), (20, Some(true))], Some(20))]
    #[case::ended_in_between_by_a_late_report(&[(0, Some(true)), (20, Some(true)), (10, Some(false))], Some(20))]
    #[case::denied_at_the_same_moment(&[(0, Some(true)), (0, Some(false))], None)]
    fn a_condition_is_active_since_the_first_report_after_the_last_denial(
        #[case] statements: &[(i64, Option<bool>)],
        #[case] since: Option<i64>,
    ) {
        assert_eq!(condition(statements).since(), since.map(minute));
    }

    #[test]
    fn keeps_the_first_and_the_newest_of_many_reports() {
        let statements: Vec<(i64, Option<bool>)> = (1..=200).map(|minutes| (minutes, Some(true))).collect();
        let long = condition(&[&[(0, Some(false))], &statements[..]].concat());
        assert_eq!(long.0.len(), MAX_REPORTS);
        assert_eq!(long.since(), Some(minute(1)));
        let denied = long.clone().with(Statement::of(minute(180), ConditionState::Inactive));
        assert_eq!(denied.since(), Some(minute(181)));
        // After a denial that is older than the stored statements, the condition starts at the oldest of them.
        let denied_long_ago = long.clone().with(Statement::of(minute(100), ConditionState::Inactive));
        assert_eq!(denied_long_ago.since(), Some(minute(153)));
        assert!(!long.is_long() && Condition(vec![long.0[0]; MAX_REPORTS + TRIM_AFTER + 1]).is_long());
    }

    proptest! {
        #[test]
        fn statements_in_any_order_and_duplicated_lead_to_the_same_condition(
            (statements, shuffled) in proptest::collection::vec((0_i64..12, any::<Option<bool>>()), 0..12)
                .prop_flat_map(|statements| {
                    let twice = [statements.clone(), statements.clone()].concat();
                    (Just(statements), Just(twice).prop_shuffle())
                }),
        ) {
            prop_assert_eq!(condition(&statements), condition(&shuffled));
        }
    }
}
