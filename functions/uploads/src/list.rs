//! What was uploaded.

use crate::{
    model::{Folder, Upload},
    store::UploadStore,
};
use serde::Deserialize;
use shared::{Page, Request, Result};

/// Whose uploads.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListUploads {
    folder: Folder,
    next_token: Option<String>,
}

/// A folder's uploads, newest first.
///
/// # Errors
/// [`shared::Error::Forbidden`] where the folder is not the caller's to use.
pub async fn list_uploads(store: &UploadStore, request: Request<ListUploads>) -> Result<Page<Upload>> {
    let folder = request.input.folder.open(&request.permit)?;
    store.list(&folder, request.input.next_token.as_deref()).await
}
