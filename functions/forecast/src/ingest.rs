//! Reading a forecast's file once it is in its folder.
//!
//! All of it is written or nothing: the days, an entry of history for each, and how the upload ended are one
//! transaction. It is refused where the upload has ended before, so that a file that S3 tells of twice, or that is put
//! again to the same address, is written once.

use crate::{
    model::ForecastDay,
    rules::{self, Entry},
    sheet,
    store::ForecastStore,
};
use chrono::NaiveDate;
use shared::{
    Error, Instant, Permit, Result,
    audit::{self, AuditTable, Change, Subject},
    dynamo::{self, TransactWriteItem, Transaction},
};
use std::collections::BTreeMap;
use uploads::{
    arrival,
    bucket::UploadBucket,
    model::{Kind, LineError, State, Upload},
    rules::{kept, upload_of},
    store::UploadStore,
};

/// Whom the log names.
pub const NAME: &str = "ingest-forecast";
/// How often it is tried again where somebody edits one of the days meanwhile.
const TRIES: u32 = 5;

/// What the ingestion uses.
pub type Uses = ((UploadStore, UploadBucket), (ForecastStore, AuditTable));

/// Reads the files that a message reports.
///
/// # Errors
/// Where a service fails, and where others keep editing the same days: the message comes again.
pub async fn ingest_forecast(uses: &Uses, now: Instant, message: &str) -> Result<()> {
    for object in arrival::objects(message)? {
        ingest(uses, now, &object.key).await?;
    }
    Ok(())
}

async fn ingest(((uploads, bucket), forecasts): &Uses, now: Instant, key: &str) -> Result<()> {
    // Keys are the server's own, and harmless: they come as they were given out.
    let Some((folder, id)) = upload_of(key) else { return Ok(()) };
    let upload = uploads.of_worker(folder, id).await?;
    let Some(upload) = upload.filter(|upload| upload.key == key && upload.state == State::Started) else {
        return Ok(());
    };
    let read = match bucket.read(&upload).await? {
        Err(reason) => Err(whole(reason)),
        Ok(bytes) => sheet::read(&bytes).map_err(whole).and_then(|lines| rules::check(&lines)),
    };
    match read {
        Err(errors) => refuse(uploads, upload, errors).await,
        Ok(entries) => write(uploads, forecasts, now, upload, &entries).await,
    }
}

fn whole(message: String) -> Vec<LineError> {
    vec![LineError { line: None, message }]
}

/// Keeps why nothing of the file was written.
async fn refuse(uploads: &UploadStore, upload: Upload, errors: Vec<LineError>) -> Result<()> {
    let ended = Upload {
        kind: Some(Kind::Forecast),
        state: State::Refused,
        written: Some(0),
        unchanged: Some(0),
        failed: Some(u32::try_from(lines(&errors)).unwrap_or(u32::MAX)),
        errors: kept(errors),
        ..upload
    };
    // Where it has ended before, somebody was quicker.
    dynamo::transact(uploads.client(), vec![uploads.end_once(&ended)?]).await.map(drop)
}

/// How many lines are wrong; where the whole file is, one.
fn lines(errors: &[LineError]) -> usize {
    let lines: std::collections::BTreeSet<Option<u32>> = errors.iter().map(|error| error.line).collect();
    lines.len()
}

async fn write(
    uploads: &UploadStore,
    (store, audit): &(ForecastStore, AuditTable),
    now: Instant,
    upload: Upload,
    entries: &[Entry],
) -> Result<()> {
    for _ in 0..TRIES {
        let stored = store.get_all(entries.iter().map(|entry| entry.date).collect()).await?;
        let before: BTreeMap<NaiveDate, ForecastDay> =
            stored.iter().map(|(date, stored)| (*date, stored.day.clone())).collect();
        let after = match rules::merge(before.clone(), entries) {
            Err(errors) => return refuse(uploads, upload, errors).await,
            Ok(after) => after,
        };
        let changed: Vec<(&ForecastDay, Vec<Change>)> = after
            .values()
            .map(|day| (day, before.get(&day.date).cloned().unwrap_or_else(|| ForecastDay::empty(day.date))))
            .filter(|(day, before)| *day != before)
            .map(|(day, before)| (day, rules::changes(&before, day)))
            .collect();
        let written: usize = changed.iter().map(|(_, changes)| changes.len()).sum();
        let mut actions = vec![uploads.end_once(&finished(&upload, written, entries.len()))?];
        for (day, changes) in changed {
            let seen = stored.get(&day.date);
            let at = seen.map_or(now, |stored| now.or_after(stored.since));
            actions.push(store.put(day, seen.map(|stored| stored.version), &upload.user, at)?);
            actions.push(history(audit, &upload, day.date, changes, at)?);
        }
        match dynamo::transact(store.client(), actions).await? {
            Transaction::Written => return Ok(()),
            // The upload has ended: this message came twice.
            Transaction::Refused(actions) if actions.contains(&0) => return Ok(()),
            Transaction::Refused(_) => {}
        }
    }
    Err(Error::retryable("others keep editing the days of a file"))
}

fn history(
    audit: &AuditTable,
    upload: &Upload,
    date: NaiveDate,
    changes: Vec<Change>,
    now: Instant,
) -> Result<TransactWriteItem> {
    let entry = audit::Entry::new(Subject::Forecast(date, ""), "UPLOADED", &Permit::system(NAME), now)
        .on_behalf_of(&upload.user)
        .because(Some(upload.file_name.clone()))
        .with(changes);
    audit.put(&entry)
}

fn finished(upload: &Upload, written: usize, lines: usize) -> Upload {
    let count = |count: usize| Some(u32::try_from(count).unwrap_or(u32::MAX));
    Upload {
        kind: Some(Kind::Forecast),
        state: State::Finished,
        written: count(written),
        unchanged: count(lines.saturating_sub(written)),
        failed: Some(0),
        ..upload.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_wrong_are_counted_once_each() {
        let wrong = |line| LineError { line, message: "Item cannot be empty".into() };
        assert_eq!(lines(&[wrong(Some(2)), wrong(Some(2)), wrong(Some(7))]), 2);
        assert_eq!(lines(&whole("The file is empty".into())), 1);
    }
}
