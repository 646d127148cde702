//! Generates the current state of one location.

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

/// The stage of a fridge's life cycle.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Stage {
    /// It will be installed in the coming weeks.
    Planned,
    /// It sells.
    Selling,
    /// It is offline temporarily.
    Paused,
    /// It was removed.
    Retired,
}

impl Stage {
    /// A random stage. Most fridges sell.
    pub fn random(rng: &mut Rng) -> Self {
        match rng.u8(..100) {
            0..87 => Self::Selling,
            87..92 => Self::Planned,
            92..97 => Self::Paused,
            _ => Self::Retired,
        }
    }

    fn status(self) -> LocationStatus {
        match self {
            Self::Selling => LocationStatus::LIVE,
            Self::Planned | Self::Paused => LocationStatus::OFFLINE,
            Self::Retired => LocationStatus::DEAD,
        }
    }
}

/// The parameters from which a location is generated.
#[derive(Debug)]
pub struct Plan<'a> {
    /// The position of the location in the fleet, from 0. Unique attributes are derived from it.
    pub index: u32,
    /// The id of the location.
    pub id: LocationId,
    /// The stage of the location.
    pub stage: Stage,
    /// The metro of the location.
    pub metro: &'static Metro,
    /// The site of the location.
    pub site: &'a Site,
    /// The day for which the fleet is generated.
    pub today: NaiveDate,
}

/// A fridge without a route: the location that staff create, completed with its customer record.
///
/// # Errors
/// If the customer record is invalid.
pub fn create_fridge(plan: &Plan<'_>, rng: &mut Rng) -> Result<Location> {
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
        fridge_model: (stage != Stage::Planned).then(|| word(rng, &["F3", "F4", "F4", "F4-XL", "F5"]).into()),
        fridge_schema: catalog::fridge_schema(rng, metro.market),
        hostname: (stage != Stage::Planned).then(|| format!("fridge-{number}")),
        hours: work_hours.summary(),
        work_hours,
        holiday_screen_enabled: Flag(holiday),
        holiday_screen_fridge_specific: Flag(holiday && rng.bool()),
        holiday_screen_start_date: holiday.then(|| NaiveDate::from_ymd_opt(today.year(), 12, 24)).flatten(),
        holiday_screen_end_date: holiday.then(|| NaiveDate::from_ymd_opt(today.year() + 1, 1, 2)).flatten(),
        ip: (stage != Stage::Planned)
            .then(|| format!("10.{}.{}.{}", 20 + index / 62_500, index / 250 % 250, 1 + index % 250)),
        layout_name: match stage {
            Stage::Planned => "dummy".into(),
            _ => catalog::layout(rng, metro.market, site.vertical),
        },
        online_date: online_date(rng, stage, today),
        payment_gateway: gateway,
        percentage: percentage(rng, subsidized),
        price_map_template: catalog::price_map_template(metro.market, site.vertical, subsidized),
        prod: Flag(allocated),
        public_status: if sells && rng.u8(..100) < 94 { LocationStatus::LIVE } else { LocationStatus::OFFLINE },
        reserve: Flag(reserve),
        serial_port: (stage != Stage::Planned)
            .then(|| pick(rng, &[SerialPort::ttyS0, SerialPort::ttyS0, SerialPort::ttyS1, SerialPort::ttyUSB0]))
            .flatten(),
        update_reason: update_reason(rng, sells, allocated, reserve),
        ..base_location(plan, rng)
    };
    let directions = words::directions(rng, spot);
    let fields = json!({
        "accountTier": word(rng, &["Tier 1", "Tier 2", "Tier 2", "Tier 3"]),
        "parkToFridgeInstructions": format!("Park at the side entrance and walk to the {spot}."),
    });
    let record = customer_record(plan, rng, (&directions, spot), fields)?;
    Ok(record.complete(&fridge)?)
}

/// A wholesale location, created from its customer record.
///
/// # Errors
/// If the customer record is invalid.
pub fn create_wholesale(plan: &Plan<'_>, rng: &mut Rng) -> Result<Location> {
    let Plan { stage, site, today, .. } = *plan;
    let coordinate = |degrees: Decimal| degrees.to_f64().unwrap_or_default();
    let place = &site.place;
    let fields = json!({
        "locationType": LocationType::WHOLESALE,
        "site": {
            "street": site.street, "city": place.city, "state": place.state, "zipCode": place.zip_code,
            "latitude": coordinate(site.latitude), "longitude": coordinate(site.longitude),
            "timeZone": place.time_zone,
        },
    });
    let schedule = stocking_schedule(rng, site);
    let record = customer_record(plan, rng, ("Deliver to the loading dock.", "Wholesale"), fields)?;
    let created = locations::record::wholesale(&plan.id, &record, midnight(today))?;
    Ok(Location {
        online_date: online_date(rng, stage, today),
        stocking_schedule: schedule,
        tax_rate: states::tax_rate(place.state),
        vertical: site.vertical,
        ..created
    })
}

/// The customer record of a location. `fields` depend on the type of the location.
fn customer_record(
    plan: &Plan<'_>,
    rng: &mut Rng,
    (directions, spot): (&str, &str),
    fields: Value,
) -> Result<CustomerRecord> {
    let Plan { metro, site, .. } = *plan;
    let mut record = json!({
        "directions": directions,
        "prettyName": format!("{} {}, {spot}", site.customer, site.place.city),
        "market": metro.market,
        "fulfillmentCenter": metro.fulfillment_center(),
        "opportunityName": format!("{} - {}", site.customer, site.place.city),
        "routingTag": format!("{}_{}", metro.code, word(rng, &["AM", "AM", "PM"])),
    });
    if let (Value::Object(record), Value::Object(fields)) = (&mut record, fields) {
        record.extend(fields);
    }
    serde_json::from_value(record).with_context(|| format!("the customer record of {}", plan.id))
}

/// The attributes that staff enter when they create a location.
fn base_location(plan: &Plan<'_>, rng: &mut Rng) -> Location {
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

/// The start of a day in UTC.
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
        Stage::Planned => today.checked_add_days(Days::new(rng.u64(3..40))),
        Stage::Selling => today.checked_sub_days(Days::new(rng.u64(30..2000))),
        Stage::Paused | Stage::Retired => today.checked_sub_days(Days::new(rng.u64(300..2400))),
    }
}

/// In the Eastern zone, the default schedule. In other zones, every day at sites that are open at weekends; at other
/// sites the default schedule or three working days.
fn stocking_schedule(rng: &mut Rng, site: &Site) -> StockingSchedule {
    let three = rng.u8(..100) < 30;
    let weekends =
        matches!(site.vertical, Vertical::Airport | Vertical::Healthcare | Vertical::Retail | Vertical::TravelLeisure);
    match site.place.time_zone {
        LocationTimeZone::NEWYORK => StockingSchedule::default_for(LocationTimeZone::NEWYORK),
        _ if weekends => StockingSchedule::of_week([true; 7]),
        _ if three => StockingSchedule::of_week([true, false, true, false, true, false, false]),
        zone => StockingSchedule::default_for(zone),
    }
}

/// About two in three sites are open around the clock, the others in the daytime.
fn work_hours(rng: &mut Rng, vertical: Vertical) -> WorkHours {
    let always = matches!(vertical, Vertical::Airport | Vertical::Healthcare) || rng.u8(..100) < 60;
    let usual = [(6, 18), (7, 17), (7, 19), (8, 17), (8, 20)];
    let (Some((from, to)), false) = (pick(rng, &usual), always) else { return WorkHours::around_the_clock() };
    let hour = |hour| NaiveTime::from_hms_opt(hour, 0, 0).unwrap_or_default();
    let day: Vec<Opening> = Opening::new(hour(from), hour(to)).into_iter().collect();
    let saturday = if rng.u8(..100) < 25 { Opening::new(hour(9), hour(14)).into_iter().collect() } else { Vec::new() };
    WorkHours::of_week([day.clone(), day.clone(), day.clone(), day.clone(), day, saturday, Vec::new()])
}

/// The reasons why a selling fridge has no allocation or no mobile ordering.
fn update_reason(rng: &mut Rng, sells: bool, allocated: bool, reserve: bool) -> UpdateReason {
    let mut reason = |on: bool, reasons: &[&'static str]| (sells && !on).then(|| word(rng, reasons).to_owned());
    UpdateReason {
        prod: reason(allocated, &["Holiday Break", "Fridge being removed"]),
        reserve: reason(reserve, &["Connectivity issues", "Customer requested to turn off"]),
    }
}
