//! `OrderStore` reads and writes the Orders table. No other module uses the table's keys and its index.
//!
//! The key of an order is its upstream id, so that an order that moves to another day or location stays one item. The
//! index `byDropOff` distributes a day's orders over [`SHARDS`] partitions by location. Its sort key `place` is
//! `location#stockingIndex#orderId`.

use crate::model::{DELETED, Order};
use chrono::{Days, NaiveDate};
use futures::{StreamExt, TryStreamExt, stream};
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::{
    Page, Result,
    page::{self, FilledBytes},
    shards::Slice,
    table::{self, Index, Item, ItemExt, SimpleKey, attribute},
    time::midnight,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Bound,
};

const KEY: SimpleKey = SimpleKey::new("uniqueId");
const BY_DROP_OFF: Index = Index::new("byDropOff", "dayShard", "place");
/// Number of shards per day.
const SHARDS: u32 = 8;
/// Retention of orders after their drop-off day.
const RETENTION: Days = Days::new(400);

/// Orders per query when searching for the orders of given stockings. Adjacent stockings need few queries; distant ones
/// cause few unneeded reads.
const SEARCH_PAGE_SIZE: i32 = 50;
/// Shards that are searched concurrently.
const CONCURRENCY: usize = 16;

/// Identifies one stocking: day, location and stocking index.
pub type Stocking = (NaiveDate, LocationId, u32);

shared::store! {
    /// The Orders table.
    pub struct OrderStore { variable: "ORDERS_TABLE", key: KEY }
}

/// The status of an order.
#[derive(Deserialize)]
struct OrderStatus {
    status: String,
}

/// Cursor in the list of a day: the shard, and the last key that was read from it (`None`: start of the shard).
#[derive(Debug, Deserialize, Eq, PartialEq, Serialize)]
struct Cursor {
    shard: u32,
    after: Option<(String, String)>,
}

impl OrderStore {
    /// Stores the order unless the stored one is at least as new.
    pub async fn put(&self, order: &Order) -> Result<()> {
        let is_newer = attribute("uniqueId").not_exists().or(attribute("occurredAt").less_than(order.occurred_at));
        self.table.put(item(order)?).when(is_newer).send().await.map(drop)
    }

    /// Stores orders without a condition. Used by the seeder.
    pub async fn put_all(&self, orders: &[Order]) -> Result<()> {
        self.table.put_all(orders.iter().map(item).collect::<Result<_>>()?).await
    }

    /// Returns one page of at most `count` orders of a drop-off day. `to_row` converts an order to its row in the response,
    /// or leaves it out. A page ends before its rows are larger than [`page::MAX_PAGE_BYTES`], and can be short. The last
    /// page has no `next_token`.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] if the token does not belong to this list.
    pub async fn of_day<Row: Serialize>(
        &self,
        date: NaiveDate,
        count: u32,
        next_token: Option<&str>,
        to_row: impl Fn(Order) -> Option<Row>,
    ) -> Result<Page<Row>> {
        let mut cursor = match next_token {
            Some(token) => validate_cursor(page::decode_token(token)?)?,
            None => Cursor { shard: 0, after: None },
        };
        let (mut items, mut filled, mut remaining) = (Vec::new(), FilledBytes::default(), count as usize);
        while cursor.shard < SHARDS {
            if remaining == 0 {
                return Ok(Page { items, next_token: Some(page::encode_token(&cursor)?) });
            }
            let slice = self.shard_slice(date, &cursor, remaining).await?.map(&to_row);
            let (fitting, next) = fitting_part(&slice, cursor, &mut filled);
            // A full page ends here.
            remaining = if fitting < slice.items.len() { 0 } else { remaining.saturating_sub(fitting) };
            items.extend(slice.items.into_iter().take(fitting).filter_map(|(_, row)| row));
            cursor = next;
        }
        Ok(Page { items, next_token: None })
    }

    /// Returns the orders of one stocking of a location on a drop-off day.
    pub async fn of_stocking(&self, date: NaiveDate, id: &LocationId, stocking_index: u32) -> Result<Vec<Order>> {
        let shard = BY_DROP_OFF.partition(day_shard(date, shard_of(id)));
        self.table.query(shard).beginning_with(place_prefix(id, stocking_index)).all().await
    }

    /// Returns the stockings that have an order that is not canceled. It reads only keys and statuses, in key order,
    /// and skips ahead to the next stocking if other orders are in between.
    pub async fn with_orders(&self, stockings: BTreeSet<Stocking>) -> Result<BTreeSet<Stocking>> {
        let mut shards = BTreeMap::<String, BTreeMap<String, Stocking>>::new();
        for stocking in stockings {
            let (date, id, index) = &stocking;
            shards.entry(day_shard(*date, shard_of(id))).or_default().insert(place_prefix(id, *index), stocking);
        }
        stream::iter(shards)
            .map(|(shard, stockings)| self.with_orders_in(shard, stockings))
            .buffer_unordered(CONCURRENCY)
            .try_fold(BTreeSet::new(), |mut all, found| async move {
                all.extend(found);
                Ok(all)
            })
            .await
    }

    async fn with_orders_in(&self, shard: String, stockings: BTreeMap<String, Stocking>) -> Result<BTreeSet<Stocking>> {
        let mut found = BTreeSet::new();
        let Some(last) = stockings.keys().next_back().map(|prefix| format!("{prefix}{}", char::MAX)) else {
            return Ok(found);
        };
        let mut from = stockings.keys().next().cloned();
        while let Some(start) = from {
            let orders = self.table.query(BY_DROP_OFF.partition(&shard)).between(start, &last);
            let orders = orders.project(["place", "status"]).limit(SEARCH_PAGE_SIZE);
            let Slice { items, cursor } = orders.slice().await?;
            for (place, OrderStatus { status }) in items {
                if status != DELETED {
                    found.extend(stockings.get(prefix_of(&place)).cloned());
                }
            }
            from = cursor.and_then(|last| next_start(&stockings, &last));
        }
        Ok(found)
    }

    async fn shard_slice(
        &self,
        date: NaiveDate,
        Cursor { shard, after }: &Cursor,
        count: usize,
    ) -> Result<Slice<Order>> {
        let shard = day_shard(date, *shard);
        let orders = self.table.query(BY_DROP_OFF.partition(&shard)).limit(i32::try_from(count).unwrap_or(i32::MAX));
        let orders = match after {
            Some((place, unique_id)) => orders.start_after(BY_DROP_OFF.of(shard, place).and(KEY.of(unique_id))),
            None => orders,
        };
        orders.slice().await
    }
}

/// The number of rows of `slice` that fit on the page, and the cursor after them. The slice starts at `cursor`.
fn fitting_part<Row: Serialize>(
    slice: &Slice<Option<Row>>,
    cursor: Cursor,
    filled: &mut FilledBytes,
) -> (usize, Cursor) {
    let bytes = |(_, row): &(String, Option<Row>)| row.as_ref().map_or(0, page::row_bytes);
    let fitting = filled.add_fitting(slice.items.iter().map(bytes));
    let is_full = fitting < slice.items.len();
    let last = match fitting.checked_sub(1).and_then(|last| slice.items.get(last)) {
        Some((place, _)) if is_full => Some(place),
        _ if is_full => None,
        _ => slice.cursor.as_ref(),
    };
    let cursor = match last.and_then(|place| Some((place.clone(), unique_id_of(place)?.to_owned()))) {
        Some(after) => Cursor { after: Some(after), ..cursor },
        None if is_full => cursor,
        None => Cursor { shard: cursor.shard + 1, after: None },
    };
    (fitting, cursor)
}

/// Checks that a cursor can belong to this list. DynamoDB would report another cursor as an internal failure.
fn validate_cursor(cursor: Cursor) -> Result<Cursor> {
    let is_in_shard = |(place, unique_id): &(String, String)| {
        let shard = place.split('#').next().map(|id| table::shard(id, SHARDS));
        shard == Some(cursor.shard) && unique_id_of(place) == Some(unique_id)
    };
    let is_valid = cursor.shard < SHARDS && cursor.after.as_ref().is_none_or(is_in_shard);
    if is_valid { Ok(cursor) } else { Err(page::unknown_token()) }
}

/// Returns the key from which to continue the search after `last`: in the same stocking, or at the next one.
fn next_start(stockings: &BTreeMap<String, Stocking>, last: &str) -> Option<String> {
    let prefix = prefix_of(last);
    if stockings.contains_key(prefix) {
        return Some(format!("{last}\0"));
    }
    // A prefix ends with `#`, so no prefix is the beginning of another. All keys of a stocking sort at its prefix.
    stockings.range::<str, _>((Bound::Excluded(prefix), Bound::Unbounded)).next().map(|(prefix, _)| prefix.clone())
}

/// Returns the common prefix of the sort keys of a stocking's orders.
fn place_prefix(id: &LocationId, stocking_index: u32) -> String {
    format!("{id}#{stocking_index}#")
}

/// Returns the prefix of a sort key up to and including the second `#`.
fn prefix_of(sort_key: &str) -> &str {
    let end = sort_key.match_indices('#').nth(1).map_or(sort_key.len(), |(at, _)| at + 1);
    sort_key.get(..end).unwrap_or(sort_key)
}

/// Returns the id of the order with this sort key.
fn unique_id_of(place: &str) -> Option<&str> {
    place.splitn(3, '#').nth(2)
}

fn shard_of(id: &LocationId) -> u32 {
    table::shard(id.as_str(), SHARDS)
}

fn day_shard(date: NaiveDate, shard: u32) -> String {
    format!("{date}#{shard}")
}

/// Returns the stored item, including the keys of the index and the expiry.
fn item(order: &Order) -> Result<Item> {
    let date = order.drop_off_date;
    let place = format!("{}{}", place_prefix(&order.location_id, order.stocking_index), order.unique_id);
    let key = BY_DROP_OFF.of(day_shard(date, shard_of(&order.location_id)), place);
    Ok(table::to_item(order)?.with_key(key).with_expiry(midnight(date.checked_add_days(RETENTION).unwrap_or(date))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::OrderItem;

    fn order() -> Order {
        Order {
            unique_id: "O-1".into(),
            location_id: "FRIDGE_1".parse().unwrap(),
            drop_off_date: "2026-11-23".parse().unwrap(),
            delivery_date: "2026-11-24".parse().unwrap(),
            stocking_index: 1,
            order_type: "ORDER".into(),
            order_owner: "planner".into(),
            client_code: "LARDER".into(),
            status: "OPEN".into(),
            address_for_delivery: None,
            delivery_special_notes: Some("Ring twice".into()),
            order_upload_id: None,
            items: vec![OrderItem { item: "CAESAR_SALAD".into(), quantity: 4 }],
            occurred_at: "2026-11-22T20:00:00Z".parse().unwrap(),
        }
    }

    #[test]
    fn reads_a_stored_order_back_unchanged() {
        let read: Order = table::from_item("Orders", "uniqueId", item(&order()).unwrap()).unwrap();
        assert_eq!(read, order());
    }

    #[test]
    fn an_item_has_the_keys_of_table_and_index_and_an_expiry() {
        let item = item(&order()).unwrap();
        let text = |name: &str| item[name].as_s().cloned().unwrap();
        assert_eq!(text("uniqueId").as_str(), "O-1");
        assert_eq!(text("place").as_str(), "FRIDGE_1#1#O-1");
        assert!(text("dayShard").starts_with("2026-11-23#"));
        // 400 days after the drop-off day: 2027-12-28.
        assert_eq!(item["expiresAt"].as_n().map(String::as_str), Ok("1829952000"));
    }

    #[test]
    fn skips_orders_between_the_stockings() {
        let stocking = |id: &str| ("2026-11-23".parse().unwrap(), id.parse().unwrap(), 1);
        let stockings = ["A", "C", "CA"].map(|id| (place_prefix(&id.parse().unwrap(), 1), stocking(id))).into();
        assert_eq!(prefix_of("A#1#O#7"), "A#1#");
        assert_eq!(next_start(&stockings, "A#1#O-1").as_deref(), Some("A#1#O-1\0"));
        assert_eq!(next_start(&stockings, "A#2#O-1").as_deref(), Some("C#1#"));
        assert_eq!(next_start(&stockings, "B#1#O-1").as_deref(), Some("C#1#"));
        assert_eq!(next_start(&stockings, "C#2#O-1").as_deref(), Some("CA#1#"));
        assert_eq!(next_start(&stockings, "D#1#O-1"), None);
    }

    #[test]
    fn a_full_page_ends_before_1_mb_and_the_next_one_continues() {
        let after = |number: usize| Some((format!("A#1#O-{number}"), format!("O-{number}")));
        let slice = |first: usize, row: &str| {
            let items = (first..7600).map(|number| (format!("A#1#O-{number}"), Some(row.to_owned()))).collect();
            Slice { items, cursor: None }
        };
        let start = || Cursor { shard: 1, after: None };
        let row = "r".repeat(1000);
        let mut filled = FilledBytes::default();
        let (fitting, next) = fitting_part(&slice(0, &row), start(), &mut filled);
        assert!((900..1000).contains(&fitting), "{fitting}");
        assert_eq!(next, Cursor { shard: 1, after: after(fitting - 1) });
        // No row fits on the full page, so the next page starts where it started.
        let shard_2 = || Cursor { shard: 2, after: after(7) };
        assert_eq!(fitting_part(&slice(8, &row), shard_2(), &mut filled), (0, shard_2()));
        let short = fitting_part(&slice(7590, "r"), start(), &mut FilledBytes::default());
        assert_eq!(short, (10, Cursor { shard: 2, after: None }));
        let more = Slice { cursor: Some("A#1#O-7599".into()), ..slice(7590, "r") };
        let (_, next) = fitting_part(&more, start(), &mut FilledBytes::default());
        assert_eq!(next, Cursor { shard: 1, after: after(7599) });
        let left_out = Slice { items: vec![("A#1#O-1".to_owned(), None::<String>)], cursor: None };
        assert_eq!(fitting_part(&left_out, start(), &mut filled).0, 1);
    }

    #[test]
    fn rejects_forged_cursors() {
        let shard = table::shard("FRIDGE_1", SHARDS);
        let after = |place: &str, id: &str| Some((place.to_owned(), id.to_owned()));
        assert!(validate_cursor(Cursor { shard, after: after("FRIDGE_1#1#O-1", "O-1") }).is_ok());
        assert!(validate_cursor(Cursor { shard: 0, after: None }).is_ok());
        for (shard, after) in [
            (SHARDS, None),
            (shard, after("FRIDGE_1#1#O-1", "O-2")),
            (shard, after("nonsense", "O-1")),
            ((shard + 1) % SHARDS, after("FRIDGE_1#1#O-1", "O-1")),
        ] {
            assert!(validate_cursor(Cursor { shard, after }).is_err());
        }
    }
}
