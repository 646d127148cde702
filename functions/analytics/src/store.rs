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
use chrono::{Duration, NaiveDate, NaiveTime};
use shared::{
    Instant, Page, Result, page, shards,
    table::{
        self, AttributeValue, Changes, CompositeKey, EXPIRES_AT, Item, ItemExt, Key, Outcome, Raw, TransactWriteItem,
        Transaction, attribute, number,
    },
};
use std::collections::BTreeMap;

const KEY: CompositeKey = CompositeKey::new("series", "moment");
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
/// The prefix of the series of a day's counters.
const USAGE: &str = "USAGE#";

shared::store! {
    /// The analytics table.
    pub struct AnalyticsStore { variable: "ANALYTICS_TABLE", key: KEY }
}

impl AnalyticsStore {
    /// Stores and counts the new events. Returns the number of new events.
    pub async fn record(&self, events: Vec<Event>) -> Result<usize> {
        // A transaction can write each key only once.
        let events: BTreeMap<EventKey, Event> = events.into_iter().map(|event| (event_key(&event), event)).collect();
        let events: Vec<Event> = events.into_values().collect();
        let mut recorded = 0;
        for chunk in events.chunks(MAX_EVENTS) {
            recorded += self.record_chunk(chunk.to_vec()).await?;
        }
        Ok(recorded)
    }

    async fn record_chunk(&self, mut events: Vec<Event>) -> Result<usize> {
        while !events.is_empty() {
            let mut transaction = Transaction::named();
            for event in &events {
                transaction = transaction.with_named(event_key(event), self.put(event)?);
            }
            for (key, counters) in &rules::tally(&events) {
                transaction = transaction.with(self.increment(key, counters)?);
            }
            match transaction.send(self.client()).await? {
                Outcome::Written => return Ok(events.len()),
                // Only the events have a condition: an event that fails it is already recorded.
                Outcome::ConditionFailed(recorded) => events.retain(|event| !recorded.contains(&event_key(event))),
            }
        }
        Ok(0)
    }

    fn put(&self, event: &Event) -> Result<TransactWriteItem> {
        self.table.put(item(event)?).when(attribute("moment").not_exists()).action()
    }

    fn increment(&self, key: &CounterKey, counters: &Counters) -> Result<TransactWriteItem> {
        let changes = Changes::new().set(EXPIRES_AT, table::time_to_live(counters_expire_at(key.day)));
        let changes = counters.iter().fold(changes, |changes, (name, count)| changes.add(name.as_str(), *count));
        self.table.update(counter_key(key), changes).action()
    }

    /// Sets counters without a condition. Used by the seeder.
    pub async fn put_counters(&self, counters: &BTreeMap<CounterKey, Counters>) -> Result<()> {
        let item = |(key, counters): (&CounterKey, &Counters)| {
            let item: Item = counters.iter().map(|(name, count)| (name.clone(), number(count))).collect();
            item.with_key(counter_key(key)).with_expiry(counters_expire_at(key.day))
        };
        self.table.put_all(counters.iter().map(item).collect()).await
    }

    /// Stores events without counting them. Used by the seeder, which sets the counters itself.
    pub async fn put_events(&self, events: &[Event]) -> Result<()> {
        self.table.put_all(events.iter().map(item).collect::<Result<_>>()?).await
    }

    /// Returns all counters of the days. A day has one item per route, screen and user, which rarely exceeds one
    /// request.
    pub async fn counters(&self, days: impl IntoIterator<Item = NaiveDate>) -> Result<Vec<(CounterKey, Counters)>> {
        let items = table::all(days.into_iter().map(|day| self.table.query(KEY.partition(usage_series(day))))).await?;
        Ok(items.into_iter().filter_map(|Raw(item)| read_counters(item)).collect())
    }

    /// Returns one page of a route's calls on a day, newest first.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] if the token does not belong to this list.
    pub async fn calls(&self, route: &str, day: NaiveDate, next_token: Option<&str>) -> Result<Page<RouteCall>> {
        let after = shards::decode_cursor(next_token)?.map(|moment| validate_cursor(moment, day)).transpose()?;
        let calls = self.table.query(KEY.partition(call_series(route, day))).newest_first().limit(PAGE_SIZE);
        calls.after(after.as_deref()).slice().await?.into_page()
    }
}

fn usage_series(day: NaiveDate) -> String {
    format!("{USAGE}{day}")
}

fn call_series(route: &str, day: NaiveDate) -> String {
    format!("CALLS#{day}#{route}")
}

fn counter_key(CounterKey { day, entry }: &CounterKey) -> Key {
    KEY.of(usage_series(*day), entry)
}

/// The `series` and `moment` of an event.
type EventKey = (String, String);

fn event_key(event: &Event) -> EventKey {
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
    let (series, moment) = event_key(event);
    let (item, at): (Item, Instant) = match event {
        Event::Call(call) => (table::to_item(call)?, call.at),
        Event::View(view) => (table::to_item(view)?, view.at),
    };
    Ok(item.with_key(KEY.of(series, moment)).with_expiry(at.plus(EVENT_RETENTION)))
}

fn counters_expire_at(day: NaiveDate) -> Instant {
    Instant::from(day.and_time(NaiveTime::MIN).and_utc()).plus(COUNTER_RETENTION)
}

/// Returns the counters of an item, or `None` if it does not contain counters of a day.
fn read_counters(mut item: Item) -> Option<(CounterKey, Counters)> {
    let (series, entry) = (table::string(&item, "series"), table::string(&item, "moment"));
    let day = series.strip_prefix(USAGE)?.parse().ok()?;
    item.remove(EXPIRES_AT);
    let count = |(name, value): (String, AttributeValue)| Some((name, value.as_n().ok()?.parse().ok()?));
    Some((CounterKey { day, entry }, item.into_iter().filter_map(count).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PageView;
    use shared::{Error, table::text};

    #[test]
    fn a_repeated_view_has_the_same_key_at_any_age() {
        let view = |at: &str| {
            let (id, screen, user) = ("v1".into(), "/home".into(), "ann@larder.example".into());
            Event::View(PageView { id, at: at.parse().unwrap(), screen, user })
        };
        assert_eq!(event_key(&view("2026-11-21T10:00:00Z")), event_key(&view("2026-11-21T10:00:09Z")));
    }

    #[test]
    fn events_expire_after_30_days_and_counters_after_400() {
        let at: Instant = "2026-11-21T00:00:00Z".parse().unwrap();
        let view = PageView { id: "v1".into(), at, screen: "/home".into(), user: "a@b".into() };
        let expires = item(&Event::View(view)).unwrap()["expiresAt"].as_n().unwrap().parse::<i64>().unwrap();
        assert_eq!(expires - at.utc().timestamp(), 30 * 86_400);
        assert_eq!(
            counters_expire_at("2026-11-21".parse().unwrap()).utc().timestamp() - at.utc().timestamp(),
            400 * 86_400
        );
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
        let key = CounterKey { day, entry: "ROUTE#GET /uploads".into() };
        let item = Item::from(counter_key(&key)).with(EXPIRES_AT, 1_u64).with("calls", 3_u64);
        assert_eq!(item["series"], text("USAGE#2026-11-21"));
        let (read, counters) = read_counters(item).unwrap();
        assert_eq!(read, key);
        assert_eq!(counters, Counters::from([("calls".into(), 3)]));
    }
}
