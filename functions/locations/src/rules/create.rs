//! The rules of a new location. Requirements: `docs/requirements/locations.md`, section "Create".

use super::{
    Attribute, OfferedNames,
    attribute::{self, status, stocking_schedule},
    hours, limits,
    value::{Field, FieldResult},
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

/// The form input, with the fields that were read and the errors that were found so far.
struct Form<'a> {
    input: &'a Map<String, Value>,
    known_fields: RefCell<BTreeSet<&'static str>>,
    errors: RefCell<Vec<FieldError>>,
}

impl<'a> Form<'a> {
    /// Validates a field with `read`. Collects the error and returns `None` if the field is invalid.
    fn required<T>(&self, name: &'static str, read: impl Fn(Field<'a>) -> FieldResult<T>) -> Option<T> {
        self.known_fields.borrow_mut().insert(name);
        let value = self.input.get(name).unwrap_or(&Value::Null);
        read(Field { name, value }).map_err(|error| self.errors.borrow_mut().push(error)).ok()
    }

    /// As [`Form::required`], but returns `default` if the field is absent or empty.
    fn with_default<T: Clone>(
        &self,
        name: &'static str,
        default: T,
        read: impl Fn(Field<'a>) -> FieldResult<T>,
    ) -> Option<T> {
        Some(self.optional(name, read)?.unwrap_or(default))
    }

    #[expect(clippy::option_option, reason = "outer: whether the field is valid; inner: whether it has a value")]
    fn optional<T>(&self, name: &'static str, read: impl Fn(Field<'a>) -> FieldResult<T>) -> Option<Option<T>> {
        self.required(name, |field| field.optional(&read))
    }

    /// As [`Form::with_default`], for a field with parts, which can have more than one error.
    fn parts<T>(
        &self,
        name: &'static str,
        default: T,
        read: impl Fn(&Value) -> Result<T, Vec<FieldError>>,
    ) -> Option<T> {
        self.known_fields.borrow_mut().insert(name);
        match self.input.get(name) {
            None | Some(Value::Null) => Some(default),
            Some(value) => read(value).map_err(|errors| self.errors.borrow_mut().extend(errors)).ok(),
        }
    }

    /// Validates `hours`. The customer-record import sends '24 Hours', the form sends 1 or 0. The stored text is
    /// derived from `workHours`. Returns `None` if `hours` requires `workHours` and they are absent.
    fn check_hours(&self) -> Option<()> {
        self.required("hours", |field| {
            let all_day = matches!(field.as_text().as_deref(), None | Some("1" | "24 Hours"));
            let has_week = self.input.get("workHours").is_some_and(|week| !week.is_null());
            if all_day || has_week { Ok(()) } else { Err(field.error("Hours other than '24 Hours' need workHours")) }
        })
    }

    /// Collects the error if the holiday screen ends before it starts.
    fn check_holiday(&self, start: Option<NaiveDate>, end: Option<NaiveDate>) {
        self.errors.borrow_mut().extend(attribute::check_holiday(start, end, Attribute::HolidayScreenEndDate));
    }

    /// All collected errors, plus one for each unknown field.
    fn into_errors(self) -> Vec<FieldError> {
        let (known_fields, mut errors) = (self.known_fields.into_inner(), self.errors.into_inner());
        // The older import template still has a price schema. Locations no longer have one.
        let is_known = |name: &str| known_fields.contains(name) || name == "pricingSchema";
        let unknown = self.input.keys().filter(|name| !is_known(name));
        errors.extend(unknown.map(|name| FieldError::new(name, format!("{name} is not a field of a new location"))));
        errors
    }
}

/// Creates the location that `input` describes. Absent fields get the defaults of LOC-23.
///
/// # Errors
/// All errors of the form, by field.
pub fn create(input: &Map<String, Value>, offered: &OfferedNames, now: Instant) -> Result<Location, Vec<FieldError>> {
    let form = Form { input, known_fields: RefCell::default(), errors: RefCell::default() };
    let location = read(&form, offered, now);
    match (location, form.into_errors()) {
        (Some(location), errors) if errors.is_empty() => Ok(location),
        (_, errors) => Err(errors),
    }
}

/// The names in `input` that must be looked up in the store before [`create`].
pub fn names(input: &Map<String, Value>) -> Vec<Name> {
    names::referenced_names(|attribute| input.get(<&str>::from(attribute)))
}

fn read(form: &Form<'_>, offered: &OfferedNames, now: Instant) -> Option<Location> {
    let offered_name = |kind| move |field: Field<'_>| field.offered_name(|name| offered.contains(kind, name));
    // All fields are validated before the first `?`, so that all errors are reported.
    let id = form.required("id", |field| field.text_up_to(limits::ID)?.parse().map_err(|message| field.error(message)));
    let access_to = form.with_default("accessTo", AccessTo::Private, Field::choice);
    let street = form.required("street", |field| field.text_up_to(limits::STREET));
    let city = form.required("city", |field| field.text_up_to(limits::CITY));
    let state = form.required("state", Field::choice);
    let zip_code = form.required("zipCode", Field::zip_code);
    let base_commission = form.optional("baseCommission", base_commission);
    let directions = form.required("directions", |field| field.text_up_to(limits::DIRECTIONS));
    let fridge_schema = form.required("fridgeSchema", offered_name(Kind::FridgeSchema));
    let holiday_screen_enabled = form.with_default("holidayScreenEnabled", Flag(false), Field::flag);
    let holiday_screen_fridge_specific = form.with_default("holidayScreenFridgeSpecific", Flag(false), Field::flag);
    let holiday_screen_start_date = form.optional("holidayScreenStartDate", Field::date);
    let holiday_screen_end_date = form.optional("holidayScreenEndDate", Field::date);
    form.check_holiday(holiday_screen_start_date.flatten(), holiday_screen_end_date.flatten());
    let latitude = form.required("latitude", |field| coordinate(field, dec!(28), dec!(49)));
    let longitude = form.required("longitude", |field| coordinate(field, dec!(-128), dec!(-67)));
    let layout_name = form.required("layoutName", offered_name(Kind::Planogram));
    let online_date = form.required("onlineDate", Field::date);
    let percentage = form.with_default("percentage", dec!(0), |field| field.decimal(dec!(0)..=dec!(100), 2));
    let pretty_name = form.required("prettyName", |field| field.text_up_to(limits::PRETTY_NAME));
    let price_map_template = form.required("priceMapTemplate", offered_name(Kind::PriceMapTemplate));
    let prod = form.with_default("prod", Flag(false), Field::flag);
    let public_status = form.with_default("publicStatus", LocationStatus::OFFLINE, status);
    let reserve = form.with_default("reserve", Flag(false), Field::flag);
    let route = form.optional("route", |field| field.text_up_to(limits::ROUTE));
    let status = form.with_default("status", LocationStatus::OFFLINE, status);
    let stop = form.with_default("stop", 0, stop);
    let tax_rate = form.required("taxRate", |field| field.decimal(dec!(0)..=dec!(29.999), 3));
    let time_zone = form.with_default("timeZone", LocationTimeZone::CHICAGO, Field::choice);
    let vertical = form.with_default("vertical", Vertical::Office, Field::choice);
    let stocking_schedule = form.parts(
        "stockingSchedule",
        StockingSchedule::default_for(time_zone.unwrap_or(LocationTimeZone::CHICAGO)),
        stocking_schedule,
    );
    let id_text = id.as_ref().map(ToString::to_string).unwrap_or_default();
    let hours = form.check_hours();
    let work_hours =
        form.parts("workHours", WorkHours::around_the_clock(), |value| hours::parse_full_week(value, &id_text));
    hours?;
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

/// A number within the range that is written with 1 to 7 decimals.
fn coordinate(field: Field<'_>, min: Decimal, max: Decimal) -> FieldResult<Decimal> {
    let number = field.decimal(min..=max, 7)?;
    let text = field.as_text().unwrap_or_default();
    if text.contains('.') && !text.ends_with('.') {
        Ok(number)
    } else {
        Err(field.error(format!("{} should have 1 to 7 decimals", field.name)))
    }
}

fn base_commission(field: Field<'_>) -> FieldResult<Decimal> {
    let number = field.number()?.filter(|number| *number >= Decimal::ZERO);
    let number = number.ok_or_else(|| field.error("baseCommission should be a number of at least 0!"))?.normalize();
    if number.scale() > 3 { Err(field.error("baseCommission can have at most 3 decimals")) } else { Ok(number) }
}

fn stop(field: Field<'_>) -> FieldResult<u32> {
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
        /// A form with all required fields.
        form: Map<String, Value>,
        cases: Vec<Case>,
    }

    #[derive(Deserialize)]
    struct Case {
        name: String,
        /// Fields that replace those of the form.
        change: Map<String, Value>,
        #[serde(default)]
        offered: BTreeMap<String, Vec<String>>,
        errors: Vec<FieldError>,
    }

    fn cases() -> Cases {
        serde_json::from_str(include_str!("../../cases/create.json")).unwrap()
    }

    fn created(form: &Map<String, Value>, offered: &OfferedNames) -> Result<Location, Vec<FieldError>> {
        create(form, offered, "2026-11-21T10:00:00Z".parse().unwrap())
    }

    fn created_with(change: &Value) -> Location {
        let mut form = cases().form;
        form.extend(change.as_object().cloned().unwrap());
        created(&form, &OfferedNames::default()).unwrap()
    }

    /// The location that the tests edit.
    pub(crate) fn fridge() -> Location {
        created_with(&json!({}))
    }

    #[test]
    fn create_cases_return_the_expected_errors() {
        let Cases { form, cases } = cases();
        for Case { name, change, offered, errors } in cases {
            let mut input = form.clone();
            input.extend(change);
            let offered = [Kind::Planogram, Kind::FridgeSchema, Kind::PriceMapTemplate].into_iter().flat_map(|kind| {
                let names = offered.get(<&str>::from(kind.attribute())).into_iter().flatten();
                names.map(move |name| Name { kind, name: name.clone() })
            });
            let found = created(&input, &offered.collect()).err().unwrap_or_default();
            assert_eq!(found, errors, "{name}");
        }
    }

    #[test]
    fn applies_the_defaults_to_a_new_location() {
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
    fn derives_absent_stocking_days_from_the_time_zone() {
        let effects: Effects = serde_json::from_str(include_str!("../../cases/effects.json")).unwrap();
        for Effect { time_zone, stocking_schedule } in effects.time_zones {
            let location = created_with(&json!({ "timeZone": time_zone }));
            let stored = serde_json::to_value(location.stocking_schedule).unwrap();
            assert_eq!(stored, stocking_schedule, "{time_zone}");
        }
    }

    #[rstest::rstest]
    #[case::import_text(json!({"hours": "24 Hours"}), "24 Hours")]
    #[case::form_choice(json!({"hours": 1}), "24 Hours")]
    #[case::empty(json!({"hours": ""}), "24 Hours")]
    #[case::with_work_hours(
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
    #[case::form_choice(json!(0))]
    fn rejects_other_hours_without_work_hours(#[case] hours: Value) {
        let mut form = cases().form;
        form.insert("hours".into(), hours);
        let errors = created(&form, &OfferedNames::default()).unwrap_err();
        assert_eq!(errors, [FieldError::new("hours", "Hours other than '24 Hours' need workHours")]);
    }

    #[test]
    fn keeps_a_given_stocking_schedule_and_defaults_an_absent_one_by_time_zone() {
        let import = json!({
            "monday": 1, "tuesday": 1, "wednesday": 0, "thursday": 1, "friday": 0, "saturday": 0, "sunday": 1,
        });
        let created = created_with(&json!({"timeZone": "NEWYORK", "stockingSchedule": import}));
        assert_eq!(serde_json::to_value(created.stocking_schedule).unwrap(), import);
        let absent = created_with(&json!({"timeZone": "NEWYORK", "stockingSchedule": null}));
        assert_eq!(absent.stocking_schedule, StockingSchedule::default_for(LocationTimeZone::NEWYORK));
    }

    #[test]
    fn treats_empty_fields_as_absent() {
        let empty = ["baseCommission", "percentage", "route", "stop", "holidayScreenStartDate", "vertical"];
        let change: Map<String, Value> = empty.into_iter().map(|name| (name.into(), json!(""))).collect();
        assert_eq!(created_with(&change.into()), fridge());
    }
}
