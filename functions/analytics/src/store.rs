//! `AnalyticsStore` reads and writes the analytics table. No other module uses the table's keys.
//!
//! The partition key `series` and the sort key `moment` identify an item. Calls of a route and day share a series; each
//! page view has its own series. The counters of a day are in the series `USAGE#day`. One transaction writes an event
//! and increments its counters on the condition that the event is new, so that an event that is delivered again counts
//! once.

use crate::{
    model::{Event, RouteCall},
    rules::{self, CounterKey, Counters},
};
use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, Put, TransactWriteItem, Update},
};
use chrono::{Duration, NaiveDate};
use futures::{StreamExt, TryStreamExt, stream};
use shared::{
    Environment, Error, FromEnvironment, Instant, Page, Result,
    dynamo::{self, Item, Transaction, number, text},
    page,
};
use std::collections::{BTreeMap, HashMap};

/// Maximum number of events per transaction. A transaction has at most 100 actions, and an event needs at most three:
/// the event itself and two counters.
const MAX_EVENTS: usize = 30;
/// Retention of events.
const EVENT_RETENTION: Duration = Duration::days(30);
/// Retention of counters.
const COUNTER_RETENTION: Duration = Duration::days(400);
/// Calls per page.
const PAGE_SIZE: i32 = 100;
/// Maximum length of an event id, in bytes.
const MAX_ID_BYTES: usize = 200;
/// Days that are read concurrently.
const CONCURRENCY: usize = 8;

/// The analytics table.
#[derive(Clone, Debug)]
pub struct AnalyticsStore {
    client: Client,
    table: String,
}

impl FromEnvironment for AnalyticsStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("ANALYTICS_TABLE")? })
    }
}

impl AnalyticsStore {
    /// Stores and counts the new events. Returns the number of new events.
    pub async fn record(&self, events: Vec<Event>) -> Result<usize> {
        // A transaction can write each key only once.
        let events: BTreeMap<(String, String), Event> = events.into_iter().map(|event| (key(&event), event)).collect();
        let events: Vec<Event> = events.into_values().collect();
        let mut recorded = 0;
        for chunk in events.chunks(MAX_EVENTS) {
            recorded += self.record_chunk(chunk.to_vec()).await?;
        }
        Ok(recorded)
    }

    async fn record_chunk(&self, mut events: Vec<Event>) -> Result<usize> {
        while !events.is_empty() {
            let mut actions = events.iter().map(|event| self.put(event)).collect::<Result<Vec<_>>>()?;
            for (key, counters) in &rules::tally(&events) {
                actions.push(self.increment(key, counters)?);
            }
            match dynamo::transact(&self.client, actions).await? {
                Transaction::Written => return Ok(events.len()),
                // Only the events have a condition: an event that fails it is already recorded.
                Transaction::ConditionFailed(failed) => {
                    let mut index = 0;
                    events.retain(|_| {
                        index += 1;
                        !failed.contains(&(index - 1))
                    });
                }
            }
        }
        Ok(0)
    }

    fn put(&self, event: &Event) -> Result<TransactWriteItem> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(item(event)?))
            .condition_expression("attribute_not_exists(moment)")
            .build()
            .map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().put(put).build())
    }

    fn increment(&self, key: &CounterKey, counters: &Counters) -> Result<TransactWriteItem> {
        let adds: Vec<String> = (0..counters.len()).map(|index| format!("#c{index} :c{index}")).collect();
        let names = counters.keys().enumerate().map(|(index, name)| (format!("#c{index}"), name.clone()));
        let values = counters.values().enumerate().map(|(index, count)| (format!(":c{index}"), number(count)));
        let values: HashMap<String, AttributeValue> =
            values.chain([(":until".to_owned(), number(counters_expire_at(key.day)))]).collect();
        let update = Update::builder()
            .table_name(&self.table)
            .key("series", text(usage_series(key.day)))
            .key("moment", text(&key.entry))
            .update_expression(format!("SET expiresAt = :until ADD {}", adds.join(", ")))
            .set_expression_attribute_names(Some(names.collect()))
            .set_expression_attribute_values(Some(values))
            .build()
            .map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().update(update).build())
    }

    /// Sets counters without a condition. Used by the seeder.
    pub async fn put_counters(&self, counters: &BTreeMap<CounterKey, Counters>) -> Result<()> {
        let item = |(key, counters): (&CounterKey, &Counters)| {
            let mut item: Item = counters.iter().map(|(name, count)| (name.clone(), number(count))).collect();
            item.insert("series".into(), text(usage_series(key.day)));
            item.insert("moment".into(), text(&key.entry));
            item.insert("expiresAt".into(), number(counters_expire_at(key.day)));
            item
        };
        dynamo::put_all(&self.client, &self.table, counters.iter().map(item).collect()).await
    }

    /// Stores events without counting them. Used by the seeder, which sets the counters itself.
    pub async fn put_events(&self, events: &[Event]) -> Result<()> {
        let items = events.iter().map(item).collect::<Result<Vec<_>>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }

    /// Returns all counters of the days.
    pub async fn counters(&self, days: impl IntoIterator<Item = NaiveDate>) -> Result<Vec<(CounterKey, Counters)>> {
        let days: Vec<Vec<(CounterKey, Counters)>> =
            stream::iter(days).map(|day| self.day(day)).buffer_unordered(CONCURRENCY).try_collect().await?;
        Ok(days.into_iter().flatten().collect())
    }

    /// Reads all counters of one day. A day has one item per route, screen and user, which rarely exceeds one page.
    async fn day(&self, day: NaiveDate) -> Result<Vec<(CounterKey, Counters)>> {
        let (mut counters, mut start) = (Vec::new(), None);
        loop {
            let response = self
                .client
                .query()
                .table_name(&self.table)
                .key_condition_expression("series = :series")
                .expression_attribute_values(":series", text(usage_series(day)))
                .set_exclusive_start_key(start)
                .send()
                .await
                .map_err(dynamo::failure)?;
            counters.extend(response.items.unwrap_or_default().into_iter().filter_map(|item| read_counters(day, item)));
            start = response.last_evaluated_key;
            if start.is_none() {
                return Ok(counters);
            }
        }
    }

    /// Returns one page of a route's calls on a day, newest first.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the token does not belong to this list.
    pub async fn calls(&self, route: &str, day: NaiveDate, next_token: Option<&str>) -> Result<Page<RouteCall>> {
        let series = call_series(route, day);
        let start =
            next_token.map(page::decode_token).transpose()?.map(|moment| validate_cursor(moment, day)).transpose()?;
        let response = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("series = :series")
            .expression_attribute_values(":series", text(&series))
            .scan_index_forward(false)
            .limit(PAGE_SIZE)
            .set_exclusive_start_key(
                start.map(|moment| [("series".into(), text(&series)), ("moment".into(), text(moment))].into()),
            )
            .send()
            .await
            .map_err(dynamo::failure)?;
        let next =
            response.last_evaluated_key.as_ref().and_then(|key| key.get("moment")?.as_s().ok()).map(page::encode_token);
        let items = response.items.unwrap_or_default();
        let items =
            items.into_iter().map(|item| dynamo::from_item(&self.table, "moment", item)).collect::<Result<_>>()?;
        Ok(Page { items, next_token: next.transpose()? })
    }
}

fn usage_series(day: NaiveDate) -> String {
    format!("USAGE#{day}")
}

fn call_series(route: &str, day: NaiveDate) -> String {
    format!("CALLS#{day}#{route}")
}

/// Returns the `series` and `moment` of an event.
fn key(event: &Event) -> (String, String) {
    match event {
        Event::Call(call) => (call_series(&call.route, call.at.central_date()), format!("{}#{}", call.at, call.id)),
        // The key does not contain the time: a view that is sent again can have another age.
        Event::View(view) => (format!("VIEW#{}", view.id), "VIEW".to_owned()),
    }
}

/// Checks that a cursor can be the key of a call on the day.
fn validate_cursor(moment: String, day: NaiveDate) -> Result<String> {
    let is_id = |id: &str| (1..=MAX_ID_BYTES).contains(&id.len());
    let is_on_day = |at: &str| at.parse::<Instant>().is_ok_and(|at| at.central_date() == day);
    let is_call = moment.split_once('#').is_some_and(|(at, id)| is_on_day(at) && is_id(id));
    if is_call { Ok(moment) } else { Err(page::unknown_token()) }
}

fn item(event: &Event) -> Result<Item> {
    let (series, moment) = key(event);
    let (mut item, at): (Item, Instant) = match event {
        Event::Call(call) => (dynamo::to_item(call)?, call.at),
        Event::View(view) => (dynamo::to_item(view)?, view.at),
    };
    item.insert("series".into(), text(series));
    item.insert("moment".into(), text(moment));
    item.insert("expiresAt".into(), number(at.plus(EVENT_RETENTION).utc().timestamp()));
    Ok(item)
}

fn counters_expire_at(day: NaiveDate) -> i64 {
    day.and_time(chrono::NaiveTime::MIN).and_utc().timestamp() + COUNTER_RETENTION.num_seconds()
}

fn read_counters(day: NaiveDate, mut item: Item) -> Option<(CounterKey, Counters)> {
    let Some(AttributeValue::S(entry)) = item.remove("moment") else { return None };
    item.remove("expiresAt");
    let count = |(name, value): (String, AttributeValue)| Some((name, value.as_n().ok()?.parse().ok()?));
    Some((CounterKey { day, entry }, item.into_iter().filter_map(count).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PageView;

    #[test]
    fn a_repeated_view_has_the_same_key_at_any_age() {
        let view = |at: &str| {
            let (id, screen, user) = ("v1".into(), "/home".into(), "ann@larder.example".into());
            Event::View(PageView { id, at: at.parse().unwrap(), screen, user })
        };
        assert_eq!(key(&view("2026-11-21T10:00:00Z")), key(&view("2026-11-21T10:00:09Z")));
    }

    #[test]
    fn events_expire_after_30_days_and_counters_after_400() {
        let at: Instant = "2026-11-21T00:00:00Z".parse().unwrap();
        let view = PageView { id: "v1".into(), at, screen: "/home".into(), user: "a@b".into() };
        let expires = item(&Event::View(view)).unwrap()["expiresAt"].as_n().unwrap().parse::<i64>().unwrap();
        assert_eq!(expires - at.utc().timestamp(), 30 * 86_400);
        assert_eq!(counters_expire_at("2026-11-21".parse().unwrap()) - at.utc().timestamp(), 400 * 86_400);
    }

    #[test]
    fn accepts_only_cursors_of_calls_on_the_day() {
        let day = "2026-11-21".parse().unwrap();
        let validate = |moment: &str| validate_cursor(moment.into(), day);
        assert_eq!(validate("2026-11-21T10:00:00.000Z#c1").unwrap(), "2026-11-21T10:00:00.000Z#c1");
        for other in ["", "#", "c1", "2026-11-22T10:00:00.000Z#c1", "2026-11-21T10:00:00.000Z#", &"A".repeat(1100)] {
            assert!(matches!(validate(other), Err(Error::Invalid(_))), "{other}");
        }
    }

    #[test]
    fn reads_stored_counters_back_unchanged() {
        let day = "2026-11-21".parse().unwrap();
        let item = Item::from([
            ("series".into(), text("USAGE#2026-11-21")),
            ("moment".into(), text("ROUTE#GET /uploads")),
            ("expiresAt".into(), number(1)),
            ("calls".into(), number(3)),
        ]);
        let (key, counters) = read_counters(day, item).unwrap();
        assert_eq!(key, CounterKey { day, entry: "ROUTE#GET /uploads".into() });
        assert_eq!(counters, Counters::from([("calls".into(), 3)]));
    }
}
