//! Changing prices. Source: the spec of planning and reporting, sections 3, 5, 7 and 8.

use crate::{
    history,
    model::ItemPrice,
    rules::{self, Row},
    store::{ItemPriceStore, Seen},
};
use futures::{StreamExt, stream};
use locations::names::{Kind, Name, NameStore};
use serde::{Deserialize, Serialize};
use shared::{
    Error, Instant, Permit, Request, Result,
    audit::AuditTable,
    dynamo::{self, Transaction},
};
use std::collections::BTreeSet;

/// Prices that are written at once.
const AT_ONCE: usize = 16;
/// How often it is tried again where somebody else changes the same price meanwhile.
const TRIES: u32 = 3;

/// Arguments of `updateItemPrices`.
#[derive(Debug, Deserialize)]
pub struct UpdateItemPricesArguments {
    input: Vec<Row>,
}

/// What `updateItemPrices` answers.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ItemPricesResult {
    message: String,
    /// What is wrong, each thing once.
    errors: Vec<String>,
    row_errors: Vec<RowErrors>,
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
/// [`Error::Invalid`] where the prices are none or too many. What is wrong with rows is no error: the answer names them.
pub async fn update_item_prices(
    (store, names, audit): &(ItemPriceStore, NameStore, AuditTable),
    Request { permit, now, input: UpdateItemPricesArguments { input } }: Request<UpdateItemPricesArguments>,
) -> Result<ItemPricesResult> {
    rules::count(&input)?;
    let prices = match rules::check(&input, 1) {
        Ok(prices) => prices,
        Err(faults) => return Ok(ItemPricesResult::refused(input, faults)),
    };
    let stored = store.get_all(prices.iter().map(|price| &price.pair)).await?;
    offer(names, prices.iter().filter(|price| !stored.contains_key(&price.pair))).await?;
    let written: Vec<_> =
        prices.iter().map(|price| write(store, audit, &permit, now, price, stored.get(&price.pair).copied())).collect();
    let written: Vec<Result<()>> = stream::iter(written).buffered(AT_ONCE).collect().await;
    Ok(ItemPricesResult::ended(input, written))
}

/// Offers the schemas of new prices before they are stored: a schema without prices is seen, and harmless; prices of one
/// that nobody sees are not.
async fn offer(names: &NameStore, new: impl Iterator<Item = &ItemPrice>) -> Result<()> {
    let name = |price: &ItemPrice| Name { kind: Kind::PriceMapTemplate, name: price.pair.schema_id.clone() };
    let named: BTreeSet<Name> = new.map(name).collect();
    if named.is_empty() { Ok(()) } else { names.put_all(&named.into_iter().collect::<Vec<_>>()).await }
}

async fn write(
    store: &ItemPriceStore,
    audit: &AuditTable,
    permit: &Permit,
    now: Instant,
    price: &ItemPrice,
    mut before: Option<Seen>,
) -> Result<()> {
    for _ in 0..TRIES {
        let was = before.map(|seen| seen.price);
        if was == Some(price.price) {
            return Ok(());
        }
        let at = before.map_or(now, |seen| now.or_after(seen.since));
        let entry = history::entry(price, was, permit, at);
        let actions = vec![store.put(price, before, permit.user(), at)?, audit.put(&entry)?];
        if dynamo::transact(store.client(), actions).await? == Transaction::Written {
            return Ok(());
        }
        before = store.get_all(std::iter::once(&price.pair)).await?.remove(&price.pair);
    }
    Err(Error::conflict("Somebody else is changing this price as well. Please try again."))
}

impl ItemPricesResult {
    fn refused(input: Vec<Row>, faults: Vec<Vec<String>>) -> Self {
        let all = input.len();
        let wrong = RowErrors::of(input.into_iter().zip(faults));
        Self::with(format!("Nothing was updated: {} of {all} item prices are not valid.", wrong.len()), wrong)
    }

    fn ended(input: Vec<Row>, written: Vec<Result<()>>) -> Self {
        let all = input.len();
        let message = |ended: Result<()>| ended.err().map(|error| error.to_string()).into_iter().collect();
        let wrong = RowErrors::of(input.into_iter().zip(written.into_iter().map(message)));
        if wrong.is_empty() {
            return Self::with(format!("Successfully updated {all} item prices."), wrong);
        }
        Self::with(format!("{} of {all} item prices were not updated.", wrong.len()), wrong)
    }

    fn with(message: String, row_errors: Vec<RowErrors>) -> Self {
        let errors: BTreeSet<&String> = row_errors.iter().flat_map(|row| &row.errors).collect();
        Self { message, errors: errors.into_iter().cloned().collect(), row_errors }
    }
}

impl RowErrors {
    fn of(rows: impl Iterator<Item = (Row, Vec<String>)>) -> Vec<Self> {
        rows.filter(|(_, errors)| !errors.is_empty()).map(|(row, errors)| Self { row, errors }).collect()
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
        });
        assert_eq!(serde_json::to_value(result).unwrap(), expected);
    }

    #[test]
    fn what_could_not_be_written_is_told_by_row_and_the_rest_is_updated() {
        let result = ItemPricesResult::ended(vec![row("A"), row("B")], vec![Ok(()), Ok(())]);
        assert_eq!(result, ItemPricesResult::with("Successfully updated 2 item prices.".into(), vec![]));
        let result = ItemPricesResult::ended(vec![row("A"), row("B")], vec![Ok(()), Err(Error::conflict("Quicker"))]);
        assert_eq!((result.message.as_str(), result.row_errors.len()), ("1 of 2 item prices were not updated.", 1));
        assert_eq!((&result.row_errors[0].row.item, &result.errors), (&"B".to_owned(), &vec!["Quicker".to_owned()]));
    }
}
