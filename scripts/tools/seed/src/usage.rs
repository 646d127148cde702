//! The usage of the console in the last two weeks, which the usage page shows.

use analytics::{
    model::{Event, PageView, RouteCall},
    rules,
    store::AnalyticsStore,
};
use anyhow::Result;
use chrono::Duration;
use fastrand::Rng;
use shared::{Environment, FromEnvironment, Instant};

/// The number of days before today with usage data.
const DAYS: i64 = 14;
/// The number of days whose calls are stored individually, in addition to the counters.
const CALL_RETENTION_DAYS: i64 = 2;
/// The length of a working day in minutes. It starts at 13:00 UTC, which is 7 or 8 a.m. in Chicago.
const WORKDAY_MINUTES: u32 = 600;

/// Routes, each with the usual duration of a call in milliseconds and its percentage of all calls.
const ROUTES: [(&str, f64, u32); 8] = [
    ("GET /locations/{id}/schedule", 9.0, 30),
    ("PATCH /locations/{id}", 22.0, 20),
    ("GET /uploads", 7.0, 15),
    ("POST /uploads", 12.0, 8),
    ("POST /uploads/{uploadId}/outcome", 11.0, 8),
    ("POST /locations", 26.0, 8),
    ("GET /users/permissions", 95.0, 6),
    ("POST /users/permissions", 40.0, 5),
];

/// Screens, each with its percentage of all page views.
const SCREENS: [(&str, u32); 10] = [
    ("/home", 18),
    ("/locations/all", 20),
    ("/locations/detail/:id?", 20),
    ("/reports/checkpoints", 12),
    ("/portfoliohealth", 9),
    ("/portfoliohealth/alerts", 6),
    ("/locations/view_routes", 6),
    ("/locations/update_routes", 4),
    ("/loginext", 3),
    ("/users/permissions", 2),
];

/// Stores the calls and page views of the staff.
pub async fn fill(environment: &Environment, emails: &[String], now: Instant) -> Result<()> {
    let store = AnalyticsStore::from_environment(environment)?;
    let midnight = now.utc().date_naive().and_time(chrono::NaiveTime::MIN).and_utc();
    let mut events = Vec::new();
    for (index, email) in emails.iter().enumerate() {
        let mut rng = Rng::with_seed(u64::try_from(index)?);
        for day in 1..=DAYS {
            let start = Instant::from(midnight - Duration::days(day) + Duration::hours(13));
            events.extend(workday_events(email, start, &mut rng));
        }
    }
    store.put_counters(&rules::tally(&events)).await?;
    let since = now.plus(Duration::days(-CALL_RETENTION_DAYS));
    events.retain(|event| matches!(event, Event::Call(call) if call.at > since));
    Ok(store.put_events(&events).await?)
}

/// A random time of the working day that starts at `start`.
fn random_time(start: Instant, rng: &mut Rng) -> Instant {
    let minutes = Duration::minutes(rng.u32(..WORKDAY_MINUTES).into());
    start.plus(minutes + Duration::milliseconds(rng.u32(..60_000).into()))
}

/// The page views and calls of one user on one day.
fn workday_events(email: &str, start: Instant, rng: &mut Rng) -> Vec<Event> {
    let mut events = Vec::new();
    for _ in 0..rng.u32(5..40) {
        let at = random_time(start, rng);
        let screen = pick(&SCREENS, rng).map(|(screen, _)| (*screen).to_owned());
        events.extend(screen.map(|screen| Event::View(PageView { id: id(rng), at, screen, user: email.into() })));
    }
    for _ in 0..rng.u32(3..25) {
        let at = random_time(start, rng);
        let weights = ROUTES.map(|(_, _, weight)| ((), weight));
        let route = pick_index(&weights, rng).and_then(|index| ROUTES.get(index));
        let Some((route, usual, _)) = route else { continue };
        let outcome = match rng.u32(..100) {
            0 => "Unavailable",
            1..=3 => "Invalid",
            4 => "Forbidden",
            _ => "Ok",
        };
        let milliseconds = usual * (0.6 + rng.f64()) * if rng.u32(..25) == 0 { 20.0 } else { 1.0 };
        let user = Some(email.to_owned());
        events.push(Event::Call(RouteCall {
            id: id(rng),
            at,
            route: (*route).into(),
            user,
            outcome: outcome.into(),
            milliseconds,
        }));
    }
    events
}

/// A random entry of `entries`, chosen by weight.
fn pick<'a, T>(entries: &'a [(T, u32)], rng: &mut Rng) -> Option<&'a (T, u32)> {
    pick_index(entries, rng).and_then(|index| entries.get(index))
}

/// The index of a random entry of `entries`, chosen by weight.
fn pick_index<T>(entries: &[(T, u32)], rng: &mut Rng) -> Option<usize> {
    let mut ticket = rng.u32(..entries.iter().map(|(_, weight)| weight).sum::<u32>());
    entries.iter().position(|(_, weight)| {
        let chosen = ticket < *weight;
        ticket = ticket.saturating_sub(*weight);
        chosen
    })
}

fn id(rng: &mut Rng) -> String {
    uuid::Uuid::from_u128(rng.u128(..)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_of_a_workday_are_reproducible_and_their_screens_are_known_to_the_server() {
        let day =
            || workday_events("ann@larder.example", "2026-11-20T13:00:00Z".parse().unwrap(), &mut Rng::with_seed(1));
        assert_eq!(day(), day());
        assert!(day().len() >= 8);
        let known = rules::screens().unwrap();
        assert!(SCREENS.iter().all(|(screen, _)| known.contains(*screen)));
    }
}
