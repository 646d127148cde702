//! Scheduled changes of the coming weeks, and a few changes that failed.

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

/// The email address of the user who schedules the changes.
const AUTHOR: &str = "operations@larder.example";
/// The hour (UTC) at which changes take effect. It is early in the morning in all time zones of the fleet.
const CHANGE_HOUR_UTC: i64 = 11;
/// The number of live fridges in a thousand that have a scheduled break.
const BREAKS_PER_THOUSAND: u32 = 20;
/// The number of live fridges in a thousand that have another scheduled change.
const OTHER_CHANGES_PER_THOUSAND: u32 = 40;
/// The number of live fridges in a thousand that have a failed change.
const FAILED_CHANGES_PER_THOUSAND: u32 = 4;

/// The scheduled changes of `location`.
///
/// # Errors
/// If a change violates the rules of scheduling.
pub fn scheduled_changes(location: &Location, today: NaiveDate, rng: &mut Rng) -> Result<Vec<Unit>> {
    let plan = Plan { location, today };
    if location.kind != LocationType::FRIDGE {
        return Ok(Vec::new());
    }
    let coming = location.online_date.filter(|online| *online > today);
    match (coming, location.status) {
        (Some(online), LocationStatus::OFFLINE) => plan.first_stocking(online, rng),
        (None, LocationStatus::LIVE) => plan.random_changes(rng),
        _ => Ok(Vec::new()),
    }
}

struct Plan<'a> {
    location: &'a Location,
    today: NaiveDate,
}

impl Plan<'_> {
    /// The changes of a new fridge: first its layout, then its allocation.
    fn first_stocking(&self, online: NaiveDate, rng: &mut Rng) -> Result<Vec<Unit>> {
        let market = self.location.market.as_deref().unwrap_or("MW");
        let layout = catalog::layout(rng, market, self.location.vertical);
        let mut units = self.change(online, CHANGE_HOUR_UTC, "layoutName", &json!(layout))?;
        units.extend(self.allocation(online, true, "First Stocking")?);
        Ok(units)
    }

    /// The changes of a live fridge. Most have none.
    fn random_changes(&self, rng: &mut Rng) -> Result<Vec<Unit>> {
        let draw = rng.u32(..1000);
        let day = self.today.checked_add_days(Days::new(rng.u64(1..25))).unwrap_or(self.today);
        let back = day.checked_add_days(Days::new(rng.u64(7..15))).unwrap_or(day);
        if draw < BREAKS_PER_THOUSAND && self.location.prod.0 {
            let mut units = self.allocation(day, false, "Holiday Break")?;
            units.extend(self.allocation(back, true, "End of Holiday Break")?);
            return Ok(units);
        }
        if draw < BREAKS_PER_THOUSAND + OTHER_CHANGES_PER_THOUSAND {
            let (attribute, value) = self.random_attribute(rng);
            return self.change(day, CHANGE_HOUR_UTC, attribute, &value);
        }
        if draw < BREAKS_PER_THOUSAND + OTHER_CHANGES_PER_THOUSAND + FAILED_CHANGES_PER_THOUSAND {
            return self.failed_change();
        }
        Ok(Vec::new())
    }

    /// An attribute with its new value.
    fn random_attribute(&self, rng: &mut Rng) -> (&'static str, Value) {
        let market = self.location.market.as_deref().unwrap_or("MW");
        match rng.u8(..6) {
            0 | 1 => ("layoutName", json!(catalog::layout(rng, market, self.location.vertical))),
            2 => ("priceMapTemplate", json!("PMT_SUBSIDIZED")),
            3 => ("percentage", json!(["5", "10", "12.5", "20"].get(rng.usize(..4)))),
            4 => ("publicStatus", json!("OFFLINE")),
            _ => ("fridgeSchema", json!(catalog::fridge_schema(rng, market))),
        }
    }

    /// A change to a planogram that was deleted before the change took effect.
    fn failed_change(&self) -> Result<Vec<Unit>> {
        let day = self.today.checked_sub_days(Days::new(2)).unwrap_or(self.today);
        let mut units = self.change(day, CHANGE_HOUR_UTC, "layoutName", &json!("SUMMER_SALADS_A"))?;
        for unit in &mut units {
            unit.lead.state = ScheduleChangeState::Failed;
            unit.lead.failure = Some("Please select a valid option from the dropdown".into());
        }
        Ok(units)
    }

    fn allocation(&self, day: NaiveDate, on: bool, reason: &str) -> Result<Vec<Unit>> {
        let attributes = [("prod", json!(u8::from(on))), ("updateReason", json!({ "prod": reason }))];
        self.units(day, CHANGE_HOUR_UTC + 1, &attributes)
    }

    fn change(&self, day: NaiveDate, hour: i64, attribute: &str, value: &Value) -> Result<Vec<Unit>> {
        self.units(day, hour, &[(attribute, value.clone())])
    }

    /// Changes of attributes at one time. Their ids are derived from the content, so that each run gives the same ids.
    fn units(&self, day: NaiveDate, hour: i64, attributes: &[(&str, Value)]) -> Result<Vec<Unit>> {
        let time = midnight(day).plus(Duration::hours(hour));
        let requests: Vec<_> = attributes
            .iter()
            .map(|(attribute, value)| CreateScheduleChange {
                location: self.location.id.to_string(),
                attribute: (*attribute).into(),
                value: value.to_string(),
                date_time: time.to_string(),
            })
            .collect();
        let created_at = midnight(self.today.min(day));
        let (units, errors) = rules::parse_units(&requests, Author { sub: None, email: AUTHOR }, created_at);
        ensure!(errors.is_empty(), "{}: {errors:?}", self.location.id);
        Ok(units.into_iter().map(|(_, unit)| unit).collect())
    }
}
