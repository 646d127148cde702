//! `GET /forecast/upload/url`: returns a presigned URL for a forecast file.

use forecast::upload_url::{self, ForecastUploadUrl, GetForecastUploadUrl};
use shared::prelude::*;
use uploads::{bucket::UploadBucket, store::UploadStore};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::get("/forecast/upload/url");
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::UpdateForecast);
    const ACCESS: &'static [Access] = &[
        Table::Uploads.allows(&[PutItem]),
        // A presigned URL allows what its signer may do.
        Bucket::Uploads.objects("forecast-uploads/*", &[PutObject]),
    ];
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
    shared::serve::<Function>()
}
