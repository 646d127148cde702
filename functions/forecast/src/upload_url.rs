//! `GET /forecast/upload/url`: returns a presigned URL for a forecast file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{Request, Result};
use uploads::{
    bucket::UploadBucket,
    create::{self, CreateUpload, CreatedUpload},
    model::Folder,
    store::UploadStore,
};

/// Arguments of `GET /forecast/upload/url`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GetForecastUploadUrl {
    /// The name of the file; `forecast.csv` if absent.
    #[serde(default)]
    #[schemars(length(min = 1, max = uploads::rules::MAX_NAME_CHARS))]
    file_name: Option<String>,
    /// Size of the file in bytes. The URL accepts exactly this size.
    #[serde(default)]
    #[schemars(with = "Option<u64>", range(min = 1))]
    content_length: Value,
}

/// Response. The URL is in `body.url`.
#[derive(Debug, JsonSchema, Serialize)]
pub struct ForecastUploadUrl {
    /// The upload and the URL of its file.
    body: CreatedUpload,
}

/// Creates an upload and returns a presigned URL for one file of type text/csv. A worker reads the file after it is put
/// and stores the result in the upload.
///
/// # Errors
/// [`shared::Error::Invalid`] if the file name or the length is not valid.
pub async fn get_forecast_upload_url(
    dependencies: &(UploadStore, UploadBucket),
    Request { permit, now, input }: Request<GetForecastUploadUrl>,
) -> Result<ForecastUploadUrl> {
    let name = input.file_name.unwrap_or_else(|| "forecast.csv".into());
    let input = CreateUpload::new(Folder::ForecastUploads, name, "text/csv".into(), input.content_length);
    let body = create::create_upload(dependencies, Request { permit, now, input }).await?;
    Ok(ForecastUploadUrl { body })
}
