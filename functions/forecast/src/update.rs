//! `PUT /forecast/update`: edits the forecast of one item on one day.

use crate::{
    model::{Forecast, ForecastRow},
    rules,
    store::{ForecastStore, Stored},
    view,
};
use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{
    Error, FieldError, Request, Result,
    audit::{self, AuditTable, Change, Subject},
    table::Transaction,
};

/// Attempts to write while other users edit other items of the same day.
const MAX_ATTEMPTS: u32 = 5;

/// The body of `PUT /forecast/update`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(extend("required" = ["item", "quantity", "date"]))]
pub struct UpdateForecast {
    /// The item.
    #[serde(default)]
    #[schemars(length(min = 1, max = rules::MAX_ITEM_CHARS))]
    item: String,
    /// The new quantity.
    #[serde(default)]
    #[schemars(with = "u32", range(max = rules::MAX_QUANTITY))]
    quantity: Value,
    /// The allocation day.
    #[serde(default)]
    #[schemars(with = "NaiveDate")]
    date: String,
    /// The quantity that the caller saw before the edit.
    #[serde(default, rename = "seen")]
    expected_quantity: Option<u32>,
}

/// Stores the forecast quantity of an item on a day. A call with the stored quantity changes nothing.
///
/// # Errors
/// [`Error::Invalid`] with all invalid fields; [`Error::NotFound`] if the item has no forecast on that day;
/// [`Error::Conflict`] with the stored quantity, if it is not the one that the caller saw.
pub async fn update_forecast(
    (store, audit): &(ForecastStore, AuditTable),
    Request { permit, now, input }: Request<UpdateForecast>,
) -> Result<ForecastRow> {
    let Edit { item, date, quantity, expected_quantity } = check(input)?;
    for _ in 0..MAX_ATTEMPTS {
        let stored = store.get(date).await?;
        let Some((Stored { mut day, version, updated_at }, before)) = forecast_of(stored, &item) else {
            return Err(Error::NotFound(format!("There is no forecast for {item} on {date}")));
        };
        let after = Forecast { quantity, ..before.clone() };
        if after == before {
            return Ok(after.into_row(item, date));
        }
        if expected_quantity.is_some_and(|expected| expected != before.quantity) {
            return Err(Error::Conflict {
                message: format!("Another user changed {item} to {}. Your change was not saved.", before.quantity),
                current: Some(json!(before.into_row(item, date))),
            });
        }
        day.rows.insert(item.clone(), after.clone());
        let change = Change {
            attribute: "quantity".into(),
            from: Some(json!(before.quantity)),
            to: Some(json!(after.quantity)),
        };
        let at = now.or_after(updated_at);
        let entry = audit::Entry::new(Subject::Forecast(date, &item), "UPDATED", &permit, at).with(vec![change]);
        let put = store.put(&day, Some(version), permit.user(), at)?;
        if Transaction::new().with(put).audited(audit, &entry)?.send(store.client()).await?.is_written() {
            return Ok(after.into_row(item, date));
        }
    }
    Err(Error::conflict("Other users are editing this day's forecast. Your change was not saved. Please try again."))
}

#[derive(Debug)]
struct Edit {
    item: String,
    date: NaiveDate,
    quantity: u32,
    expected_quantity: Option<u32>,
}

fn forecast_of(stored: Option<Stored>, item: &str) -> Option<(Stored, Forecast)> {
    let stored = stored?;
    let forecast = stored.day.rows.get(item)?.clone();
    Some((stored, forecast))
}

fn check(UpdateForecast { item, quantity, date, expected_quantity }: UpdateForecast) -> Result<Edit> {
    let item = item.trim().to_owned();
    let quantity = match quantity {
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.trim().to_owned(),
        _ => String::new(),
    };
    let (quantity, day) = (rules::parse_quantity("Quantity", &quantity), view::parse("date", &date));
    let item_fault = rules::item_fault(&item).map(|message| FieldError::new("item", message));
    match (item_fault, quantity, day) {
        (None, Ok(quantity), Ok(date)) => Ok(Edit { item, date, quantity, expected_quantity }),
        (item, quantity, day) => {
            let mut errors: Vec<FieldError> = item.into_iter().collect();
            errors.extend(quantity.err().map(|message| FieldError::new("quantity", message)));
            errors.extend(day.err().iter().flat_map(Error::fields).cloned());
            Err(Error::Invalid(errors))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_an_edit_with_all_invalid_fields() {
        let input = |body: Value| serde_json::from_value::<UpdateForecast>(body).unwrap();
        let fields = |body: Value| {
            let error = check(input(body)).unwrap_err();
            error.fields().iter().map(|error| error.field.clone()).collect::<Vec<_>>()
        };
        assert_eq!(fields(json!({})), ["item", "quantity", "date"]);
        assert_eq!(fields(json!({ "item": "A", "quantity": -1, "date": "2026-11-23" })), ["quantity"]);
        assert_eq!(fields(json!({ "item": "A", "quantity": 1.5, "date": "2026/11/23" })), ["quantity", "date"]);
        assert_eq!(check(input(json!({ "item": " A ", "quantity": 0, "date": "2026-11-23" }))).unwrap().item, "A");
    }
}
