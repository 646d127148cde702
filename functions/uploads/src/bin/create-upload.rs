//! `POST /uploads`: creates an upload and returns a presigned URL for its file.

use shared::{Exit, Operation, Request, RequiredPermission, Result, rest::StatusCode};
use uploads::{
    bucket::UploadBucket,
    create::{self, CreateUpload, CreatedUpload},
    model::Folder,
    store::UploadStore,
};

struct PostUpload;

impl Operation for PostUpload {
    const NAME: &'static str = "POST /uploads";
    const PERMISSION: RequiredPermission = RequiredPermission::AnyOf(Folder::ACTIONS);
    type Input = CreateUpload;
    type Output = CreatedUpload;
    type Dependencies = (UploadStore, UploadBucket);

    async fn run(dependencies: &Self::Dependencies, request: Request<CreateUpload>) -> Result<CreatedUpload> {
        create::create_upload(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<PostUpload>(StatusCode::CREATED)
}
