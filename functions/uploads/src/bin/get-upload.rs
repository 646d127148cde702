//! `GET /uploads/{uploadId}`: what became of one upload.

use shared::{Exit, Needs, Operation, Request, Result, rest::StatusCode};
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

fn main() -> Exit {
    shared::rest::serve::<ReadUpload>(StatusCode::OK)
}
