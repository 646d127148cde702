//! The schedule of drivers, kept up to date with the stack's routes.

use chrono::Duration;
use shared::Instant;
use simulate::{fleet::Fleet, world::World};

/// Refreshes the drivers' schedule every 15 minutes and at the start of each day, because routes change.
pub(crate) struct DriverPlan {
    /// All driver messages up to this time were sent. Later ones are sent late, with their original times, if the
    /// simulator did not run when they were due.
    sent_until: Instant,
    refreshed: Option<Instant>,
}

impl DriverPlan {
    /// A plan whose messages up to `sent_until` were sent.
    pub(crate) fn new(sent_until: Instant) -> Self {
        Self { sent_until, refreshed: None }
    }

    /// Replaces the drivers' steps in `world` if the schedule is due for a refresh.
    pub(crate) async fn refresh_if_due(&mut self, fleet: &Fleet, world: &mut World, seed: u64, now: Instant) {
        let (interval, today) = (Duration::minutes(15), now.central_date());
        if self.refreshed.is_some_and(|at| now.since(at) < interval && at.central_date() == today) {
            self.sent_until = now;
            return;
        }
        match fleet.driver_steps(today, seed).await {
            Ok(steps) => {
                world.set_driver_steps(steps.into_iter().filter(|step| step.at > self.sent_until).collect());
                (self.sent_until, self.refreshed) = (now, Some(now));
            }
            Err(error) => eprintln!("{now} could not read the routes: {error:#}"),
        }
    }
}
