//! What is stored of pars, named as `infra/schema.graphql` names it.

use chrono::NaiveDate;
use jit::model::StockingId;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What one stocking of a location is filled up to: written together, and replaced together.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Pars {
    /// The stocking: its drop-off day, its location, and which one of the location's day it is.
    pub stocking_id: StockingId,
    /// The business day on which it is delivered.
    pub delivery_date: NaiveDate,
    /// Whether food is allocated to it just in time.
    pub jit: bool,
    /// By the item's name.
    pub items: BTreeMap<String, Par>,
}

/// What a stocking has of one item.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Par {
    /// How many there are to be.
    pub par: u32,
    /// How many more may be brought where there is food to spare.
    pub over_capacity_amount: Decimal,
    /// Whether it goes first where there is not enough of it.
    pub priority_boost: bool,
}
