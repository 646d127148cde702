//! The JSON Schemas of new and edited locations. The rules read these inputs as JSON values, so that each field has its
//! own error message; the types here only describe the inputs to callers.

#![expect(dead_code, reason = "the types exist for their schemas")]

use crate::model::{
    AccessTo, Address, LocationId, LocationTimeZone, SerialPort, State, StockingSchedule, UpdateReason, Vertical,
    WorkHours,
};
use chrono::NaiveDate;
use rust_decimal::Decimal;
use schemars::{JsonSchema, json_schema};

/// 0 or 1, as a number or as text.
struct FlagInput;

shared::inline_schema!(FlagInput, "FlagInput", { json_schema!({ "enum": [0, 1, "0", "1"] }) });

/// A whole number, as a number or as text.
pub(crate) struct WholeNumber;

shared::inline_schema!(WholeNumber, "WholeNumber", {
    json_schema!({ "type": ["integer", "string"], "minimum": 0, "pattern": "^\\d+$" })
});

/// The attributes that an edit can set. Decimals are numbers or texts. `null` removes a value.
#[derive(JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("required" = []))]
pub(crate) struct EditedAttributes {
    /// Who can reach the fridge.
    access_to: AccessTo,
    /// The postal address.
    address: Address,
    /// Whether the site is closed because of COVID-19.
    covid19: FlagInput,
    /// The device address of the card reader.
    device_address: Option<String>,
    /// The name of the fridge schema.
    fridge_schema: String,
    /// Whether the holiday screen is shown.
    holiday_screen_enabled: FlagInput,
    /// The last day of the holiday screen.
    holiday_screen_end_date: Option<NaiveDate>,
    /// Whether the holiday screen uses an image for this fridge.
    holiday_screen_fridge_specific: FlagInput,
    /// The first day of the holiday screen.
    holiday_screen_start_date: Option<NaiveDate>,
    /// The opening hours as text: `24 Hours`, unless `workHours` is present.
    hours: String,
    /// The IP address or company host name.
    ip: String,
    /// Degrees north, with at most 7 decimals.
    latitude: Decimal,
    /// The name of the planogram.
    layout_name: String,
    /// Degrees east, with at most 7 decimals.
    longitude: Decimal,
    /// The first day of sales.
    online_date: NaiveDate,
    /// Percent from 0 to 100, with at most 2 decimals.
    percentage: Decimal,
    /// The name of the price template.
    price_map_template: String,
    /// Whether the fridge receives food.
    prod: FlagInput,
    /// The status that customers see.
    #[schemars(with = "String", extend("enum" = ["LIVE", "OFFLINE"]))]
    public_status: (),
    /// Whether customers can order on their phones.
    reserve: FlagInput,
    /// The driver's route.
    route: Option<String>,
    /// The port of the fridge's controller.
    serial_port: Option<SerialPort>,
    /// Whether the fridge sells.
    #[schemars(with = "String", extend("enum" = ["LIVE", "OFFLINE"]))]
    status: (),
    /// The days on which the fridge is stocked.
    stocking_schedule: StockingSchedule,
    /// The position on the route, from 0 to 1000.
    stop: WholeNumber,
    /// Percent from 0 to 30, with at most 3 decimals.
    tax_rate: Decimal,
    /// The time zone.
    time_zone: LocationTimeZone,
    /// The reasons of a change of `prod` or `reserve`.
    update_reason: UpdateReason,
    /// The kind of site.
    vertical: Vertical,
    /// The opening hours.
    work_hours: WorkHours,
}

/// A new location. Decimals are numbers or texts.
#[derive(JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("required" = [
    "id", "street", "city", "state", "zipCode", "directions", "fridgeSchema", "latitude", "longitude", "layoutName",
    "onlineDate", "prettyName", "priceMapTemplate", "taxRate",
]))]
pub(crate) struct NewLocation {
    /// The id of the location.
    id: LocationId,
    /// Who can reach the fridge; `Private` by default.
    access_to: AccessTo,
    /// House number and street.
    street: String,
    /// City.
    city: String,
    /// State.
    state: State,
    /// ZIP code: five digits, or nine with a dash.
    #[schemars(regex(pattern = r"^\d{5}(-\d{4})?$"))]
    zip_code: String,
    /// The commission: a number of at least 0 with at most 3 decimals.
    base_commission: Decimal,
    /// How to find the fridge.
    directions: String,
    /// The name of the fridge schema.
    fridge_schema: String,
    /// Whether the holiday screen is shown; 0 by default.
    holiday_screen_enabled: FlagInput,
    /// Whether the holiday screen uses an image for this fridge; 0 by default.
    holiday_screen_fridge_specific: FlagInput,
    /// The first day of the holiday screen.
    holiday_screen_start_date: NaiveDate,
    /// The last day of the holiday screen.
    holiday_screen_end_date: NaiveDate,
    /// The opening hours as text: `24 Hours`, or 1 for 24 hours. Other values require `workHours`.
    #[schemars(with = "String", extend("type" = ["integer", "string"]))]
    hours: (),
    /// Degrees north, with 1 to 7 decimals.
    latitude: Decimal,
    /// Degrees east, with 1 to 7 decimals.
    longitude: Decimal,
    /// The name of the planogram.
    layout_name: String,
    /// The first day of sales.
    online_date: NaiveDate,
    /// Percent from 0 to 100, with at most 2 decimals; 0 by default.
    percentage: Decimal,
    /// The name that customers see.
    pretty_name: String,
    /// The name of the price template.
    price_map_template: String,
    /// Whether the fridge receives food; 0 by default.
    prod: FlagInput,
    /// The status that customers see; `OFFLINE` by default.
    #[schemars(with = "String", extend("enum" = ["LIVE", "OFFLINE"]))]
    public_status: (),
    /// Whether customers can order on their phones; 0 by default.
    reserve: FlagInput,
    /// The driver's route.
    route: String,
    /// Whether the fridge sells; `OFFLINE` by default.
    #[schemars(with = "String", extend("enum" = ["LIVE", "OFFLINE"]))]
    status: (),
    /// The position on the route; 0 by default.
    stop: WholeNumber,
    /// Percent from 0 to 29.999, with at most 3 decimals.
    tax_rate: Decimal,
    /// The time zone; `CHICAGO` by default.
    time_zone: LocationTimeZone,
    /// The kind of site; `Office` by default.
    vertical: Vertical,
    /// The days on which the fridge is stocked; by default those of the time zone.
    stocking_schedule: StockingSchedule,
    /// The opening hours; around the clock by default.
    work_hours: WorkHours,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Attribute, OfferedNames, create, create::tests::fridge, edit::UPDATE_REASON};
    use schemars::SchemaGenerator;
    use serde_json::{Map, Value};
    use shared::FieldError;
    use std::collections::BTreeSet;
    use strum::IntoEnumIterator;

    fn properties<T: JsonSchema>() -> BTreeSet<String> {
        let schema = SchemaGenerator::default().into_root_schema_for::<T>();
        schema.get("properties").unwrap().as_object().unwrap().keys().cloned().collect()
    }

    fn create_errors(form: &Map<String, Value>) -> Vec<FieldError> {
        create(form, &OfferedNames::default(), fridge().last_modified).unwrap_err()
    }

    #[test]
    fn the_schema_of_an_edit_has_the_editable_attributes() {
        let names = Attribute::iter().map(|attribute| attribute.to_string());
        let expected: BTreeSet<_> = names.chain([UPDATE_REASON.to_owned(), "hours".to_owned()]).collect();
        assert_eq!(properties::<EditedAttributes>(), expected);
    }

    #[test]
    fn the_schema_of_a_new_location_requires_the_fields_without_a_default() {
        let schema = SchemaGenerator::default().into_root_schema_for::<NewLocation>();
        let required = schema.get("required").unwrap().as_array().unwrap();
        let required: Vec<_> = required.iter().map(|name| name.as_str().unwrap()).collect();
        let errors = create_errors(&Map::new());
        assert_eq!(errors.iter().map(|error| error.field.as_str()).collect::<Vec<_>>(), required);
    }

    #[test]
    fn the_schema_of_a_new_location_has_only_fields_of_a_new_location() {
        let form = properties::<NewLocation>().into_iter().map(|name| (name, Value::Null)).collect();
        let errors = create_errors(&form);
        assert!(errors.iter().all(|error| !error.message.ends_with("is not a field of a new location")), "{errors:?}");
    }
}
