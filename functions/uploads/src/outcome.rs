//! How an upload ended.

use crate::{
    model::{Folder, Kind, Upload},
    rules,
    store::UploadStore,
};
use serde::Deserialize;
use shared::{Error, Request, Result};
use uuid::Uuid;

/// How it ended, as the browser that wrote what the file says has counted.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UploadOutcome {
    upload_id: Uuid,
    folder: Folder,
    kind: Kind,
    written: u32,
    unchanged: u32,
    failed: u32,
}

/// Keeps how an upload ended. It may be told again, after a retry of what failed: the last word counts.
///
/// # Errors
/// [`Error::NotFound`]; [`Error::Forbidden`] for everybody but the uploader; [`Error::Invalid`] where Larder itself reads
/// the folder's files and tells what became of them.
pub async fn record_upload_outcome(
    store: &UploadStore,
    Request { permit, input, .. }: Request<UploadOutcome>,
) -> Result<Upload> {
    let UploadOutcome { upload_id, folder, kind, written, unchanged, failed } = input;
    let opened = folder.open(&permit)?;
    if rules::is_ingested(folder) {
        return Err(Error::invalid("folder", format!("What became of a file in {folder} is told by who reads it")));
    }
    rules::check_kind(folder, kind).map_err(|error| Error::Invalid(vec![error]))?;
    let started = store.get(&opened, upload_id).await?;
    let started = started.ok_or_else(|| Error::NotFound(format!("There is no upload {upload_id}")))?;
    let ended = Upload {
        kind: Some(kind),
        state: rules::ended(written, failed),
        written: Some(written),
        unchanged: Some(unchanged),
        failed: Some(failed),
        ..started
    };
    store.end(&opened, &ended).await?.ok_or(Error::Forbidden)
}
