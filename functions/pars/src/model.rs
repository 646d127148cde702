//! Stored form of pars. The field names match `infra/schema.graphql`.

use chrono::NaiveDate;
use jit::model::StockingId;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The par group of one stocking. It is written and replaced as a whole.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Pars {
    /// The stocking: drop-off day, location and stocking index.
    pub stocking_id: StockingId,
    /// The delivery day, a business day.
    pub delivery_date: NaiveDate,
    /// Whether JIT is planned for the stocking.
    pub jit: bool,
    /// The pars, by item name.
    pub items: BTreeMap<String, Par>,
}

/// The par of one item.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Par {
    /// Target quantity.
    pub par: u32,
    /// Additional quantity that can be delivered if there is surplus food.
    pub over_capacity_amount: Decimal,
    /// Whether the item has priority if there is not enough of it.
    pub priority_boost: bool,
}
