//! Writes the figures that `docs/cost.md` is calculated from.

use crate::{measure::Measurement, workload::Workload};
use anyhow::Result;
use serde::Serialize;
use serde_json::Value;
use shared::declaration::DEFAULT_MEMORY_MIB;
use std::{collections::BTreeMap, fs, path::Path};

/// The fleet whose items are measured.
const FRIDGES: u32 = 2500;
/// The consumer of telemetry. Its figure is per message.
const CONSUMER: &str = "ingest-telemetry";

/// The figures.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Record {
    functions: BTreeMap<String, Figures>,
    ingest: Ingest,
    item_bytes: BTreeMap<String, usize>,
    memory_mebibytes: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Figures {
    cpu_milliseconds: f64,
    peak_mebibytes: u64,
    /// Whether no user waits for the function.
    worker: bool,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Ingest {
    cpu_milliseconds_per_message: f64,
}

impl Record {
    /// Adds the figures of a function that was called with `event`.
    pub(crate) fn add(&mut self, name: &str, event: &[u8], measurement: &Measurement) {
        let event: Value = serde_json::from_slice(event).unwrap_or_default();
        let cpu = measurement.cpu.as_secs_f64() * 1e3;
        if name == CONSUMER {
            let messages = event.get("Records").and_then(Value::as_array).map_or(1, Vec::len);
            self.ingest.cpu_milliseconds_per_message = rounded(cpu / f64::from(u32::try_from(messages).unwrap_or(1)));
        }
        let figures = Figures {
            cpu_milliseconds: rounded(cpu),
            peak_mebibytes: measurement.memory.div_ceil(1024),
            worker: ["field", "httpMethod", "requestContext"].iter().all(|name| event.get(name).is_none()),
        };
        self.functions.insert(name.to_owned(), figures);
    }

    /// Adds the sizes of items and writes the file.
    pub(crate) async fn write(mut self, path: &Path) -> Result<()> {
        self.item_bytes = Workload::new(FRIDGES).await?.stub.database.average_bytes();
        self.memory_mebibytes = DEFAULT_MEMORY_MIB;
        fs::write(path, serde_json::to_string_pretty(&self)? + "\n")?;
        Ok(())
    }
}

/// Two decimals: the kernel counts CPU time in hundredths of a second, and no more digits are significant.
fn rounded(milliseconds: f64) -> f64 {
    (milliseconds * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let value = serde_json::to_value(&record).unwrap();
        assert_eq!(value["ingest"]["cpuMillisecondsPerMessage"], 1.25);
        assert_eq!(value["functions"]["location"]["cpuMilliseconds"], 0.48);
        assert_eq!(value["functions"]["location"]["peakMebibytes"], 9);
        let workers = [CONSUMER, "location"].map(|name| value["functions"][name]["worker"].as_bool());
        assert_eq!(workers, [Some(true), Some(false)]);
    }
}
