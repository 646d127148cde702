//! How many events one call takes.

/// Events of one call.
const EVENTS: usize = 5;
/// Bytes of one call; a single event of more is told to nobody.
const BYTES: usize = 240 * 1024;

/// The events in their order, in batches that AppSync takes.
pub(super) fn batches(events: impl IntoIterator<Item = String>) -> Vec<Vec<String>> {
    let mut batches: Vec<Vec<String>> = Vec::new();
    let mut bytes = 0;
    for event in events {
        let size = event.len();
        if size > BYTES {
            tracing::warn!(size, "an event is too large to be published");
            continue;
        }
        match batches.last_mut() {
            Some(batch) if batch.len() < EVENTS && bytes + size <= BYTES => {
                bytes += size;
                batch.push(event);
            }
            _ => {
                bytes = size;
                batches.push(vec![event]);
            }
        }
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn batches_keep_the_order_and_the_limits(sizes in proptest::collection::vec(0_usize..300 * 1024, 0..20)) {
            let events: Vec<String> = sizes.iter().map(|size| "e".repeat(*size)).collect();
            let batches = batches(events.clone());
            for batch in &batches {
                prop_assert!((1..=EVENTS).contains(&batch.len()));
                prop_assert!(batch.iter().map(String::len).sum::<usize>() <= BYTES);
            }
            let kept: Vec<String> = events.into_iter().filter(|event| event.len() <= BYTES).collect();
            prop_assert_eq!(batches.concat(), kept);
        }
    }

    #[test]
    fn six_small_events_are_two_calls() {
        let sizes: Vec<usize> = batches((0..6).map(|number| number.to_string())).iter().map(Vec::len).collect();
        assert_eq!(sizes, [5, 1]);
    }
}
