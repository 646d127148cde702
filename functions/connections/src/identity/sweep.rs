//! The task `sweep-fridge-identities`: retires certificates, and makes the changes that AWS IoT lacks. Requirements:
//! `docs/requirements/connections.md`, CON-11 and CON-12.

use super::{
    editor::{IdentityEditor, certificate_entry},
    rules,
};
use futures::{StreamExt, stream};
use locations::model::LocationId;
use serde_json::{Value, json};
use shared::{Instant, Permit, Result};

/// The name of the worker in the history.
const NAME: &str = "sweep-fridge-identities";
/// The number of fridges that are checked at the same time.
const CONCURRENCY: usize = 8;

/// Checks the fridges whose time has come, and returns counts for the log. A fridge that fails does not prevent the
/// others, and is checked again in the next minute.
///
/// # Errors
/// If the table is unavailable, or a fridge fails.
pub async fn sweep(editor: &IdentityEditor, now: Instant) -> Result<Value> {
    let due = editor.identities.due(now).await?;
    let checked = due.len();
    let checks: Vec<_> = due.into_iter().map(|fridge| check(editor, fridge, now)).collect();
    let results: Vec<Result<usize>> = stream::iter(checks).buffer_unordered(CONCURRENCY).collect().await;
    let retired: usize = results.iter().flatten().sum();
    let failed = results.iter().filter(|result| result.is_err()).count();
    tracing::info!(checked, retired, failed, "checked the certificates of fridges");
    match results.into_iter().find_map(Result::err) {
        Some(error) => Err(error),
        None => Ok(json!({ "checked": checked, "retired": retired })),
    }
}

/// Checks one fridge and returns the number of retired certificates.
async fn check(editor: &IdentityEditor, fridge: LocationId, now: Instant) -> Result<usize> {
    let Some(mut identity) = editor.identities.get(&fridge).await? else { return Ok(0) };
    let retired = rules::retire_due(&mut identity, NAME, now);
    if !retired.is_empty() {
        let permit = Permit::system(NAME);
        let entries: Vec<_> =
            retired.iter().map(|id| certificate_entry(&fridge, "RETIRED", id, &permit, now)).collect();
        match editor.write(identity, now, &entries).await? {
            Some(written) => identity = written,
            // Another call changed the fridge. The next sweep checks it again.
            None => return Ok(0),
        }
    }
    if identity.certificates.values().any(|certificate| certificate.is_pending(now)) {
        let (_, result) = editor.reconcile(identity, None, now).await;
        result?;
    } else {
        // Another call made the change of AWS IoT. The next check is at another time.
        editor.identities.write_checked(&identity, now).await?;
    }
    Ok(retired.len())
}
