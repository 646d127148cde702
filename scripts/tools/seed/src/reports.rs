//! The reports of fridges and drivers in the last month. They are stored directly in batches, because sending so many
//! through the telemetry queue would take too long.

use crate::stops;
use anyhow::Result;
use chrono::{Days, Duration, NaiveDate, NaiveTime};
use fastrand::Rng;
use locations::model::{Location, LocationStatus, LocationType};
use reports::{
    model::{DriverLogEntry, EmptyChannel, StockOut, Temperature},
    store::ReportStore,
};
use routes::model::RouteDay;
use serde::de::DeserializeOwned;
use serde_json::Value;
use shared::{Environment, FromEnvironment, Instant, table, time::CENTRAL};
use simulate::{
    driver::{self, Slips},
    fleet::Fleet,
    fridge,
    message::{Kind, Message},
};
use std::collections::BTreeMap;
use stocking::{
    decision::DropDecisionStore,
    driver_action::{DriverAction, DriverActionStore},
    message::DriverEventType,
    stocked::StockedTime,
    stop_times::{StockedStop, StopTimeStore},
};
use uuid::Uuid;

/// The number of days before today with reports.
pub const DAYS: u64 = 30;
/// The seed of the drivers' days, the same as the simulator's.
const SEED: u64 = 1;
/// The number of days before today with the complete driver log. Three days include a working day after a weekend.
const FULL_LOG_DAYS: u64 = 3;
/// On the other days of the past two weeks, one route in this many has a driver log.
const LOGGED_ROUTE_ONE_IN: u32 = 4;
/// The percentage of fridges with a stock-out on a day.
const STOCK_OUT_PERCENT: u32 = 12;
/// The percentage of fridges with an empty channel on a day.
const EMPTY_CHANNEL_PERCENT: u32 = 14;

/// Reports with their ids.
type Reports<T> = Vec<(Uuid, T)>;

/// The reports before today and of today until now.
#[derive(Debug, Default)]
pub struct Month {
    temperatures: Reports<Temperature>,
    log: Reports<DriverLogEntry>,
    stock_outs: Reports<StockOut>,
    empty_channels: Reports<EmptyChannel>,
    /// The driver actions of the past days of the two weeks, with the result of each stop.
    actions: Vec<DriverAction>,
    /// The times at which stops were stocked. The expected times of routes are estimated from them.
    stop_times: Vec<StockedStop>,
}

/// Generates the reports of the month before `now`. The same locations and day give the same reports.
///
/// # Errors
/// If a location is in an unknown market, or a generated message is invalid.
pub fn generate(locations: &[Location], now: Instant) -> Result<Month> {
    let today = now.central_date();
    let dates = || (today - Days::new(DAYS)).iter_days();
    let mut month = Month::default();
    for route in stops::routes_on(locations, dates().take_while(|date| *date < today), today)? {
        month.add_route(&route, today)?;
    }
    let dishes: Vec<&str> = fridge::dish_names().collect();
    let fridges =
        || locations.iter().filter(|one| one.status == LocationStatus::LIVE && one.kind == LocationType::FRIDGE);
    for date in dates().take_while(|date| *date <= today) {
        for location in fridges() {
            month.add_sales_reports(location, date, &dishes, now);
        }
    }
    Ok(month)
}

impl Month {
    /// Adds the messages of a route's driver.
    fn add_route(&mut self, route: &RouteDay, today: NaiveDate) -> Result<()> {
        let date = route.stocking_date;
        let recent = date >= stops::first_past_day(today);
        let logged =
            date >= today - Days::new(FULL_LOG_DAYS) || recent && table::shard(&route.route, LOGGED_ROUTE_ONE_IN) == 0;
        let mut slips = Slips::new();
        for slip in stops::slips(std::slice::from_ref(route), today) {
            slips.entry((slip.location_id, slip.stocking_index)).or_default().push(slip.unique_id);
        }
        for message in driver::simulate_day(route, &slips, SEED).into_iter().flat_map(|step| step.messages) {
            match message.kind {
                Kind::Temperature => {
                    let (id, location, at, fields) = parse(message)?;
                    self.temperatures.push((id, Temperature::from_message(location, at, fields)));
                }
                Kind::DriverLog if logged => self.add_log_entry(message)?,
                Kind::DriverAction => self.add_action(message, recent)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn add_log_entry(&mut self, message: Message) -> Result<()> {
        let (id, location, at, fields) = parse(message)?;
        self.log.push((id, DriverLogEntry::from_message(location, at, fields)));
        Ok(())
    }

    /// Adds the time of a stop, and the action itself if it is of a recent day.
    fn add_action(&mut self, message: Message, recent: bool) -> Result<()> {
        let (id, location, at, action): (_, _, _, stocking::message::DriverAction) = parse(message)?;
        self.stop_times.extend(stocking::record::stocked_stop(&location, at, &action));
        if recent && !matches!(action.event_type, DriverEventType::PackingSlipQuery | DriverEventType::VanTemperature) {
            self.actions.push(stocking::record::to_driver_action(id, location, (at, at), &action)?);
        }
        Ok(())
    }

    /// Adds the stock-out and the empty channel of a fridge on a day, if any.
    fn add_sales_reports(&mut self, location: &Location, date: NaiveDate, dishes: &[&str], now: Instant) {
        let mut rng = Rng::with_seed(table::shard(&format!("reports/{}/{date}", location.id), u32::MAX).into());
        let mut draw = |percent: u32| {
            let happens = rng.u32(..100) < percent;
            let (at, id) = (random_time(date, &mut rng), Uuid::from_u128(rng.u128(..)));
            let item = dishes.get(rng.usize(..dishes.len().max(1))).copied().unwrap_or_default();
            let slot = fridge::slots().nth(rng.usize(..fridge::slots().count()))?;
            (happens && at <= now).then(|| (id, at, item.to_owned(), slot))
        };
        let location_id = &location.id;
        if let Some((id, at, item, _)) = draw(STOCK_OUT_PERCENT) {
            self.stock_outs.push((id, StockOut { location_id: location_id.clone(), at, item }));
        }
        if let Some((id, at, vend_item_name, (logical_row, logical_column))) = draw(EMPTY_CHANNEL_PERCENT) {
            let location_id = location_id.clone();
            self.empty_channels
                .push((id, EmptyChannel { location_id, at, vend_item_name, logical_row, logical_column }));
        }
    }

    /// The earliest time of each stocking in the actions.
    fn stocked_times(&self) -> Vec<StockedTime> {
        let mut earliest = BTreeMap::new();
        for time in self.actions.iter().filter_map(stocking::record::stocked_time) {
            let found: &mut StockedTime =
                earliest.entry((time.date, time.stockings.clone())).or_insert_with(|| time.clone());
            found.at = time.at.min(found.at);
        }
        earliest.into_values().collect()
    }

    /// Stores the month's reports unless recent ones are stored, and today's driver log. Repeated reports have the same
    /// id and are stored once. Returns the number of reports.
    ///
    /// # Errors
    /// If a table cannot be read or written.
    pub async fn fill(mut self, environment: &Environment, now: Instant) -> Result<usize> {
        let store = ReportStore::from_environment(environment)?;
        let before = now.plus(-Duration::days(4))..now.plus(-Duration::days(1));
        if !store.page::<Temperature>(before, 1, None).await?.items.is_empty() {
            self = Self::default();
        }
        let fleet = Fleet::from_environment(environment)?;
        let (steps, accounts) = (fleet.driver_steps(now.central_date(), SEED).await?, fleet.account_ids().await?);
        for (_, entry) in &mut self.log {
            if let Some(account) = accounts.get(&entry.uuid) {
                entry.uuid.clone_from(account);
            }
        }
        let messages = steps.into_iter().filter(|step| step.at <= now).flat_map(|step| step.messages);
        for message in messages.filter(|message| message.kind == Kind::DriverLog) {
            self.add_log_entry(message)?;
        }
        store.put_all(&self.temperatures).await?;
        store.put_all(&self.log).await?;
        store.put_all(&self.stock_outs).await?;
        store.put_all(&self.empty_channels).await?;
        DriverActionStore::from_environment(environment)?.put_all(&self.actions).await?;
        DropDecisionStore::from_environment(environment)?.put_stocked_times(&self.stocked_times()).await?;
        StopTimeStore::from_environment(environment)?.put_all(&self.stop_times, now).await?;
        Ok(self.temperatures.len() + self.log.len() + self.stock_outs.len() + self.empty_channels.len())
    }
}

/// The id, location, time and parsed fields of a message.
fn parse<T: DeserializeOwned>(message: Message) -> Result<(Uuid, locations::model::LocationId, Instant, T)> {
    let id = message.id();
    Ok((id, message.location_id, message.occurred_at, serde_json::from_value(Value::Object(message.fields))?))
}

/// A random time on a day in Central time, most likely near 2 p.m.
fn random_time(date: NaiveDate, rng: &mut Rng) -> Instant {
    let noon = date.and_time(NaiveTime::MIN) + Duration::hours(12);
    let noon = noon.and_local_timezone(CENTRAL).earliest().map_or_else(|| noon.and_utc(), |noon| noon.to_utc());
    let offset = rng.i64(-7200..7200) + rng.i64(-7200..7200) + rng.i64(-7200..7200);
    Instant::from(noon).plus(Duration::hours(2) + Duration::seconds(offset))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fleet::tests::FLEET;
    use chrono::Datelike;
    use std::collections::BTreeSet;
    use stocking::rules::{day::stocking_day, expected_time::MIN_TIMES};

    #[test]
    fn reports_are_reproducible_and_of_the_last_month() {
        let now: Instant = "2026-11-23T18:00:00Z".parse().unwrap();
        let locations = &FLEET.locations[..300];
        let (one, other) = (generate(locations, now).unwrap(), generate(locations, now).unwrap());
        assert_eq!(one.stock_outs, other.stock_outs);
        assert_eq!(one.temperatures, other.temperatures);
        assert!(one.stock_outs.len() > 500 && one.empty_channels.len() > 500 && one.temperatures.len() > 1000);
        let begin = now.plus(-Duration::days(32));
        assert!(one.stock_outs.iter().all(|(_, report)| report.at <= now && report.at > begin));
        assert!(one.log.iter().all(|(_, entry)| entry.at <= now && entry.at > begin));
        let ids: BTreeSet<_> = one.empty_channels.iter().map(|(id, _)| id).collect();
        assert_eq!(ids.len(), one.empty_channels.len());
        let slots: BTreeSet<_> =
            one.empty_channels.iter().map(|(_, report)| (report.logical_row, report.logical_column)).collect();
        assert_eq!(slots, fridge::slots().collect(), "every slot has an empty channel at some time");
    }

    #[test]
    fn most_stocked_stops_have_enough_times_for_an_expected_time() {
        let now: Instant = "2026-11-23T18:00:00Z".parse().unwrap();
        let month = generate(&FLEET.locations[..300], now).unwrap();
        let mut days = BTreeMap::<_, BTreeSet<NaiveDate>>::new();
        for StockedStop { stop, stocking } in &month.stop_times {
            let day = stocking_day(stocking.at);
            days.entry((stop, day.weekday().num_days_from_monday())).or_default().insert(day);
        }
        let enough = days.values().filter(|days| days.len() >= MIN_TIMES).count();
        assert!(enough > 500 && enough * 10 > days.len() * 8, "{enough} of {}", days.len());
    }
}
