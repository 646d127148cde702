//! `UploadStore` reads and writes the Uploads table. The partition key is the folder, the sort key the upload id.

use crate::model::{AuthorizedFolder, Folder, State, Upload};
use shared::{
    Page, Result,
    table::{self, Changes, CompositeKey, Cursor, Key, Return, TransactWriteItem, Updated, attribute},
};
use uuid::Uuid;

const KEY: CompositeKey = CompositeKey::new("folder", "uploadId");
/// Uploads per page.
const PAGE_SIZE: i32 = 50;
const CURSOR: Cursor = Cursor::new(&["uploadId"], |values| values.iter().all(|id| id.parse::<Uuid>().is_ok()));

shared::store! {
    /// The Uploads table.
    pub struct UploadStore { variable: "UPLOADS_TABLE", key: KEY }
}

impl UploadStore {
    /// Stores a new upload.
    pub async fn put(&self, _: &AuthorizedFolder, upload: &Upload) -> Result<()> {
        self.table.put(table::to_item(upload)?).send().await.map(drop)
    }

    /// Returns an upload, or `None` if the folder has no upload with that id.
    pub async fn get(&self, folder: &AuthorizedFolder, upload: Uuid) -> Result<Option<Upload>> {
        self.get_for_worker(folder.folder(), upload).await
    }

    /// Stores or replaces the result of an upload. Returns `None` if the upload does not exist or belongs to another
    /// user.
    pub async fn finish(&self, folder: &AuthorizedFolder, finished: &Upload) -> Result<Option<Upload>> {
        let changes = Changes::new()
            .set("kind", finished.kind.map(|kind| kind.to_string()).unwrap_or_default())
            .set("state", finished.state.to_string())
            .set("written", finished.written.unwrap_or_default())
            .set("unchanged", finished.unchanged.unwrap_or_default())
            .set("failed", finished.failed.unwrap_or_default());
        let update = self.table.update(key(folder.folder(), finished.upload_id), changes);
        match update.when(attribute("user").equals(folder.user())).send_returning(Return::After).await? {
            Updated::Written(upload) => upload.map(|item| self.table.read(item)).transpose(),
            Updated::ConditionFailed(_) => Ok(None),
        }
    }

    /// Returns an upload. Used by workers, which have no caller whose permission could be checked.
    pub async fn get_for_worker(&self, folder: Folder, upload: Uuid) -> Result<Option<Upload>> {
        self.table.get(key(folder, upload)).await
    }

    /// Returns the action that stores the result of an upload that a worker read. Its condition fails if there already
    /// is a result. A worker adds it to the transaction that writes the file's rows, so that a file is written once.
    pub fn finish_once(&self, finished: &Upload) -> Result<TransactWriteItem> {
        let is_started = attribute("state").equals(State::Started.to_string());
        self.table.put(table::to_item(finished)?).when(is_started).action()
    }

    /// Returns one page of a folder's uploads, newest first.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] if the token does not belong to this list.
    pub async fn list(&self, folder: &AuthorizedFolder, next_token: Option<&str>) -> Result<Page<Upload>> {
        let uploads = self.table.query(KEY.partition(folder.folder().to_string()));
        uploads.newest_first().limit(PAGE_SIZE).page(CURSOR, next_token).await
    }
}

fn key(folder: Folder, upload: Uuid) -> Key {
    KEY.of(folder.to_string(), upload)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_stored_upload_back_unchanged() {
        let upload = Upload {
            folder: Folder::RoutesUpload,
            upload_id: Uuid::now_v7(),
            file_name: "Week 47.csv".into(),
            key: "routes-upload/2026-11-21/x-Week_47.csv".into(),
            user: "ann@larder.example".into(),
            at: "2026-11-21T10:00:00Z".parse().unwrap(),
            content_length: Some(7),
            kind: None,
            state: State::Started,
            written: None,
            unchanged: None,
            failed: None,
            errors: Vec::new(),
        };
        let item = table::to_item(&upload).unwrap();
        assert_eq!(item["folder"].as_s().map(String::as_str), Ok("routes-upload"));
        assert_eq!(item["uploadId"].as_s().unwrap(), &upload.upload_id.to_string());
        assert_eq!(table::from_item::<Upload>("Uploads", "uploadId", item).unwrap(), upload);
    }
}
