//! `GET /uploads/{uploadId}`: returns an upload with its result.

use shared::prelude::*;
use uploads::{
    list::{self, GetUpload},
    model::{Folder, Upload},
    store::UploadStore,
};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::get("/uploads/{uploadId}");
    const PERMISSION: RequiredPermission = RequiredPermission::AnyOf(Folder::ACTIONS);
    const ACCESS: &'static [Access] = &[Table::Uploads.allows(&[GetItem])];
    type Input = GetUpload;
    type Output = Upload;
    type Dependencies = UploadStore;

    async fn run(store: &UploadStore, request: Request<GetUpload>) -> Result<Upload> {
        list::get_upload(store, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
