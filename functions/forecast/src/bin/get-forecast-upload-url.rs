//! `GET /forecast/upload/url`: returns a presigned URL for a forecast file.

use forecast::upload_url::{self, ForecastUploadUrl, GetForecastUploadUrl};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result, rest::StatusCode};
use uploads::{bucket::UploadBucket, store::UploadStore};

struct GetUploadUrl;

impl Operation for GetUploadUrl {
    const NAME: &'static str = "GET /forecast/upload/url";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::UpdateForecast);
    type Input = GetForecastUploadUrl;
    type Output = ForecastUploadUrl;
    type Dependencies = (UploadStore, UploadBucket);

    async fn run(
        dependencies: &Self::Dependencies,
        request: Request<GetForecastUploadUrl>,
    ) -> Result<ForecastUploadUrl> {
        upload_url::get_forecast_upload_url(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetUploadUrl>(StatusCode::OK)
}
