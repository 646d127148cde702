use super::*;
use crate::table::{
    ItemExt, Table,
    fake::{Attempt, FakeDynamoDb, KEY, canceled_response, error_response, success_response},
};
use serde_json::Value;
use std::sync::{
    Mutex,
    atomic::{AtomicUsize, Ordering},
};

/// A row with the version that is expected to be stored.
#[derive(Debug, PartialEq)]
struct Row {
    id: &'static str,
    expected: u64,
}

/// Stores version 9 of each row. Row `invalid` is invalid, and a row of version 9 is unchanged. Reading again increments
/// the expected versions.
struct Writer {
    table: Table,
    refreshed: Mutex<Vec<Vec<&'static str>>>,
    is_available: bool,
}

impl RowWriter for Writer {
    type Row = Row;
    type Outcome = u64;
    const MAX_ATTEMPTS: u32 = 3;

    fn step(&self, row: &Row) -> Result<Step<u64>> {
        match row {
            Row { id: "invalid", .. } => Err(Error::invalid("id", "This row is invalid")),
            Row { expected: 9, .. } => Ok(Step::Done(0)),
            Row { id, expected } => {
                let item = crate::table::Item::from(KEY.of(*id)).with("version", 9_u64);
                let put = self.table.put_if_version(item, Some(*expected)).action()?;
                Ok(Step::Write(Transaction::new().with(put), *expected))
            }
        }
    }

    async fn refresh(&self, rows: Vec<&mut Row>) -> Result<()> {
        self.refreshed.lock().unwrap().push(rows.iter().map(|row| row.id).collect());
        if !self.is_available {
            return Err(Error::retryable("throttled"));
        }
        for row in rows {
            row.expected += 1;
        }
        Ok(())
    }

    fn exhausted(&self, row: &Row) -> Result<u64> {
        Err(Error::conflict(format!("{} is changed too often", row.id)))
    }
}

/// Responds as if the stored item of each id has this version.
fn stored(versions: &'static [(&'static str, &'static str)]) -> FakeDynamoDb {
    FakeDynamoDb::responding(move |request: &Value| {
        let actions = request["TransactItems"].as_array().unwrap();
        let reason = |action: &Value| {
            let (id, expected) =
                (&action["Put"]["Item"]["id"]["S"], &action["Put"]["ExpressionAttributeValues"][":v0"]["N"]);
            if versions.iter().any(|(stored, version)| stored == id && version == expected) {
                "None"
            } else {
                "ConditionalCheckFailed"
            }
        };
        let reasons: Vec<&str> = actions.iter().map(reason).collect();
        if reasons.iter().all(|reason| *reason == "None") { success_response() } else { canceled_response(reasons) }
    })
}

async fn write(service: &FakeDynamoDb, is_available: bool, rows: &[(&'static str, u64)]) -> (Vec<String>, Writer) {
    let writer = Writer { table: service.table(), refreshed: Mutex::default(), is_available };
    let rows: Vec<Row> = rows.iter().map(|(id, expected)| Row { id, expected: *expected }).collect();
    let ids: Vec<&str> = rows.iter().map(|row| row.id).collect();
    let written = write_rows(writer.table.client(), &writer, rows).await;
    assert!(written.iter().map(|(row, _)| row.id).eq(ids));
    let text = |result: Result<u64>| result.map_or_else(|error| error.to_string(), |expected| expected.to_string());
    (written.into_iter().map(|(_, result)| text(result)).collect(), writer)
}

#[tokio::test]
async fn rows_whose_condition_fails_are_read_again_and_repeated() {
    let service = stored(&[("a", "1"), ("b", "2"), ("c", "3"), ("d", "99")]);
    let rows = [("a", 1), ("b", 1), ("invalid", 1), ("c", 1), ("d", 1), ("e", 9), ("f", 7)];
    let (results, writer) = write(&service, true, &rows).await;
    assert_eq!(results, ["1", "2", "This row is invalid", "3", "d is changed too often", "0", "0"]);
    // Row f is unchanged after it was read again twice.
    let refreshed = writer.refreshed.into_inner().unwrap();
    assert_eq!(refreshed, [&["b", "c", "d", "f"][..], &["c", "d", "f"], &["d"]]);
}

#[tokio::test]
async fn a_failed_read_is_the_result_of_the_rows_that_were_read() {
    let service = stored(&[("a", "1"), ("b", "2")]);
    let (results, writer) = write(&service, false, &[("a", 1), ("b", 1), ("c", 9)]).await;
    assert_eq!(results, ["1", "Larder is busy at the moment. Please try again.", "0"]);
    assert_eq!(writer.refreshed.into_inner().unwrap().len(), 1);
}

#[tokio::test]
async fn a_failed_request_is_the_result_of_its_rows() {
    let count = AtomicUsize::new(0);
    let service = FakeDynamoDb::responding(move |_| {
        if count.fetch_add(1, Ordering::Relaxed) == 0 {
            error_response("AccessDeniedException")
        } else {
            Attempt::LostResponse
        }
    });
    let (results, writer) = write(&service, true, &[("a", 1), ("b", 9)]).await;
    assert_eq!(results, ["An error occurred. Please report to the Technology team", "0"]);
    assert!(writer.refreshed.into_inner().unwrap().is_empty());
}
