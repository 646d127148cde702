//! What happened, in the order of time: a table of one kind of thing that only grows, such as what drivers did.
//!
//! A table has several series, such as one for each type of action. A series is divided by UTC days, so that what is
//! read is what is asked for, and a day into [`SHARDS`] partitions, so that a busy day is not one of them. Within a
//! partition an entry lies under its instant and its identity. The identity is part of the key, so that the same entry
//! written again is one entry. Entries are forgotten by the table's time to live.
//!
//! The keys are `series` (`name#day#shard`) and `moment` (`instant#identity`); `expiresAt` is the time to live.

use crate::{
    Environment, Error, Instant, Page, Result,
    dynamo::{self, Item, TransactWriteItem, number, text},
    page,
    shards::{self, Order, Stretch},
};
use aws_sdk_dynamodb::{Client, types::Put};
use chrono::{Duration, NaiveDate, NaiveTime};
use serde::{Serialize, de::DeserializeOwned};
use std::{collections::BTreeMap, ops::Range};

/// Partitions of a series' day.
const SHARDS: u32 = 8;
/// Days that one page looks at: a long range in which little happened is several pages.
const DAYS_OF_A_PAGE: i64 = 8;

/// A table of entries in the order of time.
#[derive(Clone, Debug)]
pub struct Timeline {
    client: Client,
    table: String,
    lives: Duration,
}

/// Where an entry belongs.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The series.
    pub series: &'a str,
    /// When it was so.
    pub at: Instant,
    /// What spreads entries over partitions, such as the location.
    pub by: &'a str,
    /// The entry's identity, unique in its series.
    pub id: &'a str,
}

impl Timeline {
    /// The table that the environment's `variable` names, whose entries live for `lives`.
    ///
    /// # Errors
    /// Where the template forgot the variable.
    pub fn from_environment(environment: &Environment, variable: &str, lives: Duration) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable(variable)?, lives })
    }

    /// The client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Stores an entry, unless it is stored.
    pub async fn put(&self, place: Place<'_>, entry: &impl Serialize) -> Result<()> {
        let put = self.client.put_item().table_name(&self.table).set_item(Some(self.item(place, entry)?));
        dynamo::unless_refused(put.condition_expression("attribute_not_exists(moment)").send().await).map(drop)
    }

    /// Stores many entries, in as few calls as can be. The same one again is one entry.
    ///
    /// # Errors
    /// Where some could not be written. All may be given again.
    pub async fn put_all<'a, T: Serialize + 'a>(
        &self,
        entries: impl Iterator<Item = (Place<'a>, &'a T)>,
    ) -> Result<()> {
        // One call takes a key once.
        let items = entries
            .map(|(place, entry)| Ok(((series_key(place), moment(place)), self.item(place, entry)?)))
            .collect::<Result<BTreeMap<_, _>>>()?;
        dynamo::put_all(&self.client, &self.table, items.into_values().collect()).await
    }

    /// The action that stores an entry, refused where there is one of its place.
    pub fn put_new(&self, place: Place<'_>, entry: &impl Serialize) -> Result<TransactWriteItem> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(self.item(place, entry)?))
            .condition_expression("attribute_not_exists(moment)")
            .build()
            .map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().put(put).build())
    }

    /// A page of about `count` entries of a series in the range, oldest first. It may have fewer, or none, where the
    /// range is long: what has no `next_token` is the last.
    ///
    /// # Errors
    /// [`Error::Invalid`] where the token is not one that this gave out.
    pub async fn page<T: DeserializeOwned>(
        &self,
        series: &str,
        range: Range<Instant>,
        count: u32,
        next_token: Option<&str>,
    ) -> Result<Page<T>> {
        if range.is_empty() {
            return Ok(Page { items: Vec::new(), next_token: None });
        }
        // Whatever lies after `after` and before `end`, as sort keys.
        let end = range.end.to_string();
        let mut after = match next_token {
            Some(token) => known(page::decode_token(token)?, &range)?,
            None => range.start.to_string(),
        };
        let first = day_of(&after).ok_or_else(page::unknown_token)?;
        let mut items = Vec::new();
        for day in first.iter_days().take(usize::try_from(DAYS_OF_A_PAGE).unwrap_or_default()) {
            if midnight(day) >= range.end {
                return Ok(Page { items, next_token: None });
            }
            loop {
                let wanted = (count as usize).saturating_sub(items.len());
                if wanted == 0 {
                    return Ok(Page { items, next_token: Some(page::encode_token(&after)?) });
                }
                let read = self.next_of_day(series, day, (&after, &end), wanted).await?;
                for (_, item) in read.items {
                    items.push(dynamo::from_item(&self.table, "moment", item)?);
                }
                let Some(place) = read.end else { break };
                after = place;
            }
            after = day.succ_opt().map_or_else(|| end.clone(), |next| midnight(next).to_string());
        }
        let next_token = if after < end { Some(page::encode_token(&after)?) } else { None };
        Ok(Page { items, next_token })
    }

    /// What comes next of a day between `after` and `end`, `wanted` entries at the most.
    async fn next_of_day(
        &self,
        series: &str,
        day: NaiveDate,
        (after, end): (&str, &str),
        wanted: usize,
    ) -> Result<Stretch<Item>> {
        // Twice a shard's part: what one has more of waits for the next read.
        let limit = i32::try_from((2 * wanted).div_ceil(SHARDS as usize).clamp(10, 1000)).unwrap_or(1000);
        let read = |shard| {
            let query = self
                .client
                .query()
                .table_name(&self.table)
                .key_condition_expression("series = :series AND moment BETWEEN :after AND :end")
                .expression_attribute_values(":series", text(key(series, day, shard)))
                .expression_attribute_values(":after", text(beyond(after)))
                .expression_attribute_values(":end", text(end))
                .limit(limit);
            shards::stretch(query, "moment")
        };
        Ok(shards::in_order(0..SHARDS, Order::Rising, read).await?.first(wanted))
    }

    /// The entry as it is stored: with its keys and the end of its life.
    fn item(&self, place: Place<'_>, entry: &impl Serialize) -> Result<Item> {
        let mut item = dynamo::to_item(entry)?;
        item.insert("series".into(), text(series_key(place)));
        item.insert("moment".into(), text(moment(place)));
        item.insert("expiresAt".into(), number(place.at.plus(self.lives).utc().timestamp()));
        Ok(item)
    }
}

fn key(series: &str, day: NaiveDate, shard: u32) -> String {
    format!("{series}#{day}#{shard}")
}

fn series_key(place: Place<'_>) -> String {
    key(place.series, place.at.utc().date_naive(), dynamo::shard(place.by, SHARDS))
}

fn moment(place: Place<'_>) -> String {
    format!("{}#{}", place.at, place.id)
}

fn midnight(day: NaiveDate) -> Instant {
    day.and_time(NaiveTime::MIN).and_utc().into()
}

fn day_of(moment: &str) -> Option<NaiveDate> {
    moment.get(..10)?.parse().ok()
}

/// The least sort key beyond `after`. An instant alone is before all entries of that instant, which are its own.
fn beyond(after: &str) -> String {
    if after.contains('#') { format!("{after}\0") } else { after.to_owned() }
}

/// The place where a list stopped, where it is one of the range.
fn known(after: String, range: &Range<Instant>) -> Result<String> {
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

    fn place<'a>(at: &str, by: &'a str, id: &'a str) -> Place<'a> {
        Place { series: "StockOut", at: instant(at), by, id }
    }

    #[test]
    fn an_entry_lies_under_its_series_day_and_shard_and_in_the_order_of_time() {
        let place = place("2026-11-21T23:59:59Z", "FRIDGE_1", "a");
        assert!(series_key(place).starts_with("StockOut#2026-11-21#"));
        assert_eq!(moment(place), "2026-11-21T23:59:59.000Z#a");
    }

    #[test]
    fn what_ends_a_range_is_before_the_entries_of_its_instant_and_what_begins_it_is_too() {
        let edge = instant("2026-11-21T10:00:00Z").to_string();
        let entry = moment(place("2026-11-21T10:00:00Z", "F", "a"));
        assert!(entry > edge);
        assert!(beyond(&edge) <= entry && beyond(&entry) > entry);
        assert!(beyond(&entry) < moment(place("2026-11-21T10:00:00Z", "F", "b")));
    }

    #[rstest]
    #[case::of_the_range("2026-11-21T10:00:00.000Z#a", true)]
    #[case::the_begin_of_a_day("2026-11-22T00:00:00.000Z", true)]
    #[case::before_it("2026-11-20T10:00:00.000Z#a", false)]
    #[case::after_it("2026-11-24T10:00:00.000Z#a", false)]
    #[case::no_instant("yesterday#a", false)]
    fn a_token_goes_on_only_within_the_range(#[case] after: &str, #[case] holds: bool) {
        let range = instant("2026-11-21T00:00:00Z")..instant("2026-11-23T00:00:00Z");
        assert_eq!(known(after.into(), &range).is_ok(), holds);
    }
}
