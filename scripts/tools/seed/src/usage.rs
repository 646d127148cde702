//! What the console was used for in the last two weeks, as far as the usage page shows it.

use analytics::{
    model::{Event, PageView, RouteCall},
    rules,
    store::AnalyticsStore,
};
use anyhow::Result;
use chrono::Duration;
use fastrand::Rng;
use shared::{Environment, FromEnvironment, Instant};

/// Days before today.
const DAYS: i64 = 14;
/// Calls of the last days are kept themselves, not only counted.
const KEPT: i64 = 2;
/// A working day begins at 13:00 UTC, 7 or 8 in Chicago, and is so many minutes long.
const WORK: u32 = 600;

/// Routes, each with what a call takes in milliseconds and how often of 100 it is called.
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

/// Screens, each with how often of 100 it is visited.
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

/// Records two weeks of work of the staff.
pub async fn fill(environment: &Environment, emails: &[String], now: Instant) -> Result<()> {
    let store = AnalyticsStore::from_environment(environment)?;
    let midnight = now.utc().date_naive().and_time(chrono::NaiveTime::MIN).and_utc();
    let mut events = Vec::new();
    for (place, email) in emails.iter().enumerate() {
        let mut rng = Rng::with_seed(u64::try_from(place)?);
        for day in 1..=DAYS {
            let begins = Instant::from(midnight - Duration::days(day) + Duration::hours(13));
            events.extend(work(email, begins, &mut rng));
        }
    }
    store.put_counters(&rules::tally(&events)).await?;
    let since = now.plus(Duration::days(-KEPT));
    events.retain(|event| matches!(event, Event::Call(call) if call.at > since));
    Ok(store.put_events(&events).await?)
}

/// A person's day.
fn work(email: &str, begins: Instant, rng: &mut Rng) -> Vec<Event> {
    let mut events = Vec::new();
    for _ in 0..rng.u32(5..40) {
        let at =
            begins.plus(Duration::minutes(rng.u32(..WORK).into()) + Duration::milliseconds(rng.u32(..60_000).into()));
        let screen = pick(&SCREENS, rng).map(|(screen, _)| (*screen).to_owned());
        events.extend(screen.map(|screen| Event::View(PageView { id: id(rng), at, screen, user: email.into() })));
    }
    for _ in 0..rng.u32(3..25) {
        let at =
            begins.plus(Duration::minutes(rng.u32(..WORK).into()) + Duration::milliseconds(rng.u32(..60_000).into()));
        let weights = ROUTES.map(|(_, _, weight)| ((), weight));
        let route = weighted(&weights, rng).and_then(|place| ROUTES.get(place));
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

fn pick<'a, T>(of: &'a [(T, u32)], rng: &mut Rng) -> Option<&'a (T, u32)> {
    weighted(of, rng).and_then(|place| of.get(place))
}

fn weighted<T>(of: &[(T, u32)], rng: &mut Rng) -> Option<usize> {
    let mut left = rng.u32(..of.iter().map(|(_, weight)| weight).sum::<u32>());
    of.iter().position(|(_, weight)| {
        let here = left < *weight;
        left = left.saturating_sub(*weight);
        here
    })
}

fn id(rng: &mut Rng) -> String {
    uuid::Uuid::from_u128(rng.u128(..)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_s_work_is_the_same_each_time_and_of_screens_that_the_server_takes() {
        let day = || work("ann@larder.example", "2026-11-20T13:00:00Z".parse().unwrap(), &mut Rng::with_seed(1));
        assert_eq!(day(), day());
        assert!(day().len() >= 8);
        let known = rules::screens().unwrap();
        assert!(SCREENS.iter().all(|(screen, _)| known.contains(*screen)));
    }
}
