//! The sample events of functions, `infra/events/<function>.json`.

use anyhow::{Context, Result};
use bytes::Bytes;
use serde_json::{Value, json};
use shared::Instant;
use std::{fs, path::Path};

/// The times in sample events that a function accepts only in the near future: the function and the path of the time.
const NEAR_TIMES: [(&str, &str); 1] = [("snooze-fridge-alerts", "/arguments/input/until")];
/// A certificate that the fridge of the sample events does not have.
const NEW_CERTIFICATE: &str = "3c9e01f27b6a4d58e0b1c2d3f4a596873c9e01f27b6a4d58e0b1c2d3f4a59687";
/// The values in sample events that would make a function do less than usual, and their replacements: the certificate
/// that `check-fridge-provisioning` accepts is also the one that `revoke-fridge-certificate` finds.
const REPLACED: [(&str, &str, &str); 1] = [("check-fridge-provisioning", "/certificateId", NEW_CERTIFICATE)];
/// How far in the future such a time is, in hours.
const HOURS_AHEAD: i64 = 2;

/// The sample event of a function, for a call at `now`.
pub(crate) fn read(folder: &Path, function: &str, now: Instant) -> Result<Bytes> {
    let path = folder.join(format!("{function}.json"));
    let event = fs::read(&path).with_context(|| format!("{function} has no sample event at {}", path.display()))?;
    let near_time = json!(now.plus(chrono::Duration::hours(HOURS_AHEAD)));
    let times = NEAR_TIMES.iter().map(|(name, path)| (*name, *path, near_time.clone()));
    let replaced = REPLACED.iter().map(|(name, path, value)| (*name, *path, json!(value)));
    let replaced: Vec<_> = times.chain(replaced).filter(|(name, ..)| *name == function).collect();
    if replaced.is_empty() {
        return Ok(event.into());
    }
    let mut event: Value = serde_json::from_slice(&event)?;
    for (_, path, value) in replaced {
        *event.pointer_mut(path).with_context(|| format!("the sample event of {function} has no {path}"))? = value;
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
    fn replaces_times_that_must_be_near_and_listed_values_and_nothing_else() {
        let read = |function| -> Value {
            let event = read(Path::new(EVENTS), function, "2040-01-02T03:00:00Z".parse().unwrap()).unwrap();
            serde_json::from_slice(&event).unwrap()
        };
        let times = NEAR_TIMES.map(|(function, path)| (function, path, "2040-01-02T05:00:00.000Z"));
        for (function, path, value) in times.into_iter().chain(REPLACED) {
            let mut stored: Value =
                serde_json::from_slice(&fs::read(format!("{EVENTS}/{function}.json")).unwrap()).unwrap();
            *stored.pointer_mut(path).unwrap() = json!(value);
            assert_eq!(read(function), stored, "{function}");
        }
        assert_eq!(read("temperature-readings")["arguments"]["to"], "2026-11-21T10:00:00.000Z");
    }
}
