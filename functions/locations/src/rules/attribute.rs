//! The editable attributes of a location: how each value is validated and set. Requirements:
//! `docs/requirements/locations.md`, section "Edit rules".

use super::{
    context::Context,
    hours, limits,
    value::{Field, FieldResult, NOT_OFFERED},
};
use crate::{
    model::{
        AccessTo, Address, Flag, Location, LocationStatus, LocationTimeZone, SerialPort, StockingSchedule, Vertical,
        WorkHours,
    },
    names::Kind,
};
use chrono::NaiveDate;
use rust_decimal::{Decimal, dec};
use serde_json::Value;
use shared::FieldError;
use std::net::Ipv4Addr;
use strum::{Display, EnumIter, EnumString, IntoStaticStr};

/// An attribute that can be edited and scheduled. Its text is the field name of the GraphQL schema.
#[derive(Clone, Copy, Debug, Display, EnumIter, EnumString, Eq, Hash, IntoStaticStr, Ord, PartialEq, PartialOrd)]
#[strum(serialize_all = "camelCase")]
#[expect(missing_docs, reason = "the schema documents each attribute; once is enough")]
pub enum Attribute {
    AccessTo,
    Address,
    Covid19,
    DeviceAddress,
    FridgeSchema,
    HolidayScreenEnabled,
    HolidayScreenEndDate,
    HolidayScreenFridgeSpecific,
    HolidayScreenStartDate,
    Ip,
    Latitude,
    LayoutName,
    Longitude,
    OnlineDate,
    Percentage,
    PriceMapTemplate,
    Prod,
    PublicStatus,
    Reserve,
    Route,
    SerialPort,
    Status,
    StockingSchedule,
    Stop,
    TaxRate,
    TimeZone,
    Vertical,
    WorkHours,
}

/// The validated new value of one attribute.
pub(super) enum Edit {
    AccessTo(AccessTo),
    Address(Address),
    Covid19(Flag),
    DeviceAddress(Option<String>),
    FridgeSchema(String),
    HolidayScreenEnabled(Flag),
    HolidayScreenEndDate(Option<NaiveDate>),
    HolidayScreenFridgeSpecific(Flag),
    HolidayScreenStartDate(Option<NaiveDate>),
    Ip(String),
    Latitude(Decimal),
    LayoutName(String),
    Longitude(Decimal),
    OnlineDate(NaiveDate),
    Percentage(Decimal),
    PriceMapTemplate(String),
    Prod(Flag),
    PublicStatus(LocationStatus),
    Reserve(Flag),
    Route(Option<String>),
    SerialPort(Option<SerialPort>),
    Status(LocationStatus),
    StockingSchedule(StockingSchedule),
    Stop(u32),
    TaxRate(Decimal),
    TimeZone(LocationTimeZone),
    Vertical(Vertical),
    WorkHours(WorkHours),
}

/// Validates the input value of `attribute`.
///
/// # Errors
/// The errors of the value. Attributes with parts can have more than one.
pub(super) fn parse(
    attribute: Attribute,
    value: &Value,
    location: &Location,
    context: Context<'_>,
) -> Result<Edit, Vec<FieldError>> {
    let field = Field { name: attribute.into(), value };
    let offered_name = |kind| field.offered_name(|name| context.offered.contains(kind, name));
    let edit = match attribute {
        Attribute::Address => return address(field.value).map(Edit::Address),
        Attribute::StockingSchedule => return stocking_schedule(field.value).map(Edit::StockingSchedule),
        Attribute::WorkHours => return hours::parse_week(field.value, location.id.as_str()).map(Edit::WorkHours),
        Attribute::AccessTo => field.choice().map(Edit::AccessTo),
        Attribute::Covid19 => field.flag().map(Edit::Covid19),
        Attribute::DeviceAddress => {
            field.optional(|field| field.text_up_to(limits::DEVICE_ADDRESS)).map(Edit::DeviceAddress)
        }
        Attribute::FridgeSchema => offered_name(Kind::FridgeSchema).map(Edit::FridgeSchema),
        Attribute::HolidayScreenEnabled => field.flag().map(Edit::HolidayScreenEnabled),
        Attribute::HolidayScreenEndDate => field.optional(Field::date).map(Edit::HolidayScreenEndDate),
        Attribute::HolidayScreenFridgeSpecific => field.flag().map(Edit::HolidayScreenFridgeSpecific),
        Attribute::HolidayScreenStartDate => field.optional(Field::date).map(Edit::HolidayScreenStartDate),
        Attribute::Ip => ip(field, context.company_host_marker).map(Edit::Ip),
        Attribute::Latitude => field.decimal(dec!(28)..=dec!(49), 7).map(Edit::Latitude),
        Attribute::LayoutName => offered_name(Kind::Planogram).map(Edit::LayoutName),
        Attribute::Longitude => field.decimal(dec!(-128)..=dec!(-67), 7).map(Edit::Longitude),
        Attribute::OnlineDate => field.date().map(Edit::OnlineDate),
        Attribute::Percentage => field.decimal(dec!(0)..=dec!(100), 2).map(Edit::Percentage),
        Attribute::PriceMapTemplate => offered_name(Kind::PriceMapTemplate).map(Edit::PriceMapTemplate),
        Attribute::Prod => field.flag().map(Edit::Prod),
        Attribute::PublicStatus => status(field).map(Edit::PublicStatus),
        Attribute::Reserve => field.flag().map(Edit::Reserve),
        Attribute::Route => field
            .optional(|field| field.text_up_to(limits::ROUTE))
            .map(|route| Edit::Route(route.map(|route| route.to_lowercase()))),
        Attribute::SerialPort => field.optional(Field::choice).map(Edit::SerialPort),
        Attribute::Status => status(field).map(Edit::Status),
        Attribute::Stop => field.integer(1000).map(Edit::Stop),
        Attribute::TaxRate => field.decimal(dec!(0)..=dec!(30), 3).map(Edit::TaxRate),
        Attribute::TimeZone => field.choice().map(Edit::TimeZone),
        Attribute::Vertical => field.choice().map(Edit::Vertical),
    };
    edit.map_err(|error| vec![error])
}

/// The error, on `attribute`, if a holiday screen would end before it starts.
pub(super) fn check_holiday(
    start: Option<NaiveDate>,
    end: Option<NaiveDate>,
    attribute: Attribute,
) -> Option<FieldError> {
    let backwards = start.zip(end).is_some_and(|(start, end)| end < start);
    let message = "holidayScreenEndDate cannot be before holidayScreenStartDate";
    backwards.then(|| FieldError::new(attribute.to_string(), message))
}

/// Sets the attribute of `location`.
pub(super) fn apply(location: &mut Location, edit: Edit) {
    match edit {
        Edit::AccessTo(value) => location.access_to = value,
        Edit::Address(value) => location.address = value,
        Edit::Covid19(value) => location.covid19 = value,
        Edit::DeviceAddress(value) => location.device_address = value,
        Edit::FridgeSchema(value) => location.fridge_schema = value,
        Edit::HolidayScreenEnabled(value) => location.holiday_screen_enabled = value,
        Edit::HolidayScreenEndDate(value) => location.holiday_screen_end_date = value,
        Edit::HolidayScreenFridgeSpecific(value) => location.holiday_screen_fridge_specific = value,
        Edit::HolidayScreenStartDate(value) => location.holiday_screen_start_date = value,
        Edit::Ip(value) => location.ip = Some(value),
        Edit::Latitude(value) => location.latitude = value,
        Edit::LayoutName(value) => location.layout_name = value,
        Edit::Longitude(value) => location.longitude = value,
        Edit::OnlineDate(value) => location.online_date = Some(value),
        Edit::Percentage(value) => location.percentage = value,
        Edit::PriceMapTemplate(value) => location.price_map_template = value,
        Edit::Prod(value) => location.prod = value,
        Edit::PublicStatus(value) => location.public_status = value,
        Edit::Reserve(value) => location.reserve = value,
        Edit::Route(value) => location.route = value,
        Edit::SerialPort(value) => location.serial_port = value,
        Edit::Status(value) => location.status = value,
        Edit::StockingSchedule(value) => location.stocking_schedule = value,
        Edit::Stop(value) => location.stop = value,
        Edit::TaxRate(value) => location.tax_rate = value,
        Edit::TimeZone(value) => location.time_zone = value,
        Edit::Vertical(value) => location.vertical = value,
        Edit::WorkHours(value) => {
            location.hours = value.summary();
            location.work_hours = value;
        }
    }
}

/// LIVE or OFFLINE. Only the server sets DEAD (LOC-11).
pub(super) fn status(field: Field<'_>) -> FieldResult<LocationStatus> {
    match field.choice()? {
        LocationStatus::DEAD => Err(field.error(NOT_OFFERED)),
        status => Ok(status),
    }
}

fn ip(field: Field<'_>, company_host_marker: &str) -> FieldResult<String> {
    let text = field.text_up_to(limits::IP)?;
    let is_company_host = !company_host_marker.is_empty() && text.contains(company_host_marker);
    if is_company_host || text.parse::<Ipv4Addr>().is_ok() { Ok(text) } else { Err(field.error("IP Address invalid")) }
}

/// All parts are required. Returns the errors of all invalid parts.
fn address(value: &Value) -> Result<Address, Vec<FieldError>> {
    let part = |name: &'static str| Field { name, value: value.get(name).unwrap_or(&Value::Null) };
    let parts = (
        part("street").text_up_to(limits::STREET),
        part("city").text_up_to(limits::CITY),
        part("state").choice(),
        part("zipCode").zip_code(),
    );
    match parts {
        (Ok(street), Ok(city), Ok(state), Ok(zip_code)) => Ok(Address { street, city, state, zip_code }),
        (street, city, state, zip_code) => {
            let errors = [street.err(), city.err(), state.err(), zip_code.err()].into_iter().flatten();
            Err(errors.map(|error| FieldError::new(format!("address.{}", error.field), error.message)).collect())
        }
    }
}

/// A flag (0 or 1) for each weekday.
pub(super) fn stocking_schedule(value: &Value) -> Result<StockingSchedule, Vec<FieldError>> {
    let mut errors = Vec::new();
    let week = hours::DAYS.map(|(name, _)| {
        let field = Field { name, value: value.get(name).unwrap_or(&Value::Null) };
        field.flag().unwrap_or_else(|error| {
            errors.push(FieldError::new(format!("stockingSchedule.{name}"), error.message));
            Flag(false)
        })
    });
    if errors.is_empty() { Ok(StockingSchedule::of_week(week.map(|flag| flag.0))) } else { Err(errors) }
}
