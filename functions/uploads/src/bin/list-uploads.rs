//! `GET /uploads`: lists the uploads of a folder, newest first.

use shared::prelude::*;
use uploads::{
    list::{self, ListUploads},
    model::{Folder, Upload},
    store::UploadStore,
};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::get("/uploads");
    const PERMISSION: RequiredPermission = RequiredPermission::AnyOf(Folder::ACTIONS);
    const ACCESS: &'static [Access] = &[Table::Uploads.allows(&[Query])];
    type Input = ListUploads;
    type Output = Page<Upload>;
    type Dependencies = UploadStore;

    async fn run(store: &UploadStore, request: Request<ListUploads>) -> Result<Page<Upload>> {
        list::list_uploads(store, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
