//! GraphQL mutation `removeItemPriceSchema`: removes a price schema that no location uses.

use crate::{history, model::ItemPrice, rules::MAX_CHARS, store::ItemPriceStore, update::name};
use locations::{
    names::{Kind, NameStore},
    store::LocationStore,
};
use serde::Deserialize;
use shared::{
    Environment, Error, FromEnvironment, Instant, Permit, Request, Result,
    audit::{AuditTable, Entry, Subject},
    bounded::Text,
    table::Transaction,
};

/// Maximum number of prices per transaction. Each price also needs an audit entry.
const MAX_PRICES_PER_TRANSACTION: usize = 50;
/// Maximum number of locations that a rejection names.
const MAX_LOCATIONS_NAMED: u16 = 5;

/// Arguments of `removeItemPriceSchema`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RemoveItemPriceSchemaArguments {
    schema_id: Text<MAX_CHARS>,
}

/// Dependencies of the operation.
#[derive(Debug)]
pub struct Dependencies {
    prices: ItemPriceStore,
    names: NameStore,
    locations: LocationStore,
    audit: AuditTable,
}

impl FromEnvironment for Dependencies {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self {
            prices: ItemPriceStore::from_environment(environment)?,
            names: NameStore::from_environment(environment)?,
            locations: LocationStore::from_environment(environment)?,
            audit: AuditTable::from_environment(environment)?,
        })
    }
}

/// Removes a schema and its prices, each with an audit entry. Returns the number of prices. The name is removed
/// last, so that a call that fails in between can be repeated.
///
/// # Errors
/// [`Error::NotFound`] for an unknown schema; [`Error::Conflict`] if a location uses the schema, or it is the standard
/// schema.
pub async fn remove_item_price_schema(
    dependencies: &Dependencies,
    Request { permit, now, input: RemoveItemPriceSchemaArguments { schema_id } }: Request<
        RemoveItemPriceSchemaArguments,
    >,
) -> Result<usize> {
    let missing = || Error::NotFound(format!("There is no price schema {schema_id}"));
    if !dependencies.names.existing(vec![name(&schema_id)]).await?.contains(Kind::PriceMapTemplate, &schema_id) {
        return Err(missing());
    }
    let locations = dependencies.locations.with_price_map_template(&schema_id, MAX_LOCATIONS_NAMED + 1).await?;
    if let Some(message) = rejection_message(&schema_id, &locations) {
        return Err(Error::conflict(message));
    }
    let mut removed = 0;
    loop {
        let slice = dependencies.prices.of_schema(&schema_id, None, MAX_PRICES_PER_TRANSACTION).await?;
        if slice.items.is_empty() {
            break;
        }
        let prices: Vec<ItemPrice> = slice.items.into_iter().map(|(_, price)| price).collect();
        removed += remove_prices(dependencies, &permit, now, &prices).await?;
    }
    let entry = Entry::new(Subject::PriceSchema(&schema_id), "REMOVED", &permit, now);
    let removal = Transaction::new().with(dependencies.names.delete(&name(&schema_id))?);
    let is_written =
        removal.audited(&dependencies.audit, &entry)?.send(dependencies.names.client()).await?.is_written();
    // If the condition failed, another call removed it at the same time.
    if is_written { Ok(removed) } else { Err(missing()) }
}

async fn remove_prices(
    dependencies: &Dependencies,
    permit: &Permit,
    now: Instant,
    prices: &[ItemPrice],
) -> Result<usize> {
    let deletes = prices.iter().map(|price| dependencies.prices.delete(price));
    let entries = prices.iter().map(|price| dependencies.audit.put(&history::removal_entry(price, permit, now)));
    let actions = deletes.chain(entries).collect::<Result<Vec<_>>>()?;
    if Transaction::new().with_all(actions).send(dependencies.prices.client()).await?.is_written() {
        return Ok(prices.len());
    }
    Err(Error::conflict("Another user is changing prices of this schema. Please try again."))
}

/// Returns the reason why the schema cannot be removed, or `None` if it can.
fn rejection_message(schema: &str, locations: &[String]) -> Option<String> {
    if schema == Kind::PriceMapTemplate.standard() {
        return Some(format!("{schema} is the standard price schema and cannot be removed."));
    }
    let named = locations.iter().take(MAX_LOCATIONS_NAMED.into()).map(String::as_str).collect::<Vec<_>>().join(", ");
    let others = if locations.len() > MAX_LOCATIONS_NAMED.into() { " and others" } else { "" };
    (!locations.is_empty()).then(|| {
        format!(
            "{schema} is the price map template of {named}{others}. Assign another template to these locations first."
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_the_standard_schema_and_one_that_locations_use() {
        let locations = |count: usize| (1..=count).map(|number| format!("IL_{number}")).collect::<Vec<_>>();
        assert_eq!(rejection_message("PMT_OLD", &[]), None);
        assert_eq!(
            rejection_message("PMT_STANDARD", &[]).as_deref(),
            Some("PMT_STANDARD is the standard price schema and cannot be removed.")
        );
        assert_eq!(
            rejection_message("PMT_OLD", &locations(1)).as_deref(),
            Some("PMT_OLD is the price map template of IL_1. Assign another template to these locations first.")
        );
        assert_eq!(
            rejection_message("PMT_OLD", &locations(6)).as_deref(),
            Some(
                "PMT_OLD is the price map template of IL_1, IL_2, IL_3, IL_4, IL_5 and others. Assign another template to these locations first."
            )
        );
    }
}
