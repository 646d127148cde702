//! Beginning an upload.

use crate::{
    bucket::UploadBucket,
    model::{Folder, State, Upload},
    rules,
    store::UploadStore,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{Instant, Request, Result, error::all_valid};
use uuid::Uuid;

/// The file that somebody wants to upload.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateUpload {
    folder: Folder,
    file_name: String,
    content_type: String,
    /// The file's bytes, a number or its digits; the address is signed for just as many.
    #[serde(default)]
    content_length: Value,
}

impl CreateUpload {
    /// For operations that choose the folder themselves.
    pub fn new(folder: Folder, file_name: String, content_type: String, content_length: Value) -> Self {
        Self { folder, file_name, content_type, content_length }
    }
}

/// Where to put it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreatedUpload {
    upload_id: Uuid,
    url: String,
    key: String,
    expires_at: Instant,
}

/// Gives out an address to which the file can be put, and keeps that it did.
///
/// # Errors
/// [`shared::Error::Forbidden`] where the folder is not the caller's to use; [`shared::Error::Invalid`] with everything
/// that is wrong.
pub async fn create_upload(
    (store, bucket): &(UploadStore, UploadBucket),
    Request { permit, now, input }: Request<CreateUpload>,
) -> Result<CreatedUpload> {
    let CreateUpload { folder, file_name, content_type, content_length } = input;
    let folder = folder.open(&permit)?;
    let stated = rules::content_length(folder.folder(), &content_length);
    let mut faults = rules::faults(&file_name, &content_type);
    faults.extend(stated.as_ref().err().cloned());
    all_valid(faults)?;
    let content_length = stated.ok().flatten();
    let upload_id = Uuid::now_v7();
    let key = rules::key(folder.folder(), now, upload_id, &file_name);
    let url = bucket.sign_put(&folder, &key, &content_type, content_length, now).await?;
    let upload = Upload {
        folder: folder.folder(),
        upload_id,
        file_name,
        key: key.clone(),
        user: folder.user().into(),
        at: now,
        content_length,
        kind: None,
        state: State::Started,
        written: None,
        unchanged: None,
        failed: None,
        errors: Vec::new(),
    };
    store.put(&folder, &upload).await?;
    Ok(CreatedUpload { upload_id, url, key, expires_at: now.plus(rules::VALID_FOR) })
}
