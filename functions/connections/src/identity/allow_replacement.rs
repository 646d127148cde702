//! GraphQL mutation `allowFridgeReplacement`. Requirements: `docs/requirements/connections.md`, CON-10.

use super::{
    editor::{IdentityEditor, replacement_entry},
    rules,
};
use crate::connection::FridgeConnection;
use locations::model::LocationId;
use serde::Deserialize;
use shared::{Request, Result, bounded::Text};

/// Arguments of `allowFridgeReplacement`.
#[derive(Debug, Deserialize)]
pub struct AllowFridgeReplacementArguments {
    id: LocationId,
    allow: bool,
    reason: Text<500>,
    version: u64,
}

/// Allows a new computer of the fridge to request a certificate, or ends this. A repeated call changes nothing.
///
/// # Errors
/// [`shared::Error::NotFound`] if the location does not exist, [`shared::Error::Invalid`] if it is not a fridge, and
/// [`shared::Error::Conflict`] if another version is stored.
pub async fn allow_fridge_replacement(
    editor: &IdentityEditor,
    Request { permit, now, input }: Request<AllowFridgeReplacementArguments>,
) -> Result<FridgeConnection> {
    let AllowFridgeReplacementArguments { id, allow, reason, version } = input;
    let fridge = editor.require_fridge(&id).await?;
    let before = editor.identities.get_or_new(&fridge).await?;
    if before.version != version {
        // The response to a call can be lost, so its repetition succeeds.
        if before.allows_replacement(now) == allow {
            return editor.connection(&before, now).await;
        }
        return Err(editor.conflict(&before, now).await);
    }
    let mut identity = before.clone();
    if !rules::set_replacement(&mut identity, allow, now) {
        return editor.connection(&before, now).await;
    }
    let entry = replacement_entry(&identity, &before, &permit, now).with_reason(Some(reason.to_string()));
    let identity = editor.write_or_conflict(identity, now, entry).await?;
    editor.connection(&identity, now).await
}
