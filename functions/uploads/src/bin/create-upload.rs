//! `POST /uploads`: gives out an address to which a file can be put.

use shared::{Exit, Needs, Operation, Request, Result, rest::StatusCode};
use uploads::{
    bucket::UploadBucket,
    create::{self, CreateUpload, CreatedUpload},
    model::Folder,
    store::UploadStore,
};

struct PostUpload;

impl Operation for PostUpload {
    const NAME: &'static str = "POST /uploads";
    const NEEDS: Needs = Needs::AnyOf(Folder::ACTIONS);
    type Input = CreateUpload;
    type Output = CreatedUpload;
    type Uses = (UploadStore, UploadBucket);

    async fn run(uses: &Self::Uses, request: Request<CreateUpload>) -> Result<CreatedUpload> {
        create::create_upload(uses, request).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<PostUpload>(StatusCode::CREATED)
}
