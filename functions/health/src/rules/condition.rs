//! Since when a condition of a fridge holds, by reports that come in any order.

use serde::{Deserialize, Serialize};
use shared::Instant;

/// The most statements that are kept of a condition: eight hours of a fridge's heartbeats. A report that denies the
/// condition and comes later than that ends it at the next report that is still known.
pub const MAX_REPORTS: usize = 50;
/// How many more may be stored before they are trimmed: a report appends without reading.
const TRIM_AFTER: usize = 20;

/// What a report says of a condition.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Since {
    /// It holds, since then at the latest.
    Begins(Instant),
    /// It does not hold.
    Ends,
    /// The report does not say.
    Unknown,
}

/// What a report of a moment said.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Statement {
    /// When the report was made.
    at: Instant,
    /// Since when the condition holds; `None` where it did not hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    since: Option<Instant>,
}

impl Statement {
    /// What a report made at `at` says; `None` where it says nothing.
    pub fn of(at: Instant, said: Since) -> Option<Self> {
        match said {
            Since::Begins(since) => Some(Self { at, since: Some(since) }),
            Since::Ends => Some(Self { at, since: None }),
            Since::Unknown => None,
        }
    }

    /// Whether the condition holds.
    pub fn holds(self) -> bool {
        self.since.is_some()
    }
}

/// The newest statement that denies a condition, and the later ones that confirm it, oldest first. The same statements
/// in any order, and any of them twice, make the same value.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Condition(Vec<Statement>);

impl Condition {
    /// Since when the condition holds; `None` where it does not, or where no report said.
    pub fn since(&self) -> Option<Instant> {
        self.0.iter().find_map(|statement| statement.since)
    }

    /// Whether it has so many statements that they should be stored again, trimmed.
    pub fn is_long(&self) -> bool {
        self.0.len() > MAX_REPORTS + TRIM_AFTER
    }

    /// The condition with one more statement.
    #[must_use]
    pub fn with(mut self, statement: Option<Statement>) -> Self {
        let Some(statement) = statement else { return self };
        if self.0.iter().any(|known| !known.holds() && known.at >= statement.at) {
            return self;
        }
        if statement.holds() {
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

    /// The condition without the oldest of too many statements, but for the first of each kind.
    fn trimmed(self) -> Self {
        let first = if self.0.first().is_some_and(|first| !first.holds()) { 2 } else { 1 };
        let left_out = first..first + self.0.len().saturating_sub(MAX_REPORTS);
        let kept = self.0.into_iter().enumerate().filter(|(position, _)| !left_out.contains(position));
        Self(kept.map(|(_, statement)| statement).collect())
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

    fn condition(said: &[(i64, Option<bool>)]) -> Condition {
        said.iter().fold(Condition::default(), |condition, (at, holds)| {
            let at = minute(*at);
            let said = match holds {
                Some(true) => Since::Begins(at),
                Some(false) => Since::Ends,
                None => Since::Unknown,
            };
            condition.with(Statement::of(at, said))
        })
    }

    #[rstest]
    #[case::never_said(&[], None)]
    #[case::unknown(&[(0, None)], None)]
    #[case::since_the_first(&[(0, Some(true)), (10, Some(true))], Some(0))]
    #[case::since_the_first_whatever_the_order(&[(10, Some(true)), (0, Some(true))], Some(0))]
    #[case::unknown_changes_nothing(&[(0, Some(true)), (10, None)], Some(0))]
    #[case::ended(&[(0, Some(true)), (10, Some(false))], None)]
    #[case::ended_by_a_report_that_came_first(&[(10, Some(false)), (0, Some(true))], None)]
    #[case::again_after_the_end(&[(0, Some(true)), (10, Some(false)), (20, Some(true))], Some(20))]
    #[case::ended_in_between_by_a_late_report(&[(0, Some(true)), (20, Some(true)), (10, Some(false))], Some(20))]
    #[case::denied_at_the_same_moment(&[(0, Some(true)), (0, Some(false))], None)]
    fn a_condition_holds_since_the_first_report_after_the_last_that_denies_it(
        #[case] said: &[(i64, Option<bool>)],
        #[case] since: Option<i64>,
    ) {
        assert_eq!(condition(said).since(), since.map(minute));
    }

    #[test]
    fn the_beginning_and_the_newest_of_many_reports_are_kept() {
        let said: Vec<(i64, Option<bool>)> = (1..=200).map(|minutes| (minutes, Some(true))).collect();
        let long = condition(&[&[(0, Some(false))], &said[..]].concat());
        assert_eq!((long.0.len(), long.since()), (MAX_REPORTS, Some(minute(1))));
        let denied = long.clone().with(Statement::of(minute(180), Since::Ends));
        assert_eq!(denied.since(), Some(minute(181)));
        // A denial that is older than the kept reports ends the condition at the oldest of them.
        let denied_long_ago = long.clone().with(Statement::of(minute(100), Since::Ends));
        assert_eq!(denied_long_ago.since(), Some(minute(153)));
        assert!(!long.is_long() && Condition(vec![long.0[0]; MAX_REPORTS + TRIM_AFTER + 1]).is_long());
    }

    proptest! {
        #[test]
        fn the_same_statements_in_any_order_and_twice_make_the_same_condition(
            (said, shuffled) in proptest::collection::vec((0_i64..12, any::<Option<bool>>()), 0..12).prop_flat_map(|said| {
                let twice = [said.clone(), said.clone()].concat();
                (Just(said), Just(twice).prop_shuffle())
            }),
        ) {
            prop_assert_eq!(condition(&said), condition(&shuffled));
        }
    }
}
