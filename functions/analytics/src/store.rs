//! The table of analytics. The only module that knows its keys.
//!
//! An event lies under `series` (a route's day, or a view alone) and `moment`; a counter under `USAGE#day` and what is
//! counted. An event and what it adds to are written in one transaction, on the condition that the event is new: one that
//! is told again counts once.

use crate::{
    model::{Event, RouteCall},
    rules::{self, Counted, Counters},
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

/// Events of one transaction: each is one item and adds to two others at most, and 100 can be written at once.
const EVENTS: usize = 30;
/// How long an event is kept.
const EVENT_LIVES: Duration = Duration::days(30);
/// How long a day's counters are kept.
const COUNTERS_LIVE: Duration = Duration::days(400);
/// Calls on one page.
const PAGE: i32 = 100;
/// Bytes of an event's id at most.
const MAX_ID: usize = 200;
/// Days that are read at once.
const DAYS_AT_ONCE: usize = 8;

/// The table of analytics.
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
    /// Keeps and counts those events that are new; answers how many were.
    pub async fn record(&self, events: Vec<Event>) -> Result<usize> {
        // One transaction takes a key once.
        let events: BTreeMap<(String, String), Event> = events.into_iter().map(|event| (key(&event), event)).collect();
        let events: Vec<Event> = events.into_values().collect();
        let mut recorded = 0;
        for some in events.chunks(EVENTS) {
            recorded += self.record_some(some.to_vec()).await?;
        }
        Ok(recorded)
    }

    async fn record_some(&self, mut events: Vec<Event>) -> Result<usize> {
        while !events.is_empty() {
            let mut actions = events.iter().map(|event| self.put(event)).collect::<Result<Vec<_>>>()?;
            for (counted, counters) in &rules::tally(&events) {
                actions.push(self.add(counted, counters)?);
            }
            match dynamo::transact(&self.client, actions).await? {
                Transaction::Written => return Ok(events.len()),
                // Only events have a condition: these are recorded already.
                Transaction::Refused(known) => {
                    let mut place = 0;
                    events.retain(|_| {
                        place += 1;
                        !known.contains(&(place - 1))
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

    fn add(&self, counted: &Counted, counters: &Counters) -> Result<TransactWriteItem> {
        let adds: Vec<String> = (0..counters.len()).map(|place| format!("#c{place} :c{place}")).collect();
        let names = counters.keys().enumerate().map(|(place, name)| (format!("#c{place}"), name.clone()));
        let values = counters.values().enumerate().map(|(place, count)| (format!(":c{place}"), number(count)));
        let values: HashMap<String, AttributeValue> =
            values.chain([(":until".to_owned(), number(forgotten(counted.day)))]).collect();
        let update = Update::builder()
            .table_name(&self.table)
            .key("series", text(series_of(counted.day)))
            .key("moment", text(&counted.entry))
            .update_expression(format!("SET expiresAt = :until ADD {}", adds.join(", ")))
            .set_expression_attribute_names(Some(names.collect()))
            .set_expression_attribute_values(Some(values))
            .build()
            .map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().update(update).build())
    }

    /// Sets counters whatever is there: for the seeder.
    pub async fn put_counters(&self, counted: &BTreeMap<Counted, Counters>) -> Result<()> {
        let item = |(counted, counters): (&Counted, &Counters)| {
            let mut item: Item = counters.iter().map(|(name, count)| (name.clone(), number(count))).collect();
            item.insert("series".into(), text(series_of(counted.day)));
            item.insert("moment".into(), text(&counted.entry));
            item.insert("expiresAt".into(), number(forgotten(counted.day)));
            item
        };
        dynamo::put_all(&self.client, &self.table, counted.iter().map(item).collect()).await
    }

    /// Keeps events without counting them: for the seeder, which counts them itself.
    pub async fn put_events(&self, events: &[Event]) -> Result<()> {
        let items = events.iter().map(item).collect::<Result<Vec<_>>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }

    /// What was counted on those days.
    pub async fn counted(&self, days: impl IntoIterator<Item = NaiveDate>) -> Result<Vec<(Counted, Counters)>> {
        let days: Vec<Vec<(Counted, Counters)>> =
            stream::iter(days).map(|day| self.day(day)).buffer_unordered(DAYS_AT_ONCE).try_collect().await?;
        Ok(days.into_iter().flatten().collect())
    }

    /// A day has an entry for each route, screen and person: a page, seldom two.
    async fn day(&self, day: NaiveDate) -> Result<Vec<(Counted, Counters)>> {
        let (mut counted, mut start) = (Vec::new(), None);
        loop {
            let answer = self
                .client
                .query()
                .table_name(&self.table)
                .key_condition_expression("series = :series")
                .expression_attribute_values(":series", text(series_of(day)))
                .set_exclusive_start_key(start)
                .send()
                .await
                .map_err(dynamo::failure)?;
            counted.extend(answer.items.unwrap_or_default().into_iter().filter_map(|item| read(day, item)));
            start = answer.last_evaluated_key;
            if start.is_none() {
                return Ok(counted);
            }
        }
    }

    /// The calls of a route on a day, newest first, a page at a time.
    ///
    /// # Errors
    /// [`Error::Invalid`] where the token is not one of this list.
    pub async fn calls(&self, route: &str, day: NaiveDate, next_token: Option<&str>) -> Result<Page<RouteCall>> {
        let series = series_of_calls(route, day);
        let start = next_token.map(page::decode_token).transpose()?.map(|moment| known(moment, day)).transpose()?;
        let answer = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("series = :series")
            .expression_attribute_values(":series", text(&series))
            .scan_index_forward(false)
            .limit(PAGE)
            .set_exclusive_start_key(
                start.map(|moment| [("series".into(), text(&series)), ("moment".into(), text(moment))].into()),
            )
            .send()
            .await
            .map_err(dynamo::failure)?;
        let next =
            answer.last_evaluated_key.as_ref().and_then(|key| key.get("moment")?.as_s().ok()).map(page::encode_token);
        let items = answer.items.unwrap_or_default();
        let items =
            items.into_iter().map(|item| dynamo::from_item(&self.table, "moment", item)).collect::<Result<_>>()?;
        Ok(Page { items, next_token: next.transpose()? })
    }
}

fn series_of(day: NaiveDate) -> String {
    format!("USAGE#{day}")
}

fn series_of_calls(route: &str, day: NaiveDate) -> String {
    format!("CALLS#{day}#{route}")
}

/// `series` and `moment` of an event.
fn key(event: &Event) -> (String, String) {
    match event {
        Event::Call(call) => (series_of_calls(&call.route, call.at.central_date()), format!("{}#{}", call.at, call.id)),
        // Told again, its age may be another: the id alone says which it is.
        Event::View(view) => (format!("VIEW#{}", view.id), "VIEW".to_owned()),
    }
}

/// The place where the calls of a day stopped, where it can be that of a call.
fn known(moment: String, day: NaiveDate) -> Result<String> {
    let is_id = |id: &str| (1..=MAX_ID).contains(&id.len());
    let of_day = |at: &str| at.parse::<Instant>().is_ok_and(|at| at.central_date() == day);
    let is_call = moment.split_once('#').is_some_and(|(at, id)| of_day(at) && is_id(id));
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
    item.insert("expiresAt".into(), number(at.plus(EVENT_LIVES).utc().timestamp()));
    Ok(item)
}

fn forgotten(day: NaiveDate) -> i64 {
    day.and_time(chrono::NaiveTime::MIN).and_utc().timestamp() + COUNTERS_LIVE.num_seconds()
}

fn read(day: NaiveDate, mut item: Item) -> Option<(Counted, Counters)> {
    let Some(AttributeValue::S(entry)) = item.remove("moment") else { return None };
    item.remove("expiresAt");
    let count = |(name, value): (String, AttributeValue)| Some((name, value.as_n().ok()?.parse().ok()?));
    Some((Counted { day, entry }, item.into_iter().filter_map(count).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PageView;

    #[test]
    fn a_view_told_again_is_the_same_whatever_its_age() {
        let view = |at: &str| {
            let (id, screen, user) = ("v1".into(), "/home".into(), "ann@larder.example".into());
            Event::View(PageView { id, at: at.parse().unwrap(), screen, user })
        };
        assert_eq!(key(&view("2026-11-21T10:00:00Z")), key(&view("2026-11-21T10:00:09Z")));
    }

    #[test]
    fn an_event_is_forgotten_after_30_days_and_a_counter_after_400() {
        let at: Instant = "2026-11-21T00:00:00Z".parse().unwrap();
        let view = PageView { id: "v1".into(), at, screen: "/home".into(), user: "a@b".into() };
        let expires = item(&Event::View(view)).unwrap()["expiresAt"].as_n().unwrap().parse::<i64>().unwrap();
        assert_eq!(expires - at.utc().timestamp(), 30 * 86_400);
        assert_eq!(forgotten("2026-11-21".parse().unwrap()) - at.utc().timestamp(), 400 * 86_400);
    }

    #[test]
    fn the_calls_of_a_day_go_on_only_after_one_of_them() {
        let day = "2026-11-21".parse().unwrap();
        let known = |moment: &str| known(moment.into(), day);
        assert_eq!(known("2026-11-21T10:00:00.000Z#c1").unwrap(), "2026-11-21T10:00:00.000Z#c1");
        for other in ["", "#", "c1", "2026-11-22T10:00:00.000Z#c1", "2026-11-21T10:00:00.000Z#", &"A".repeat(1100)] {
            assert!(matches!(known(other), Err(Error::Invalid(_))), "{other}");
        }
    }

    #[test]
    fn counters_read_back_as_they_were_stored() {
        let day = "2026-11-21".parse().unwrap();
        let item = Item::from([
            ("series".into(), text("USAGE#2026-11-21")),
            ("moment".into(), text("ROUTE#GET /uploads")),
            ("expiresAt".into(), number(1)),
            ("calls".into(), number(3)),
        ]);
        let (counted, counters) = read(day, item).unwrap();
        assert_eq!(counted, Counted { day, entry: "ROUTE#GET /uploads".into() });
        assert_eq!(counters, Counters::from([("calls".into(), 3)]));
    }
}
