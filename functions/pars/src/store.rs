//! The table of pars. The only module that knows its keys.
//!
//! One item is one stocking of a location, so that all its pars are replaced by one write. A day's stockings lie in
//! [`SHARDS`] partitions, by their location, so that neither a day nor an upload of one is a hot partition.

use crate::model::Pars;
use aws_sdk_dynamodb::{
    Client,
    types::{Put, TransactWriteItem},
};
use chrono::{Days, NaiveDate, NaiveTime};
use futures::{StreamExt, TryStreamExt, stream};
use jit::model::StockingId;
use shared::{
    Environment, Error, FromEnvironment, Instant, Page, Permit, Result,
    dynamo::{self, Item, number, text},
    page,
};
use std::collections::BTreeMap;

/// Partitions of a day.
const SHARDS: u32 = 8;
/// Stockings of each partition on a page.
const LINES: i32 = 200;
/// Days for which pars are kept after their drop-off.
const LIVES: Days = Days::new(400);
/// Bytes of the longest sort key that DynamoDB takes, and some.
const KEY_DIGITS: usize = 1100;

/// The table of pars.
#[derive(Clone, Debug)]
pub struct ParStore {
    client: Client,
    table: String,
}

impl FromEnvironment for ParStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("PARS_TABLE")? })
    }
}

/// Pars as they are stored, and how often they were written.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Stored {
    /// The pars.
    pub pars: Pars,
    /// Counts the writes.
    pub version: u64,
}

/// Where a list stopped: for each partition that has more, the last key that was read (empty: none yet).
type Position = BTreeMap<u32, String>;

/// Stockings of one partition, and where it goes on: an entry of a [`Position`], absent at its end.
type ShardRows = (Vec<Pars>, Option<(u32, String)>);

impl ParStore {
    /// The client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Those of the stockings that have pars.
    pub async fn get_all(&self, ids: impl Iterator<Item = &StockingId>) -> Result<BTreeMap<StockingId, Stored>> {
        let items = dynamo::get_all(&self.client, &self.table, ids.map(key).collect(), &[]).await?;
        let named = |item| self.stored(item).map(|stored| (stored.pars.stocking_id.clone(), stored));
        items.into_iter().map(named).collect()
    }

    /// Some of the stockings that are dropped off on that day, of all partitions and so in no order. What has no
    /// `next_token` is the last page.
    ///
    /// # Errors
    /// [`Error::Invalid`] where the token is not one that this list gave out.
    pub async fn of_day(&self, date: NaiveDate, next_token: Option<&str>) -> Result<Page<Pars>> {
        let start: Position = match next_token {
            Some(token) => page::decode_token(token).and_then(known)?,
            None => (0..SHARDS).map(|shard| (shard, String::new())).collect(),
        };
        let read: Vec<ShardRows> = stream::iter(start)
            .map(|(shard, after)| self.stretch(date, shard, after))
            .buffered(SHARDS as usize)
            .try_collect()
            .await?;
        let (mut items, mut position) = (Vec::new(), Position::new());
        for (lines, more) in read {
            items.extend(lines);
            position.extend(more);
        }
        let next_token = if position.is_empty() { None } else { Some(page::encode_token(&position)?) };
        Ok(Page { items, next_token })
    }

    async fn stretch(&self, date: NaiveDate, shard: u32, after: String) -> Result<ShardRows> {
        let query = self
            .client
            .query()
            .table_name(&self.table)
            .limit(LINES)
            .expression_attribute_values(":shard", text(day_shard(date, shard)));
        let query = if after.is_empty() {
            query.key_condition_expression("dayShard = :shard")
        } else {
            query
                .key_condition_expression("dayShard = :shard AND stocking > :after")
                .expression_attribute_values(":after", text(after))
        };
        let answer = query.send().await.map_err(dynamo::failure)?;
        let more = answer.last_evaluated_key.as_ref().and_then(|key| key.get("stocking")?.as_s().ok());
        let more = more.map(|stocking| (shard, stocking.clone()));
        let items = answer.items.unwrap_or_default();
        let lines = items.into_iter().map(|item| self.read(item)).collect::<Result<_>>()?;
        Ok((lines, more))
    }

    /// The action that stores `pars`, refused where the version has moved since it was `seen` (`None`: nothing was).
    pub fn put(&self, pars: &Pars, seen: Option<u64>, permit: &Permit, now: Instant) -> Result<TransactWriteItem> {
        let item = item(pars, seen.unwrap_or_default() + 1, permit.user(), now)?;
        let put = Put::builder().table_name(&self.table).set_item(Some(item));
        let put = match seen {
            Some(seen) => {
                put.condition_expression("version = :seen").expression_attribute_values(":seen", number(seen))
            }
            None => put.condition_expression("attribute_not_exists(version)"),
        };
        Ok(TransactWriteItem::builder().put(put.build().map_err(Error::internal)?).build())
    }

    /// Stores many as first written by `user`, whatever is there: for the seeder.
    pub async fn put_all(&self, pars: &[Pars], user: &str, now: Instant) -> Result<()> {
        let items = pars.iter().map(|pars| item(pars, 1, user, now)).collect::<Result<Vec<_>>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }

    fn stored(&self, item: Item) -> Result<Stored> {
        let version = item.get("version").and_then(|version| version.as_n().ok()?.parse().ok());
        let pars = self.read(item)?;
        let version = version.ok_or_else(|| Error::internal(format!("{} has no version", pars.stocking_id)))?;
        Ok(Stored { pars, version })
    }

    fn read(&self, item: Item) -> Result<Pars> {
        dynamo::from_item(&self.table, "stocking", item)
    }
}

/// The position, where it could be one of this list.
fn known(position: Position) -> Result<Position> {
    let possible = |(shard, after): (&u32, &String)| *shard < SHARDS && (1..KEY_DIGITS).contains(&after.len());
    if !position.is_empty() && position.iter().all(possible) { Ok(position) } else { Err(page::unknown_token()) }
}

fn day_shard(date: NaiveDate, shard: u32) -> String {
    format!("{date}#{shard}")
}

fn key(id: &StockingId) -> Item {
    let shard = dynamo::shard(id.location.as_str(), SHARDS);
    let stocking = format!("{}#{}", id.location, id.stocking_index);
    Item::from([("dayShard".into(), text(day_shard(id.drop_off_date, shard))), ("stocking".into(), text(stocking))])
}

/// The pars as they are stored: with their keys, who wrote them when, and the end of their life.
fn item(pars: &Pars, version: u64, user: &str, now: Instant) -> Result<Item> {
    let mut item = dynamo::to_item(pars)?;
    let date = pars.stocking_id.drop_off_date;
    let ends = date.checked_add_days(LIVES).unwrap_or(date);
    item.extend(key(&pars.stocking_id));
    item.insert("version".into(), number(version));
    item.insert("updatedAt".into(), text(now.to_string()));
    item.insert("updatedBy".into(), text(user));
    item.insert("expiresAt".into(), number(ends.and_time(NaiveTime::MIN).and_utc().timestamp()));
    Ok(item)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Par;
    use rust_decimal::{Decimal, dec};

    fn pars(items: usize, name: &str) -> Pars {
        let par = Par { par: 100_000, over_capacity_amount: dec!(2.5), priority_boost: false };
        Pars {
            stocking_id: "2026-11-23#CHI_0001#2".parse().unwrap(),
            delivery_date: "2026-11-24".parse().unwrap(),
            jit: false,
            items: (0..items).map(|index| (format!("{name}{index:04}"), par.clone())).collect(),
        }
    }

    fn now() -> Instant {
        "2026-11-21T10:00:00Z".parse().unwrap()
    }

    #[test]
    fn stored_pars_read_back_as_they_were() {
        let stored = item(&pars(2, "Salad "), 3, "ann@larder.example", now()).unwrap();
        assert_eq!(stored["stocking"].as_s().map(String::as_str), Ok("CHI_0001#2"));
        // 400 days after its day: 2027-12-28.
        assert_eq!(stored["expiresAt"].as_n().map(String::as_str), Ok("1829952000"));
        assert_eq!(dynamo::from_item::<Pars>("Pars", "stocking", stored).unwrap(), pars(2, "Salad "));
    }

    #[test]
    fn the_largest_group_is_far_below_what_an_item_takes() {
        let mut largest = pars(500, &"N".repeat(96));
        for par in largest.items.values_mut() {
            par.over_capacity_amount = Decimal::MAX;
        }
        assert!(serde_json::to_string(&largest).unwrap().len() < 150_000);
    }

    #[test]
    fn a_position_of_somebody_elses_making_is_unknown() {
        assert!(known(Position::from([(3, "CHI_0001#1".into())])).is_ok());
        for position in [Position::new(), Position::from([(8, "A#1".into())]), Position::from([(0, String::new())])] {
            assert!(matches!(known(position), Err(Error::Invalid(_))));
        }
    }
}
