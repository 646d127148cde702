//! Divides events into requests that AppSync accepts.

/// The maximum number of events per request.
const MAX_EVENTS: usize = 5;
/// The maximum size of the events of a request, in bytes. A larger event is not published.
const MAX_BYTES: usize = 240 * 1024;

/// Divides events into batches and keeps their order.
pub(super) fn batches(events: impl IntoIterator<Item = String>) -> Vec<Vec<String>> {
    let mut batches: Vec<Vec<String>> = Vec::new();
    let mut bytes = 0;
    for event in events {
        let size = event.len();
        if size > MAX_BYTES {
            tracing::warn!(size, "skipped an event that is too large to publish");
            continue;
        }
        match batches.last_mut() {
            Some(batch) if batch.len() < MAX_EVENTS && bytes + size <= MAX_BYTES => {
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
        fn keeps_the_order_and_the_limits(sizes in proptest::collection::vec(0_usize..300 * 1024, 0..20)) {
            let events: Vec<String> = sizes.iter().map(|size| "e".repeat(*size)).collect();
            let batches = batches(events.clone());
            for batch in &batches {
                prop_assert!((1..=MAX_EVENTS).contains(&batch.len()));
                prop_assert!(batch.iter().map(String::len).sum::<usize>() <= MAX_BYTES);
            }
            let published: Vec<String> = events.into_iter().filter(|event| event.len() <= MAX_BYTES).collect();
            prop_assert_eq!(batches.concat(), published);
        }
    }

    #[test]
    fn splits_six_small_events_into_two_batches() {
        let sizes: Vec<usize> = batches((0..6).map(|number| number.to_string())).iter().map(Vec::len).collect();
        assert_eq!(sizes, [5, 1]);
    }
}
