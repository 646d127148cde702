//! Consumes the queue of uploaded files. Deletes files that are not accepted.

use shared::{Exit, Instant, Result, worker::Consumer};
use uploads::{arrival, bucket::UploadBucket, store::UploadStore};

struct CheckUpload;

impl Consumer for CheckUpload {
    const NAME: &'static str = arrival::NAME;
    type Dependencies = (UploadStore, UploadBucket);

    async fn handle(dependencies: &Self::Dependencies, _: Instant, message: &str) -> Result<()> {
        arrival::check_upload(dependencies, message).await
    }
}

fn main() -> Exit {
    shared::worker::consume::<CheckUpload>()
}
