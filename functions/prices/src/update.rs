//! GraphQL mutation `updateItemPrices`: stores item prices. Requirements: `docs/requirements/planning.md`, section
//! "Prices".

use crate::{
    history,
    model::ItemPrice,
    rules::{self, MAX_CHARS, MAX_PRICES, Row},
    store::{ItemPriceStore, StoredPrice},
};
use futures::{StreamExt, stream};
use locations::names::{Kind, Name, NameStore};
use serde::{Deserialize, Serialize};
use shared::{
    Error, Instant, Permit, Request, Result,
    audit::{AuditTable, Entry, Subject},
    bounded::{List, Text},
    dynamo::{self, Transaction},
    rows::RowResult,
};
use std::collections::BTreeSet;

/// Prices that are written concurrently.
const CONCURRENCY: usize = 16;
/// Attempts to write a price while other users change it.
const MAX_ATTEMPTS: u32 = 3;

/// Arguments of `updateItemPrices`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UpdateItemPricesArguments {
    input: Vec<Row>,
    /// The schemas that the caller confirms to be new.
    #[serde(default)]
    new_schemas: Option<List<Text<MAX_CHARS>, MAX_PRICES>>,
}

/// Response of `updateItemPrices`.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ItemPricesResult {
    message: String,
    /// All distinct error messages.
    errors: Vec<String>,
    row_errors: Vec<RowErrors>,
    /// The result of each row, in the order of the input.
    rows: Vec<RowResult>,
}

/// The errors of one row.
#[derive(Debug, PartialEq, Serialize)]
struct RowErrors {
    #[serde(flatten)]
    row: Row,
    errors: Vec<String>,
}

/// Stores prices, each with an audit entry. If one row is invalid, all are rejected. Stored prices are skipped, so that
/// a call without a response can be repeated. Locations can select a new schema from then on.
///
/// # Errors
/// [`Error::Invalid`] if there are no prices or too many, or if the caller did not confirm a new schema. Nothing is
/// written then. Invalid rows are part of the response and not an error.
pub async fn update_item_prices(
    (store, names, audit): &(ItemPriceStore, NameStore, AuditTable),
    Request { permit, now, input }: Request<UpdateItemPricesArguments>,
) -> Result<ItemPricesResult> {
    let UpdateItemPricesArguments { input, new_schemas } = input;
    rules::check_count(&input)?;
    let prices = match rules::check(&input, 1) {
        Ok(prices) => prices,
        Err(row_errors) => return Ok(ItemPricesResult::rejected(input, row_errors)),
    };
    let stored = store.get_all(prices.iter().map(|price| &price.key)).await?;
    let schemas: BTreeSet<&str> = prices.iter().map(|price| price.key.schema_id.as_str()).collect();
    let selectable = names.existing(schemas.iter().map(|schema| name(schema)).collect()).await?;
    let has_prices = |schema: &&str| stored.keys().any(|key| key.schema_id == **schema);
    let known = |schema: &&str| selectable.contains(Kind::PriceMapTemplate, schema) || has_prices(schema);
    let known: BTreeSet<&str> = schemas.iter().copied().filter(known).collect();
    let new_schemas: Vec<String> =
        new_schemas.map(Vec::from).unwrap_or_default().into_iter().map(String::from).collect();
    rules::check_confirmed(&prices, &known, &new_schemas).map_err(Error::Invalid)?;
    // The standard schema is always known. Its name is stored with its first price.
    let is_selectable = |schema: &str| {
        selectable.contains(Kind::PriceMapTemplate, schema) && schema != Kind::PriceMapTemplate.standard()
    };
    let has_new =
        |schema: &str| prices.iter().any(|price| price.key.schema_id == schema && !stored.contains_key(&price.key));
    for schema in schemas.iter().filter(|schema| !is_selectable(schema) && has_new(schema)) {
        store_name(names, audit, &permit, now, schema).await?;
    }
    let written: Vec<_> =
        prices.iter().map(|price| write(store, audit, &permit, now, price, stored.get(&price.key).copied())).collect();
    let written: Vec<Result<RowResult>> = stream::iter(written).buffered(CONCURRENCY).collect().await;
    Ok(ItemPricesResult::finished(input, written))
}

/// Returns the name with which locations select a schema.
pub fn name(schema: &str) -> Name {
    Name { kind: Kind::PriceMapTemplate, name: schema.into() }
}

/// Stores the name of a new schema before its prices. A schema without prices is visible and harmless; prices without a
/// name would be invisible.
async fn store_name(names: &NameStore, audit: &AuditTable, permit: &Permit, now: Instant, schema: &str) -> Result<()> {
    let entry = Entry::new(Subject::PriceSchema(schema), "CREATED", permit, now);
    // The condition fails if another call stores the name at the same time. That is not an error.
    dynamo::transact(names.client(), vec![names.put_new(&name(schema))?, audit.put(&entry)?]).await.map(drop)
}

async fn write(
    store: &ItemPriceStore,
    audit: &AuditTable,
    permit: &Permit,
    now: Instant,
    price: &ItemPrice,
    mut before: Option<StoredPrice>,
) -> Result<RowResult> {
    for _ in 0..MAX_ATTEMPTS {
        let old_price = before.map(|stored| stored.price);
        if old_price == Some(price.price) {
            return Ok(RowResult::unchanged());
        }
        let at = before.map_or(now, |stored| now.or_after(stored.updated_at));
        let entry = history::change_entry(price, old_price, permit, at);
        let actions = vec![store.put(price, before, permit.user(), at)?, audit.put(&entry)?];
        if dynamo::transact(store.client(), actions).await? == Transaction::Written {
            return Ok(RowResult::written());
        }
        before = store.get_all(std::iter::once(&price.key)).await?.remove(&price.key);
    }
    Err(Error::conflict("Another user is changing this price. Please try again."))
}

impl ItemPricesResult {
    fn rejected(input: Vec<Row>, row_errors: Vec<Vec<String>>) -> Self {
        let invalid = row_errors.iter().filter(|errors| !errors.is_empty()).count();
        let message = format!("Nothing was updated: {invalid} of {} item prices are not valid.", input.len());
        Self::new(message, input, row_errors.into_iter().map(RowResult::rejected).collect())
    }

    fn finished(input: Vec<Row>, written: Vec<Result<RowResult>>) -> Self {
        let rows: Vec<RowResult> =
            written.into_iter().map(|result| result.unwrap_or_else(|error| RowResult::of(&error))).collect();
        let (total, failed) = (input.len(), rows.iter().filter(|row| !row.is_stored()).count());
        let message = if failed == 0 {
            format!("Successfully updated {total} item prices.")
        } else {
            format!("{failed} of {total} item prices were not updated.")
        };
        Self::new(message, input, rows)
    }

    fn new(message: String, input: Vec<Row>, rows: Vec<RowResult>) -> Self {
        let errors: BTreeSet<&String> = rows.iter().flat_map(|row| &row.errors).collect();
        let with_errors = input.into_iter().zip(&rows).filter(|(_, result)| !result.errors.is_empty());
        let row_errors = with_errors.map(|(row, result)| RowErrors { row, errors: result.errors.clone() }).collect();
        Self { message, errors: errors.into_iter().cloned().collect(), row_errors, rows }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn row(item: &str) -> Row {
        Row { schema_id: "S".into(), item: item.into(), price: "1".into() }
    }

    #[test]
    fn a_rejection_lists_each_invalid_row_as_sent() {
        let row_errors = vec![vec![], vec!["b".to_owned(), "a".to_owned()], vec!["b".to_owned()]];
        let result = ItemPricesResult::rejected(vec![row("A"), row("b"), row("c")], row_errors);
        let expected = json!({
            "message": "Nothing was updated: 2 of 3 item prices are not valid.",
            "errors": ["a", "b"],
            "rowErrors": [
                {"schemaId": "S", "item": "b", "price": "1", "errors": ["b", "a"]},
                {"schemaId": "S", "item": "c", "price": "1", "errors": ["b"]},
            ],
            "rows": [
                {"outcome": "REJECTED", "errors": []},
                {"outcome": "REJECTED", "errors": ["b", "a"]},
                {"outcome": "REJECTED", "errors": ["b"]},
            ],
        });
        assert_eq!(serde_json::to_value(result).unwrap(), expected);
    }

    #[test]
    fn lists_failed_rows_and_updates_the_others() {
        let stored = || vec![Ok(RowResult::written()), Ok(RowResult::unchanged())];
        let result = ItemPricesResult::finished(vec![row("A"), row("B")], stored());
        assert_eq!(result.message.as_str(), "Successfully updated 2 item prices.");
        assert_eq!(result.row_errors.len(), 0);
        assert_eq!(result.rows, [RowResult::written(), RowResult::unchanged()]);
        let conflict = Error::conflict("Changed by another user");
        let result = ItemPricesResult::finished(
            vec![row("A"), row("B")],
            vec![Ok(RowResult::written()), Err(conflict.duplicate())],
        );
        assert_eq!(result.message.as_str(), "1 of 2 item prices were not updated.");
        assert_eq!(result.row_errors.len(), 1);
        assert_eq!(&result.row_errors[0].row.item, &"B".to_owned());
        assert_eq!(&result.errors, &vec!["Changed by another user".to_owned()]);
        assert_eq!(result.rows, [RowResult::written(), RowResult::of(&conflict)]);
    }
}
