//! `ReportStore` reads and writes the Reports table. Each kind of report is a series, ordered by time.

use crate::model::{DriverLogEntry, EmptyChannel, StockOut, Temperature};
use chrono::Duration;
use locations::model::LocationId;
use serde::Serialize;
use shared::{
    Environment, FromEnvironment, Instant, Page, Result,
    table::FromItem,
    timeline::{EntryKey, Timeline},
};
use std::ops::Range;
use uuid::Uuid;

/// Retention of reports: a year and some days.
const RETENTION: Duration = Duration::days(400);

/// A kind of report.
pub trait Report: Serialize + FromItem {
    /// The name of the series in the table.
    const SERIES: &'static str;

    /// Returns location and time of the report.
    fn origin(&self) -> (&LocationId, Instant);
}

macro_rules! reports {
    ($($report:ident),+) => {
        $(impl Report for $report {
            const SERIES: &'static str = stringify!($report);

            fn origin(&self) -> (&LocationId, Instant) {
                (&self.location_id, self.at)
            }
        })+
    };
}

reports!(DriverLogEntry, EmptyChannel, StockOut, Temperature);

/// The Reports table.
#[derive(Clone, Debug)]
pub struct ReportStore(Timeline);

impl FromEnvironment for ReportStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self(Timeline::from_environment(environment, "REPORTS_TABLE", RETENTION)?))
    }
}

impl ReportStore {
    /// Stores a report. A repeated report changes nothing.
    pub async fn put<T: Report>(&self, id: Uuid, report: &T) -> Result<()> {
        let (location, at) = report.origin();
        let key = EntryKey { series: T::SERIES, at, shard_by: location.as_str(), id: &id.to_string() };
        self.0.put(key, report).await
    }

    /// Stores reports of one kind without a condition. Used by the seeder.
    pub async fn put_all<T: Report>(&self, reports: &[(Uuid, T)]) -> Result<()> {
        let ids: Vec<String> = reports.iter().map(|(id, _)| id.to_string()).collect();
        let entries = reports.iter().zip(&ids).map(|((_, report), id)| {
            let (location, at) = report.origin();
            (EntryKey { series: T::SERIES, at, shard_by: location.as_str(), id }, report)
        });
        self.0.put_all(entries).await
    }

    /// Returns one page of about `count` reports of one kind in the time range, oldest first. A page can be short or
    /// empty. The last page has no `next_token`.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] if the token does not belong to this list.
    pub async fn page<T: Report>(
        &self,
        range: Range<Instant>,
        count: u32,
        next_token: Option<&str>,
    ) -> Result<Page<T>> {
        self.0.page(T::SERIES, range, count, next_token).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::DriverLogStep;
    use shared::table;

    #[test]
    fn reads_stored_reports_back_unchanged() {
        let temperature = Temperature {
            location_id: "FRIDGE_1".parse().unwrap(),
            at: "2026-11-22T20:00:00Z".parse().unwrap(),
            temperature: 38.4,
            assigned_route: Some("chi_ana".into()),
            driver: None,
        };
        let item = table::to_item(&temperature).unwrap();
        assert_eq!(table::from_item::<Temperature>("Reports", "moment", item).unwrap(), temperature);
        let entry = DriverLogEntry {
            location_id: "FRIDGE_1".parse().unwrap(),
            at: "2026-11-22T20:00:00Z".parse().unwrap(),
            request_id: "r-1".into(),
            step: DriverLogStep::Error,
            uuid: "u-1".into(),
            operation: "openDoor".into(),
            error: Some("no answer".into()),
        };
        let item = table::to_item(&entry).unwrap();
        assert_eq!(item["type"].as_s().map(String::as_str), Ok("error"));
        assert_eq!(table::from_item::<DriverLogEntry>("Reports", "moment", item).unwrap(), entry);
    }

    #[test]
    fn each_kind_of_report_has_its_series() {
        let names = [DriverLogEntry::SERIES, EmptyChannel::SERIES, StockOut::SERIES, Temperature::SERIES];
        assert_eq!(names, ["DriverLogEntry", "EmptyChannel", "StockOut", "Temperature"]);
    }
}
