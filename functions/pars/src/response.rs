//! Pars in GraphQL responses.

use crate::model::{Par, Pars};
use chrono::NaiveDate;
use jit::model::StockingId;
use locations::model::LocationId;
use rust_decimal::Decimal;
use serde::{Serialize, Serializer, ser::Error as _};
use serde_json::Number;

/// The pars of one stocking.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ParsResponse {
    stocking_id: StockingId,
    drop_off_date: NaiveDate,
    location: LocationId,
    stocking_index: u32,
    delivery_date: NaiveDate,
    jit: bool,
    items: Vec<ParResponse>,
}

/// The par of one item.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ParResponse {
    item_name: String,
    count: u32,
    #[serde(serialize_with = "serialize_number")]
    over_capacity_amount: Decimal,
    priority_boost: bool,
}

/// The size of a stocking and of an item in a response without the item's name and the id, in bytes.
const SIZES: (usize, usize) = (250, 92);

/// The estimated size of pars in a response.
pub(crate) fn estimated_bytes(pars: &Pars) -> usize {
    let (stocking, item) = SIZES;
    let items: usize = pars.items.keys().map(|name| item + name.len()).sum();
    stocking + 2 * pars.stocking_id.location.as_str().len() + items
}

/// Converts pars to a list, ordered by item name.
pub fn par_responses(pars: Pars) -> Vec<ParResponse> {
    let par_response = |(item_name, Par { par, over_capacity_amount, priority_boost })| ParResponse {
        item_name,
        count: par,
        over_capacity_amount,
        priority_boost,
    };
    pars.items.into_iter().map(par_response).collect()
}

impl From<Pars> for ParsResponse {
    fn from(pars: Pars) -> Self {
        let StockingId { drop_off_date, location, stocking_index } = pars.stocking_id.clone();
        Self {
            stocking_id: pars.stocking_id.clone(),
            drop_off_date,
            location,
            stocking_index,
            delivery_date: pars.delivery_date,
            jit: pars.jit,
            items: par_responses(pars),
        }
    }
}

/// Serializes a decimal as a JSON number, because the schema type is Float.
fn serialize_number<S: Serializer>(decimal: &Decimal, serializer: S) -> Result<S::Ok, S::Error> {
    decimal.to_string().parse::<Number>().map_err(S::Error::custom)?.serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_decimal::dec;
    use serde_json::json;
    use std::collections::BTreeMap;

    #[test]
    fn serializes_over_capacity_amounts_as_numbers() {
        let par = |over| Par { par: 4, over_capacity_amount: over, priority_boost: false };
        let pars = Pars {
            stocking_id: "2026-11-23#A#1".parse().unwrap(),
            delivery_date: "2026-11-23".parse().unwrap(),
            jit: true,
            items: BTreeMap::from([("B".into(), par(dec!(2.5))), ("A".into(), par(dec!(3)))]),
        };
        let response = json!(ParsResponse::from(pars));
        assert_eq!(response["items"][0]["overCapacityAmount"], 3);
        assert_eq!(response["items"][0]["itemName"], "A");
        assert_eq!(response["items"][1]["overCapacityAmount"], json!(2.5));
    }
}
