//! One location, as it stands today.

use crate::{
    catalog,
    metros::Metro,
    sites::Site,
    states,
    words::{self, pick, word},
};
use anyhow::{Context, Result};
use chrono::{Datelike, Days, NaiveDate, NaiveTime};
use fastrand::Rng;
use locations::{
    message::CustomerRecord,
    model::{
        AccessTo, Address, Flag, Location, LocationId, LocationStatus, LocationTimeZone, LocationType, Opening,
        PaymentGateway, SerialPort, StockingSchedule, UpdateReason, Vertical, WorkHours,
    },
};
use rust_decimal::{Decimal, dec, prelude::ToPrimitive};
use serde_json::{Value, json};
use shared::Instant;

/// Where a fridge is in its life.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Stage {
    /// It will be installed in the coming weeks.
    Coming,
    /// It sells.
    Selling,
    /// It stands still for now.
    Paused,
    /// It is gone.
    Retired,
}

impl Stage {
    /// Most of a fleet sells.
    pub fn draw(rng: &mut Rng) -> Self {
        match rng.u8(..100) {
            0..87 => Self::Selling,
            87..92 => Self::Coming,
            92..97 => Self::Paused,
            _ => Self::Retired,
        }
    }

    fn status(self) -> LocationStatus {
        match self {
            Self::Selling => LocationStatus::LIVE,
            Self::Coming | Self::Paused => LocationStatus::OFFLINE,
            Self::Retired => LocationStatus::DEAD,
        }
    }
}

/// What decides a location besides chance.
#[derive(Debug)]
pub struct Plan<'a> {
    /// Its position in the fleet, from 0: what is unique is made of it.
    pub index: u32,
    /// Its id.
    pub id: LocationId,
    /// Where in its life it is.
    pub stage: Stage,
    /// Its metro.
    pub metro: &'static Metro,
    /// Its site, which counts it already.
    pub site: &'a Site,
    /// The day on which the fleet is made.
    pub today: NaiveDate,
}

/// A fridge, without a route: as staff created it, then as its customer record completes it.
///
/// # Errors
/// If the record is out of the bounds of telemetry.
pub fn fridge(plan: &Plan<'_>, rng: &mut Rng) -> Result<Location> {
    let Plan { index, stage, metro, site, today, .. } = *plan;
    let sells = stage == Stage::Selling;
    let gateway = gateway(rng);
    let subsidized = gateway == PaymentGateway::Subsidized;
    let spot = words::spot(site.number, site.fridges);
    let work_hours = work_hours(rng, site.vertical);
    let allocated = sells && rng.u8(..100) < 95;
    let reserve = sells && rng.u8(..100) < 80;
    let holiday = sells && matches!(site.vertical, Vertical::Education | Vertical::Office) && rng.u8(..100) < 15;
    let with_reader = matches!(gateway, PaymentGateway::ReaderV1 | PaymentGateway::ReaderV2);
    let number = plan.id.as_str().to_lowercase().replace('_', "-");
    let fridge = Location {
        kind: LocationType::FRIDGE,
        access_to: access_to(rng, site.vertical),
        device_address: with_reader.then(|| format!("{}", 41_000_000 + u64::from(index) * 37)),
        base_commission: (rng.u8(..100) < 30).then(|| Decimal::new(rng.i64(0..=120) * 5, 3)),
        fridge_model: (stage != Stage::Coming).then(|| word(rng, &["F3", "F4", "F4", "F4-XL", "F5"]).into()),
        fridge_schema: catalog::fridge_schema(rng, metro.market),
        hostname: (stage != Stage::Coming).then(|| format!("fridge-{number}")),
        hours: work_hours.summary(),
        work_hours,
        holiday_screen_enabled: Flag(holiday),
        holiday_screen_fridge_specific: Flag(holiday && rng.bool()),
        holiday_screen_start_date: holiday.then(|| NaiveDate::from_ymd_opt(today.year(), 12, 24)).flatten(),
        holiday_screen_end_date: holiday.then(|| NaiveDate::from_ymd_opt(today.year() + 1, 1, 2)).flatten(),
        ip: (stage != Stage::Coming)
            .then(|| format!("10.{}.{}.{}", 20 + index / 62_500, index / 250 % 250, 1 + index % 250)),
        layout_name: match stage {
            Stage::Coming => "dummy".into(),
            _ => catalog::layout(rng, metro.market, site.vertical),
        },
        online_date: online_date(rng, stage, today),
        payment_gateway: gateway,
        percentage: percentage(rng, subsidized),
        price_map_template: catalog::price_map_template(metro.market, site.vertical, subsidized),
        prod: Flag(allocated),
        public_status: if sells && rng.u8(..100) < 94 { LocationStatus::LIVE } else { LocationStatus::OFFLINE },
        reserve: Flag(reserve),
        serial_port: (stage != Stage::Coming)
            .then(|| pick(rng, &[SerialPort::ttyS0, SerialPort::ttyS0, SerialPort::ttyS1, SerialPort::ttyUSB0]))
            .flatten(),
        update_reason: reasons(rng, sells, allocated, reserve),
        ..location(plan, rng)
    };
    let directions = words::directions(rng, spot);
    let facts = json!({
        "accountTier": word(rng, &["Tier 1", "Tier 2", "Tier 2", "Tier 3"]),
        "parkToFridgeInstructions": format!("Park at the side entrance and walk to the {spot}."),
    });
    let record = record(plan, rng, (&directions, spot), facts)?;
    Ok(record.complete(&fridge)?)
}

/// A customer that takes deliveries without a fridge: as its customer record creates it.
///
/// # Errors
/// If the record is out of the bounds of telemetry.
pub fn wholesale(plan: &Plan<'_>, rng: &mut Rng) -> Result<Location> {
    let Plan { stage, site, today, .. } = *plan;
    let coordinate = |degrees: Decimal| degrees.to_f64().unwrap_or_default();
    let place = &site.place;
    let facts = json!({
        "locationType": LocationType::WHOLESALE,
        "site": {
            "street": site.street, "city": place.city, "state": place.state, "zipCode": place.zip_code,
            "latitude": coordinate(site.latitude), "longitude": coordinate(site.longitude),
            "timeZone": place.time_zone,
        },
    });
    let schedule = stocking_schedule(rng, site);
    let record = record(plan, rng, ("Deliver to the loading dock.", "Wholesale"), facts)?;
    let created = locations::record::wholesale(&plan.id, &record, midnight(today))?;
    Ok(Location {
        online_date: online_date(rng, stage, today),
        stocking_schedule: schedule,
        tax_rate: states::tax_rate(place.state),
        vertical: site.vertical,
        ..created
    })
}

/// What the customer-relationship system says about the location, with `facts` of its kind.
fn record(plan: &Plan<'_>, rng: &mut Rng, (directions, spot): (&str, &str), facts: Value) -> Result<CustomerRecord> {
    let Plan { metro, site, .. } = *plan;
    let mut record = json!({
        "directions": directions,
        "prettyName": format!("{} {}, {spot}", site.customer, site.place.city),
        "market": metro.market,
        "fulfillmentCenter": metro.fulfillment_center(),
        "opportunityName": format!("{} - {}", site.customer, site.place.city),
        "routingTag": format!("{}_{}", metro.code, word(rng, &["AM", "AM", "PM"])),
    });
    if let (Value::Object(record), Value::Object(facts)) = (&mut record, facts) {
        record.extend(facts);
    }
    serde_json::from_value(record).with_context(|| format!("the customer record of {}", plan.id))
}

/// What staff enter when they create a location.
fn location(plan: &Plan<'_>, rng: &mut Rng) -> Location {
    let Plan { stage, site, today, .. } = *plan;
    let work_hours = WorkHours::around_the_clock();
    Location {
        id: plan.id.clone(),
        kind: LocationType::FRIDGE,
        version: 1,
        last_modified: midnight(today),
        access_to: AccessTo::Private,
        address: Address {
            street: site.street.clone(),
            city: site.place.city.into(),
            state: site.place.state,
            zip_code: site.place.zip_code.into(),
        },
        device_address: None,
        base_commission: None,
        covid19: Flag(false),
        directions: String::new(),
        fridge_model: None,
        fridge_schema: "MW_STANDARD/latest".into(),
        hostname: None,
        hours: work_hours.summary(),
        work_hours,
        holiday_screen_enabled: Flag(false),
        holiday_screen_fridge_specific: Flag(false),
        holiday_screen_start_date: None,
        holiday_screen_end_date: None,
        ip: None,
        latitude: site.latitude,
        longitude: site.longitude,
        layout_name: "dummy".into(),
        market: None,
        online_date: online_date(rng, stage, today),
        payment_gateway: PaymentGateway::Standard,
        percentage: dec!(0),
        pretty_name: String::new(),
        price_map_template: "PMT_STANDARD".into(),
        prod: Flag(stage == Stage::Selling),
        public_status: LocationStatus::OFFLINE,
        reserve: Flag(false),
        route: None,
        serial_port: None,
        status: stage.status(),
        stocking_schedule: stocking_schedule(rng, site),
        stop: 0,
        tax_rate: states::tax_rate(site.place.state),
        time_zone: site.place.time_zone,
        update_reason: UpdateReason::default(),
        vertical: site.vertical,
        account_tier: None,
        fulfillment_center: None,
        opportunity_name: None,
        routing_tag: None,
        park_to_fridge_instructions: None,
    }
}

/// The first moment of a day, by UTC.
pub fn midnight(day: NaiveDate) -> Instant {
    day.and_time(NaiveTime::MIN).and_utc().into()
}

fn gateway(rng: &mut Rng) -> PaymentGateway {
    match rng.u8(..100) {
        0..60 => PaymentGateway::ReaderV2,
        60..78 => PaymentGateway::ReaderV1,
        78..88 => PaymentGateway::Subsidized,
        _ => PaymentGateway::Standard,
    }
}

fn percentage(rng: &mut Rng, subsidized: bool) -> Decimal {
    if subsidized {
        return dec!(100);
    }
    let usual = [dec!(0), dec!(0), dec!(0), dec!(0), dec!(0), dec!(5), dec!(10), dec!(12.5), dec!(20), dec!(50)];
    pick(rng, &usual).unwrap_or_default()
}

fn access_to(rng: &mut Rng, vertical: Vertical) -> AccessTo {
    let open = matches!(vertical, Vertical::Airport | Vertical::Retail | Vertical::TravelLeisure);
    if open || rng.u8(..100) < 8 { AccessTo::Public } else { AccessTo::Private }
}

fn online_date(rng: &mut Rng, stage: Stage, today: NaiveDate) -> Option<NaiveDate> {
    match stage {
        Stage::Coming => today.checked_add_days(Days::new(rng.u64(3..40))),
        Stage::Selling => today.checked_sub_days(Days::new(rng.u64(30..2000))),
        Stage::Paused | Stage::Retired => today.checked_sub_days(Days::new(rng.u64(300..2400))),
    }
}

/// The usual days of the Eastern zone; elsewhere every day at sites that do not close at weekends, else working days, or
/// three of them.
fn stocking_schedule(rng: &mut Rng, site: &Site) -> StockingSchedule {
    let three = rng.u8(..100) < 30;
    let weekends =
        matches!(site.vertical, Vertical::Airport | Vertical::Healthcare | Vertical::Retail | Vertical::TravelLeisure);
    match site.place.time_zone {
        LocationTimeZone::NEWYORK => StockingSchedule::usual(LocationTimeZone::NEWYORK),
        _ if weekends => StockingSchedule::of_week([true; 7]),
        _ if three => StockingSchedule::of_week([true, false, true, false, true, false, false]),
        zone => StockingSchedule::usual(zone),
    }
}

/// Two in three are open around the clock; the others when their building is.
fn work_hours(rng: &mut Rng, vertical: Vertical) -> WorkHours {
    let always = matches!(vertical, Vertical::Airport | Vertical::Healthcare) || rng.u8(..100) < 60;
    let usual = [(6, 18), (7, 17), (7, 19), (8, 17), (8, 20)];
    let (Some((from, to)), false) = (pick(rng, &usual), always) else { return WorkHours::around_the_clock() };
    let hour = |hour| NaiveTime::from_hms_opt(hour, 0, 0).unwrap_or_default();
    let day: Vec<Opening> = Opening::new(hour(from), hour(to)).into_iter().collect();
    let saturday = if rng.u8(..100) < 25 { Opening::new(hour(9), hour(14)).into_iter().collect() } else { Vec::new() };
    WorkHours::of_week([day.clone(), day.clone(), day.clone(), day.clone(), day, saturday, Vec::new()])
}

/// Why allocation and mobile ordering are what they are, where it is not the usual.
fn reasons(rng: &mut Rng, sells: bool, allocated: bool, reserve: bool) -> UpdateReason {
    let mut why = |usual: bool, reasons: &[&'static str]| (sells && !usual).then(|| word(rng, reasons).to_owned());
    UpdateReason {
        prod: why(allocated, &["Holiday Break", "Fridge being removed"]),
        reserve: why(reserve, &["Connectivity issues", "Customer requested to turn off"]),
    }
}
