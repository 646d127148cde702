//! `UploadStore` reads and writes the Uploads table. The partition key is the folder, the sort key the upload id.

use crate::model::{AuthorizedFolder, Folder, State, Upload};
use aws_sdk_dynamodb::{
    Client,
    types::{Put, ReturnValue, TransactWriteItem},
};
use shared::{
    Environment, Error, FromEnvironment, Page, Result,
    dynamo::{self, Item, number, text},
    page,
};
use uuid::Uuid;

/// Uploads per page.
const PAGE_SIZE: i32 = 50;

/// The Uploads table.
#[derive(Clone, Debug)]
pub struct UploadStore {
    client: Client,
    table: String,
}

impl FromEnvironment for UploadStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("UPLOADS_TABLE")? })
    }
}

impl UploadStore {
    /// Stores a new upload.
    pub async fn put(&self, _: &AuthorizedFolder, upload: &Upload) -> Result<()> {
        let item = dynamo::to_item(upload)?;
        let put = self.client.put_item().table_name(&self.table).set_item(Some(item));
        put.send().await.map(drop).map_err(dynamo::failure)
    }

    /// Returns an upload, or `None` if the folder has no upload with that id.
    pub async fn get(&self, folder: &AuthorizedFolder, upload: Uuid) -> Result<Option<Upload>> {
        let request = self.client.get_item().table_name(&self.table).set_key(Some(key(folder, upload)));
        let response = request.consistent_read(true).send().await.map_err(dynamo::failure)?;
        response.item.map(|item| self.read(item)).transpose()
    }

    /// Stores or replaces the result of an upload. Returns `None` if the upload does not exist or belongs to another
    /// user.
    pub async fn finish(&self, folder: &AuthorizedFolder, finished: &Upload) -> Result<Option<Upload>> {
        let count = |count: Option<u32>| number(count.unwrap_or_default());
        let updated = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(key(folder, finished.upload_id)))
            .condition_expression("#user = :user")
            .update_expression(
                "SET kind = :kind, #state = :state, written = :written, unchanged = :unchanged, failed = :failed",
            )
            .expression_attribute_names("#user", "user")
            .expression_attribute_names("#state", "state")
            .expression_attribute_values(":user", text(folder.user()))
            .expression_attribute_values(":kind", text(finished.kind.map(|kind| kind.to_string()).unwrap_or_default()))
            .expression_attribute_values(":state", text(finished.state.to_string()))
            .expression_attribute_values(":written", count(finished.written))
            .expression_attribute_values(":unchanged", count(finished.unchanged))
            .expression_attribute_values(":failed", count(finished.failed))
            .return_values(ReturnValue::AllNew)
            .send()
            .await;
        let updated = dynamo::condition_failed_as_none(updated)?.and_then(|updated| updated.attributes);
        updated.map(|item| self.read(item)).transpose()
    }

    /// Returns an upload. Used by workers, which have no caller whose permission could be checked.
    pub async fn get_for_worker(&self, folder: Folder, upload: Uuid) -> Result<Option<Upload>> {
        let request = self.client.get_item().table_name(&self.table).set_key(Some(item_key(folder, upload)));
        let response = request.consistent_read(true).send().await.map_err(dynamo::failure)?;
        response.item.map(|item| self.read(item)).transpose()
    }

    /// Returns the action that stores the result of an upload that a worker read. Its condition fails if there already
    /// is a result. A worker adds it to the transaction that writes the file's rows, so that a file is written once.
    pub fn finish_once(&self, finished: &Upload) -> Result<TransactWriteItem> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(dynamo::to_item(finished)?))
            .condition_expression("#state = :started")
            .expression_attribute_names("#state", "state")
            .expression_attribute_values(":started", text(State::Started.to_string()))
            .build()
            .map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().put(put).build())
    }

    /// The client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Returns one page of a folder's uploads, newest first.
    pub async fn list(&self, folder: &AuthorizedFolder, next_token: Option<&str>) -> Result<Page<Upload>> {
        let start = next_token.map(page::decode_token::<Uuid>).transpose()?;
        let response = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("folder = :folder")
            .expression_attribute_values(":folder", text(folder.folder().to_string()))
            .scan_index_forward(false)
            .limit(PAGE_SIZE)
            .set_exclusive_start_key(start.map(|upload| key(folder, upload)))
            .send()
            .await
            .map_err(dynamo::failure)?;
        let more = response.last_evaluated_key.is_some();
        let items = response.items.unwrap_or_default();
        let items: Vec<Upload> = items.into_iter().map(|item| self.read(item)).collect::<Result<_>>()?;
        let last = items.last().filter(|_| more).map(|last| last.upload_id);
        Ok(Page { next_token: last.as_ref().map(page::encode_token).transpose()?, items })
    }

    fn read(&self, item: Item) -> Result<Upload> {
        dynamo::from_item(&self.table, "uploadId", item)
    }
}

fn key(folder: &AuthorizedFolder, upload: Uuid) -> Item {
    item_key(folder.folder(), upload)
}

fn item_key(folder: Folder, upload: Uuid) -> Item {
    Item::from([("folder".into(), text(folder.to_string())), ("uploadId".into(), text(upload.to_string()))])
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
        let item = dynamo::to_item(&upload).unwrap();
        assert_eq!(item["folder"].as_s().map(String::as_str), Ok("routes-upload"));
        assert_eq!(item["uploadId"].as_s().unwrap(), &upload.upload_id.to_string());
        assert_eq!(dynamo::from_item::<Upload>("Uploads", "uploadId", item).unwrap(), upload);
    }
}
