//! Changing prices. Source: the spec of planning and reporting, sections 3, 5, 7 and 8.

use crate::{
    history,
    model::ItemPrice,
    rules::{self, LONGEST, MOST, Row},
    store::{ItemPriceStore, Seen},
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

/// Prices that are written at once.
const AT_ONCE: usize = 16;
/// How often it is tried again where somebody else changes the same price meanwhile.
const TRIES: u32 = 3;

/// Arguments of `updateItemPrices`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UpdateItemPricesArguments {
    input: Vec<Row>,
    /// The schemas that the caller confirms to be new.
    #[serde(default)]
    new_schemas: Option<List<Text<LONGEST>, MOST>>,
}

/// What `updateItemPrices` answers.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ItemPricesResult {
    message: String,
    /// What is wrong, each thing once.
    errors: Vec<String>,
    row_errors: Vec<RowErrors>,
    /// The result of each row, in the order of the input.
    rows: Vec<RowResult>,
}

/// What is wrong with one row.
#[derive(Debug, PartialEq, Serialize)]
struct RowErrors {
    #[serde(flatten)]
    row: Row,
    errors: Vec<String>,
}

/// Stores prices, each with its entry in history. A row with which something is wrong refuses all; the same prices again
/// change nothing, so that a call whose answer was lost may be made again. A schema that is new is offered to locations
/// from then on.
///
/// # Errors
/// [`Error::Invalid`] where the prices are none or too many, and where a schema is new and the caller did not confirm
/// it; nothing is written then. What is wrong with rows is no error: the answer names them.
pub async fn update_item_prices(
    (store, names, audit): &(ItemPriceStore, NameStore, AuditTable),
    Request { permit, now, input }: Request<UpdateItemPricesArguments>,
) -> Result<ItemPricesResult> {
    let UpdateItemPricesArguments { input, new_schemas } = input;
    rules::count(&input)?;
    let prices = match rules::check(&input, 1) {
        Ok(prices) => prices,
        Err(faults) => return Ok(ItemPricesResult::refused(input, faults)),
    };
    let stored = store.get_all(prices.iter().map(|price| &price.pair)).await?;
    let schemas: BTreeSet<&str> = prices.iter().map(|price| price.pair.schema_id.as_str()).collect();
    let offered = names.existing(schemas.iter().map(|schema| name(schema)).collect()).await?;
    let has_prices = |schema: &&str| stored.keys().any(|pair| pair.schema_id == **schema);
    let known = |schema: &&str| offered.has(Kind::PriceMapTemplate, schema) || has_prices(schema);
    let known: BTreeSet<&str> = schemas.iter().copied().filter(known).collect();
    let new_schemas: Vec<String> =
        new_schemas.map(Vec::from).unwrap_or_default().into_iter().map(String::from).collect();
    rules::confirmed(&prices, &known, &new_schemas).map_err(Error::Invalid)?;
    // The standard one is always known, and offered from its first price on.
    let is_offered =
        |schema: &str| offered.has(Kind::PriceMapTemplate, schema) && schema != Kind::PriceMapTemplate.standard();
    let has_new =
        |schema: &str| prices.iter().any(|price| price.pair.schema_id == schema && !stored.contains_key(&price.pair));
    for schema in schemas.iter().filter(|schema| !is_offered(schema) && has_new(schema)) {
        offer(names, audit, &permit, now, schema).await?;
    }
    let written: Vec<_> =
        prices.iter().map(|price| write(store, audit, &permit, now, price, stored.get(&price.pair).copied())).collect();
    let written: Vec<Result<RowResult>> = stream::iter(written).buffered(AT_ONCE).collect().await;
    Ok(ItemPricesResult::ended(input, written))
}

/// The name by which locations are offered a schema.
pub fn name(schema: &str) -> Name {
    Name { kind: Kind::PriceMapTemplate, name: schema.into() }
}

/// Offers a schema before its prices are stored: a schema without prices is seen, and harmless; prices of one that is
/// not offered are not seen.
async fn offer(names: &NameStore, audit: &AuditTable, permit: &Permit, now: Instant, schema: &str) -> Result<()> {
    let entry = Entry::new(Subject::PriceSchema(schema), "CREATED", permit, now);
    // Refused where another call offers it at the same time.
    dynamo::transact(names.client(), vec![names.put_new(&name(schema))?, audit.put(&entry)?]).await.map(drop)
}

async fn write(
    store: &ItemPriceStore,
    audit: &AuditTable,
    permit: &Permit,
    now: Instant,
    price: &ItemPrice,
    mut before: Option<Seen>,
) -> Result<RowResult> {
    for _ in 0..TRIES {
        let was = before.map(|seen| seen.price);
        if was == Some(price.price) {
            return Ok(RowResult::unchanged());
        }
        let at = before.map_or(now, |seen| now.or_after(seen.since));
        let entry = history::entry(price, was, permit, at);
        let actions = vec![store.put(price, before, permit.user(), at)?, audit.put(&entry)?];
        if dynamo::transact(store.client(), actions).await? == Transaction::Written {
            return Ok(RowResult::written());
        }
        before = store.get_all(std::iter::once(&price.pair)).await?.remove(&price.pair);
    }
    Err(Error::conflict("Another user is changing this price as well. Please try again."))
}

impl ItemPricesResult {
    fn refused(input: Vec<Row>, faults: Vec<Vec<String>>) -> Self {
        let wrong = faults.iter().filter(|errors| !errors.is_empty()).count();
        let message = format!("Nothing was updated: {wrong} of {} item prices are not valid.", input.len());
        Self::with(message, input, faults.into_iter().map(RowResult::rejected).collect())
    }

    fn ended(input: Vec<Row>, written: Vec<Result<RowResult>>) -> Self {
        let rows: Vec<RowResult> =
            written.into_iter().map(|ended| ended.unwrap_or_else(|error| RowResult::of(&error))).collect();
        let (all, wrong) = (input.len(), rows.iter().filter(|row| !row.is_stored()).count());
        let message = if wrong == 0 {
            format!("Successfully updated {all} item prices.")
        } else {
            format!("{wrong} of {all} item prices were not updated.")
        };
        Self::with(message, input, rows)
    }

    fn with(message: String, input: Vec<Row>, rows: Vec<RowResult>) -> Self {
        let errors: BTreeSet<&String> = rows.iter().flat_map(|row| &row.errors).collect();
        let wrong = input.into_iter().zip(&rows).filter(|(_, result)| !result.errors.is_empty());
        let row_errors = wrong.map(|(row, result)| RowErrors { row, errors: result.errors.clone() }).collect();
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
    fn a_refusal_names_each_wrong_row_as_it_was_sent() {
        let faults = vec![vec![], vec!["b".to_owned(), "a".to_owned()], vec!["b".to_owned()]];
        let result = ItemPricesResult::refused(vec![row("A"), row("b"), row("c")], faults);
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
    fn what_could_not_be_written_is_told_by_row_and_the_rest_is_updated() {
        let stored = || vec![Ok(RowResult::written()), Ok(RowResult::unchanged())];
        let result = ItemPricesResult::ended(vec![row("A"), row("B")], stored());
        assert_eq!((result.message.as_str(), result.row_errors.len()), ("Successfully updated 2 item prices.", 0));
        assert_eq!(result.rows, [RowResult::written(), RowResult::unchanged()]);
        let quicker = Error::conflict("Quicker");
        let result =
            ItemPricesResult::ended(vec![row("A"), row("B")], vec![Ok(RowResult::written()), Err(quicker.again())]);
        assert_eq!((result.message.as_str(), result.row_errors.len()), ("1 of 2 item prices were not updated.", 1));
        assert_eq!((&result.row_errors[0].row.item, &result.errors), (&"B".to_owned(), &vec!["Quicker".to_owned()]));
        assert_eq!(result.rows, [RowResult::written(), RowResult::of(&quicker)]);
    }
}
