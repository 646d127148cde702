//! Checking a file once it is in the bucket: a presigned PUT without a signed length accepts any size.

use crate::{bucket::UploadBucket, model::Upload, rules, store::UploadStore};
use serde::Deserialize;
use shared::{Error, Result};

/// The name in the log.
pub const NAME: &str = "check-upload";

/// An object that S3 reports as created.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct Object {
    /// Its key. Keys are the server's own, and need no decoding.
    pub key: String,
    /// Its size in bytes.
    #[serde(default)]
    pub size: u64,
}

/// Reads the objects that a message of S3 reports; none of a test of the connection, which has no records.
///
/// # Errors
/// An internal one where the message is not S3's.
pub fn objects(message: &str) -> Result<Vec<Object>> {
    #[derive(Deserialize)]
    struct Message {
        #[serde(rename = "Records", default)]
        records: Vec<Record>,
    }
    #[derive(Deserialize)]
    struct Record {
        s3: Entity,
    }
    #[derive(Deserialize)]
    struct Entity {
        object: Object,
    }
    let message: Message = serde_json::from_str(message).map_err(Error::internal)?;
    Ok(message.records.into_iter().map(|record| record.s3.object).collect())
}

/// Deletes the files of a message that are too large for their folder, that have another length than the request for
/// their address stated, or that belong to no upload. The rows of a file arrive by the areas' own operations, so that
/// nothing but the copy is lost.
///
/// # Errors
/// Where a service fails: the message is delivered again.
pub async fn check_upload((uploads, bucket): &(UploadStore, UploadBucket), message: &str) -> Result<()> {
    for object in objects(message)? {
        let upload = match rules::upload_of(&object.key) {
            Some((folder, id)) => uploads.of_worker(folder, id).await?,
            None => None,
        };
        if let Err(reason) = check(upload.as_ref(), &object) {
            tracing::warn!(key = %object.key, size = object.size, %reason, "an uploaded file was deleted");
            bucket.delete(&object.key).await?;
        }
    }
    Ok(())
}

/// Checks an object against the upload that its key names.
///
/// # Errors
/// The reason to delete the object.
fn check(upload: Option<&Upload>, object: &Object) -> Result<(), String> {
    match upload.filter(|upload| upload.key == object.key) {
        Some(upload) => rules::check_arrived(upload.folder, upload.content_length, object.size),
        None => Err("No upload has this file".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Folder, State};
    use rstest::rstest;
    use serde_json::json;
    use uuid::Uuid;

    fn upload(content_length: Option<u64>) -> Upload {
        Upload {
            folder: Folder::RoutesUpload,
            upload_id: Uuid::nil(),
            file_name: "a.csv".into(),
            key: "routes-upload/2026-11-22/a.csv".into(),
            user: "ada@larder.example".into(),
            at: "2026-11-22T12:00:00Z".parse().unwrap(),
            content_length,
            kind: None,
            state: State::Started,
            written: None,
            unchanged: None,
            failed: None,
            errors: Vec::new(),
        }
    }

    #[rstest]
    #[case::no_stated_length(None, 1024, true)]
    #[case::stated_length(Some(1024), 1024, true)]
    #[case::another_length(Some(1024), 1025, false)]
    #[case::largest(None, Folder::RoutesUpload.largest(), true)]
    #[case::too_large(None, Folder::RoutesUpload.largest() + 1, false)]
    fn keeps_a_file_of_the_stated_and_accepted_size(
        #[case] stated: Option<u64>,
        #[case] size: u64,
        #[case] kept: bool,
    ) {
        let upload = upload(stated);
        let object = Object { key: upload.key.clone(), size };
        assert_eq!(check(Some(&upload), &object).is_ok(), kept);
    }

    #[test]
    fn rejects_a_file_of_no_upload_and_of_another_key() {
        let object = Object { key: "routes-upload/2026-11-22/b.csv".into(), size: 1 };
        assert!(check(None, &object).is_err());
        assert!(check(Some(&upload(None)), &object).is_err());
    }

    #[test]
    fn reads_the_objects_of_a_message() {
        let message =
            json!({"Records": [{"s3": {"object": {"key": "a", "size": 7}}}, {"s3": {"object": {"key": "b"}}}]});
        let expected = [("a", 7), ("b", 0)].map(|(key, size)| Object { key: key.into(), size });
        assert_eq!(objects(&message.to_string()).unwrap(), expected);
        assert_eq!(objects(r#"{"Event": "s3:TestEvent"}"#).unwrap(), []);
        assert!(objects("no JSON").is_err());
    }
}
