//! What becomes of what is sent.
#![expect(clippy::print_stdout, reason = "a command says what it did on stdout")]

use anyhow::{Result, ensure};
use chrono::{Duration, Utc};
use shared::{Environment, FromEnvironment, Instant};
use simulate::{
    measure::{Lags, Sent, Stored},
    message::Message,
};
use std::time;

/// Watches it.
pub(crate) struct Outcome {
    stored: Stored,
    sent: Sent,
    lags: Lags,
    round: usize,
    looked: Option<Instant>,
}

impl Outcome {
    /// Looks so often how late reports are.
    const EVERY: Duration = Duration::seconds(15);
    /// Waits so long for the last of them.
    const PATIENCE: Duration = Duration::minutes(10);

    pub(crate) fn begin(environment: &Environment) -> Result<Self> {
        let stored = Stored::from_environment(environment)?;
        Ok(Self { stored, sent: Sent::default(), lags: Lags::default(), round: 0, looked: None })
    }

    /// Notes what is sent now, and sometimes looks how late reports are.
    pub(crate) async fn note(&mut self, messages: &[Message], now: Instant) {
        self.sent.note(messages);
        if now.since(*self.looked.get_or_insert(now)) >= Self::EVERY {
            (self.looked, self.round) = (Some(now), self.round + 1);
            if let Err(error) = self.stored.sample(&self.sent, self.round, &mut self.lags).await {
                eprintln!("{error:#}");
            }
        }
    }

    /// Waits for the last reports, and tells.
    pub(crate) async fn end(mut self) -> Result<()> {
        let ended = now();
        let mut missing = self.stored.missing(&self.sent).await?;
        while missing > 0 && now().since(ended) < Self::PATIENCE {
            tokio::time::sleep(time::Duration::from_secs(1)).await;
            missing = self.stored.missing(&self.sent).await?;
        }
        self.stored.sample(&self.sent, self.round, &mut self.lags).await?;
        let late = now().since(ended).as_seconds_f64();
        println!(
            "{} messages sent; {missing} fridges' last reports lost; all was there {late:.1} s after the last",
            self.sent.messages
        );
        println!("from a fridge to ingest: {}", self.lags);
        ensure!(missing == 0, "reports were lost");
        Ok(())
    }
}

fn now() -> Instant {
    Utc::now().into()
}
