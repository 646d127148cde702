//! Pars as the schema has them.

use crate::model::{Par, Pars};
use chrono::NaiveDate;
use jit::model::StockingId;
use locations::model::LocationId;
use rust_decimal::Decimal;
use serde::{Serialize, Serializer, ser::Error as _};
use serde_json::Number;

/// What one stocking of a location is filled up to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToldPars {
    stocking_id: StockingId,
    drop_off_date: NaiveDate,
    location: LocationId,
    stocking_index: u32,
    delivery_date: NaiveDate,
    jit: bool,
    items: Vec<ToldPar>,
}

/// What a stocking has of one item.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToldPar {
    item_name: String,
    count: u32,
    #[serde(serialize_with = "number")]
    over_capacity_amount: Decimal,
    priority_boost: bool,
}

/// By the items' names.
pub fn items(pars: Pars) -> Vec<ToldPar> {
    let told = |(item_name, Par { par, over_capacity_amount, priority_boost })| ToldPar {
        item_name,
        count: par,
        over_capacity_amount,
        priority_boost,
    };
    pars.items.into_iter().map(told).collect()
}

impl From<Pars> for ToldPars {
    fn from(pars: Pars) -> Self {
        let StockingId { drop_off_date, location, stocking_index } = pars.stocking_id.clone();
        Self {
            stocking_id: pars.stocking_id.clone(),
            drop_off_date,
            location,
            stocking_index,
            delivery_date: pars.delivery_date,
            jit: pars.jit,
            items: items(pars),
        }
    }
}

/// A decimal as the number that JSON has for it: the schema says Float.
fn number<S: Serializer>(decimal: &Decimal, serializer: S) -> Result<S::Ok, S::Error> {
    decimal.to_string().parse::<Number>().map_err(S::Error::custom)?.serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_decimal::dec;
    use serde_json::json;
    use std::collections::BTreeMap;

    #[test]
    fn an_over_capacity_amount_is_a_number_to_who_asks() {
        let par = |over| Par { par: 4, over_capacity_amount: over, priority_boost: false };
        let pars = Pars {
            stocking_id: "2026-11-23#A#1".parse().unwrap(),
            delivery_date: "2026-11-23".parse().unwrap(),
            jit: true,
            items: BTreeMap::from([("B".into(), par(dec!(2.5))), ("A".into(), par(dec!(3)))]),
        };
        let told = json!(ToldPars::from(pars));
        assert_eq!((&told["items"][0]["overCapacityAmount"], &told["items"][0]["itemName"]), (&json!(3), &json!("A")));
        assert_eq!(told["items"][1]["overCapacityAmount"], json!(2.5));
    }
}
