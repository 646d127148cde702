//! Removing a price schema that no location uses.

use crate::{history, model::ItemPrice, rules::LONGEST, store::ItemPriceStore, update::name};
use locations::{
    names::{Kind, NameStore},
    store::LocationStore,
};
use serde::Deserialize;
use shared::{
    Environment, Error, FromEnvironment, Instant, Permit, Request, Result,
    audit::{AuditTable, Entry, Subject},
    bounded::Text,
    dynamo::{self, Transaction},
};

/// The most prices of one transaction: each has an entry in history.
const TOGETHER: usize = 50;
/// Locations that a rejection names.
const NAMED: u16 = 5;

/// Arguments of `removeItemPriceSchema`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RemoveItemPriceSchemaArguments {
    schema_id: Text<LONGEST>,
}

/// What the operation uses.
#[derive(Debug)]
pub struct Uses {
    prices: ItemPriceStore,
    names: NameStore,
    locations: LocationStore,
    audit: AuditTable,
}

impl FromEnvironment for Uses {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self {
            prices: ItemPriceStore::from_environment(environment)?,
            names: NameStore::from_environment(environment)?,
            locations: LocationStore::from_environment(environment)?,
            audit: AuditTable::from_environment(environment)?,
        })
    }
}

/// Removes a schema with its prices, each with an entry in history; returns the number of prices. The name is removed
/// last, so that a call that fails in between can be made again.
///
/// # Errors
/// [`Error::NotFound`]; [`Error::Conflict`] where a location uses the schema or it is the standard one.
pub async fn remove_item_price_schema(
    uses: &Uses,
    Request { permit, now, input: RemoveItemPriceSchemaArguments { schema_id } }: Request<
        RemoveItemPriceSchemaArguments,
    >,
) -> Result<usize> {
    let missing = || Error::NotFound(format!("There is no price schema {schema_id}"));
    if !uses.names.existing(vec![name(&schema_id)]).await?.has(Kind::PriceMapTemplate, &schema_id) {
        return Err(missing());
    }
    let users = uses.locations.with_price_map_template(&schema_id, NAMED + 1).await?;
    if let Some(message) = rejection(&schema_id, &users) {
        return Err(Error::conflict(message));
    }
    let mut removed = 0;
    loop {
        let stretch = uses.prices.of_schema(&schema_id, None, TOGETHER).await?;
        if stretch.prices.is_empty() {
            break;
        }
        removed += remove(uses, &permit, now, &stretch.prices).await?;
    }
    let entry = Entry::new(Subject::PriceSchema(&schema_id), "REMOVED", &permit, now);
    let actions = vec![uses.names.delete(&name(&schema_id))?, uses.audit.put(&entry)?];
    match dynamo::transact(uses.names.client(), actions).await? {
        Transaction::Written => Ok(removed),
        // Another call removed it at the same time.
        Transaction::Refused(_) => Err(missing()),
    }
}

async fn remove(uses: &Uses, permit: &Permit, now: Instant, prices: &[ItemPrice]) -> Result<usize> {
    let deletes = prices.iter().map(|price| uses.prices.delete(price));
    let entries = prices.iter().map(|price| uses.audit.put(&history::removal(price, permit, now)));
    let actions = deletes.chain(entries).collect::<Result<Vec<_>>>()?;
    match dynamo::transact(uses.prices.client(), actions).await? {
        Transaction::Written => Ok(prices.len()),
        Transaction::Refused(_) => {
            Err(Error::conflict("Another user is changing prices of this schema. Please try again."))
        }
    }
}

/// Why the schema cannot be removed; `None` where it can.
fn rejection(schema: &str, users: &[String]) -> Option<String> {
    if schema == Kind::PriceMapTemplate.standard() {
        return Some(format!("{schema} is the standard price schema and cannot be removed."));
    }
    let named = users.iter().take(NAMED.into()).map(String::as_str).collect::<Vec<_>>().join(", ");
    let others = if users.len() > NAMED.into() { " and others" } else { "" };
    (!users.is_empty()).then(|| {
        format!("{schema} is the price map template of {named}{others}. Give these locations another one first.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_the_standard_schema_and_one_that_locations_use() {
        let users = |count: usize| (1..=count).map(|number| format!("IL_{number}")).collect::<Vec<_>>();
        assert_eq!(rejection("PMT_OLD", &[]), None);
        assert_eq!(
            rejection("PMT_STANDARD", &[]).as_deref(),
            Some("PMT_STANDARD is the standard price schema and cannot be removed.")
        );
        assert_eq!(
            rejection("PMT_OLD", &users(1)).as_deref(),
            Some("PMT_OLD is the price map template of IL_1. Give these locations another one first.")
        );
        assert_eq!(
            rejection("PMT_OLD", &users(6)).as_deref(),
            Some(
                "PMT_OLD is the price map template of IL_1, IL_2, IL_3, IL_4, IL_5 and others. Give these locations another one first."
            )
        );
    }
}
