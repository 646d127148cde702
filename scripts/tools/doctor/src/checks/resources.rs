//! Whether all that was to be made was made, alarms included.

use crate::{report::Findings, stack::Stack};
use anyhow::Result;

/// Resources that are not complete.
#[expect(clippy::unnecessary_wraps, reason = "a check like the others")]
pub(crate) fn check(stack: &Stack) -> Result<Findings> {
    let unfinished = stack.resources.iter().filter(|resource| {
        !resource.status.ends_with("_COMPLETE")
            || resource.status.starts_with("DELETE")
            || resource.physical_id.is_empty()
    });
    Ok(unfinished.map(|resource| format!("{} is {}", resource.logical_id, resource.status)).collect())
}
