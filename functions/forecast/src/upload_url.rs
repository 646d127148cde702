//! Where the forecast's file is put (spec, sections 2 and 7).

use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{Request, Result};
use uploads::{
    bucket::UploadBucket,
    create::{self, CreateUpload, CreatedUpload},
    model::Folder,
    store::UploadStore,
};

/// What the person calls the file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetForecastUploadUrl {
    #[serde(default)]
    file_name: Option<String>,
    /// The file's bytes: the address is signed for just as many.
    #[serde(default)]
    content_length: Value,
}

/// The answer as the spec has it: the address is `body.url`.
#[derive(Debug, Serialize)]
pub struct ForecastUploadUrl {
    body: CreatedUpload,
}

/// An address for one file of the type text/csv. What is put there is read at once; what becomes of it is told by the
/// upload.
///
/// # Errors
/// [`shared::Error::Invalid`] where the file's name or length is none.
pub async fn get_forecast_upload_url(
    uses: &(UploadStore, UploadBucket),
    Request { permit, now, input }: Request<GetForecastUploadUrl>,
) -> Result<ForecastUploadUrl> {
    let name = input.file_name.unwrap_or_else(|| "forecast.csv".into());
    let input = CreateUpload::new(Folder::ForecastUploads, name, "text/csv".into(), input.content_length);
    let body = create::create_upload(uses, Request { permit, now, input }).await?;
    Ok(ForecastUploadUrl { body })
}
