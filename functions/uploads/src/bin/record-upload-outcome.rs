//! `POST /uploads/{uploadId}/outcome`: stores the result of an upload.

use shared::prelude::*;
use uploads::{
    model::{Folder, Upload},
    outcome::{self, UploadOutcome},
    store::UploadStore,
};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::post("/uploads/{uploadId}/outcome");
    const PERMISSION: RequiredPermission = RequiredPermission::AnyOf(Folder::ACTIONS);
    const ACCESS: &'static [Access] = &[Table::Uploads.allows(&[GetItem, UpdateItem])];
    type Input = UploadOutcome;
    type Output = Upload;
    type Dependencies = UploadStore;

    async fn run(store: &UploadStore, request: Request<UploadOutcome>) -> Result<Upload> {
        outcome::record_upload_outcome(store, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
