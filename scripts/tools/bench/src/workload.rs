//! The tables of a generated fleet, and events that read or write many of its items.

use crate::{aws, aws::FleetStub, process};
use anyhow::{Context, Result};
use aws_sdk_dynamodb::config::{Credentials, Region, SharedCredentialsProvider};
use bytes::Bytes;
use chrono::{Days, Duration, NaiveDate, NaiveTime};
use health::{
    model::{HealthReport, Latest},
    store::LatestStore,
};
use jit::{
    model::{JitLocation, StockingId},
    store::JitStore,
};
use locations::{
    model::{Location, LocationStatus},
    store::LocationStore,
};
use routes::{model::RouteDay, store::RouteStopStore};
use seed::{fleet, stops};
use serde_json::{Map, Value, json};
use shared::{Environment, FromEnvironment, Instant, aws_client};
use simulate::{faults::Shares, fleet::Fleet, fridge::Settings};
use std::{fs, path::Path};
use stocking::{
    decision::DropDecisionStore,
    rules::expected_time::{Stocking, WEEKS},
    stocked::{StockedTime, Stockings},
    stop_times::{StockedStop, StopName, StopTimeStore},
    store::PackingSlipStore,
};
use uuid::Uuid;

/// Items of one batch of generated stores.
const BATCH: usize = 2000;
/// The number of par groups of an upload, and of items in each.
const PAR_GROUPS: (usize, usize) = (500, 40);
/// The number of scheduled changes of one call that is compared with Node.js, and of the largest call.
const SCHEDULE_CHANGES: usize = 100;
const MAX_SCHEDULE_CHANGES: usize = 1000;
/// The number of prices of the largest call.
const MAX_PRICES: usize = 100;
/// The number of fridges in one call of `fridgeHealth`.
const HEALTH_FRIDGES: usize = 200;

/// The functions whose largest calls are recorded, and the content of the calls.
pub(crate) const LARGEST: [(&str, &str); 6] = [
    ("locations", "a page of 2,500 locations"),
    ("fridge-health", "200 fridges"),
    ("upload-par-maps", "500 par groups of 40 items"),
    ("create-schedule-changes", "1,000 scheduled changes"),
    ("location-routes", "a day of 2,500 stops with totes and expected times"),
    ("update-item-prices", "100 prices"),
];

/// A stub of AWS with the tables of a fleet.
pub(crate) struct Workload {
    /// The stub.
    pub(crate) stub: FleetStub,
    /// The locations in service.
    live: Vec<Location>,
    /// The day of the routes.
    day: NaiveDate,
}

impl Workload {
    /// Generates a fleet of `fridges` locations with the reports of those in service and with the routes, packing slips
    /// and earlier stockings of one day.
    pub(crate) async fn new(fridges: u32) -> Result<Self> {
        let stub = aws::start_with_database().await?;
        let environment = environment(&format!("http://{}", stub.address)).await;
        let day = NaiveDate::from_ymd_opt(2026, 11, 23).context("the date does not exist")?;
        let now = Instant::from(day.and_time(NaiveTime::from_hms_opt(12, 0, 0).context("no time")?).and_utc());
        let fleet = fleet::generate(fridges, day)?;
        let locations = LocationStore::from_environment(&environment)?;
        for batch in fleet.locations.chunks(BATCH) {
            locations.put_all(batch).await?;
        }
        store_reports(&environment, now).await?;
        let routes = stops::routes_on(&fleet.locations, std::iter::once(day), day)?;
        store_day(&environment, &routes, day, now).await?;
        store_stockings(&environment, &routes, day, now).await?;
        let mut live = fleet.locations;
        live.retain(|location| location.status == LocationStatus::LIVE && location.id.as_str().find("WS_") != Some(0));
        Ok(Self { stub, live, day })
    }

    /// The event of `function`: its sample event in `folder` with the arguments of this workload.
    pub(crate) fn event(&self, folder: &Path, function: &str, next_token: Option<&str>) -> Result<Bytes> {
        with_arguments(folder, function, self.arguments(function, next_token)?)
    }

    /// The event of the largest call of `function`.
    pub(crate) fn largest_event(&self, folder: &Path, function: &str) -> Result<Bytes> {
        let arguments = match function {
            "create-schedule-changes" => self.schedule_changes(MAX_SCHEDULE_CHANGES),
            "update-item-prices" => {
                let price =
                    |number| json!({"item": format!("ITEM_{number:03}"), "price": "9.49", "schemaId": "PMT_STANDARD"});
                json!({ "input": (0..MAX_PRICES).map(price).collect::<Vec<_>>() })
            }
            _ => self.arguments(function, None)?,
        };
        with_arguments(folder, function, arguments)
    }

    /// The ids of `count` locations in service.
    fn ids(&self, count: usize) -> impl Iterator<Item = &str> {
        self.live.iter().take(count).map(|location| location.id.as_str())
    }

    fn schedule_changes(&self, count: usize) -> Value {
        let change =
            |id: &str| json!({"location": id, "attribute": "stop", "value": "77", "dateTime": "2036-02-04T12:00:00Z"});
        json!({ "input": self.ids(count).map(change).collect::<Vec<_>>() })
    }

    fn arguments(&self, function: &str, next_token: Option<&str>) -> Result<Value> {
        let ids = |count| self.ids(count);
        let day = self.day.to_string();
        Ok(match function {
            "locations" => json!({"filter": {"status": "LIVE", "count": 2500}, "nextToken": next_token}),
            "fleet-health" => json!({ "nextToken": next_token }),
            "location-routes" => json!({
                "filter": {"stockingDate": day, "calculateTotes": true, "expectedTimes": true}, "nextToken": next_token,
            }),
            "jit-locations" => json!({ "input": { "dropOffDate": day }, "nextToken": next_token }),
            "fridge-health" => json!({"filter": {"locationIds": ids(HEALTH_FRIDGES).collect::<Vec<_>>()}}),
            "upload-par-maps" => {
                let (groups, items) = PAR_GROUPS;
                let pars: Vec<Value> =
                    (0..items).map(|item| json!({"itemName": format!("Harvest Salad {item:02}"), "pars": 6})).collect();
                let group = |id: &str| {
                    json!({
                        "location": id, "deliveryDate": day, "dropOffDate": day, "jit": true, "stockingIndex": 1,
                        "parsAndItems": pars, "priorityBoostItems": ["Harvest Salad 00"],
                        "overCapacityAmountsAndItems": [{"itemName": "Harvest Salad 01", "overCapacityAmount": 2}],
                    })
                };
                json!({ "input": ids(groups).map(group).collect::<Vec<_>>() })
            }
            "create-schedule-changes" => self.schedule_changes(SCHEDULE_CHANGES),
            _ => anyhow::bail!("no workload is defined for {function}"),
        })
    }
}

/// The sample event of `function` in `folder` with other arguments.
fn with_arguments(folder: &Path, function: &str, arguments: Value) -> Result<Bytes> {
    let path = folder.join(format!("{function}.json"));
    let text = fs::read(&path).with_context(|| format!("{function} has no sample event at {}", path.display()))?;
    let mut event: Map<String, Value> = serde_json::from_slice(&text)?;
    event.insert("arguments".into(), arguments);
    Ok(serde_json::to_vec(&event)?.into())
}

/// The environment of stores that use the stub at `endpoint`.
pub(crate) async fn environment(endpoint: &str) -> Environment {
    let credentials = SharedCredentialsProvider::new(Credentials::new("bench", "bench", None, None, "bench"));
    let sdk = aws_client::sdk().region(Region::new("us-east-1")).endpoint_url(endpoint);
    Environment::new(sdk.credentials_provider(credentials).load().await, process::variables().collect())
}

/// Stores a report of each fridge in service, as the simulator sends it.
async fn store_reports(environment: &Environment, now: Instant) -> Result<()> {
    let settings = Settings {
        report_interval: Duration::minutes(10),
        inventory_interval: Duration::zero(),
        customers_per_day: 0.0,
        faults: Shares::usual(),
        seed: 1,
    };
    let mut fridges = Fleet::from_environment(environment)?.load(usize::MAX, &settings, now).await?;
    let store = LatestStore::from_environment(environment)?;
    for batch in fridges.chunks_mut(BATCH) {
        let latest = |fridge: &mut simulate::fridge::Fridge| {
            let report = fridge.latest_report(now);
            let health: HealthReport = serde_json::from_value(report.fields.into())?;
            anyhow::Ok(Latest {
                location_id: report.location_id,
                timestamp: report.occurred_at,
                received_at: report.occurred_at,
                message_id: Uuid::nil(),
                health,
                warm_reports: health::rules::condition::Condition::default(),
                out_of_order_reports: health::rules::condition::Condition::default(),
                revision: 1,
                open: std::collections::BTreeMap::new(),
                followed_until: None,
            })
        };
        store.put_all(&batch.iter_mut().map(latest).collect::<Result<Vec<_>>>()?).await?;
    }
    Ok(())
}

/// Stores the JIT status of the stops of a day, all of which are stocked.
async fn store_stockings(environment: &Environment, routes: &[RouteDay], day: NaiveDate, now: Instant) -> Result<()> {
    let (mut rows, mut times) = (Vec::new(), Vec::new());
    for stop in routes.iter().flat_map(|route| &route.stops) {
        let (location, stocking_index) = (stop.id.clone(), stop.stocking_index);
        let stockings = Stockings { location: location.clone(), stocking_index: Some(stocking_index) };
        times.push(StockedTime { date: day, stockings, at: now });
        let stocking_id = StockingId { drop_off_date: day, location, stocking_index };
        rows.push(JitLocation::undecided(stocking_id, Some(true)));
    }
    JitStore::from_environment(environment)?.put_all(&rows).await?;
    Ok(DropDecisionStore::from_environment(environment)?.put_stocked_times(&times).await?)
}

/// Stores the routes of a day, their packing slips and the stockings of the same weekday in earlier weeks.
async fn store_day(environment: &Environment, routes: &[RouteDay], day: NaiveDate, now: Instant) -> Result<()> {
    RouteStopStore::from_environment(environment)?.put_all(routes, stops::PLANNER, now).await?;
    PackingSlipStore::from_environment(environment)?.put_all(&stops::slips(routes, day)).await?;
    let times = StopTimeStore::from_environment(environment)?;
    let mut stocked = Vec::new();
    for week in 1..=WEEKS {
        let Some(earlier) = day.checked_sub_days(Days::new(7 * week)) else { continue };
        for route in routes {
            for (minutes, stop) in (0..).step_by(12).zip(&route.stops) {
                let start = earlier.and_time(NaiveTime::from_hms_opt(13, 0, 0).unwrap_or_default()).and_utc();
                let name = StopName {
                    route: route.route.clone(),
                    location_id: stop.id.clone(),
                    stocking_index: Some(stop.stocking_index),
                };
                let at = Instant::from(start).plus(Duration::minutes(minutes));
                let driver = simulate::driver::email_of(&route.route);
                stocked.push(StockedStop { stop: name, stocking: Stocking { at, driver } });
            }
        }
    }
    Ok(times.put_all(&stocked, now).await?)
}
