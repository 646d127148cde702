//! Checks that all resources of the stack were created, including alarms.

use crate::{report::Findings, stack::Stack};
use anyhow::Result;

/// Finds resources that are missing or incomplete.
#[expect(clippy::unnecessary_wraps, reason = "all checks have the same result type")]
pub(crate) fn check(stack: &Stack) -> Result<Findings> {
    let incomplete = stack.resources.iter().filter(|resource| {
        !resource.status.ends_with("_COMPLETE")
            || resource.status.starts_with("DELETE")
            || resource.physical_id.is_empty()
    });
    Ok(incomplete.map(|resource| format!("{} is {}", resource.logical_id, resource.status)).collect())
}
