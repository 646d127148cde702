//! What was uploaded.

use crate::{
    model::{Folder, Upload},
    store::UploadStore,
};
use serde::Deserialize;
use shared::{Error, Page, Request, Result};
use uuid::Uuid;

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
    let mut page = store.list(&folder, request.input.next_token.as_deref()).await?;
    // What is wrong with a file is read with the upload itself: a page of such files would be long.
    page.items.iter_mut().for_each(|upload| upload.errors.clear());
    Ok(page)
}

/// Which upload.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetUpload {
    folder: Folder,
    upload_id: Uuid,
}

/// One upload, with what is wrong with its file.
///
/// # Errors
/// [`shared::Error::Forbidden`] where the folder is not the caller's to use; [`shared::Error::NotFound`].
pub async fn get_upload(store: &UploadStore, Request { permit, input, .. }: Request<GetUpload>) -> Result<Upload> {
    let GetUpload { folder, upload_id } = input;
    let upload = store.get(&folder.open(&permit)?, upload_id).await?;
    upload.ok_or_else(|| Error::NotFound(format!("There is no upload {upload_id}")))
}
