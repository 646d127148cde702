//! What became of what was sent: whether each fridge's last report is what is known of it, and how late reports are.

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

/// The last report of each fridge, as it was sent.
#[derive(Clone, Debug, Default)]
pub struct Sent {
    last: HashMap<LocationId, Instant>,
    first: Option<Instant>,
    /// Messages of all kinds.
    pub messages: usize,
}

impl Sent {
    /// Notes what is sent.
    pub fn note(&mut self, messages: &[Message]) {
        self.messages += messages.len();
        for message in messages.iter().filter(|message| message.kind == Kind::HealthReport) {
            let last = self.last.entry(message.location_id.clone()).or_insert(message.occurred_at);
            *last = message.occurred_at.max(*last);
            self.first = Some(self.first.map_or(message.occurred_at, |first| first.min(message.occurred_at)));
        }
    }

    /// The fridges of which something else is known than their last report.
    fn missing(&self, known: &[Latest]) -> usize {
        let known: HashMap<_, _> = known.iter().map(|latest| (&latest.location_id, latest.timestamp)).collect();
        self.last.iter().filter(|(id, at)| known.get(id) != Some(at)).count()
    }
}

/// How long things took: from when they occurred to when they were received.
#[derive(Clone, Debug, Default)]
pub struct Lags(Vec<Duration>);

impl Lags {
    /// Notes one.
    pub fn note(&mut self, occurred: Instant, received: Instant) {
        self.0.push(received.since(occurred));
    }

    fn percentile(&self, percent: usize) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let last = sorted.len().saturating_sub(1);
        sorted.get(last * percent / 100).copied().unwrap_or_default()
    }
}

impl fmt::Display for Lags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |percent| self.percentile(percent).as_seconds_f64();
        write!(formatter, "p50 {:.2} s, p95 {:.2} s, max {:.2} s", seconds(50), seconds(95), seconds(100))
    }
}

/// What fridges told last, as it is stored.
#[derive(Debug)]
pub struct Stored {
    latest: LatestStore,
}

impl FromEnvironment for Stored {
    fn from_environment(environment: &Environment) -> shared::Result<Self> {
        Ok(Self { latest: LatestStore::from_environment(environment)? })
    }
}

impl Stored {
    /// How many fridges' last reports are not what is known of them.
    ///
    /// # Errors
    /// Where the table cannot be read; likewise below.
    pub async fn missing(&self, sent: &Sent) -> Result<usize> {
        Ok(sent.missing(&self.of(sent.last.keys().cloned().collect()).await?))
    }

    /// How late the last reports of some fridges were received: those whose turn it is in the `round`.
    pub async fn sample(&self, sent: &Sent, round: usize, lags: &mut Lags) -> Result<()> {
        let mut ids: Vec<&LocationId> = sent.last.keys().collect();
        ids.sort();
        let some = ids.into_iter().skip(round % SAMPLED).step_by(SAMPLED).cloned().collect();
        // What was known before says nothing of what is sent.
        let latest = self.of(some).await?.into_iter();
        for latest in latest.filter(|latest| sent.first.is_some_and(|first| latest.timestamp >= first)) {
            lags.note(latest.timestamp, latest.received_at);
        }
        Ok(())
    }

    /// What is known of these fridges.
    pub async fn of(&self, ids: BTreeSet<LocationId>) -> Result<Vec<Latest>> {
        Ok(self.latest.get_all(&ids).await?)
    }
}

/// Of so many fridges one is sampled at a time, another each time.
const SAMPLED: usize = 20;

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
    fn a_fridge_is_missing_where_its_last_report_is_not_what_is_known() {
        let (early, late) = ("2026-11-21T10:00:00.000Z", "2026-11-21T10:01:00.000Z");
        let mut sent = Sent::default();
        sent.note(&[report("A", late), report("A", early), report("B", late), report("C", early)]);
        assert_eq!(sent.messages, 4);
        assert_eq!(sent.missing(&[latest("A", late), latest("B", early)]), 2);
        assert_eq!(sent.missing(&[latest("A", late), latest("B", late), latest("C", early), latest("D", late)]), 0);
    }

    #[test]
    fn lags_are_told_by_percentiles() {
        let start: Instant = "2026-11-21T10:00:00.000Z".parse().unwrap();
        let mut lags = Lags::default();
        (1..=100).for_each(|tenths| lags.note(start, start.plus(Duration::milliseconds(100 * tenths))));
        assert_eq!(lags.to_string(), "p50 5.00 s, p95 9.50 s, max 10.00 s");
        assert_eq!(Lags::default().to_string(), "p50 0.00 s, p95 0.00 s, max 0.00 s");
    }
}
