//! A new location. Source: the spec of locations, sections 3.1 and 5.1.

use super::{
    Attribute, Offered,
    attribute::{status, stocking_schedule},
    hours, limits,
    value::{self, Field, Read},
};
use crate::{
    model::{
        AccessTo, Address, Flag, Location, LocationStatus, LocationTimeZone, LocationType, PaymentGateway,
        StockingSchedule, UpdateReason, Vertical, WorkHours,
    },
    names::{self, Kind, Name},
};
use chrono::NaiveDate;
use rust_decimal::{Decimal, dec};
use serde_json::{Map, Value};
use shared::{FieldError, Instant};
use std::{cell::RefCell, collections::BTreeSet};

/// The form as it was sent, and what was found wrong with it so far.
struct Form<'a> {
    sent: &'a Map<String, Value>,
    read: RefCell<BTreeSet<&'static str>>,
    errors: RefCell<Vec<FieldError>>,
}

impl<'a> Form<'a> {
    /// What `read` makes of the field; where it cannot, the error is kept and the answer is `None`.
    fn required<T>(&self, name: &'static str, read: impl Fn(Field<'a>) -> Read<T>) -> Option<T> {
        self.read.borrow_mut().insert(name);
        let value = self.sent.get(name).unwrap_or(&Value::Null);
        read(Field { name, value }).map_err(|error| self.errors.borrow_mut().push(error)).ok()
    }

    /// The same for a field that may be left empty: `default` then. Empty fields count as absent.
    fn or<T: Clone>(&self, name: &'static str, default: T, read: impl Fn(Field<'a>) -> Read<T>) -> Option<T> {
        Some(self.optional(name, read)?.unwrap_or(default))
    }

    #[expect(clippy::option_option, reason = "outer: whether it could be read; inner: whether it was filled in")]
    fn optional<T>(&self, name: &'static str, read: impl Fn(Field<'a>) -> Read<T>) -> Option<Option<T>> {
        self.required(name, |field| field.optional(&read))
    }

    /// The same for a field with parts, whose reading can find more than one thing wrong.
    fn parts<T>(
        &self,
        name: &'static str,
        default: T,
        read: impl Fn(&Value) -> Result<T, Vec<FieldError>>,
    ) -> Option<T> {
        self.read.borrow_mut().insert(name);
        match self.sent.get(name) {
            None | Some(Value::Null) => Some(default),
            Some(value) => read(value).map_err(|errors| self.errors.borrow_mut().extend(errors)).ok(),
        }
    }

    /// Reads `hours`, which the customer-record import sends as '24 Hours' and the form as 1 or 0. The stored text is
    /// derived from `workHours`; `None` if `hours` needs them and they are absent.
    fn all_day(&self) -> Option<()> {
        self.required("hours", |field| {
            let all_day = matches!(field.written().as_deref(), None | Some("1" | "24 Hours"));
            let has_week = self.sent.get("workHours").is_some_and(|week| !week.is_null());
            if all_day || has_week { Ok(()) } else { Err(field.error("Hours other than '24 Hours' need workHours")) }
        })
    }

    /// Keeps what is wrong with the days of the holiday screen together.
    fn holiday(&self, start: Option<NaiveDate>, end: Option<NaiveDate>) {
        self.errors.borrow_mut().extend(value::holiday(start, end, Attribute::HolidayScreenEndDate));
    }

    /// Everything wrong, unknown fields included.
    fn all_errors(self) -> Vec<FieldError> {
        let (read, mut errors) = (self.read.into_inner(), self.errors.into_inner());
        // The form's older template carries a price schema, which locations no longer have.
        let is_known = |name: &str| read.contains(name) || name == "pricingSchema";
        let unknown = self.sent.keys().filter(|name| !is_known(name));
        errors.extend(unknown.map(|name| FieldError::new(name, format!("{name} is not a field of a new location"))));
        errors
    }
}

/// The new location that `sent` describes, with the defaults of the spec for what it leaves out.
///
/// # Errors
/// Everything that is wrong with it, by field.
pub fn create(sent: &Map<String, Value>, offered: &Offered, now: Instant) -> Result<Location, Vec<FieldError>> {
    let form = Form { sent, read: RefCell::default(), errors: RefCell::default() };
    let location = read(&form, offered, now);
    match (location, form.all_errors()) {
        (Some(location), errors) if errors.is_empty() => Ok(location),
        (_, errors) => Err(errors),
    }
}

/// The names whose being offered decides whether `sent` is valid: the store looks them up.
pub fn names(sent: &Map<String, Value>) -> Vec<Name> {
    names::named(|attribute| sent.get(<&str>::from(attribute)))
}

fn read(form: &Form<'_>, offered: &Offered, now: Instant) -> Option<Location> {
    let named = |kind| move |field: Field<'_>| field.name(|name| offered.has(kind, name));
    // Each field is read before the first `?`, so that everything wrong is found.
    let id = form.required("id", |field| field.text_up_to(limits::ID)?.parse().map_err(|message| field.error(message)));
    let access_to = form.or("accessTo", AccessTo::Private, Field::choice);
    let street = form.required("street", |field| field.text_up_to(limits::STREET));
    let city = form.required("city", |field| field.text_up_to(limits::CITY));
    let state = form.required("state", Field::choice);
    let zip_code = form.required("zipCode", Field::zip_code);
    let base_commission = form.optional("baseCommission", base_commission);
    let directions = form.required("directions", |field| field.text_up_to(limits::DIRECTIONS));
    let fridge_schema = form.required("fridgeSchema", named(Kind::FridgeSchema));
    let holiday_screen_enabled = form.or("holidayScreenEnabled", Flag(false), Field::flag);
    let holiday_screen_fridge_specific = form.or("holidayScreenFridgeSpecific", Flag(false), Field::flag);
    let holiday_screen_start_date = form.optional("holidayScreenStartDate", Field::date);
    let holiday_screen_end_date = form.optional("holidayScreenEndDate", Field::date);
    form.holiday(holiday_screen_start_date.flatten(), holiday_screen_end_date.flatten());
    let latitude = form.required("latitude", |field| coordinate(field, dec!(28), dec!(49)));
    let longitude = form.required("longitude", |field| coordinate(field, dec!(-128), dec!(-67)));
    let layout_name = form.required("layoutName", named(Kind::Planogram));
    let online_date = form.required("onlineDate", Field::date);
    let percentage = form.or("percentage", dec!(0), |field| field.decimal(dec!(0)..=dec!(100), 2));
    let pretty_name = form.required("prettyName", |field| field.text_up_to(limits::PRETTY_NAME));
    let price_map_template = form.required("priceMapTemplate", named(Kind::PriceMapTemplate));
    let prod = form.or("prod", Flag(false), Field::flag);
    let public_status = form.or("publicStatus", LocationStatus::OFFLINE, status);
    let reserve = form.or("reserve", Flag(false), Field::flag);
    let route = form.optional("route", |field| field.text_up_to(limits::ROUTE));
    let status = form.or("status", LocationStatus::OFFLINE, status);
    let stop = form.or("stop", 0, stop);
    let tax_rate = form.required("taxRate", |field| field.decimal(dec!(0)..=dec!(29.999), 3));
    let time_zone = form.or("timeZone", LocationTimeZone::CHICAGO, Field::choice);
    let vertical = form.or("vertical", Vertical::Office, Field::choice);
    let stocking_schedule = form.parts(
        "stockingSchedule",
        StockingSchedule::usual(time_zone.unwrap_or(LocationTimeZone::CHICAGO)),
        stocking_schedule,
    );
    let id_text = id.as_ref().map(ToString::to_string).unwrap_or_default();
    let all_day = form.all_day();
    let work_hours = form.parts("workHours", WorkHours::around_the_clock(), |value| hours::full_week(value, &id_text));
    all_day?;
    let work_hours = work_hours?;
    Some(Location {
        id: id?,
        kind: LocationType::FRIDGE,
        version: 1,
        last_modified: now,
        access_to: access_to?,
        address: Address { street: street?, city: city?, state: state?, zip_code: zip_code? },
        device_address: None,
        base_commission: base_commission?,
        covid19: Flag(false),
        directions: directions?,
        fridge_model: None,
        fridge_schema: fridge_schema?,
        hostname: None,
        hours: work_hours.summary(),
        work_hours,
        holiday_screen_enabled: holiday_screen_enabled?,
        holiday_screen_fridge_specific: holiday_screen_fridge_specific?,
        holiday_screen_start_date: holiday_screen_start_date?,
        holiday_screen_end_date: holiday_screen_end_date?,
        ip: None,
        latitude: latitude?,
        longitude: longitude?,
        layout_name: layout_name?,
        market: None,
        online_date: online_date.map(Some)?,
        payment_gateway: PaymentGateway::default(),
        percentage: percentage?,
        pretty_name: pretty_name?,
        price_map_template: price_map_template?,
        prod: prod?,
        public_status: public_status?,
        reserve: reserve?,
        route: route?.map(|route| route.to_lowercase()),
        serial_port: None,
        status: status?,
        stocking_schedule: stocking_schedule?,
        stop: stop?,
        tax_rate: tax_rate?,
        time_zone: time_zone?,
        update_reason: UpdateReason::default(),
        vertical: vertical?,
        account_tier: None,
        fulfillment_center: None,
        opportunity_name: None,
        routing_tag: None,
        park_to_fridge_instructions: None,
    })
}

/// Within the range, written with 1 to 7 decimals.
fn coordinate(field: Field<'_>, min: Decimal, max: Decimal) -> Read<Decimal> {
    let number = field.decimal(min..=max, 7)?;
    let written = field.written().unwrap_or_default();
    if written.contains('.') && !written.ends_with('.') {
        Ok(number)
    } else {
        Err(field.error(format!("{} should have 1 to 7 decimals", field.name)))
    }
}

fn base_commission(field: Field<'_>) -> Read<Decimal> {
    let number = field.number()?.filter(|number| *number >= Decimal::ZERO);
    let number = number.ok_or_else(|| field.error("baseCommission should be a number of at least 0!"))?.normalize();
    if number.scale() > 3 { Err(field.error("baseCommission can have at most 3 decimals")) } else { Ok(number) }
}

fn stop(field: Field<'_>) -> Read<u32> {
    let text = field.text()?;
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits).ok_or_else(|| field.error("stop should contain digits only"))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;
    use std::collections::BTreeMap;

    #[derive(Deserialize)]
    struct Cases {
        /// A form with all that is required.
        form: Map<String, Value>,
        cases: Vec<Case>,
    }

    #[derive(Deserialize)]
    struct Case {
        name: String,
        /// What differs from the form.
        change: Map<String, Value>,
        #[serde(default)]
        offered: BTreeMap<String, Vec<String>>,
        errors: Vec<FieldError>,
    }

    fn cases() -> Cases {
        serde_json::from_str(include_str!("../../cases/create.json")).unwrap()
    }

    fn created(form: &Map<String, Value>, offered: &Offered) -> Result<Location, Vec<FieldError>> {
        create(form, offered, "2026-11-21T10:00:00Z".parse().unwrap())
    }

    fn created_with(change: &Value) -> Location {
        let mut form = cases().form;
        form.extend(change.as_object().cloned().unwrap());
        created(&form, &Offered::default()).unwrap()
    }

    /// The location that tests of edits start from.
    pub(crate) fn fridge() -> Location {
        created_with(&json!({}))
    }

    #[test]
    fn create_form_rules_and_their_messages() {
        let Cases { form, cases } = cases();
        for Case { name, change, offered, errors } in cases {
            let mut sent = form.clone();
            sent.extend(change);
            let offered = [Kind::Planogram, Kind::FridgeSchema, Kind::PriceMapTemplate].into_iter().flat_map(|kind| {
                let names = offered.get(<&str>::from(kind.attribute())).into_iter().flatten();
                names.map(move |name| Name { kind, name: name.clone() })
            });
            let found = created(&sent, &offered.collect()).err().unwrap_or_default();
            assert_eq!(found, errors, "{name}");
        }
    }

    #[test]
    fn defaults_applied_to_a_new_location() {
        let stored = serde_json::to_value(fridge()).unwrap();
        let expected = json!({
            "accessTo": "Private", "hours": "24 Hours", "holidayScreenEnabled": 0, "holidayScreenFridgeSpecific": 0,
            "percentage": "0", "prod": 0, "publicStatus": "OFFLINE", "status": "OFFLINE", "reserve": 0, "stop": 0,
            "vertical": "Office", "timeZone": "CHICAGO", "type": "FRIDGE", "version": 1,
            "stockingSchedule": {"monday": 1, "tuesday": 1, "wednesday": 1, "thursday": 1, "friday": 1,
                "saturday": 0, "sunday": 0},
        });
        for (name, value) in expected.as_object().unwrap() {
            assert_eq!(&stored[name], value, "{name}");
        }
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Effect {
        time_zone: String,
        stocking_schedule: Value,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Effects {
        time_zones: Vec<Effect>,
    }

    #[test]
    fn the_time_zone_decides_the_stocking_days_that_a_form_does_not_name() {
        let effects: Effects = serde_json::from_str(include_str!("../../cases/effects.json")).unwrap();
        for Effect { time_zone, stocking_schedule } in effects.time_zones {
            let location = created_with(&json!({ "timeZone": time_zone }));
            let stored = serde_json::to_value(location.stocking_schedule).unwrap();
            assert_eq!(stored, stocking_schedule, "{time_zone}");
        }
    }

    #[rstest::rstest]
    #[case::the_text_of_the_import(json!({"hours": "24 Hours"}), "24 Hours")]
    #[case::the_choice_of_the_form(json!({"hours": 1}), "24 Hours")]
    #[case::empty(json!({"hours": ""}), "24 Hours")]
    #[case::beside_a_week(
        json!({"hours": 0, "workHours": {
            "monday": [["08:00", "17:00"]], "tuesday": [["08:00", "17:00"]], "wednesday": [["08:00", "17:00"]],
            "thursday": [["08:00", "17:00"]], "friday": [["08:00", "17:00"]], "saturday": [["09:00", "12:00"]],
            "sunday": [["09:00", "12:00"]],
        }}),
        "Mon-Fri 08:00 to 17:00; Sat-Sun 09:00 to 12:00; ",
    )]
    fn accepts_hours_and_derives_the_stored_text(#[case] change: Value, #[case] hours: &str) {
        assert_eq!(created_with(&change).hours, hours);
    }

    #[rstest::rstest]
    #[case::other_text(json!("Mon-Fri 08:00 to 17:00; "))]
    #[case::the_choice_of_the_form(json!(0))]
    fn rejects_other_hours_without_work_hours(#[case] hours: Value) {
        let mut form = cases().form;
        form.insert("hours".into(), hours);
        let errors = created(&form, &Offered::default()).unwrap_err();
        assert_eq!(errors, [FieldError::new("hours", "Hours other than '24 Hours' need workHours")]);
    }

    #[test]
    fn an_absent_schedule_gets_the_zones_default_and_a_sent_one_stays() {
        let import = json!({
            "monday": 1, "tuesday": 1, "wednesday": 0, "thursday": 1, "friday": 0, "saturday": 0, "sunday": 1,
        });
        let created = created_with(&json!({"timeZone": "NEWYORK", "stockingSchedule": import}));
        assert_eq!(serde_json::to_value(created.stocking_schedule).unwrap(), import);
        let absent = created_with(&json!({"timeZone": "NEWYORK", "stockingSchedule": null}));
        assert_eq!(absent.stocking_schedule, StockingSchedule::usual(LocationTimeZone::NEWYORK));
    }

    #[test]
    fn empty_fields_are_dropped() {
        let empty = ["baseCommission", "percentage", "route", "stop", "holidayScreenStartDate", "vertical"];
        let change: Map<String, Value> = empty.into_iter().map(|name| (name.into(), json!(""))).collect();
        assert_eq!(created_with(&change.into()), fridge());
    }
}
