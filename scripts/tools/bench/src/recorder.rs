//! Records the requests that a function sends to AWS.

use crate::capacity::Units;
use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The requests since the last [`Recorder::take`], if recording is on.
#[derive(Debug, Default)]
pub(crate) struct Recorder(Mutex<Option<Vec<Recorded>>>);

/// A request.
#[derive(Clone, Debug)]
pub(crate) struct Recorded {
    /// The AWS operation.
    pub(crate) operation: String,
    /// The body.
    pub(crate) body: String,
    /// The capacity units of DynamoDB.
    pub(crate) units: Units,
}

impl Recorder {
    /// Starts recording.
    pub(crate) fn start(&self) {
        *self.requests() = Some(Vec::new());
    }

    /// Whether recording is on.
    pub(crate) fn is_on(&self) -> bool {
        self.requests().is_some()
    }

    /// Adds a request, if recording is on.
    pub(crate) fn add(&self, request: Recorded) {
        if let Some(requests) = self.requests().as_mut() {
            requests.push(request);
        }
    }

    /// Stops recording and returns the requests.
    pub(crate) fn take(&self) -> Vec<Recorded> {
        self.requests().take().unwrap_or_default()
    }

    fn requests(&self) -> MutexGuard<'_, Option<Vec<Recorded>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The first request of either side that the other side did not send: another operation or another size of the body.
pub(crate) fn first_difference<'a>(
    one: &'a [Recorded],
    other: &'a [Recorded],
) -> Option<(Option<&'a Recorded>, Option<&'a Recorded>)> {
    let sorted = |requests: &'a [Recorded]| {
        let mut by_size: BTreeMap<(&str, usize), Vec<&Recorded>> = BTreeMap::new();
        for request in requests {
            by_size.entry((request.operation.as_str(), request.body.len())).or_default().push(request);
        }
        by_size
    };
    let (one, other) = (sorted(one), sorted(other));
    let count = |requests: Option<&Vec<&Recorded>>| requests.map_or(0, Vec::len);
    let differs = |key: &&(&str, usize)| count(one.get(key)) != count(other.get(key));
    let key = one.keys().chain(other.keys()).find(differs)?;
    let nearest = |requests: &BTreeMap<(&'a str, usize), Vec<&'a Recorded>>| {
        let same = requests.iter().filter(|((operation, _), _)| *operation == key.0);
        same.min_by_key(|((_, size), _)| size.abs_diff(key.1)).and_then(|(_, found)| found.first().copied())
    };
    Some((nearest(&one), nearest(&other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(operation: &str, body: &str) -> Recorded {
        Recorded { operation: operation.into(), body: body.into(), units: Units::default() }
    }

    #[test]
    fn requests_are_equal_in_any_order_if_operations_counts_and_sizes_are() {
        let (query, get) = (request("Query", "1234"), request("GetItem", "12"));
        let same_size = request("Query", "abcd");
        assert!(first_difference(&[query.clone(), get.clone()], &[get.clone(), same_size]).is_none());
        assert!(first_difference(&[query.clone(), query.clone()], std::slice::from_ref(&query)).is_some());
        assert!(first_difference(&[query], &[get]).is_some());
        assert!(first_difference(&[request("Query", "1")], &[request("Query", "12")]).is_some());
    }
}
