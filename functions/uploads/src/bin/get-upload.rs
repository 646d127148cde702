//! `GET /uploads/{uploadId}`: returns an upload with its result.

use shared::{Exit, Operation, Request, RequiredPermission, Result, rest::StatusCode};
use uploads::{
    list::{self, GetUpload},
    model::{Folder, Upload},
    store::UploadStore,
};

struct ReadUpload;

impl Operation for ReadUpload {
    const NAME: &'static str = "GET /uploads/{uploadId}";
    const PERMISSION: RequiredPermission = RequiredPermission::AnyOf(Folder::ACTIONS);
    type Input = GetUpload;
    type Output = Upload;
    type Dependencies = UploadStore;

    async fn run(store: &UploadStore, request: Request<GetUpload>) -> Result<Upload> {
        list::get_upload(store, request).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<ReadUpload>(StatusCode::OK)
}
