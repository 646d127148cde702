//! The list of syncs.

use crate::{model::SyncResponse, store::SyncStore};
use serde::Deserialize;
use shared::{Instant, Page, Result};

/// Arguments of `logiNextSyncs`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct SyncsArguments {
    next_token: Option<String>,
}

/// A page of the syncs, newest first, with the state of each center.
///
/// # Errors
/// [`shared::Error::Invalid`] if the token was not issued by this list.
pub async fn logi_next_syncs(store: &SyncStore, arguments: SyncsArguments, now: Instant) -> Result<Page<SyncResponse>> {
    let Page { items, next_token } = store.newest(arguments.next_token.as_deref()).await?;
    Ok(Page { items: items.into_iter().map(|sync| sync.with_interruptions(now).into()).collect(), next_token })
}
