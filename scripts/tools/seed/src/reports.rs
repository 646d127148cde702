//! What fridges and drivers reported in the last month: made here in the shape in which it is stored, and written many
//! at once, as no queue could.

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
use shared::{Environment, FromEnvironment, Instant, dynamo, time::CENTRAL};
use simulate::{
    driver::{self, Slips},
    fleet::Fleet,
    fridge,
    message::{Kind, Message},
};
use stocking::{
    driver_action::{DriverAction, DriverActionStore},
    message::DriverEventType,
};
use uuid::Uuid;

/// Days of reports before today.
pub const DAYS: u64 = 30;
/// Where drivers' chance begins: as with the simulator.
const SEED: u64 = 1;
/// Days before today of which the whole drivers' log is there: a weekend has the working day before it.
const WHOLE: u64 = 3;
/// Of the other days of the two weeks, it is there of one route of so many.
const FEW: u32 = 4;
/// Of a hundred fridges, so many sell an item out on a day.
const SOLD_OUT: u32 = 12;
/// Of a hundred fridges, so many have a channel that gives nothing on a day.
const EMPTY: u32 = 14;

/// Reports with their identities.
type Reports<T> = Vec<(Uuid, T)>;

/// What was reported before today, and today so far.
#[derive(Debug, Default)]
pub struct Month {
    temperatures: Reports<Temperature>,
    log: Reports<DriverLogEntry>,
    stock_outs: Reports<StockOut>,
    empty_channels: Reports<EmptyChannel>,
    /// What drivers did on the days of the two weeks that are over: how each stop ended.
    actions: Vec<DriverAction>,
}

/// The month before `now`: the same locations and day give the same reports.
///
/// # Errors
/// Where a location is in a market that routes do not know, or a message is not what it should be.
pub fn month(locations: &[Location], now: Instant) -> Result<Month> {
    let today = now.central_date();
    let dates = || (today - Days::new(DAYS)).iter_days();
    let mut month = Month::default();
    for route in stops::days_of(locations, dates().take_while(|date| *date < today), today)? {
        month.drive(&route, today)?;
    }
    let dishes: Vec<&str> = fridge::dishes().collect();
    let fridges =
        || locations.iter().filter(|one| one.status == LocationStatus::LIVE && one.kind == LocationType::FRIDGE);
    for date in dates().take_while(|date| *date <= today) {
        for location in fridges() {
            month.sell(location, date, &dishes, now);
        }
    }
    Ok(month)
}

impl Month {
    fn drive(&mut self, route: &RouteDay, today: NaiveDate) -> Result<()> {
        let date = route.stocking_date;
        let recent = date >= stops::first_over(today);
        let logged = date >= today - Days::new(WHOLE) || recent && dynamo::shard(&route.route, FEW) == 0;
        let mut slips = Slips::new();
        for slip in stops::slips(std::slice::from_ref(route), today) {
            slips.entry((slip.location_id, slip.stocking_index)).or_default().push(slip.unique_id);
        }
        for message in driver::day(route, &slips, SEED).into_iter().flat_map(|step| step.messages) {
            match message.kind {
                Kind::Temperature => {
                    let (id, location, at, fields) = told(message)?;
                    self.temperatures.push((id, Temperature::told(location, at, fields)));
                }
                Kind::DriverLog if logged => self.log(message)?,
                Kind::DriverAction if recent => self.act(message)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn log(&mut self, message: Message) -> Result<()> {
        let (id, location, at, fields) = told(message)?;
        self.log.push((id, DriverLogEntry::told(location, at, fields)));
        Ok(())
    }

    fn act(&mut self, message: Message) -> Result<()> {
        let (id, location, at, action): (_, _, _, stocking::message::DriverAction) = told(message)?;
        if !matches!(action.event_type, DriverEventType::PackingSlipQuery | DriverEventType::VanTemperature) {
            self.actions.push(stocking::record::action(id, location, (at, at), &action)?);
        }
        Ok(())
    }

    fn sell(&mut self, location: &Location, date: NaiveDate, dishes: &[&str], now: Instant) {
        let mut rng = Rng::with_seed(dynamo::shard(&format!("reports/{}/{date}", location.id), u32::MAX).into());
        let mut draw = |share: u32| {
            let happens = rng.u32(..100) < share;
            let (at, id) = (by_day(date, &mut rng), Uuid::from_u128(rng.u128(..)));
            let item = dishes.get(rng.usize(..dishes.len().max(1))).copied().unwrap_or_default();
            let place = fridge::places().nth(rng.usize(..fridge::places().count()))?;
            (happens && at <= now).then(|| (id, at, item.to_owned(), place))
        };
        let location_id = &location.id;
        if let Some((id, at, item, _)) = draw(SOLD_OUT) {
            self.stock_outs.push((id, StockOut { location_id: location_id.clone(), at, item }));
        }
        if let Some((id, at, vend_item_name, (logical_row, logical_column))) = draw(EMPTY) {
            let location_id = location_id.clone();
            self.empty_channels
                .push((id, EmptyChannel { location_id, at, vend_item_name, logical_row, logical_column }));
        }
    }

    /// Stores the month, unless the days before today are there, and what drivers' apps logged today; answers how many
    /// reports. What is there already stays one.
    ///
    /// # Errors
    /// Where a table cannot be read or written.
    pub async fn fill(mut self, environment: &Environment, now: Instant) -> Result<usize> {
        let store = ReportStore::from_environment(environment)?;
        let before = now.plus(-Duration::days(4))..now.plus(-Duration::days(1));
        if !store.page::<Temperature>(before, 1, None).await?.items.is_empty() {
            self = Self::default();
        }
        let fleet = Fleet::from_environment(environment)?;
        let (steps, accounts) = (fleet.steps(now.central_date(), SEED).await?, fleet.accounts().await?);
        for (_, entry) in &mut self.log {
            if let Some(account) = accounts.get(&entry.uuid) {
                entry.uuid.clone_from(account);
            }
        }
        let told = steps.into_iter().filter(|step| step.at <= now).flat_map(|step| step.messages);
        for message in told.filter(|message| message.kind == Kind::DriverLog) {
            self.log(message)?;
        }
        store.put_all(&self.temperatures).await?;
        store.put_all(&self.log).await?;
        store.put_all(&self.stock_outs).await?;
        store.put_all(&self.empty_channels).await?;
        DriverActionStore::from_environment(environment)?.put_all(&self.actions).await?;
        Ok(self.temperatures.len() + self.log.len() + self.stock_outs.len() + self.empty_channels.len())
    }
}

/// What a message tells of which location and time, with its identity.
fn told<T: DeserializeOwned>(message: Message) -> Result<(Uuid, locations::model::LocationId, Instant, T)> {
    let id = message.id();
    Ok((id, message.location_id, message.occurred_at, serde_json::from_value(Value::Object(message.fields))?))
}

/// A moment of the day, most likely about two in the afternoon.
fn by_day(date: NaiveDate, rng: &mut Rng) -> Instant {
    let noon = date.and_time(NaiveTime::MIN) + Duration::hours(12);
    let noon = noon.and_local_timezone(CENTRAL).earliest().map_or_else(|| noon.and_utc(), |noon| noon.to_utc());
    let bell = rng.i64(-7200..7200) + rng.i64(-7200..7200) + rng.i64(-7200..7200);
    Instant::from(noon).plus(Duration::hours(2) + Duration::seconds(bell))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fleet::tests::FLEET;
    use std::collections::BTreeSet;

    #[test]
    fn a_month_is_the_same_each_time_lies_before_now_and_names_fridges_that_sell() {
        let now: Instant = "2026-11-23T18:00:00Z".parse().unwrap();
        let locations = &FLEET.locations[..300];
        let (one, other) = (month(locations, now).unwrap(), month(locations, now).unwrap());
        assert_eq!(one.stock_outs, other.stock_outs);
        assert_eq!(one.temperatures, other.temperatures);
        assert!(one.stock_outs.len() > 500 && one.empty_channels.len() > 500 && one.temperatures.len() > 1000);
        let begin = now.plus(-Duration::days(32));
        assert!(one.stock_outs.iter().all(|(_, report)| report.at <= now && report.at > begin));
        assert!(one.log.iter().all(|(_, entry)| entry.at <= now && entry.at > begin));
        let ids: BTreeSet<_> = one.empty_channels.iter().map(|(id, _)| id).collect();
        assert_eq!(ids.len(), one.empty_channels.len());
        let places: BTreeSet<_> =
            one.empty_channels.iter().map(|(_, report)| (report.logical_row, report.logical_column)).collect();
        assert_eq!(places, fridge::places().collect(), "channels that fridges have, and each of them");
    }
}
