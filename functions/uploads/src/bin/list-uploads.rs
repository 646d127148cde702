//! `GET /uploads`: a folder's uploads, newest first.

use shared::{Exit, Needs, Operation, Page, Request, Result, rest::StatusCode};
use uploads::{
    list::{self, ListUploads},
    model::{Folder, Upload},
    store::UploadStore,
};

struct GetUploads;

impl Operation for GetUploads {
    const NAME: &'static str = "GET /uploads";
    const NEEDS: Needs = Needs::AnyOf(Folder::ACTIONS);
    type Input = ListUploads;
    type Output = Page<Upload>;
    type Uses = UploadStore;

    async fn run(store: &UploadStore, request: Request<ListUploads>) -> Result<Page<Upload>> {
        list::list_uploads(store, request).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetUploads>(StatusCode::OK)
}
