//! What an item cost before, and who changed it.

use crate::{
    model::{ItemPrice, Pair, Price},
    rules,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shared::{
    Error, Instant, Page, Permit, Result,
    audit::{AuditTable, Change, Entry, Subject},
};

/// The attribute whose changes history tells.
const PRICE: &str = "price";

/// The entry for a change of a price; `before` is `None` where there was none.
pub fn entry(price: &ItemPrice, before: Option<Price>, permit: &Permit, now: Instant) -> Entry {
    let Pair { schema_id, item } = &price.pair;
    let event = if before.is_some() { "UPDATED" } else { "CREATED" };
    let change =
        Change { attribute: PRICE.into(), from: before.map(|before| json!(before)), to: Some(json!(price.price)) };
    Entry::new(Subject::ItemPrice(schema_id, item), event, permit, now).with(vec![change])
}

/// The entry for the removal of a price.
pub fn removal(price: &ItemPrice, permit: &Permit, now: Instant) -> Entry {
    let Pair { schema_id, item } = &price.pair;
    let change = Change { attribute: PRICE.into(), from: Some(json!(price.price)), to: None };
    Entry::new(Subject::ItemPrice(schema_id, item), "REMOVED", permit, now).with(vec![change])
}

/// Arguments of `itemPriceHistory`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ItemPriceHistoryArguments {
    #[serde(flatten)]
    pair: Pair,
    #[serde(default)]
    next_token: Option<String>,
}

/// One change of a price.
#[derive(Debug, PartialEq, Serialize)]
pub struct ItemPriceChange {
    id: String,
    at: Instant,
    user: String,
    event: String,
    from: Option<Price>,
    to: Option<Price>,
}

/// The changes of one price, newest first.
///
/// # Errors
/// [`Error::Invalid`] where the schema or the item is none, or the token is not one that this list gave out.
pub async fn item_price_history(
    audit: &AuditTable,
    ItemPriceHistoryArguments { pair, next_token }: ItemPriceHistoryArguments,
) -> Result<Page<ItemPriceChange>> {
    rules::check_pair(&pair).map_err(Error::Invalid)?;
    let Pair { schema_id, item } = pair;
    let Page { items, next_token } =
        audit.history(Subject::ItemPrice(&schema_id, &item), next_token.as_deref()).await?;
    Ok(Page { items: items.into_iter().map(told).collect::<Result<_>>()?, next_token })
}

fn told(entry: Entry) -> Result<ItemPriceChange> {
    let malformed = || Error::internal(format!("{} of {} changes no price", entry.entry, entry.subject));
    let price = |value: &Option<Value>| value.clone().map(serde_json::from_value).transpose().map_err(|_| malformed());
    let change = entry.changes.iter().find(|change| change.attribute == PRICE).ok_or_else(malformed)?;
    let (from, to) = (price(&change.from)?, price(&change.to)?);
    Ok(ItemPriceChange { id: entry.entry, at: entry.at, user: entry.user, event: entry.event, from, to })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(text: &str) -> Price {
        text.parse().unwrap()
    }

    #[test]
    fn an_entry_tells_what_an_item_cost_and_costs() {
        let pair = Pair { schema_id: "PMT_STANDARD".into(), item: "WATER".into() };
        let (permit, now) = (Permit::system("test"), "2026-11-21T10:00:00Z".parse().unwrap());
        let now_costs = ItemPrice { pair, price: price("2.50") };
        let entry = entry(&now_costs, Some(price("2.00")), &permit, now);
        assert_eq!(entry.subject, "PRICE#PMT_STANDARD#WATER");
        let change = told(entry).unwrap();
        assert_eq!((change.from, change.to), (Some(price("2.00")), Some(price("2.50"))));
        assert_eq!((change.event.as_str(), change.user.as_str()), ("UPDATED", "test"));
        let removed = told(removal(&now_costs, &permit, now)).unwrap();
        assert_eq!((removed.event.as_str(), removed.from, removed.to), ("REMOVED", Some(price("2.50")), None));
        let first = told(super::entry(&now_costs, None, &permit, now)).unwrap();
        assert_eq!((first.event.as_str(), first.from), ("CREATED", None));
    }
}
