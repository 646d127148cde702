//! `GET /forecast/upload/url`: an address to which a forecast's file can be put.

use forecast::upload_url::{self, ForecastUploadUrl, GetForecastUploadUrl};
use shared::{Action, Exit, Needs, Operation, Request, Result, rest::StatusCode};
use uploads::{bucket::UploadBucket, store::UploadStore};

struct GetUploadUrl;

impl Operation for GetUploadUrl {
    const NAME: &'static str = "GET /forecast/upload/url";
    const NEEDS: Needs = Needs::Action(Action::UpdateForecast);
    type Input = GetForecastUploadUrl;
    type Output = ForecastUploadUrl;
    type Uses = (UploadStore, UploadBucket);

    async fn run(uses: &Self::Uses, request: Request<GetForecastUploadUrl>) -> Result<ForecastUploadUrl> {
        upload_url::get_forecast_upload_url(uses, request).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetUploadUrl>(StatusCode::OK)
}
