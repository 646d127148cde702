//! The sample events of functions, `infra/events/<function>.json`.

use anyhow::{Context, Result};
use bytes::Bytes;
use serde_json::{Value, json};
use shared::Instant;
use std::{fs, path::Path};

/// The times in sample events that a function accepts only in the near future: the function and the path of the time.
const NEAR_TIMES: [(&str, &str); 1] = [("snooze-fridge-alerts", "/arguments/input/until")];
/// How far in the future such a time is, in hours.
const HOURS_AHEAD: i64 = 2;

/// The sample event of a function, for a call at `now`.
pub(crate) fn read(folder: &Path, function: &str, now: Instant) -> Result<Bytes> {
    let path = folder.join(format!("{function}.json"));
    let event = fs::read(&path).with_context(|| format!("{function} has no sample event at {}", path.display()))?;
    let paths: Vec<_> = NEAR_TIMES.iter().filter(|(name, _)| *name == function).map(|(_, path)| *path).collect();
    if paths.is_empty() {
        return Ok(event.into());
    }
    let mut event: Value = serde_json::from_slice(&event)?;
    for path in paths {
        let time = event.pointer_mut(path).with_context(|| format!("the sample event of {function} has no {path}"))?;
        *time = json!(now.plus(chrono::Duration::hours(HOURS_AHEAD)));
    }
    Ok(serde_json::to_vec(&event)?.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests run in the package's folder. `env!("CARGO_MANIFEST_DIR")` could be the path of another checkout with the same
    /// build cache.
    const EVENTS: &str = "../../../infra/events";

    #[test]
    fn a_time_that_must_be_near_follows_the_clock_and_the_rest_of_the_event_stays() {
        let read = |function| -> Value {
            let event = read(Path::new(EVENTS), function, "2040-01-02T03:00:00Z".parse().unwrap()).unwrap();
            serde_json::from_slice(&event).unwrap()
        };
        for (function, path) in NEAR_TIMES {
            let mut stored: Value =
                serde_json::from_slice(&fs::read(format!("{EVENTS}/{function}.json")).unwrap()).unwrap();
            *stored.pointer_mut(path).unwrap() = json!("2040-01-02T05:00:00.000Z");
            assert_eq!(read(function), stored, "{function}");
        }
        assert_eq!(read("temperature-readings")["arguments"]["to"], "2026-11-21T10:00:00.000Z");
    }
}
