//! The table of reports: a series for each kind, in the order of time. The only module that knows its keys.

use crate::model::{DriverLogEntry, EmptyChannel, StockOut, Temperature};
use chrono::Duration;
use locations::model::LocationId;
use serde::{Serialize, de::DeserializeOwned};
use shared::{
    Environment, FromEnvironment, Instant, Page, Result,
    timeline::{Place, Timeline},
};
use std::ops::Range;
use uuid::Uuid;

/// Reports are asked about for a year.
const LIVES: Duration = Duration::days(400);

/// What is reported.
pub trait Report: Serialize + DeserializeOwned {
    /// The name of its series.
    const SERIES: &'static str;

    /// Where and when it was.
    fn place(&self) -> (&LocationId, Instant);
}

macro_rules! reports {
    ($($report:ident),+) => {
        $(impl Report for $report {
            const SERIES: &'static str = stringify!($report);

            fn place(&self) -> (&LocationId, Instant) {
                (&self.location_id, self.at)
            }
        })+
    };
}

reports!(DriverLogEntry, EmptyChannel, StockOut, Temperature);

/// The table of reports.
#[derive(Clone, Debug)]
pub struct ReportStore(Timeline);

impl FromEnvironment for ReportStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self(Timeline::from_environment(environment, "REPORTS_TABLE", LIVES)?))
    }
}

impl ReportStore {
    /// Stores a report. The same one again changes nothing.
    pub async fn put<T: Report>(&self, id: Uuid, report: &T) -> Result<()> {
        let (location, at) = report.place();
        let place = Place { series: T::SERIES, at, by: location.as_str(), id: &id.to_string() };
        self.0.put(place, report).await
    }

    /// Stores many reports of one kind: for the seeder.
    pub async fn put_all<T: Report>(&self, reports: &[(Uuid, T)]) -> Result<()> {
        let ids: Vec<String> = reports.iter().map(|(id, _)| id.to_string()).collect();
        let entries = reports.iter().zip(&ids).map(|((_, report), id)| {
            let (location, at) = report.place();
            (Place { series: T::SERIES, at, by: location.as_str(), id }, report)
        });
        self.0.put_all(entries).await
    }

    /// A page of about `count` reports of one kind in the range of time, oldest first. A page may be short, or empty:
    /// what has no `next_token` is the last.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] where the token is not one that this gave out.
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
    use shared::dynamo;

    #[test]
    fn a_stored_report_reads_back_as_it_was() {
        let temperature = Temperature {
            location_id: "FRIDGE_1".parse().unwrap(),
            at: "2026-11-22T20:00:00Z".parse().unwrap(),
            temperature: 38.4,
            assigned_route: Some("chi_ana".into()),
            driver: None,
        };
        let item = dynamo::to_item(&temperature).unwrap();
        assert_eq!(dynamo::from_item::<Temperature>("Reports", "moment", item).unwrap(), temperature);
        let entry = DriverLogEntry {
            location_id: "FRIDGE_1".parse().unwrap(),
            at: "2026-11-22T20:00:00Z".parse().unwrap(),
            request_id: "r-1".into(),
            step: DriverLogStep::Error,
            uuid: "u-1".into(),
            operation: "openDoor".into(),
            error: Some("no answer".into()),
        };
        let item = dynamo::to_item(&entry).unwrap();
        assert_eq!(item["type"].as_s().map(String::as_str), Ok("error"));
        assert_eq!(dynamo::from_item::<DriverLogEntry>("Reports", "moment", item).unwrap(), entry);
    }

    #[test]
    fn each_kind_of_report_is_a_series_of_its_own() {
        let names = [DriverLogEntry::SERIES, EmptyChannel::SERIES, StockOut::SERIES, Temperature::SERIES];
        assert_eq!(names, ["DriverLogEntry", "EmptyChannel", "StockOut", "Temperature"]);
    }
}
