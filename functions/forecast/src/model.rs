//! Stored form of the forecast, and its rows in REST responses.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The forecast of all items that are allocated on one day. A day is one table item, so that the days of a file can be
/// written in one transaction.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct ForecastDay {
    /// The day on which the items are allocated.
    pub date: NaiveDate,
    /// The forecast of each item, by item name.
    pub rows: BTreeMap<String, Forecast>,
}

/// The forecast of one item on one day.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Forecast {
    /// Forecast quantity.
    pub quantity: u32,
    /// The production day. Absent if no file specified one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub production_date: Option<NaiveDate>,
}

/// A row of a REST response. The field names (Item, Quantity, Date) are fixed by the API.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct ForecastRow {
    item: String,
    quantity: u32,
    /// The allocation day.
    date: NaiveDate,
    /// The production day; null if no file specified one.
    production_date: Option<NaiveDate>,
}

/// Response with forecast rows.
#[derive(Debug, JsonSchema, Serialize)]
pub struct ForecastRows {
    /// The rows, ordered by day and item.
    pub items: Vec<ForecastRow>,
}

impl ForecastDay {
    /// Returns a day without forecasts.
    pub fn empty(date: NaiveDate) -> Self {
        Self { date, rows: BTreeMap::new() }
    }

    /// Returns the day's rows, ordered by item.
    pub fn into_rows(self) -> impl Iterator<Item = ForecastRow> {
        let date = self.date;
        self.rows.into_iter().map(move |(item, forecast)| forecast.into_row(item, date))
    }
}

impl Forecast {
    /// Returns the row of an item on a day.
    pub fn into_row(self, item: String, date: NaiveDate) -> ForecastRow {
        let Self { quantity, production_date } = self;
        ForecastRow { item, quantity, date, production_date }
    }
}
