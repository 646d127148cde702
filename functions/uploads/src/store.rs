//! The table of uploads. The only module that knows its keys: a folder's uploads, newest last.

use crate::model::{Folder, OpenFolder, State, Upload};
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

/// Uploads on one page.
const PAGE: i32 = 50;

/// The table of uploads.
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
    /// Stores an upload that begins.
    pub async fn put(&self, _: &OpenFolder, upload: &Upload) -> Result<()> {
        let item = dynamo::to_item(upload)?;
        let put = self.client.put_item().table_name(&self.table).set_item(Some(item));
        put.send().await.map(drop).map_err(dynamo::failure)
    }

    /// The upload; `None` where there is none of that id in the folder.
    pub async fn get(&self, folder: &OpenFolder, upload: Uuid) -> Result<Option<Upload>> {
        let asked = self.client.get_item().table_name(&self.table).set_key(Some(key(folder, upload)));
        let answer = asked.consistent_read(true).send().await.map_err(dynamo::failure)?;
        answer.item.map(|item| self.read(item)).transpose()
    }

    /// Stores how the upload ended, in place of what was stored of that; `None` where it is not there, or somebody
    /// else's.
    pub async fn end(&self, folder: &OpenFolder, ended: &Upload) -> Result<Option<Upload>> {
        let count = |count: Option<u32>| number(count.unwrap_or_default());
        let updated = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(key(folder, ended.upload_id)))
            .condition_expression("#user = :user")
            .update_expression(
                "SET kind = :kind, #state = :state, written = :written, unchanged = :unchanged, failed = :failed",
            )
            .expression_attribute_names("#user", "user")
            .expression_attribute_names("#state", "state")
            .expression_attribute_values(":user", text(folder.user()))
            .expression_attribute_values(":kind", text(ended.kind.map(|kind| kind.to_string()).unwrap_or_default()))
            .expression_attribute_values(":state", text(ended.state.to_string()))
            .expression_attribute_values(":written", count(ended.written))
            .expression_attribute_values(":unchanged", count(ended.unchanged))
            .expression_attribute_values(":failed", count(ended.failed))
            .return_values(ReturnValue::AllNew)
            .send()
            .await;
        let updated = dynamo::unless_refused(updated)?.and_then(|updated| updated.attributes);
        updated.map(|item| self.read(item)).transpose()
    }

    /// The upload, for the worker that reads the folder's files: nobody called it.
    pub async fn of_worker(&self, folder: Folder, upload: Uuid) -> Result<Option<Upload>> {
        let asked = self.client.get_item().table_name(&self.table).set_key(Some(key_in(folder, upload)));
        let answer = asked.consistent_read(true).send().await.map_err(dynamo::failure)?;
        answer.item.map(|item| self.read(item)).transpose()
    }

    /// The action that stores how an upload ended that a worker read, refused where it has ended before: for the
    /// transaction that writes what the file says, so that a file told of twice is written once.
    pub fn end_once(&self, ended: &Upload) -> Result<TransactWriteItem> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(dynamo::to_item(ended)?))
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

    /// The folder's uploads, newest first, a page at a time.
    pub async fn list(&self, folder: &OpenFolder, next_token: Option<&str>) -> Result<Page<Upload>> {
        let start = next_token.map(page::decode_token::<Uuid>).transpose()?;
        let answer = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("folder = :folder")
            .expression_attribute_values(":folder", text(folder.folder().to_string()))
            .scan_index_forward(false)
            .limit(PAGE)
            .set_exclusive_start_key(start.map(|upload| key(folder, upload)))
            .send()
            .await
            .map_err(dynamo::failure)?;
        let more = answer.last_evaluated_key.is_some();
        let items = answer.items.unwrap_or_default();
        let items: Vec<Upload> = items.into_iter().map(|item| self.read(item)).collect::<Result<_>>()?;
        let last = items.last().filter(|_| more).map(|last| last.upload_id);
        Ok(Page { next_token: last.as_ref().map(page::encode_token).transpose()?, items })
    }

    fn read(&self, item: Item) -> Result<Upload> {
        dynamo::from_item(&self.table, "uploadId", item)
    }
}

fn key(folder: &OpenFolder, upload: Uuid) -> Item {
    key_in(folder.folder(), upload)
}

fn key_in(folder: Folder, upload: Uuid) -> Item {
    Item::from([("folder".into(), text(folder.to_string())), ("uploadId".into(), text(upload.to_string()))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_upload_reads_back_as_it_was() {
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
