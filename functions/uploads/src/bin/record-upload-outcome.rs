//! `POST /uploads/{uploadId}/outcome`: keeps how an upload ended.

use shared::{Exit, Needs, Operation, Request, Result, rest::StatusCode};
use uploads::{
    model::{Folder, Upload},
    outcome::{self, UploadOutcome},
    store::UploadStore,
};

struct PostUploadOutcome;

impl Operation for PostUploadOutcome {
    const NAME: &'static str = "POST /uploads/{uploadId}/outcome";
    const NEEDS: Needs = Needs::AnyOf(Folder::ACTIONS);
    type Input = UploadOutcome;
    type Output = Upload;
    type Uses = UploadStore;

    async fn run(store: &UploadStore, request: Request<UploadOutcome>) -> Result<Upload> {
        outcome::record_upload_outcome(store, request).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<PostUploadOutcome>(StatusCode::OK)
}
