//! `POST /uploads/{uploadId}/outcome`: stores the result of an upload.

use crate::{
    model::{Folder, Kind, Upload},
    rules,
    store::UploadStore,
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{Error, Request, Result};
use uuid::Uuid;

/// The result, as counted by the browser that sent the file's rows.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadOutcome {
    /// The id of the upload.
    upload_id: Uuid,
    /// The folder of the upload.
    folder: Folder,
    /// The kind of file.
    kind: Kind,
    /// Number of rows, or groups of rows, that were written.
    written: u32,
    /// Number of rows that were already stored.
    unchanged: u32,
    /// Number of rows that were not written.
    failed: u32,
}

/// Stores the result of an upload. After a retry of failed rows, a later result replaces it.
///
/// # Errors
/// [`Error::NotFound`]; [`Error::Forbidden`] if the caller is not the uploader; [`Error::Invalid`] for a folder whose
/// files Larder itself reads.
pub async fn record_upload_outcome(
    store: &UploadStore,
    Request { permit, input, .. }: Request<UploadOutcome>,
) -> Result<Upload> {
    let UploadOutcome { upload_id, folder, kind, written, unchanged, failed } = input;
    let folder_access = folder.authorize(&permit)?;
    if rules::is_read_by_server(folder) {
        return Err(Error::invalid("folder", format!("Larder records the results of files in {folder} itself")));
    }
    rules::check_kind(folder, kind).map_err(|error| Error::Invalid(vec![error]))?;
    let started = store.get(&folder_access, upload_id).await?;
    let started = started.ok_or_else(|| Error::NotFound(format!("There is no upload {upload_id}")))?;
    let finished = Upload {
        kind: Some(kind),
        state: rules::final_state(written, failed),
        written: Some(written),
        unchanged: Some(unchanged),
        failed: Some(failed),
        ..started
    };
    store.finish(&folder_access, &finished).await?.ok_or(Error::Forbidden)
}
