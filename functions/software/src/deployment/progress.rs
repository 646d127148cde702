//! The progress of a deployment over time: a bounded list of points. The rules are pure.

use super::model::ProgressPoint;
use chrono::Duration;

/// Maximum number of points. A point has about 150 bytes.
const MAX_POINTS: usize = 200;
/// The longest time between two points while nothing changes.
const MAX_GAP: Duration = Duration::minutes(30);

/// Adds a point if the counts changed or the last point is old. Returns whether it was added. A full list keeps its
/// first and last point and every second of the others, so that it covers the whole time.
pub(super) fn record(points: &mut Vec<ProgressPoint>, point: ProgressPoint) -> bool {
    let is_new = points
        .last()
        .is_none_or(|last| point.at > last.at && (last.counts != point.counts || point.at.since(last.at) >= MAX_GAP));
    if is_new {
        if points.len() >= MAX_POINTS {
            let mut position = 0;
            let last = points.len() - 1;
            points.retain(|_| {
                position += 1;
                position % 2 == 1 || position - 1 == last
            });
        }
        points.push(point);
    }
    is_new
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deployment::model::Counts;
    use proptest::prelude::*;
    use shared::Instant;

    fn point(minutes: i64, sent: u32) -> ProgressPoint {
        let at = "2026-11-21T10:00:00Z".parse::<Instant>().unwrap().plus(Duration::minutes(minutes));
        ProgressPoint { at, counts: Counts { sent, ..Counts::default() } }
    }

    #[test]
    fn a_point_is_added_when_the_counts_change_and_every_half_hour() {
        let mut points = Vec::new();
        let added = [(0, 1), (1, 1), (2, 2), (31, 2), (32, 2), (32, 3), (30, 4)]
            .map(|(minutes, sent)| record(&mut points, point(minutes, sent)));
        assert_eq!(added, [true, false, true, false, true, false, false]);
        assert_eq!(points, [point(0, 1), point(2, 2), point(32, 2)]);
    }

    proptest! {
        #[test]
        fn the_list_is_bounded_sorted_and_covers_the_whole_time(count in 1_u32..2000) {
            let mut points = Vec::new();
            for number in 0..count {
                prop_assert!(record(&mut points, point(number.into(), number)));
            }
            prop_assert!(points.len() <= MAX_POINTS);
            prop_assert_eq!(points.first(), Some(&point(0, 0)));
            prop_assert_eq!(points.last(), Some(&point((count - 1).into(), count - 1)));
            prop_assert!(points.windows(2).all(|two| two[0].at < two[1].at));
        }
    }
}
