//! GraphQL queries `itemPrices` and `itemPriceSchemaIds`.

use crate::{
    model::{ItemPrice, Price},
    store::ItemPriceStore,
};
use locations::names::{Kind, NameStore};
use serde::{Deserialize, Serialize};
use shared::{Error, Page, Result, page};
use std::collections::BTreeSet;

/// Maximum number of prices per page (about 600 kB with long names).
const PAGE_SIZE: usize = 2500;
/// Maximum number of schemas that a page reads. Each schema is a query.
const MAX_SCHEMAS_PER_PAGE: usize = 50;
/// Maximum number of schemas in a request.
const MAX_SCHEMAS: usize = 100;
/// Maximum length of a schema id, in characters.
const MAX_CHARS: usize = 100;

/// Arguments of `itemPrices`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ItemPricesArguments {
    #[serde(default)]
    schema_ids: Option<Vec<String>>,
    #[serde(default)]
    next_token: Option<String>,
}

/// A price in GraphQL responses. A requested schema without prices has one entry with `exists: false`.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedPrice {
    schema_id: String,
    item: Option<String>,
    price: Option<Price>,
    exists: bool,
}

/// List cursor.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Cursor {
    /// The schema to continue with, or the next existing one.
    schema: String,
    /// The item after which to continue. `None` for the first item.
    after: Option<String>,
}

/// Returns one page of the prices of the requested schemas, or of all, ordered by schema and item.
///
/// # Errors
/// [`Error::Invalid`] if the list of schemas is empty or too long, or the token does not belong to this list.
pub async fn item_prices(
    (store, names): &(ItemPriceStore, NameStore),
    ItemPricesArguments { schema_ids, next_token }: ItemPricesArguments,
) -> Result<Page<ListedPrice>> {
    let cursor = next_token.as_deref().map(page::decode_token).transpose()?.map(validate_cursor).transpose()?;
    let has_filter = schema_ids.is_some();
    let schemas = match schema_ids {
        Some(ids) => validate_schema_ids(ids)?,
        None => names.list(Kind::PriceMapTemplate).await?.into_iter().collect(),
    };
    let mut remaining = schemas.into_iter().skip_while(|schema| cursor.as_ref().is_some_and(|at| *schema < at.schema));
    let mut items = Vec::new();
    for _ in 0..MAX_SCHEMAS_PER_PAGE {
        let Some(schema) = remaining.next() else { return Ok(Page { items, next_token: None }) };
        let limit = PAGE_SIZE.saturating_sub(items.len());
        if limit == 0 {
            return page_with_cursor(items, &Cursor { schema, after: None });
        }
        let after = cursor.as_ref().filter(|at| at.schema == schema).and_then(|at| at.after.as_deref());
        let slice = store.of_schema(&schema, after, limit).await?;
        if has_filter && after.is_none() && slice.items.is_empty() {
            items.push(ListedPrice { schema_id: schema.clone(), item: None, price: None, exists: false });
        }
        items.extend(slice.items.into_iter().map(|(_, price)| listed(price)));
        if slice.cursor.is_some() {
            return page_with_cursor(items, &Cursor { schema, after: slice.cursor });
        }
    }
    match remaining.next() {
        Some(schema) => page_with_cursor(items, &Cursor { schema, after: None }),
        None => Ok(Page { items, next_token: None }),
    }
}

/// Returns the price schemas: the names that locations can select as price map template.
pub async fn item_price_schema_ids(names: &NameStore) -> Result<Vec<String>> {
    names.list(Kind::PriceMapTemplate).await
}

fn page_with_cursor(items: Vec<ListedPrice>, cursor: &Cursor) -> Result<Page<ListedPrice>> {
    Ok(Page { items, next_token: Some(page::encode_token(cursor)?) })
}

fn listed(ItemPrice { key, price }: ItemPrice) -> ListedPrice {
    ListedPrice { schema_id: key.schema_id, item: Some(key.item), price: Some(price), exists: true }
}

fn validate_schema_ids(ids: Vec<String>) -> Result<BTreeSet<String>> {
    if !(1..=MAX_SCHEMAS).contains(&ids.len()) {
        return Err(Error::invalid(
            "schemaIds",
            format!("schemaIds must list 1 to {MAX_SCHEMAS} schemas or be omitted"),
        ));
    }
    let is_valid = |id: &String| !id.is_empty() && id.chars().count() <= MAX_CHARS;
    match ids.iter().position(|id| !is_valid(id)) {
        Some(index) => Err(Error::invalid(
            format!("schemaIds.{index}"),
            format!("schemaId should have 1 to {MAX_CHARS} characters"),
        )),
        None => Ok(ids.into_iter().collect()),
    }
}

/// Checks that a cursor can belong to this list.
fn validate_cursor(cursor: Cursor) -> Result<Cursor> {
    let is_valid = |text: &String| !text.is_empty() && text.chars().count() <= MAX_CHARS;
    if is_valid(&cursor.schema) && cursor.after.iter().all(is_valid) { Ok(cursor) } else { Err(page::unknown_token()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_and_deduplicates_schema_ids_and_rejects_invalid_ones() {
        let ids = |ids: &[&str]| ids.iter().map(ToString::to_string).collect::<Vec<_>>();
        let names = validate_schema_ids(ids(&["B", "A", "B"])).unwrap();
        assert_eq!(names.into_iter().collect::<Vec<_>>(), ["A", "B"]);
        for invalid in [ids(&[]), ids(&[""]), vec!["A".into(); MAX_SCHEMAS + 1], vec!["A".repeat(MAX_CHARS + 1)]] {
            assert!(matches!(validate_schema_ids(invalid), Err(Error::Invalid(_))));
        }
    }

    #[test]
    fn rejects_forged_cursors() {
        let cursor =
            |schema: &str, after: Option<&str>| Cursor { schema: schema.into(), after: after.map(ToOwned::to_owned) };
        assert!(validate_cursor(cursor("A", None)).is_ok() && validate_cursor(cursor("A", Some("B"))).is_ok());
        for invalid in [cursor("", None), cursor("A", Some("")), cursor(&"A".repeat(101), None)] {
            assert!(matches!(validate_cursor(invalid), Err(Error::Invalid(_))));
        }
    }
}
