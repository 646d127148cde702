//! Editing what is forecast of one item on one day.

use crate::{
    model::{Forecast, ForecastRow},
    rules,
    store::{ForecastStore, Stored},
    view,
};
use chrono::NaiveDate;
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{
    Error, FieldError, Request, Result,
    audit::{self, AuditTable, Change, Subject},
    dynamo::{self, Transaction},
};

/// How often it is tried again where somebody edits another item of the same day meanwhile.
const TRIES: u32 = 5;

/// The body of `PUT /forecast/update` (spec, section 7), and the quantity that the person saw.
#[derive(Debug, Deserialize)]
pub struct UpdateForecast {
    #[serde(default)]
    item: String,
    #[serde(default)]
    quantity: Value,
    #[serde(default)]
    date: String,
    #[serde(default)]
    seen: Option<u32>,
}

/// Stores how many of an item are forecast for a day. The same number again changes nothing.
///
/// # Errors
/// [`Error::Invalid`] with everything that is wrong; [`Error::NotFound`] where nothing is forecast of the item on that
/// day; [`Error::Conflict`] with the quantity that is stored, where that is not the one that the caller saw.
pub async fn update_forecast(
    (store, audit): &(ForecastStore, AuditTable),
    Request { permit, now, input }: Request<UpdateForecast>,
) -> Result<ForecastRow> {
    let Edit { item, date, quantity, seen } = check(input)?;
    for _ in 0..TRIES {
        let stored = store.get(date).await?;
        let Some((Stored { mut day, version, since }, before)) = of_item(stored, &item) else {
            return Err(Error::NotFound(format!("Nothing is forecast of {item} on {date}")));
        };
        let after = Forecast { quantity, ..before.clone() };
        if after == before {
            return Ok(after.told(item, date));
        }
        if seen.is_some_and(|seen| seen != before.quantity) {
            return Err(Error::Conflict {
                message: format!("Somebody changed {item} to {} meanwhile. Nothing was saved.", before.quantity),
                current: Some(json!(before.told(item, date))),
            });
        }
        day.rows.insert(item.clone(), after.clone());
        let change = Change {
            attribute: "quantity".into(),
            from: Some(json!(before.quantity)),
            to: Some(json!(after.quantity)),
        };
        let at = now.or_after(since);
        let entry = audit::Entry::new(Subject::Forecast(date, &item), "UPDATED", &permit, at).with(vec![change]);
        let actions = vec![store.put(&day, Some(version), permit.user(), at)?, audit.put(&entry)?];
        if dynamo::transact(store.client(), actions).await? == Transaction::Written {
            return Ok(after.told(item, date));
        }
    }
    Err(Error::conflict("Others are editing the forecast of this day as well. Nothing was saved. Please try again."))
}

#[derive(Debug)]
struct Edit {
    item: String,
    date: NaiveDate,
    quantity: u32,
    seen: Option<u32>,
}

fn of_item(stored: Option<Stored>, item: &str) -> Option<(Stored, Forecast)> {
    let stored = stored?;
    let forecast = stored.day.rows.get(item)?.clone();
    Some((stored, forecast))
}

fn check(UpdateForecast { item, quantity, date, seen }: UpdateForecast) -> Result<Edit> {
    let item = item.trim().to_owned();
    let written = match quantity {
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.trim().to_owned(),
        _ => String::new(),
    };
    let (quantity, day) = (rules::whole("Quantity", &written), view::parse("date", &date));
    let item_fault = rules::item_fault(&item).map(|message| FieldError::new("item", message));
    match (item_fault, quantity, day) {
        (None, Ok(quantity), Ok(date)) => Ok(Edit { item, date, quantity, seen }),
        (item, quantity, day) => {
            let mut wrong: Vec<FieldError> = item.into_iter().collect();
            wrong.extend(quantity.err().map(|message| FieldError::new("quantity", message)));
            wrong.extend(day.err().iter().flat_map(Error::fields).cloned());
            Err(Error::Invalid(wrong))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_is_wrong_with_an_edit_is_told_by_field() {
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
