//! Consumer of the queue of uploaded files: deletes a file whose size is not accepted.

use shared::{Exit, Instant, Result, worker::Consumer};
use uploads::{arrival, bucket::UploadBucket, store::UploadStore};

struct CheckUpload;

impl Consumer for CheckUpload {
    const NAME: &'static str = arrival::NAME;
    type Uses = (UploadStore, UploadBucket);

    async fn handle(uses: &Self::Uses, _: Instant, message: &str) -> Result<()> {
        arrival::check_upload(uses, message).await
    }
}

fn main() -> Exit {
    shared::worker::consume::<CheckUpload>()
}
