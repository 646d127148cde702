//! The fridge orders of days. Source: the spec of planning and reporting, sections 3, 7 and 9.

use chrono::NaiveDate;
use locations::{model::LocationId, rules::Field};
use orders::{model::Order, store::OrderStore};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{Error, FieldError, Page, Result, error::all_valid, page};

/// The most orders on a page, and how many there are where no count is given.
const PAGE: u32 = 1000;
/// The most days of one call.
const DAYS: i64 = 31;

/// Arguments of `ordersByDay`.
///
/// An order is of the day on which it is dropped off. The spec asks for it by two days and once for each of fifteen: the
/// call answers what is dropped off from the first of them to the second, so that one day is both.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OrdersByDayArguments {
    production_date: Value,
    delivery_date: Value,
    #[serde(default)]
    count: Option<i64>,
    #[serde(default)]
    next_token: Option<String>,
}

/// An order as the schema has it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeOrder {
    client_code: String,
    order_owner: String,
    order_type: String,
    location_id: LocationId,
    unique_id: String,
    address_for_delivery: Option<String>,
    delivery_date: NaiveDate,
    drop_off_date: NaiveDate,
    delivery_special_notes: Option<String>,
    order_upload_id: Option<String>,
    stocking_index: u32,
}

impl From<Order> for FridgeOrder {
    fn from(order: Order) -> Self {
        Self {
            client_code: order.client_code,
            order_owner: order.order_owner,
            order_type: order.order_type,
            location_id: order.location_id,
            unique_id: order.unique_id,
            address_for_delivery: order.address_for_delivery,
            delivery_date: order.delivery_date,
            drop_off_date: order.drop_off_date,
            delivery_special_notes: order.delivery_special_notes,
            order_upload_id: order.order_upload_id,
            stocking_index: order.stocking_index,
        }
    }
}

/// Where the list stopped: the day, and where in it (none: it was not begun).
type Position = (NaiveDate, Option<String>);

/// What is asked for.
#[derive(Debug, PartialEq)]
struct Asked {
    first: NaiveDate,
    last: NaiveDate,
    count: u32,
}

/// The orders that are dropped off from one day to another, day by day; what was taken back is not among them. A page
/// may be short, or empty, and still have a next one.
///
/// # Errors
/// [`Error::Invalid`] with everything that is wrong with the days, the count and the token.
pub async fn orders_by_day(store: &OrderStore, arguments: OrdersByDayArguments) -> Result<Page<FridgeOrder>> {
    let asked = asked(&arguments)?;
    let (date, inner) = match arguments.next_token.as_deref() {
        Some(token) => position(&asked, page::decode_token(token)?)?,
        None => (asked.first, None),
    };
    let Page { items, next_token } = store.of_day(date, asked.count, inner.as_deref()).await?;
    let next: Option<Position> = match (next_token, date.succ_opt()) {
        (Some(inner), _) => Some((date, Some(inner))),
        (None, Some(next)) if next <= asked.last => Some((next, None)),
        (None, _) => None,
    };
    let next_token = next.as_ref().map(page::encode_token).transpose()?;
    let items = items.into_iter().filter(|order| !order.taken_back()).map(Into::into).collect();
    Ok(Page { items, next_token })
}

fn position(asked: &Asked, (date, inner): Position) -> Result<Position> {
    if (asked.first..=asked.last).contains(&date) { Ok((date, inner)) } else { Err(page::unknown_token()) }
}

fn asked(arguments: &OrdersByDayArguments) -> Result<Asked> {
    let mut errors = Vec::new();
    let mut day = |name, value| Field { name, value }.date().map_err(|error| errors.push(error)).ok();
    let first = day("productionDate", &arguments.production_date);
    let last = day("deliveryDate", &arguments.delivery_date);
    let count = u32::try_from(arguments.count.unwrap_or(PAGE.into())).ok().filter(|count| (1..=PAGE).contains(count));
    if count.is_none() {
        errors.push(FieldError::new("count", format!("count should be a number in the range of 1 to {PAGE}!")));
    }
    if let (Some(first), Some(last)) = (first, last) {
        if last < first {
            errors.push(FieldError::new("deliveryDate", "deliveryDate cannot be before productionDate"));
        } else if (last - first).num_days() >= DAYS {
            errors.push(FieldError::new("deliveryDate", format!("One call answers at most {DAYS} days")));
        }
    }
    all_valid(errors)?;
    let asked = first.zip(last).zip(count).map(|((first, last), count)| Asked { first, last, count });
    asked.ok_or_else(|| Error::internal("a day that is not wrong was not read"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn ask(arguments: Value) -> Result<Asked> {
        asked(&serde_json::from_value(arguments).unwrap())
    }

    #[test]
    fn orders_are_asked_for_by_their_first_and_last_day_1000_at_a_time() {
        let day: NaiveDate = "2026-11-23".parse().unwrap();
        let one = ask(json!({ "productionDate": "2026-11-23", "deliveryDate": "2026-11-23" })).unwrap();
        assert_eq!(one, Asked { first: day, last: day, count: 1000 });
        assert!(ask(json!({ "productionDate": "2026-11-01", "deliveryDate": "2026-12-01" })).is_ok());
        for (arguments, field) in [
            (json!({ "productionDate": "2026-11-23", "deliveryDate": "2026-11-22" }), "deliveryDate"),
            (json!({ "productionDate": "2026-11-01", "deliveryDate": "2026-12-02" }), "deliveryDate"),
            (json!({ "productionDate": "today", "deliveryDate": "2026-11-23" }), "productionDate"),
            (json!({ "productionDate": "2026-11-23", "deliveryDate": "2026-11-23", "count": 1001 }), "count"),
            (json!({ "productionDate": "2026-11-23", "deliveryDate": "2026-11-23", "count": 0 }), "count"),
        ] {
            assert_eq!(ask(arguments).unwrap_err().fields()[0].field, field);
        }
    }

    #[test]
    fn a_position_outside_the_days_is_unknown() {
        let asked = ask(json!({ "productionDate": "2026-11-23", "deliveryDate": "2026-11-24" })).unwrap();
        assert!(position(&asked, ("2026-11-24".parse().unwrap(), None)).is_ok());
        assert!(position(&asked, ("2026-11-25".parse().unwrap(), None)).is_err());
    }
}
