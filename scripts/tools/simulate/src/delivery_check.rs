//! Checks whether the sent reports were stored, and how long that took.
#![expect(clippy::print_stdout, reason = "the command reports its result on stdout")]

use anyhow::{Result, ensure};
use chrono::{Duration, Utc};
use shared::{Environment, FromEnvironment, Instant};
use simulate::{
    measure::{Latencies, LatestReports, SentReports},
    message::Message,
};
use std::time;

/// Compares the sent reports with the stored ones.
pub(crate) struct DeliveryCheck {
    stored: LatestReports,
    sent: SentReports,
    latencies: Latencies,
    round: usize,
    last_sample: Option<Instant>,
}

impl DeliveryCheck {
    /// The time between two samples of the latency.
    const SAMPLE_INTERVAL: Duration = Duration::seconds(15);
    /// How long to wait at the end until the last reports are stored.
    const MAX_WAIT: Duration = Duration::minutes(3);
    /// How many lost reports are printed.
    const MAX_NAMED: usize = 10;

    pub(crate) fn new(environment: &Environment) -> Result<Self> {
        let stored = LatestReports::from_environment(environment)?;
        Ok(Self { stored, sent: SentReports::default(), latencies: Latencies::default(), round: 0, last_sample: None })
    }

    /// Records sent messages, and samples the latency if a sample is due.
    pub(crate) async fn record(&mut self, messages: &[Message], now: Instant) {
        self.sent.record(messages);
        if now.since(*self.last_sample.get_or_insert(now)) >= Self::SAMPLE_INTERVAL {
            (self.last_sample, self.round) = (Some(now), self.round + 1);
            if let Err(error) = self.stored.sample_latencies(&self.sent, self.round, &mut self.latencies).await {
                eprintln!("{now} could not read the stored reports: {error:#}");
            }
        }
    }

    /// Waits until the last reports are stored, and prints the result.
    pub(crate) async fn finish(mut self) -> Result<()> {
        let ended = now();
        let mut missing = self.stored.missing(&self.sent).await?;
        while !missing.is_empty() && now().since(ended) < Self::MAX_WAIT {
            tokio::time::sleep(time::Duration::from_secs(1)).await;
            missing = self.stored.missing(&self.sent).await?;
        }
        self.stored.sample_latencies(&self.sent, self.round, &mut self.latencies).await?;
        let waited = now().since(ended).as_seconds_f64();
        println!(
            "{} messages sent; last reports lost: {}; waited {waited:.1} s for the last report",
            self.sent.messages,
            missing.len()
        );
        println!("latency from fridge to ingest: {}", self.latencies);
        for report in missing.iter().take(Self::MAX_NAMED) {
            println!("{report}");
        }
        ensure!(missing.is_empty(), "{} reports were lost", missing.len());
        Ok(())
    }
}

fn now() -> Instant {
    Utc::now().into()
}
