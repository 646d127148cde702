//! `POST /uploads/{uploadId}/outcome`: stores the result of an upload.

use shared::{Exit, Operation, Request, RequiredPermission, Result, rest::StatusCode};
use uploads::{
    model::{Folder, Upload},
    outcome::{self, UploadOutcome},
    store::UploadStore,
};

struct PostUploadOutcome;

impl Operation for PostUploadOutcome {
    const NAME: &'static str = "POST /uploads/{uploadId}/outcome";
    const PERMISSION: RequiredPermission = RequiredPermission::AnyOf(Folder::ACTIONS);
    type Input = UploadOutcome;
    type Output = Upload;
    type Dependencies = UploadStore;

    async fn run(store: &UploadStore, request: Request<UploadOutcome>) -> Result<Upload> {
        outcome::record_upload_outcome(store, request).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<PostUploadOutcome>(StatusCode::OK)
}
