//! What is stored of a forecast, and how the spec names it.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The forecast of one day: of all items that are allocated on it. It is written as one, so that a file's days are
/// stored together or not at all.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct ForecastDay {
    /// The day on which the items are allocated.
    pub date: NaiveDate,
    /// By the item's name.
    pub rows: BTreeMap<String, Forecast>,
}

/// What is forecast of one item.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Forecast {
    /// How many.
    pub quantity: u32,
    /// The day on which they are produced; absent where no file told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub production_date: Option<NaiveDate>,
}

/// A row of the forecast as the spec (section 3) names it: Item, Quantity, Date.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct ForecastRow {
    item: String,
    quantity: u32,
    date: NaiveDate,
    production_date: Option<NaiveDate>,
}

/// Rows of the forecast.
#[derive(Debug, Serialize)]
pub struct ForecastRows {
    /// By day, then by item.
    pub items: Vec<ForecastRow>,
}

impl ForecastDay {
    /// A day of which nothing is forecast.
    pub fn empty(date: NaiveDate) -> Self {
        Self { date, rows: BTreeMap::new() }
    }

    /// Its rows, by item.
    pub fn told(self) -> impl Iterator<Item = ForecastRow> {
        let date = self.date;
        self.rows.into_iter().map(move |(item, forecast)| forecast.told(item, date))
    }
}

impl Forecast {
    /// The row of an item's day.
    pub fn told(self, item: String, date: NaiveDate) -> ForecastRow {
        let Self { quantity, production_date } = self;
        ForecastRow { item, quantity, date, production_date }
    }
}
