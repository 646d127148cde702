//! `POST /uploads`: creates an upload and returns a presigned URL for its file.

use shared::prelude::*;
use uploads::{
    bucket::UploadBucket,
    create::{self, CreateUpload, CreatedUpload},
    model::Folder,
    store::UploadStore,
};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::post_creates("/uploads");
    const PERMISSION: RequiredPermission = RequiredPermission::AnyOf(Folder::ACTIONS);
    const ACCESS: &'static [Access] = &[
        Table::Uploads.allows(&[PutItem]),
        // A presigned URL allows what its signer may do.
        Bucket::Uploads.objects("*", &[PutObject]),
    ];
    type Input = CreateUpload;
    type Output = CreatedUpload;
    type Dependencies = (UploadStore, UploadBucket);

    async fn run(dependencies: &Self::Dependencies, request: Request<CreateUpload>) -> Result<CreatedUpload> {
        create::create_upload(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
