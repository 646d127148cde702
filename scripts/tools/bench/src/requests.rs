//! Records the requests of one call of a function.

use crate::{
    capacity::Units,
    measure::{self, Function},
    recorder::{Recorded, Recorder},
};
use anyhow::Result;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The requests of a call to AWS, and their capacity units.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Requests {
    /// The number of requests by operation.
    operations: BTreeMap<String, usize>,
    /// The read units of DynamoDB.
    read_units: f64,
    /// The write units of DynamoDB, without those of indexes.
    write_units: f64,
}

impl Requests {
    /// Counts recorded requests.
    pub(crate) fn count(recorded: &[Recorded]) -> Self {
        let (mut operations, mut units) = (BTreeMap::new(), Units::default());
        for request in recorded {
            *operations.entry(request.operation.clone()).or_default() += 1;
            units += request.units;
        }
        Self { operations, read_units: units.read, write_units: units.write }
    }

    /// The number of requests.
    pub(crate) fn total(&self) -> usize {
        self.operations.values().sum()
    }
}

/// The requests of the usual and of the largest call of a function.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub(crate) struct FunctionRequests {
    /// The requests of a call with the sample event.
    #[serde(flatten)]
    pub(crate) usual: Requests,
    /// The requests of the largest call, for the functions that have a workload.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) largest: Option<LargestRequests>,
}

/// The requests of the largest call.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub(crate) struct LargestRequests {
    /// What the call reads or writes.
    content: String,
    #[serde(flatten)]
    requests: Requests,
}

/// The requests of a call with the event of `function`. It is the second call of a process, because a function keeps some
/// values after its first call.
pub(crate) async fn record(function: &Function, recorder: &Recorder, verbose: bool) -> Result<Requests> {
    let recorded = measure::call_twice(function, verbose, || recorder.start()).await.map(|()| recorder.take());
    Ok(Requests::count(&recorded?))
}

/// The row of one function.
pub(crate) fn row(name: &str, requests: &Requests) -> String {
    let operations = requests.operations.iter().map(|(operation, count)| format!("{count} {operation}"));
    format!(
        "{name:<48} {:>4} requests, {:>6} read units, {:>6} write units: {}",
        requests.total(),
        requests.read_units,
        requests.write_units,
        operations.collect::<Vec<_>>().join(", "),
    )
}

impl LargestRequests {
    /// The requests of a call with this content.
    pub(crate) fn new(content: &str, requests: Requests) -> Self {
        Self { content: content.to_owned(), requests }
    }

    /// The row of the largest call of a function.
    pub(crate) fn row(&self, name: &str) -> String {
        row(&format!("{name} ({})", self.content), &self.requests)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn requests_are_counted_by_operation_and_their_units_added() {
        let recorded = |operation: &str, read, write| Recorded {
            operation: operation.into(),
            body: String::new(),
            units: Units { read, write },
        };
        let recorded =
            [recorded("GetItem", 0.5, 0.0), recorded("GetItem", 1.0, 0.0), recorded("TransactWriteItems", 0.0, 4.0)];
        let requests = FunctionRequests { usual: Requests::count(&recorded), largest: None };
        let expected =
            json!({"operations": {"GetItem": 2, "TransactWriteItems": 1}, "readUnits": 1.5, "writeUnits": 4.0});
        assert_eq!(serde_json::to_value(&requests).unwrap(), expected);
        assert_eq!(requests.usual.total(), 3);
        assert_eq!(serde_json::from_value::<FunctionRequests>(expected).unwrap(), requests);
    }
}
