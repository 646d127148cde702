//! An append-only table of events in chronological order, such as driver actions.
//!
//! A table has several series, such as one for each type of action. A series is divided into UTC days, so that a query
//! reads only the requested range, and a day into [`SHARDS`] partitions, so that a busy day does not create a hot
//! partition. The sort key is the instant and the id of the entry, so that writing the same entry twice stores it once.
//! The table's time to live deletes old entries.
//!
//! The keys are `series` (`name#day#shard`) and `moment` (`instant#identity`); `expiresAt` is the time to live.

use crate::{
    Environment, Instant, Page, Result,
    page::{self, FilledBytes},
    shards::{Order, Slice},
    table::{self, CompositeKey, FromItem, Item, ItemExt, PutItem, Table, TransactWriteItem, Write, attribute},
};
use chrono::{Duration, NaiveDate, NaiveTime};
use serde::Serialize;
use std::{collections::BTreeMap, ops::Range};

const KEY: CompositeKey = CompositeKey::new("series", "moment");
/// The number of partitions per series and day.
const SHARDS: u32 = 8;
/// The maximum number of days that are read for one page. A long range with few entries has several pages.
const MAX_DAYS_PER_PAGE: i64 = 8;

/// A table of entries in chronological order.
#[derive(Clone, Debug)]
pub struct Timeline {
    table: Table,
    retention: Duration,
}

/// The parts of an entry's key.
#[derive(Clone, Copy, Debug)]
pub struct EntryKey<'a> {
    /// The series.
    pub series: &'a str,
    /// The time of the event.
    pub at: Instant,
    /// The value that determines the shard, such as the location's id.
    pub shard_by: &'a str,
    /// The entry's id, unique in its series.
    pub id: &'a str,
}

impl Timeline {
    /// Opens the table that `variable` names. Entries expire after `retention`.
    ///
    /// # Errors
    /// [`crate::Error::Unavailable`] if the variable is not set.
    pub fn from_environment(environment: &Environment, variable: &str, retention: Duration) -> Result<Self> {
        Ok(Self { table: Table::from_environment(environment, variable, KEY)?, retention })
    }

    /// Stores an entry. Does nothing if it is already stored.
    pub async fn put(&self, key: EntryKey<'_>, entry: &impl Serialize) -> Result<()> {
        self.put_if_absent(key, entry)?.send().await.map(drop)
    }

    /// Stores many entries in batches. Duplicates are stored once.
    ///
    /// # Errors
    /// [`crate::Error::Unavailable`] if some entries were not written. The call can be repeated with all entries.
    pub async fn put_all<'a, T: Serialize + 'a>(
        &self,
        entries: impl Iterator<Item = (EntryKey<'a>, &'a T)>,
    ) -> Result<()> {
        // A batch must not contain a key twice.
        let items = entries
            .map(|(key, entry)| Ok(((series_key(key), moment(key)), self.item(key, entry)?)))
            .collect::<Result<BTreeMap<_, _>>>()?;
        self.table.put_all(items.into_values().collect()).await
    }

    /// The transaction action that stores an entry. Its condition fails if the key exists.
    pub fn put_new(&self, key: EntryKey<'_>, entry: &impl Serialize) -> Result<TransactWriteItem> {
        self.put_if_absent(key, entry)?.action()
    }

    fn put_if_absent(&self, key: EntryKey<'_>, entry: &impl Serialize) -> Result<Write<'_, PutItem>> {
        Ok(self.table.put(self.item(key, entry)?).when(attribute("moment").not_exists()))
    }

    /// Reads a page of up to `count` entries of a series in `range`, oldest first. A page ends before its entries are
    /// larger than [`page::MAX_PAGE_BYTES`]. A page of a long range can have fewer entries or none. The last page has no
    /// `next_token`.
    ///
    /// # Errors
    /// [`crate::Error::Invalid`] if the token is not one of this list.
    pub async fn page<T: FromItem + Serialize>(
        &self,
        series: &str,
        range: Range<Instant>,
        count: u32,
        next_token: Option<&str>,
    ) -> Result<Page<T>> {
        if range.is_empty() {
            return Ok(Page { items: Vec::new(), next_token: None });
        }
        // The unread entries have sort keys between `after` and `end`.
        let end = range.end.to_string();
        let mut after = match next_token {
            Some(token) => check_cursor(page::decode_token(token)?, &range)?,
            None => range.start.to_string(),
        };
        let first = day_of(&after).ok_or_else(page::unknown_token)?;
        let (mut items, mut filled) = (Vec::new(), FilledBytes::default());
        for day in first.iter_days().take(usize::try_from(MAX_DAYS_PER_PAGE).unwrap_or_default()) {
            if midnight(day) >= range.end {
                return Ok(Page { items, next_token: None });
            }
            loop {
                let remaining = (count as usize).saturating_sub(items.len());
                if remaining == 0 {
                    return Ok(Page { items, next_token: Some(page::encode_token(&after)?) });
                }
                let slice = self.next_of_day(series, day, (&after, &end), remaining).await?;
                let fitting = filled.add_fitting(slice.items.iter().map(|(_, entry)| page::row_bytes(entry)));
                let is_full = fitting < slice.items.len();
                for (key, entry) in slice.items.into_iter().take(fitting) {
                    after = key;
                    items.push(entry);
                }
                if is_full {
                    return Ok(Page { items, next_token: Some(page::encode_token(&after)?) });
                }
                let Some(cursor) = slice.cursor else { break };
                after = cursor;
            }
            after = day.succ_opt().map_or_else(|| end.clone(), |next| midnight(next).to_string());
        }
        let next_token = if after < end { Some(page::encode_token(&after)?) } else { None };
        Ok(Page { items, next_token })
    }

    /// Reads up to `count` entries of a day between `after` and `end`.
    async fn next_of_day<T: FromItem>(
        &self,
        series: &str,
        day: NaiveDate,
        (after, end): (&str, &str),
        count: usize,
    ) -> Result<Slice<T>> {
        // Twice the average of a shard. A shard with more entries is read again for the next slice.
        let limit = i32::try_from((2 * count).div_ceil(SHARDS as usize).clamp(10, 1000)).unwrap_or(1000);
        let query = |shard| {
            let partition = KEY.partition(partition_key(series, day, shard));
            self.table.query(partition).between(successor(after), end).limit(limit)
        };
        Ok(table::merged(Order::Ascending, (0..SHARDS).map(query)).await?.truncated(count))
    }

    /// The stored item: the entry with its keys and its expiry.
    fn item(&self, key: EntryKey<'_>, entry: &impl Serialize) -> Result<Item> {
        Ok(table::to_item(entry)?
            .with_key(KEY.of(series_key(key), moment(key)))
            .with_expiry(key.at.plus(self.retention)))
    }
}

fn partition_key(series: &str, day: NaiveDate, shard: u32) -> String {
    format!("{series}#{day}#{shard}")
}

fn series_key(key: EntryKey<'_>) -> String {
    partition_key(key.series, key.at.utc().date_naive(), table::shard(key.shard_by, SHARDS))
}

fn moment(key: EntryKey<'_>) -> String {
    format!("{}#{}", key.at, key.id)
}

fn midnight(day: NaiveDate) -> Instant {
    day.and_time(NaiveTime::MIN).and_utc().into()
}

fn day_of(moment: &str) -> Option<NaiveDate> {
    moment.get(..10)?.parse().ok()
}

/// The smallest sort key after `after`. An instant without an id sorts before all entries of that instant.
fn successor(after: &str) -> String {
    if after.contains('#') { format!("{after}\0") } else { after.to_owned() }
}

/// Checks that the cursor of a token is in the range.
fn check_cursor(after: String, range: &Range<Instant>) -> Result<String> {
    let at = after.split('#').next().and_then(|at| at.parse::<Instant>().ok());
    if at.is_some_and(|at| range.contains(&at)) { Ok(after) } else { Err(page::unknown_token()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn instant(text: &str) -> Instant {
        text.parse().unwrap()
    }

    fn entry_key<'a>(at: &str, shard_by: &'a str, id: &'a str) -> EntryKey<'a> {
        EntryKey { series: "StockOut", at: instant(at), shard_by, id }
    }

    #[test]
    fn keys_contain_series_day_shard_and_time() {
        let key = entry_key("2026-11-21T23:59:59Z", "FRIDGE_1", "a");
        assert!(series_key(key).starts_with("StockOut#2026-11-21#"));
        assert_eq!(moment(key), "2026-11-21T23:59:59.000Z#a");
    }

    #[test]
    fn range_bounds_sort_before_entries_of_the_same_instant() {
        let bound = instant("2026-11-21T10:00:00Z").to_string();
        let entry = moment(entry_key("2026-11-21T10:00:00Z", "F", "a"));
        assert!(entry > bound);
        assert!(successor(&bound) <= entry && successor(&entry) > entry);
        assert!(successor(&entry) < moment(entry_key("2026-11-21T10:00:00Z", "F", "b")));
    }

    #[rstest]
    #[case::entry_in_the_range("2026-11-21T10:00:00.000Z#a", true)]
    #[case::start_of_a_day("2026-11-22T00:00:00.000Z", true)]
    #[case::before_the_range("2026-11-20T10:00:00.000Z#a", false)]
    #[case::after_the_range("2026-11-24T10:00:00.000Z#a", false)]
    #[case::invalid_instant("yesterday#a", false)]
    fn accepts_only_cursors_in_the_range(#[case] cursor: &str, #[case] accepted: bool) {
        let range = instant("2026-11-21T00:00:00Z")..instant("2026-11-23T00:00:00Z");
        assert_eq!(check_cursor(cursor.into(), &range).is_ok(), accepted);
    }
}
