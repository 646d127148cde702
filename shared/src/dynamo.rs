//! DynamoDB helpers of stores that are not declared with the [table kit](crate::table).

pub use crate::aws_error::failure;
pub use crate::table::{Item, TransactWriteItem, from_item, number, shard, string, text, to_item, version};
use crate::{Environment, Error, Result, aws_client, aws_error::AwsError, table};
use aws_sdk_dynamodb::{
    Client,
    error::{ProvideErrorMetadata, SdkError},
    types::Put,
};

/// Creates a client of DynamoDB.
pub fn client(environment: &Environment) -> Client {
    aws_client::dynamodb(environment)
}

/// As [`crate::table::Table::get_all`].
pub async fn get_all(client: &Client, table: &str, keys: Vec<Item>, projection: &[&str]) -> Result<Vec<Item>> {
    table::get_all(client, table, keys, projection).await
}

/// As [`crate::table::Table::put_all`].
pub async fn put_all(client: &Client, table: &str, items: Vec<Item>) -> Result<()> {
    table::put_all(client, table, items).await
}

/// The transaction action that stores `item` if the stored item still has the expected version (`None`: no item
/// exists).
pub fn put_if_version(table: &str, item: Item, expected: Option<u64>) -> Result<TransactWriteItem> {
    let put = Put::builder().table_name(table).set_item(Some(item));
    let put = match expected {
        Some(expected) => {
            put.condition_expression("version = :expected").expression_attribute_values(":expected", number(expected))
        }
        None => put.condition_expression("attribute_not_exists(version)"),
    };
    Ok(TransactWriteItem::builder().put(put.build().map_err(Error::internal)?).build())
}

/// The response to a conditional write; `None` if its condition failed.
///
/// If a response is lost, the SDK repeats the write, and the second attempt can fail because of the first. If `None`
/// must mean that another write succeeded, use [`transact`], which recognizes its own writes.
///
/// # Errors
/// Any other error, as [`failure`] classifies it.
pub fn condition_failed_as_none<T, E>(result: std::result::Result<T, SdkError<E>>) -> Result<Option<T>>
where
    E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
{
    match result {
        Err(error) if matches!(AwsError::of(&error), AwsError::ConditionFailed(_)) => Ok(None),
        result => result.map(Some).map_err(failure),
    }
}

/// The result of a transaction.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Transaction {
    /// All actions were written.
    Written,
    /// Nothing was written, because the conditions of the actions at these positions failed.
    ConditionFailed(Vec<usize>),
}

/// Writes all `actions` or none.
///
/// The SDK retries throttled and conflicting transactions and lost responses. All attempts have the same client request
/// token, so that DynamoDB writes once and does not treat the first attempt as a conflict.
///
/// # Errors
/// A retryable error if the last attempt failed because of throttling, a conflict or an outage. Otherwise, the error as
/// [`failure`] classifies it.
pub async fn transact(client: &Client, actions: Vec<TransactWriteItem>) -> Result<Transaction> {
    let failed = table::send_actions(client, actions).await?;
    Ok(failed.map_or(Transaction::Written, Transaction::ConditionFailed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(pairs: &[(&str, &str)]) -> Item {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), text(*value))).collect()
    }

    #[test]
    fn stores_an_item_only_over_the_expected_version() {
        let put = |expected| put_if_version("Locations", item(&[("id", "FRIDGE_1")]), expected).unwrap().put.unwrap();
        assert_eq!(put(None).condition_expression.as_deref(), Some("attribute_not_exists(version)"));
        let replace = put(Some(7));
        assert_eq!(replace.condition_expression.as_deref(), Some("version = :expected"));
        assert_eq!(replace.expression_attribute_values.unwrap_or_default()[":expected"], number(7));
    }
}
