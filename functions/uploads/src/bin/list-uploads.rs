//! `GET /uploads`: lists the uploads of a folder, newest first.

use shared::{Exit, Operation, Page, Request, RequiredPermission, Result, rest::StatusCode};
use uploads::{
    list::{self, ListUploads},
    model::{Folder, Upload},
    store::UploadStore,
};

struct GetUploads;

impl Operation for GetUploads {
    const NAME: &'static str = "GET /uploads";
    const PERMISSION: RequiredPermission = RequiredPermission::AnyOf(Folder::ACTIONS);
    type Input = ListUploads;
    type Output = Page<Upload>;
    type Dependencies = UploadStore;

    async fn run(store: &UploadStore, request: Request<ListUploads>) -> Result<Page<Upload>> {
        list::list_uploads(store, request).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetUploads>(StatusCode::OK)
}
