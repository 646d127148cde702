//! Writes the figures that `docs/cost.md` and `docs/calls.md` are calculated from.

use crate::{
    measure::Measurement,
    requests::{FunctionRequests, LargestRequests, Requests},
};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{collections::BTreeMap, fs, path::Path};

/// The consumer of telemetry. Its figure is per message.
const CONSUMER: &str = "ingest-telemetry";

/// The figures.
#[derive(Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Record {
    functions: BTreeMap<String, Figures>,
    ingest: Ingest,
    item_bytes: BTreeMap<String, usize>,
    #[serde(default)]
    requests: BTreeMap<String, FunctionRequests>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Figures {
    cpu_milliseconds: f64,
    peak_mebibytes: u64,
    /// The figures of the largest call, for the functions that have a workload.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    largest: Option<Usage>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Usage {
    cpu_milliseconds: f64,
    peak_mebibytes: u64,
}

impl Usage {
    fn of(measurement: &Measurement) -> Self {
        Self {
            cpu_milliseconds: rounded(measurement.cpu.as_secs_f64() * 1e3),
            peak_mebibytes: measurement.memory.div_ceil(1024),
        }
    }
}

#[derive(Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Ingest {
    cpu_milliseconds_per_message: f64,
}

impl Record {
    /// The figures of a file.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let text = fs::read(path).with_context(|| format!("{} is not readable", path.display()))?;
        serde_json::from_slice(&text).with_context(|| format!("{} has another format", path.display()))
    }

    /// The figures without requests.
    pub(crate) fn without_requests(self) -> Self {
        Self { requests: BTreeMap::new(), ..self }
    }

    /// Adds the figures of a function that was called with `event`.
    pub(crate) fn add(&mut self, name: &str, event: &[u8], measurement: &Measurement) {
        let event: Value = serde_json::from_slice(event).unwrap_or_default();
        let cpu = measurement.cpu.as_secs_f64() * 1e3;
        if name == CONSUMER {
            let messages = event.get("Records").and_then(Value::as_array).map_or(1, Vec::len);
            self.ingest.cpu_milliseconds_per_message = rounded(cpu / f64::from(u32::try_from(messages).unwrap_or(1)));
        }
        let Usage { cpu_milliseconds, peak_mebibytes } = Usage::of(measurement);
        self.functions.insert(name.to_owned(), Figures { cpu_milliseconds, peak_mebibytes, largest: None });
    }

    /// Adds the figures of the largest call of a function that was added before.
    pub(crate) fn add_largest(&mut self, name: &str, measurement: &Measurement) {
        if let Some(figures) = self.functions.get_mut(name) {
            figures.largest = Some(Usage::of(measurement));
        }
    }

    /// Adds the requests of a call with the sample event. Those of the largest call stay.
    pub(crate) fn add_requests(&mut self, name: &str, usual: Requests) {
        self.requests.entry(name.to_owned()).or_default().usual = usual;
    }

    /// Adds the requests of the largest call of a function.
    pub(crate) fn add_largest_requests(&mut self, name: &str, largest: LargestRequests) {
        self.requests.entry(name.to_owned()).or_default().largest = Some(largest);
    }

    /// Adds the average sizes of items.
    pub(crate) fn add_item_bytes(&mut self, item_bytes: BTreeMap<String, usize>) {
        self.item_bytes = item_bytes;
    }

    /// Writes the file.
    pub(crate) fn write(&self, path: &Path) -> Result<()> {
        fs::write(path, serde_json::to_string_pretty(self)? + "\n")?;
        Ok(())
    }
}

/// Two decimals: no more digits are significant, because the speed of a machine changes.
fn rounded(milliseconds: f64) -> f64 {
    (milliseconds * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::time::Duration;

    fn measurement(cpu: Duration) -> Measurement {
        let zero = Duration::ZERO;
        Measurement { cold: zero, cold_cpu: zero, p50: zero, p99: zero, cpu, memory: 9000, size: 0 }
    }

    #[test]
    fn the_consumer_of_telemetry_is_recorded_per_message() {
        let mut record = Record::default();
        record.add(CONSUMER, br#"{"Records": [{}, {}, {}, {}]}"#, &measurement(Duration::from_millis(5)));
        record.add("location", br#"{"field": "location"}"#, &measurement(Duration::from_micros(484)));
        record.add_largest("location", &measurement(Duration::from_millis(3)));
        let value = serde_json::to_value(&record).unwrap();
        assert_eq!(value["ingest"]["cpuMillisecondsPerMessage"], 1.25);
        assert_eq!(value["functions"]["location"]["cpuMilliseconds"], 0.48);
        assert_eq!(value["functions"]["location"]["peakMebibytes"], 9);
        assert_eq!(value["functions"]["location"]["largest"], json!({"cpuMilliseconds": 3.0, "peakMebibytes": 9}));
        assert_eq!(value["functions"][CONSUMER].get("largest"), None);
    }

    #[test]
    fn requests_are_added_to_the_figures_of_a_file_and_change_no_others() {
        let mut record = Record::default();
        record.add("location", b"{}", &measurement(Duration::from_millis(2)));
        record.add_largest("location", &measurement(Duration::from_millis(3)));
        let mut read: Record = serde_json::from_value(serde_json::to_value(&record).unwrap()).unwrap();
        read.add_largest_requests("location", LargestRequests::default());
        read.add_requests("location", Requests::default());
        let value = serde_json::to_value(&read).unwrap();
        assert!(value["requests"]["location"]["largest"].is_object());
        assert_eq!(
            serde_json::to_value(read.without_requests()).unwrap(),
            serde_json::to_value(&record).unwrap(),
            "{value}"
        );
    }
}
