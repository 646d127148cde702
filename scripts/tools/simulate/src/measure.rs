//! Measures delivery: whether the last report of each fridge was stored, and how long delivery takes.

use crate::message::{Kind, Message};
use anyhow::Result;
use chrono::Duration;
use health::{model::Latest, store::LatestStore};
use locations::model::LocationId;
use shared::{Environment, FromEnvironment, Instant};
use std::{
    collections::{BTreeSet, HashMap},
    fmt,
};

/// The time of the last report that was sent for each fridge.
#[derive(Clone, Debug, Default)]
pub struct SentReports {
    last: HashMap<LocationId, Instant>,
    first: Option<Instant>,
    /// The number of messages of all kinds.
    pub messages: usize,
}

impl SentReports {
    /// Records sent messages.
    pub fn record(&mut self, messages: &[Message]) {
        self.messages += messages.len();
        for message in messages.iter().filter(|message| message.kind == Kind::HealthReport) {
            let last = self.last.entry(message.location_id.clone()).or_insert(message.occurred_at);
            *last = message.occurred_at.max(*last);
            self.first = Some(self.first.map_or(message.occurred_at, |first| first.min(message.occurred_at)));
        }
    }

    /// The fridges whose stored report is not the last one that was sent.
    fn missing(&self, stored: &[Latest]) -> Vec<MissingReport> {
        let stored: HashMap<_, _> = stored.iter().map(|latest| (&latest.location_id, latest.timestamp)).collect();
        let missing = |(id, sent): (&LocationId, &Instant)| {
            let stored = stored.get(id).copied();
            (stored != Some(*sent)).then(|| MissingReport { fridge: id.clone(), sent: *sent, stored })
        };
        self.last.iter().filter_map(missing).collect()
    }
}

/// A report that was sent and is not stored.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct MissingReport {
    fridge: LocationId,
    sent: Instant,
    /// The time of the stored report, if there is one.
    stored: Option<Instant>,
}

impl fmt::Display for MissingReport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fridge, sent, stored } = self;
        let stored = stored.map_or_else(|| "no report".into(), |at| format!("that of {at}"));
        write!(formatter, "{fridge} sent a report at {sent}, and {stored} is stored")
    }
}

/// Measured latencies, from the time in the report to its receipt.
#[derive(Clone, Debug, Default)]
pub struct Latencies(Vec<Duration>);

impl Latencies {
    /// Records one latency.
    pub fn record(&mut self, occurred: Instant, received: Instant) {
        self.0.push(received.since(occurred));
    }

    fn percentile(&self, percent: usize) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let last = sorted.len().saturating_sub(1);
        sorted.get(last * percent / 100).copied().unwrap_or_default()
    }
}

impl fmt::Display for Latencies {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |percent| self.percentile(percent).as_seconds_f64();
        write!(formatter, "p50 {:.2} s, p95 {:.2} s, max {:.2} s", seconds(50), seconds(95), seconds(100))
    }
}

/// The latest stored report of each fridge.
#[derive(Debug)]
pub struct LatestReports {
    store: LatestStore,
}

impl FromEnvironment for LatestReports {
    fn from_environment(environment: &Environment) -> shared::Result<Self> {
        Ok(Self { store: LatestStore::from_environment(environment)? })
    }
}

impl LatestReports {
    /// The fridges whose stored report is not the last one that was sent.
    ///
    /// # Errors
    /// If the table cannot be read. The same applies to the functions below.
    pub async fn missing(&self, sent: &SentReports) -> Result<Vec<MissingReport>> {
        Ok(sent.missing(&self.get(sent.last.keys().cloned().collect()).await?))
    }

    /// Adds the latencies of some fridges' last reports to `latencies`. Each `round` samples other fridges.
    pub async fn sample_latencies(&self, sent: &SentReports, round: usize, latencies: &mut Latencies) -> Result<()> {
        let mut ids: Vec<&LocationId> = sent.last.keys().collect();
        ids.sort();
        let sample = ids.into_iter().skip(round % SAMPLE_ONE_IN).step_by(SAMPLE_ONE_IN).cloned().collect();
        // Reports that were stored before the first sent message say nothing about the latency.
        let latest = self.get(sample).await?.into_iter();
        for latest in latest.filter(|latest| sent.first.is_some_and(|first| latest.timestamp >= first)) {
            latencies.record(latest.timestamp, latest.received_at);
        }
        Ok(())
    }

    /// The latest stored reports of these fridges.
    pub async fn get(&self, ids: BTreeSet<LocationId>) -> Result<Vec<Latest>> {
        Ok(self.store.get_all(&ids).await?)
    }
}

/// One fridge in this many is sampled in a round.
const SAMPLE_ONE_IN: usize = 20;

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn report(id: &str, at: &str) -> Message {
        Message::new(Kind::HealthReport, &id.parse().unwrap(), at.parse().unwrap(), json!({}))
    }

    fn latest(id: &str, at: &str) -> Latest {
        serde_json::from_value(json!({
            "locationId": id, "timestamp": at, "receivedAt": at, "messageId": uuid::Uuid::nil(), "health": {},
        }))
        .unwrap()
    }

    #[test]
    fn lists_fridges_whose_stored_report_is_not_the_last_one_sent() {
        let (early, late) = ("2026-11-21T10:00:00.000Z", "2026-11-21T10:01:00.000Z");
        let mut sent = SentReports::default();
        sent.record(&[report("A", late), report("A", early), report("B", late), report("C", early)]);
        assert_eq!(sent.messages, 4);
        let missing = sent.missing(&[latest("A", late), latest("B", early)]);
        let mut missing: Vec<String> = missing.iter().map(MissingReport::to_string).collect();
        missing.sort();
        let expected = [
            format!("B sent a report at {late}, and that of {early} is stored"),
            format!("C sent a report at {early}, and no report is stored"),
        ];
        assert_eq!(missing, expected);
        let all = [latest("A", late), latest("B", late), latest("C", early), latest("D", late)];
        assert_eq!(sent.missing(&all), []);
    }

    #[test]
    fn latencies_are_displayed_as_percentiles() {
        let start: Instant = "2026-11-21T10:00:00.000Z".parse().unwrap();
        let mut latencies = Latencies::default();
        (1..=100).for_each(|tenths| latencies.record(start, start.plus(Duration::milliseconds(100 * tenths))));
        assert_eq!(latencies.to_string(), "p50 5.00 s, p95 9.50 s, max 10.00 s");
        assert_eq!(Latencies::default().to_string(), "p50 0.00 s, p95 0.00 s, max 0.00 s");
    }
}
