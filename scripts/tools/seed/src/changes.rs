//! What is scheduled for the coming weeks, and a few changes that failed.

use crate::{catalog, fridge::midnight};
use anyhow::{Result, ensure};
use chrono::{Days, Duration, NaiveDate};
use fastrand::Rng;
use locations::model::{Location, LocationStatus, LocationType};
use schedules::{
    model::{ScheduleChangeState, Unit},
    rules::{self, Author, CreateScheduleChange},
};
use serde_json::{Value, json};

/// Who schedules.
const AUTHOR: &str = "operations@larder.example";
/// An hour of UTC's day that is early in the morning in all zones of the fleet.
const EARLY: i64 = 11;
/// Of a thousand fridges that sell, so many are on a break soon.
const BREAKS: u32 = 20;
/// And so many have another change before them.
const OTHERS: u32 = 40;
/// And of so many a change failed.
const FAILED: u32 = 4;

/// What is scheduled for `location`.
///
/// # Errors
/// Where a change breaks the rules of scheduling.
pub fn scheduled(location: &Location, today: NaiveDate, rng: &mut Rng) -> Result<Vec<Unit>> {
    let plan = Plan { location, today };
    if location.kind != LocationType::FRIDGE {
        return Ok(Vec::new());
    }
    let coming = location.online_date.filter(|online| *online > today);
    match (coming, location.status) {
        (Some(online), LocationStatus::OFFLINE) => plan.first_stocking(online, rng),
        (None, LocationStatus::LIVE) => plan.usual(rng),
        _ => Ok(Vec::new()),
    }
}

struct Plan<'a> {
    location: &'a Location,
    today: NaiveDate,
}

impl Plan<'_> {
    /// A new fridge gets its layout, then food.
    fn first_stocking(&self, online: NaiveDate, rng: &mut Rng) -> Result<Vec<Unit>> {
        let market = self.location.market.as_deref().unwrap_or("MW");
        let layout = catalog::layout(rng, market, self.location.vertical);
        let mut units = self.change(online, EARLY, "layoutName", &json!(layout))?;
        units.extend(self.allocation(online, true, "First Stocking")?);
        Ok(units)
    }

    fn usual(&self, rng: &mut Rng) -> Result<Vec<Unit>> {
        let draw = rng.u32(..1000);
        let day = self.today.checked_add_days(Days::new(rng.u64(1..25))).unwrap_or(self.today);
        let back = day.checked_add_days(Days::new(rng.u64(7..15))).unwrap_or(day);
        if draw < BREAKS && self.location.prod.0 {
            let mut units = self.allocation(day, false, "Holiday Break")?;
            units.extend(self.allocation(back, true, "End of Holiday Break")?);
            return Ok(units);
        }
        if draw < BREAKS + OTHERS {
            let (attribute, value) = self.other(rng);
            return self.change(day, EARLY, attribute, &value);
        }
        if draw < BREAKS + OTHERS + FAILED {
            return self.failed();
        }
        Ok(Vec::new())
    }

    fn other(&self, rng: &mut Rng) -> (&'static str, Value) {
        let market = self.location.market.as_deref().unwrap_or("MW");
        match rng.u8(..6) {
            0 | 1 => ("layoutName", json!(catalog::layout(rng, market, self.location.vertical))),
            2 => ("priceMapTemplate", json!("PMT_SUBSIDIZED")),
            3 => ("percentage", json!(["5", "10", "12.5", "20"].get(rng.usize(..4)))),
            4 => ("publicStatus", json!("OFFLINE")),
            _ => ("fridgeSchema", json!(catalog::fridge_schema(rng, market))),
        }
    }

    /// A planogram that was withdrawn between the scheduling and the day.
    fn failed(&self) -> Result<Vec<Unit>> {
        let day = self.today.checked_sub_days(Days::new(2)).unwrap_or(self.today);
        let mut units = self.change(day, EARLY, "layoutName", &json!("SUMMER_SALADS_A"))?;
        for unit in &mut units {
            unit.lead.state = ScheduleChangeState::Failed;
            unit.lead.failure = Some("Please select a valid option from the dropdown".into());
        }
        Ok(units)
    }

    fn allocation(&self, day: NaiveDate, on: bool, reason: &str) -> Result<Vec<Unit>> {
        let asked = [("prod", json!(u8::from(on))), ("updateReason", json!({ "prod": reason }))];
        self.units(day, EARLY + 1, &asked)
    }

    fn change(&self, day: NaiveDate, hour: i64, attribute: &str, value: &Value) -> Result<Vec<Unit>> {
        self.units(day, hour, &[(attribute, value.clone())])
    }

    /// Changes at one time, whose identities are the same each time the fleet is made.
    fn units(&self, day: NaiveDate, hour: i64, asked: &[(&str, Value)]) -> Result<Vec<Unit>> {
        let time = midnight(day).plus(Duration::hours(hour));
        let asked: Vec<_> = asked
            .iter()
            .map(|(attribute, value)| CreateScheduleChange {
                location: self.location.id.to_string(),
                attribute: (*attribute).into(),
                value: value.to_string(),
                date_time: time.to_string(),
            })
            .collect();
        let made = midnight(self.today.min(day));
        let (units, errors) = rules::units(&asked, Author { sub: None, email: AUTHOR }, made);
        ensure!(errors.is_empty(), "{}: {errors:?}", self.location.id);
        Ok(units.into_iter().map(|(_, unit)| unit).collect())
    }
}
