//! The syncs, as they stand.

use crate::{model::ToldSync, store::SyncStore};
use serde::Deserialize;
use shared::{Instant, Page, Result};

/// Arguments of `logiNextSyncs`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct SyncsArguments {
    next_token: Option<String>,
}

/// The syncs, newest first, with how far each center got.
///
/// # Errors
/// [`shared::Error::Invalid`] where the token is not one that this list gave out.
pub async fn logi_next_syncs(store: &SyncStore, arguments: SyncsArguments, now: Instant) -> Result<Page<ToldSync>> {
    let Page { items, next_token } = store.newest(arguments.next_token.as_deref()).await?;
    Ok(Page { items: items.into_iter().map(|sync| sync.at(now).into()).collect(), next_token })
}
