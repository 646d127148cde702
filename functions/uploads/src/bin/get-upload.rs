//! `GET /uploads/{uploadId}`: what became of one upload.

use lambda_http::http::StatusCode;
use shared::{Needs, Operation, Request, Result};
use uploads::{
    list::{self, GetUpload},
    model::{Folder, Upload},
    store::UploadStore,
};

struct ReadUpload;

impl Operation for ReadUpload {
    const NAME: &'static str = "GET /uploads/{uploadId}";
    const NEEDS: Needs = Needs::AnyOf(Folder::ACTIONS);
    type Input = GetUpload;
    type Output = Upload;
    type Uses = UploadStore;

    async fn run(store: &UploadStore, request: Request<GetUpload>) -> Result<Upload> {
        list::get_upload(store, request).await
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    shared::rest::serve::<ReadUpload>(StatusCode::OK).await
}
