//! What items cost. Source: the spec of planning and reporting, sections 3 and 7.

use crate::{
    model::{ItemPrice, Price},
    store::ItemPriceStore,
};
use locations::names::{Kind, NameStore};
use serde::{Deserialize, Serialize};
use shared::{Error, Page, Result, page};
use std::collections::BTreeSet;

/// The most prices on a page: with long names some 600 kB.
const PRICES: usize = 2500;
/// The most schemas that a page looks at: of many small ones each is a call.
const SCHEMAS: usize = 50;
/// The most schemas that one call names.
const NAMED: usize = 100;
/// The most characters of a schema's id.
const LONGEST: usize = 100;

/// Arguments of `itemPrices`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ItemPricesArguments {
    #[serde(default)]
    schema_ids: Option<Vec<String>>,
    #[serde(default)]
    next_token: Option<String>,
}

/// A price as the schema has it; or that a schema which was asked for has none.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedPrice {
    schema_id: String,
    item: Option<String>,
    price: Option<Price>,
    exists: bool,
}

/// Where a list goes on.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Position {
    /// In this schema, or the next one that there is.
    schema: String,
    /// After this item; from the first one where there is none.
    after: Option<String>,
}

/// The prices of the schemas asked for, or of all, by schema and item.
///
/// # Errors
/// [`Error::Invalid`] where the schemas are none or too many, or the token is not one that this list gave out.
pub async fn item_prices(
    (store, names): &(ItemPriceStore, NameStore),
    ItemPricesArguments { schema_ids, next_token }: ItemPricesArguments,
) -> Result<Page<ListedPrice>> {
    let position = next_token.as_deref().map(page::decode_token).transpose()?.map(known).transpose()?;
    let asked = schema_ids.is_some();
    let schemas = match schema_ids {
        Some(ids) => named(ids)?,
        None => names.list(Kind::PriceMapTemplate).await?.into_iter().collect(),
    };
    let mut left = schemas.into_iter().skip_while(|schema| position.as_ref().is_some_and(|at| *schema < at.schema));
    let mut items = Vec::new();
    for _ in 0..SCHEMAS {
        let Some(schema) = left.next() else { return Ok(Page { items, next_token: None }) };
        let wanted = PRICES.saturating_sub(items.len());
        if wanted == 0 {
            return ended(items, &Position { schema, after: None });
        }
        let after = position.as_ref().filter(|at| at.schema == schema).and_then(|at| at.after.as_deref());
        let stretch = store.of_schema(&schema, after, wanted).await?;
        if asked && after.is_none() && stretch.prices.is_empty() {
            items.push(ListedPrice { schema_id: schema.clone(), item: None, price: None, exists: false });
        }
        let last = stretch.prices.last().map(|last| last.pair.item.clone());
        items.extend(stretch.prices.into_iter().map(listed));
        if stretch.more {
            return ended(items, &Position { schema, after: last });
        }
    }
    match left.next() {
        Some(schema) => ended(items, &Position { schema, after: None }),
        None => Ok(Page { items, next_token: None }),
    }
}

/// The schemas of which prices can be read: those that locations are offered as price map templates.
pub async fn item_price_schema_ids(names: &NameStore) -> Result<Vec<String>> {
    names.list(Kind::PriceMapTemplate).await
}

fn ended(items: Vec<ListedPrice>, position: &Position) -> Result<Page<ListedPrice>> {
    Ok(Page { items, next_token: Some(page::encode_token(position)?) })
}

fn listed(ItemPrice { pair, price }: ItemPrice) -> ListedPrice {
    ListedPrice { schema_id: pair.schema_id, item: Some(pair.item), price: Some(price), exists: true }
}

fn named(ids: Vec<String>) -> Result<BTreeSet<String>> {
    if !(1..=NAMED).contains(&ids.len()) {
        return Err(Error::invalid("schemaIds", format!("schemaIds names 1 to {NAMED} schemas, or is left out")));
    }
    let possible = |id: &String| !id.is_empty() && id.chars().count() <= LONGEST;
    match ids.iter().position(|id| !possible(id)) {
        Some(at) => {
            Err(Error::invalid(format!("schemaIds.{at}"), format!("schemaId should have 1 to {LONGEST} characters")))
        }
        None => Ok(ids.into_iter().collect()),
    }
}

/// The position, where it could be one of this list.
fn known(position: Position) -> Result<Position> {
    let possible = |text: &String| !text.is_empty() && text.chars().count() <= LONGEST;
    if possible(&position.schema) && position.after.iter().all(possible) {
        Ok(position)
    } else {
        Err(page::unknown_token())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemas_are_named_once_each_in_their_order_and_within_bounds() {
        let ids = |ids: &[&str]| ids.iter().map(ToString::to_string).collect::<Vec<_>>();
        let names = named(ids(&["B", "A", "B"])).unwrap();
        assert_eq!(names.into_iter().collect::<Vec<_>>(), ["A", "B"]);
        for wrong in [ids(&[]), ids(&[""]), vec!["A".into(); NAMED + 1], vec!["A".repeat(LONGEST + 1)]] {
            assert!(matches!(named(wrong), Err(Error::Invalid(_))));
        }
    }

    #[test]
    fn a_position_of_somebody_elses_making_is_unknown() {
        let position =
            |schema: &str, after: Option<&str>| Position { schema: schema.into(), after: after.map(ToOwned::to_owned) };
        assert!(known(position("A", None)).is_ok() && known(position("A", Some("B"))).is_ok());
        for wrong in [position("", None), position("A", Some("")), position(&"A".repeat(101), None)] {
            assert!(matches!(known(wrong), Err(Error::Invalid(_))));
        }
    }
}
