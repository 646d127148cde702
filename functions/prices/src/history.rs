//! The history of item prices.

use crate::{
    model::{ItemPrice, Price, PriceKey},
    rules,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shared::{
    Error, Instant, Page, Permit, Result,
    audit::{AuditTable, Change, Entry, Subject},
};

/// The attribute in audit entries.
const PRICE_ATTRIBUTE: &str = "price";

/// Returns the audit entry for a new or changed price. `before` is `None` for a new price.
pub fn change_entry(price: &ItemPrice, before: Option<Price>, permit: &Permit, now: Instant) -> Entry {
    let PriceKey { schema_id, item } = &price.key;
    let event = if before.is_some() { "UPDATED" } else { "CREATED" };
    let change = Change {
        attribute: PRICE_ATTRIBUTE.into(),
        from: before.map(|before| json!(before)),
        to: Some(json!(price.price)),
    };
    Entry::new(Subject::ItemPrice(schema_id, item), event, permit, now).with(vec![change])
}

/// Returns the audit entry for the removal of a price.
pub fn removal_entry(price: &ItemPrice, permit: &Permit, now: Instant) -> Entry {
    let PriceKey { schema_id, item } = &price.key;
    let change = Change { attribute: PRICE_ATTRIBUTE.into(), from: Some(json!(price.price)), to: None };
    Entry::new(Subject::ItemPrice(schema_id, item), "REMOVED", permit, now).with(vec![change])
}

/// Arguments of `itemPriceHistory`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ItemPriceHistoryArguments {
    #[serde(flatten)]
    key: PriceKey,
    #[serde(default)]
    next_token: Option<String>,
}

/// A change of a price.
#[derive(Debug, PartialEq, Serialize)]
pub struct ItemPriceChange {
    id: String,
    at: Instant,
    user: String,
    event: String,
    from: Option<Price>,
    to: Option<Price>,
}

/// Returns one page of the changes of a price, newest first.
///
/// # Errors
/// [`Error::Invalid`] if the schema or the item is not valid, or the token does not belong to this list.
pub async fn item_price_history(
    audit: &AuditTable,
    ItemPriceHistoryArguments { key, next_token }: ItemPriceHistoryArguments,
) -> Result<Page<ItemPriceChange>> {
    rules::check_key(&key).map_err(Error::Invalid)?;
    let PriceKey { schema_id, item } = key;
    let Page { items, next_token } =
        audit.history(Subject::ItemPrice(&schema_id, &item), next_token.as_deref()).await?;
    Ok(Page { items: items.into_iter().map(price_change).collect::<Result<_>>()?, next_token })
}

fn price_change(entry: Entry) -> Result<ItemPriceChange> {
    let malformed = || Error::internal(format!("{} of {} has no price change", entry.entry, entry.subject));
    let price = |value: &Option<Value>| value.clone().map(serde_json::from_value).transpose().map_err(|_| malformed());
    let change = entry.changes.iter().find(|change| change.attribute == PRICE_ATTRIBUTE).ok_or_else(malformed)?;
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
    fn price_changes_have_the_old_and_the_new_price() {
        let key = PriceKey { schema_id: "PMT_STANDARD".into(), item: "WATER".into() };
        let (permit, now) = (Permit::system("test"), "2026-11-21T10:00:00Z".parse().unwrap());
        let current = ItemPrice { key, price: price("2.50") };
        let entry = change_entry(&current, Some(price("2.00")), &permit, now);
        assert_eq!(entry.subject, "PRICE#PMT_STANDARD#WATER");
        let change = price_change(entry).unwrap();
        assert_eq!(change.from, Some(price("2.00")));
        assert_eq!(change.to, Some(price("2.50")));
        assert_eq!(change.event.as_str(), "UPDATED");
        assert_eq!(change.user.as_str(), "test");
        let removed = price_change(removal_entry(&current, &permit, now)).unwrap();
        assert_eq!(removed.event.as_str(), "REMOVED");
        assert_eq!(removed.from, Some(price("2.50")));
        assert_eq!(removed.to, None);
        let first = price_change(change_entry(&current, None, &permit, now)).unwrap();
        assert_eq!(first.event.as_str(), "CREATED");
        assert_eq!(first.from, None);
    }
}
