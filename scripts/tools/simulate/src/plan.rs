//! What drivers have to do, kept up with the stack.

use chrono::Duration;
use shared::Instant;
use simulate::{fleet::Fleet, world::World};

/// What drivers do is planned anew each quarter of an hour, and for each new day: routes change.
pub(crate) struct Plan {
    /// What they did up to then was told: of what they did while nothing was sent, the rest is told late.
    told: Instant,
    planned: Option<Instant>,
}

impl Plan {
    /// A plan of which everything up to `told` was told.
    pub(crate) fn from(told: Instant) -> Self {
        Self { told, planned: None }
    }

    /// Hands drivers what they have to do, where it is time.
    pub(crate) async fn keep(&mut self, fleet: &Fleet, world: &mut World, seed: u64, now: Instant) {
        let (every, today) = (Duration::minutes(15), now.central_date());
        if self.planned.is_some_and(|planned| now.since(planned) < every && planned.central_date() == today) {
            self.told = now;
            return;
        }
        match fleet.steps(today, seed).await {
            Ok(steps) => {
                world.drive(steps.into_iter().filter(|step| step.at > self.told).collect());
                (self.told, self.planned) = (now, Some(now));
            }
            Err(error) => eprintln!("{now} no routes: {error:#}"),
        }
    }
}
