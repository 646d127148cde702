//! Consumes the queue of uploaded files. Deletes files that are not accepted.

use shared::prelude::*;
use uploads::{arrival, bucket::UploadBucket, store::UploadStore};

pub(crate) struct Function;

impl Consumer for Function {
    const SOURCE: Source = Source::Queue(QueueSource::new(Queue::Uploads, 10));
    const ACCESS: &'static [Access] =
        &[Table::Uploads.allows(&[GetItem]), Bucket::Uploads.objects("*", &[DeleteObject])];
    type Dependencies = (UploadStore, UploadBucket);

    async fn handle(dependencies: &Self::Dependencies, _: Instant, message: &str) -> Result<()> {
        arrival::check_upload(dependencies, message).await
    }
}

fn main() -> Exit {
    shared::worker::consume::<Function>()
}
