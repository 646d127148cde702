//! GraphQL mutation `updateItemPrices`: stores item prices. Requirements: `docs/requirements/planning.md`, section
//! "Prices".

use crate::{
    history,
    model::ItemPrice,
    rules::{self, MAX_CHARS, MAX_PRICES, Row},
    store::{ItemPriceStore, StoredPrice},
};
use locations::names::{Kind, Name, NameStore};
use serde::{Deserialize, Serialize};
use shared::{
    Error, Instant, Permit, Request, Result,
    audit::{AuditTable, Entry, Subject},
    bounded::{List, Text},
    rows::RowResult,
    table::{self, RowWriter, Step, Transaction},
};
use std::collections::BTreeSet;

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
    let rows = prices.into_iter().map(|price| (stored.get(&price.key).copied(), price)).collect();
    let writer = Writer { store, audit, permit: &permit, now };
    let written = table::write_rows(store.client(), &writer, rows).await;
    Ok(ItemPricesResult::finished(input, written.into_iter().map(|(_, result)| result).collect()))
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
    let transaction = Transaction::new().with(names.put_new(&name(schema))?).audited(audit, &entry)?;
    transaction.send(names.client()).await.map(drop)
}

/// Stores prices, each with an audit entry.
struct Writer<'a> {
    store: &'a ItemPriceStore,
    audit: &'a AuditTable,
    permit: &'a Permit,
    now: Instant,
}

impl RowWriter for Writer<'_> {
    /// The stored price and the new one.
    type Row = (Option<StoredPrice>, ItemPrice);
    type Outcome = RowResult;
    const MAX_ATTEMPTS: u32 = 3;

    fn step(&self, (before, price): &Self::Row) -> Result<Step<RowResult>> {
        let old_price = before.map(|stored| stored.price);
        if old_price == Some(price.price) {
            return Ok(Step::Done(RowResult::unchanged()));
        }
        let at = before.map_or(self.now, |stored| self.now.or_after(stored.updated_at));
        let entry = history::change_entry(price, old_price, self.permit, at);
        let put = self.store.put(price, *before, self.permit.user(), at)?;
        Ok(Step::Write(Transaction::new().with(put).audited(self.audit, &entry)?, RowResult::written()))
    }

    async fn refresh(&self, rows: Vec<&mut Self::Row>) -> Result<()> {
        let keys: Vec<_> = rows.iter().map(|(_, price)| price.key.clone()).collect();
        let mut stored = self.store.get_all(keys.iter()).await?;
        for (before, price) in rows {
            *before = stored.remove(&price.key);
        }
        Ok(())
    }

    fn exhausted(&self, _: &Self::Row) -> Result<RowResult> {
        Err(Error::conflict("Another user is changing this price. Please try again."))
    }
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
    use crate::model::PriceKey;
    use serde_json::json;

    fn row(item: &str) -> Row {
        Row { schema_id: "S".into(), item: item.into(), price: "1".into() }
    }

    #[test]
    fn a_full_update_needs_two_write_calls() {
        let (store, audit) = (ItemPriceStore::unconnected(), AuditTable::unconnected());
        let permit = Permit::system("test");
        let writer = Writer { store: &store, audit: &audit, permit: &permit, now: Instant::now() };
        let price = |index| {
            let key = PriceKey { schema_id: "S".into(), item: format!("ITEM_{index}") };
            ItemPrice { key, price: "9.50".parse().unwrap() }
        };
        let transaction = |index| match writer.step(&(None, price(index))).unwrap() {
            Step::Write(transaction, _) => transaction,
            step @ Step::Done(_) => panic!("{step:?}"),
        };
        assert_eq!(table::testing::request_count(&(0..MAX_PRICES).map(transaction).collect::<Vec<_>>()), 2);
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
