//! Writes of rows whose transactions depend on the stored data.

use super::{Client, Outcome, Transaction, send_all};
use crate::{Error, Result};
use std::future::Future;

/// Stores rows independently of each other. Each row has its own transaction, whose conditions fail if another call
/// changed the stored data since it was read.
pub trait RowWriter: Sync {
    /// A row, with the stored data that it was compared with.
    type Row: Send;
    /// The result of a row that is stored or needs no write.
    type Outcome: Send;
    /// The number of attempts to write a row while other calls change its stored data.
    const MAX_ATTEMPTS: u32;

    /// The next step of a row.
    ///
    /// # Errors
    /// The result of the row. Nothing is written then.
    fn step(&self, row: &Self::Row) -> Result<Step<Self::Outcome>>;

    /// Reads the stored data of rows again, after their conditions failed.
    ///
    /// # Errors
    /// The result of all these rows.
    fn refresh(&self, rows: Vec<&mut Self::Row>) -> impl Future<Output = Result<()>> + Send;

    /// The result of a row that still needs a write after the last attempt.
    fn exhausted(&self, row: &Self::Row) -> Result<Self::Outcome>;
}

/// The next step of a row.
#[derive(Debug)]
pub enum Step<T> {
    /// Nothing must be written. Contains the result.
    Done(T),
    /// The transaction must be written. Contains the result after that.
    Write(Transaction, T),
}

/// Stores rows with as few requests as [`send_all`] needs. Rows whose conditions failed are read again and repeated
/// together. Returns the rows and their results, in the same order.
pub async fn write_rows<W: RowWriter>(
    client: &Client,
    writer: &W,
    rows: Vec<W::Row>,
) -> Vec<(W::Row, Result<W::Outcome>)> {
    let mut rows: Vec<(W::Row, Option<Result<_>>)> = rows.into_iter().map(|row| (row, None)).collect();
    for attempt in 0..=W::MAX_ATTEMPTS {
        let mut writes = Vec::new();
        let undecided = rows.iter_mut().filter(|(_, result)| result.is_none());
        // Each transaction is built when it is sent, so that only a part of them is in memory at the same time.
        let transactions = undecided.filter_map(|(row, result)| {
            *result = match writer.step(row) {
                Ok(Step::Write(..)) if attempt == W::MAX_ATTEMPTS => Some(writer.exhausted(row)),
                Ok(Step::Write(transaction, outcome)) => {
                    writes.push((row, result, outcome));
                    return Some(transaction);
                }
                Ok(Step::Done(outcome)) => Some(Ok(outcome)),
                Err(error) => Some(Err(error)),
            };
            None
        });
        let sent = send_all(client, transactions).await;
        let (mut conflicting, mut results) = (Vec::new(), Vec::new());
        for ((row, result, outcome), sent) in writes.into_iter().zip(sent) {
            match sent {
                Ok(Outcome::Written) => *result = Some(Ok(outcome)),
                Ok(Outcome::ConditionFailed(_)) => {
                    conflicting.push(row);
                    results.push(result);
                }
                Err(error) => *result = Some(Err(error)),
            }
        }
        if conflicting.is_empty() {
            break;
        }
        if let Err(error) = writer.refresh(conflicting).await {
            for result in results {
                *result = Some(Err(error.duplicate()));
            }
        }
    }
    let missing = || Err(Error::internal("a row has no result"));
    rows.into_iter().map(|(row, result)| (row, result.unwrap_or_else(missing))).collect()
}

#[cfg(test)]
mod tests;
