//! GraphQL query `ordersByDay`: the fridge orders of a range of drop-off days.

use chrono::NaiveDate;
use locations::{model::LocationId, rules::Field};
use orders::{model::Order, store::OrderStore};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{Error, FieldError, Page, Result, error::all_valid, page};

/// Maximum and default number of orders per page.
const MAX_ORDERS: u32 = 1000;
/// Maximum number of days per call.
const MAX_DAYS: i64 = 31;

/// Arguments of `ordersByDay`.
///
/// The range of drop-off days starts at `production_date` and ends at `delivery_date`, both included. The API fixes
/// these names. For a single day, both are equal.
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

/// An order in GraphQL responses.
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

/// List cursor: a day, and the cursor within the day (`None`: start of the day).
type Cursor = (NaiveDate, Option<String>);

/// Validated arguments.
#[derive(Debug, PartialEq)]
struct OrdersRequest {
    first: NaiveDate,
    last: NaiveDate,
    count: u32,
}

/// Returns one page of the orders of the drop-off days, day by day, without canceled orders. A page can be short or
/// empty and still have a next page.
///
/// # Errors
/// [`Error::Invalid`] with all invalid fields.
pub async fn orders_by_day(store: &OrderStore, arguments: OrdersByDayArguments) -> Result<Page<FridgeOrder>> {
    let request = parse_arguments(&arguments)?;
    let (date, inner) = match arguments.next_token.as_deref() {
        Some(token) => validate_cursor(&request, page::decode_token(token)?)?,
        None => (request.first, None),
    };
    let to_row = |order: Order| (!order.is_deleted()).then(|| FridgeOrder::from(order));
    let Page { items, next_token } = store.of_day(date, request.count, inner.as_deref(), to_row).await?;
    let next: Option<Cursor> = match (next_token, date.succ_opt()) {
        (Some(inner), _) => Some((date, Some(inner))),
        (None, Some(next)) if next <= request.last => Some((next, None)),
        (None, _) => None,
    };
    let next_token = next.as_ref().map(page::encode_token).transpose()?;
    Ok(Page { items, next_token })
}

fn validate_cursor(request: &OrdersRequest, (date, inner): Cursor) -> Result<Cursor> {
    if (request.first..=request.last).contains(&date) { Ok((date, inner)) } else { Err(page::unknown_token()) }
}

fn parse_arguments(arguments: &OrdersByDayArguments) -> Result<OrdersRequest> {
    let mut errors = Vec::new();
    let mut day = |name, value| Field { name, value }.date().map_err(|error| errors.push(error)).ok();
    let first = day("productionDate", &arguments.production_date);
    let last = day("deliveryDate", &arguments.delivery_date);
    let count = u32::try_from(arguments.count.unwrap_or(MAX_ORDERS.into()))
        .ok()
        .filter(|count| (1..=MAX_ORDERS).contains(count));
    if count.is_none() {
        errors.push(FieldError::new("count", format!("count should be a number in the range of 1 to {MAX_ORDERS}!")));
    }
    if let (Some(first), Some(last)) = (first, last) {
        if last < first {
            errors.push(FieldError::new("deliveryDate", "deliveryDate cannot be before productionDate"));
        } else if (last - first).num_days() >= MAX_DAYS {
            errors.push(FieldError::new("deliveryDate", format!("Request at most {MAX_DAYS} days at a time")));
        }
    }
    all_valid(errors)?;
    let request = first.zip(last).zip(count).map(|((first, last), count)| OrdersRequest { first, last, count });
    request.ok_or_else(|| Error::internal("a valid date was not parsed"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parse(arguments: Value) -> Result<OrdersRequest> {
        parse_arguments(&serde_json::from_value(arguments).unwrap())
    }

    #[test]
    fn parses_ranges_of_1_to_31_days_with_a_default_count_of_1000() {
        let day: NaiveDate = "2026-11-23".parse().unwrap();
        let one = parse(json!({ "productionDate": "2026-11-23", "deliveryDate": "2026-11-23" })).unwrap();
        assert_eq!(one, OrdersRequest { first: day, last: day, count: 1000 });
        assert!(parse(json!({ "productionDate": "2026-11-01", "deliveryDate": "2026-12-01" })).is_ok());
        for (arguments, field) in [
            (json!({ "productionDate": "2026-11-23", "deliveryDate": "2026-11-22" }), "deliveryDate"),
            (json!({ "productionDate": "2026-11-01", "deliveryDate": "2026-12-02" }), "deliveryDate"),
            (json!({ "productionDate": "today", "deliveryDate": "2026-11-23" }), "productionDate"),
            (json!({ "productionDate": "2026-11-23", "deliveryDate": "2026-11-23", "count": 1001 }), "count"),
            (json!({ "productionDate": "2026-11-23", "deliveryDate": "2026-11-23", "count": 0 }), "count"),
        ] {
            assert_eq!(parse(arguments).unwrap_err().fields()[0].field, field);
        }
    }

    #[test]
    fn rejects_cursors_outside_the_range() {
        let request = parse(json!({ "productionDate": "2026-11-23", "deliveryDate": "2026-11-24" })).unwrap();
        assert!(validate_cursor(&request, ("2026-11-24".parse().unwrap(), None)).is_ok());
        assert!(validate_cursor(&request, ("2026-11-25".parse().unwrap(), None)).is_err());
    }
}
