//! `POST /uploads`: creates an upload.

use crate::{
    bucket::UploadBucket,
    model::{Folder, State, Upload},
    rules,
    store::UploadStore,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{Instant, Request, Result, error::all_valid};
use uuid::Uuid;

/// The body of `POST /uploads`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateUpload {
    /// The folder for the file.
    folder: Folder,
    /// The name of the file on the user's computer.
    #[schemars(length(min = 1, max = rules::MAX_NAME_CHARS))]
    file_name: String,
    /// The type of the file.
    #[schemars(extend("enum" = rules::CONTENT_TYPES))]
    content_type: String,
    /// Size of the file in bytes, as a number or a string. The URL accepts exactly this size.
    #[serde(default)]
    #[schemars(with = "Option<u64>", range(min = 1))]
    content_length: Value,
}

impl CreateUpload {
    /// Creates the input for operations with a fixed folder.
    pub fn new(folder: Folder, file_name: String, content_type: String, content_length: Value) -> Self {
        Self { folder, file_name, content_type, content_length }
    }
}

/// Response of `POST /uploads`.
#[derive(Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreatedUpload {
    /// The id of the upload.
    upload_id: Uuid,
    /// The presigned URL. The file is sent to it with `PUT`.
    url: String,
    /// The file's key in the bucket.
    key: String,
    /// The time at which the URL expires.
    expires_at: Instant,
}

/// Stores a new upload and returns a presigned URL for its file.
///
/// # Errors
/// [`shared::Error::Forbidden`] if the caller lacks the folder's permission; [`shared::Error::Invalid`] with all
/// invalid fields.
pub async fn create_upload(
    (store, bucket): &(UploadStore, UploadBucket),
    Request { permit, now, input }: Request<CreateUpload>,
) -> Result<CreatedUpload> {
    let CreateUpload { folder, file_name, content_type, content_length } = input;
    let folder = folder.authorize(&permit)?;
    let stated = rules::content_length(folder.folder(), &content_length);
    let mut errors = rules::validate(&file_name, &content_type);
    errors.extend(stated.as_ref().err().cloned());
    all_valid(errors)?;
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
    Ok(CreatedUpload { upload_id, url, key, expires_at: now.plus(rules::URL_VALIDITY) })
}
