//! `GET /uploads` and `GET /uploads/{uploadId}`.

use crate::{
    model::{Folder, Upload},
    store::UploadStore,
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{Error, Page, Request, Result};
use uuid::Uuid;

/// Arguments of `GET /uploads`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListUploads {
    /// The folder.
    folder: Folder,
    /// The token of the next page.
    next_token: Option<String>,
}

/// Returns one page of a folder's uploads, newest first.
///
/// # Errors
/// [`shared::Error::Forbidden`] if the caller lacks the folder's permission.
pub async fn list_uploads(store: &UploadStore, request: Request<ListUploads>) -> Result<Page<Upload>> {
    let folder = request.input.folder.authorize(&request.permit)?;
    let mut page = store.list(&folder, request.input.next_token.as_deref()).await?;
    // The list omits the errors of files, because they would make a page very long. `get_upload` returns them.
    page.items.iter_mut().for_each(|upload| upload.errors.clear());
    Ok(page)
}

/// Arguments of `GET /uploads/{uploadId}`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GetUpload {
    /// The folder of the upload.
    folder: Folder,
    /// The id of the upload.
    upload_id: Uuid,
}

/// Returns one upload with the errors of its file.
///
/// # Errors
/// [`shared::Error::Forbidden`] if the caller lacks the folder's permission; [`shared::Error::NotFound`].
pub async fn get_upload(store: &UploadStore, Request { permit, input, .. }: Request<GetUpload>) -> Result<Upload> {
    let GetUpload { folder, upload_id } = input;
    let upload = store.get(&folder.authorize(&permit)?, upload_id).await?;
    upload.ok_or_else(|| Error::NotFound(format!("There is no upload {upload_id}")))
}
