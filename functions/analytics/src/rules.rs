//! Rules for counting events and for computing usage from counters. No clock, no I/O.

use crate::model::{DayUsage, Event, PageView, PersonUsage, RouteCall, RouteUsage, ScreenUsage, Usage};
use chrono::NaiveDate;
use serde::Deserialize;
use shared::{Error, Instant, Result, telemetry::REST_CALL};
use std::collections::{BTreeMap, BTreeSet};

/// Upper bounds of the latency counters, in milliseconds. A call counts under the first bound that it does not exceed.
pub const LATENCY_BOUNDS_MS: [u64; 10] = [10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000];
/// Counter names for [`LATENCY_BOUNDS_MS`]. The last counter holds slower calls.
const LATENCY_COUNTERS: [&str; 11] = ["t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9", "t10"];
/// The path patterns of the web app's route table, as a JSON array. A test of the web app compares them with its
/// routes.
const SCREENS: &str = include_str!("../screens.json");
/// Maximum age of a page view, in milliseconds. Older views are rejected.
pub const MAX_VIEW_AGE_MS: i64 = 24 * 60 * 60 * 1000;

/// Identifies the counters of one route, screen or user on one day.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct CounterKey {
    /// The day, in Central time.
    pub day: NaiveDate,
    /// `ROUTE#…`, `SCREEN#…` or `PERSON#…`.
    pub entry: String,
}

/// Counters by name.
pub type Counters = BTreeMap<String, u64>;

/// A log line that `shared::telemetry` writes. Only the fields of an event are read.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LogLine {
    #[serde(rename = "_aws")]
    aws: EmbeddedMetrics,
    event: String,
    request_id: String,
    operation: String,
    user: Option<String>,
    outcome: String,
    milliseconds: f64,
}

#[derive(Deserialize)]
struct EmbeddedMetrics {
    #[serde(rename = "Timestamp")]
    timestamp: i64,
}

/// Parses the REST call in a log line. Returns `None` for any other line.
pub fn parse_call(line: &str) -> Option<RouteCall> {
    let line: LogLine = serde_json::from_str(line).ok()?;
    let is_call = line.event == REST_CALL && line.milliseconds.is_finite() && line.milliseconds >= 0.0;
    let at = chrono::DateTime::from_timestamp_millis(line.aws.timestamp).filter(|_| is_call)?;
    Some(RouteCall {
        id: line.request_id,
        at: at.into(),
        route: line.operation,
        user: line.user,
        outcome: line.outcome,
        milliseconds: line.milliseconds,
    })
}

/// Returns the path patterns of the web app's screens.
///
/// # Errors
/// An internal error if `screens.json` is not a list of strings. A test rules this out.
pub fn screens() -> Result<BTreeSet<String>> {
    serde_json::from_str(SCREENS).map_err(Error::internal)
}

/// Returns the counters that the event increments.
pub fn counters_of(event: &Event) -> Vec<(CounterKey, Counters)> {
    match event {
        Event::Call(call) => call_counts(call),
        Event::View(view) => view_counts(view),
    }
}

fn call_counts(call: &RouteCall) -> Vec<(CounterKey, Counters)> {
    let day = call.at.central_date();
    let mut route = Counters::from([("calls".to_owned(), 1), ("microseconds".to_owned(), microseconds(call))]);
    route.insert(latency_counter(call).to_owned(), 1);
    let mut person = Counters::from([("calls".to_owned(), 1)]);
    if let Some(counter) = counter_of(&call.outcome) {
        route.insert(counter.to_owned(), 1);
        if counter != "rejected" {
            person.insert(counter.to_owned(), 1);
        }
    }
    let mut counts = vec![(CounterKey { day, entry: format!("ROUTE#{}", call.route) }, route)];
    counts.extend(call.user.as_ref().map(|user| (CounterKey { day, entry: format!("PERSON#{user}") }, person)));
    counts
}

fn view_counts(view: &PageView) -> Vec<(CounterKey, Counters)> {
    let day = view.at.central_date();
    let one = || Counters::from([("views".to_owned(), 1)]);
    vec![
        (CounterKey { day, entry: format!("SCREEN#{}", view.screen) }, one()),
        (CounterKey { day, entry: format!("PERSON#{}", view.user) }, one()),
    ]
}

/// Returns the additional counter of an outcome, if it has one.
fn counter_of(outcome: &str) -> Option<&'static str> {
    match outcome {
        "Ok" => None,
        "Forbidden" => Some("refused"),
        "Invalid" | "NotFound" | "Conflict" => Some("rejected"),
        _ => Some("failures"),
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a call takes minutes at most")]
fn microseconds(call: &RouteCall) -> u64 {
    (call.milliseconds * 1e3).round() as u64
}

fn latency_counter(call: &RouteCall) -> &'static str {
    let within = |bound: &&u64| microseconds(call) <= **bound * 1000;
    let index = LATENCY_BOUNDS_MS.iter().position(|bound| within(&bound)).unwrap_or(LATENCY_BOUNDS_MS.len());
    LATENCY_COUNTERS.get(index).copied().unwrap_or("t10")
}

/// Adds up the counters of all events, one entry per key.
pub fn tally<'a>(events: impl IntoIterator<Item = &'a Event>) -> BTreeMap<CounterKey, Counters> {
    let mut all: BTreeMap<CounterKey, Counters> = BTreeMap::new();
    for (key, counters) in events.into_iter().flat_map(counters_of) {
        add(all.entry(key).or_default(), &counters);
    }
    all
}

fn add(to: &mut Counters, counters: &Counters) {
    for (name, count) in counters {
        *to.entry(name.clone()).or_default() += count;
    }
}

/// Computes the usage from the counters of several days.
pub fn compute_usage(counters: impl IntoIterator<Item = (CounterKey, Counters)>) -> Usage {
    let mut days: BTreeMap<NaiveDate, DayUsage> = BTreeMap::new();
    let (mut routes, mut screens) = (BTreeMap::<String, Counters>::new(), BTreeMap::<String, Counters>::new());
    let mut people = Vec::new();
    for (CounterKey { day, entry }, counters) in counters {
        let date = days.entry(day).or_insert(DayUsage { date: day, calls: 0, failures: 0, views: 0, people: 0 });
        let count = |name: &str| counters.get(name).copied().unwrap_or_default();
        match entry.split_once('#') {
            Some(("ROUTE", route)) => {
                date.calls += count("calls");
                date.failures += count("failures");
                add(routes.entry(route.to_owned()).or_default(), &counters);
            }
            Some(("SCREEN", screen)) => {
                date.views += count("views");
                add(screens.entry(screen.to_owned()).or_default(), &counters);
            }
            Some(("PERSON", user)) => {
                date.people += 1;
                people.push(PersonUsage {
                    date: day,
                    user: user.to_owned(),
                    calls: count("calls"),
                    refused: count("refused"),
                    failures: count("failures"),
                    views: count("views"),
                });
            }
            _ => {}
        }
    }
    let mut routes: Vec<RouteUsage> =
        routes.into_iter().map(|(route, counters)| route_usage(route, &counters)).collect();
    routes.sort_by_key(|route| std::cmp::Reverse(route.calls));
    let views = |counters: Counters| counters.get("views").copied().unwrap_or_default();
    let mut screens: Vec<ScreenUsage> =
        screens.into_iter().map(|(screen, counters)| ScreenUsage { screen, views: views(counters) }).collect();
    screens.sort_by_key(|screen| std::cmp::Reverse(screen.views));
    people.sort_by(|one, other| (one.date, &one.user).cmp(&(other.date, &other.user)));
    Usage { days: days.into_values().collect(), routes, screens, people }
}

#[expect(clippy::cast_precision_loss, reason = "counts and times of a month are far below 2^52")]
fn route_usage(route: String, counters: &Counters) -> RouteUsage {
    let count = |name: &str| counters.get(name).copied().unwrap_or_default();
    let calls = count("calls");
    let mean = if calls == 0 { 0.0 } else { count("microseconds") as f64 / calls as f64 };
    RouteUsage {
        route,
        calls,
        refused: count("refused"),
        rejected: count("rejected"),
        failures: count("failures"),
        mean_milliseconds: (mean / 100.0).round() / 10.0,
        most_milliseconds: p95_bound(counters),
    }
}

/// Returns the smallest of [`LATENCY_BOUNDS_MS`] that at least 95 % of the calls did not exceed.
fn p95_bound(counters: &Counters) -> Option<u64> {
    let counts = LATENCY_COUNTERS.map(|counter| counters.get(counter).copied().unwrap_or_default());
    let all: u64 = counts.iter().sum();
    let mut within = 0;
    let mut bounds = counts.iter().zip(LATENCY_BOUNDS_MS);
    bounds.find_map(|(count, bound)| {
        within += count;
        (within * 100 >= all * 95 && all > 0).then_some(bound)
    })
}

/// Returns the days from `from` to `to`, both included, or `None` if there are none or more than `limit`.
pub fn days(from: NaiveDate, to: NaiveDate, limit: usize) -> Option<BTreeSet<NaiveDate>> {
    let days: BTreeSet<NaiveDate> = from.iter_days().take(limit + 1).take_while(|day| *day <= to).collect();
    (1..=limit).contains(&days.len()).then_some(days)
}

/// Returns the time of a view from its age in milliseconds, or `None` if the age is not valid.
pub fn viewed_at(now: Instant, ago: i64) -> Option<Instant> {
    (0..=MAX_VIEW_AGE_MS).contains(&ago).then(|| now.plus(chrono::Duration::milliseconds(-ago)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;
    use serde_json::json;

    fn line(event: &str) -> String {
        let aws = json!({"Timestamp": 1_795_255_200_000_i64, "CloudWatchMetrics": []});
        json!({
            "_aws": aws, "level": "INFO", "operation": "GET /uploads", "event": event, "requestId": "r1",
            "user": "ann@larder.example", "outcome": "Ok", "start": "warm", "milliseconds": 12.345, "failures": 0,
        })
        .to_string()
    }

    fn called(outcome: &str, milliseconds: f64) -> Event {
        let call = parse_call(&line(REST_CALL)).unwrap();
        Event::Call(RouteCall { outcome: outcome.into(), milliseconds, ..call })
    }

    fn viewed(screen: &str, user: &str, at: &str) -> Event {
        Event::View(PageView { id: "v".into(), at: at.parse().unwrap(), screen: screen.into(), user: user.into() })
    }

    #[test]
    fn parses_route_user_outcome_and_duration_of_a_rest_call() {
        let call = parse_call(&line(REST_CALL)).unwrap();
        assert_eq!(call.route, "GET /uploads");
        assert_eq!(call.user.as_deref(), Some("ann@larder.example"));
        assert_eq!(call.outcome, "Ok");
        assert_eq!(call.milliseconds.to_string(), "12.345");
        assert_eq!(call.id.as_str(), "r1");
        assert_eq!(call.at.to_string().as_str(), "2026-11-21T10:00:00.000Z");
    }

    #[rstest]
    #[case::another_event(&line("Other"))]
    #[case::not_json("CWL CONTROL MESSAGE: Checking health of destination")]
    #[case::platform_report(r#"{"type":"platform.report","record":{"requestId":"RestCall"}}"#)]
    fn ignores_other_log_lines(#[case] line: &str) {
        assert_eq!(parse_call(line), None);
    }

    #[rstest]
    #[case("Ok", &["calls"])]
    #[case("Forbidden", &["calls", "refused"])]
    #[case("Invalid", &["calls", "rejected"])]
    #[case("Conflict", &["calls", "rejected"])]
    #[case("Unavailable", &["calls", "failures"])]
    fn an_outcome_increments_its_counter(#[case] outcome: &str, #[case] expected: &[&str]) {
        let all = tally([&called(outcome, 1.0)]);
        let route = all.iter().find(|(key, _)| key.entry == "ROUTE#GET /uploads").unwrap().1;
        let names: Vec<&str> =
            route.keys().map(String::as_str).filter(|name| !name.starts_with('t') && *name != "microseconds").collect();
        assert_eq!(names, expected);
    }

    #[test]
    fn counts_events_by_their_central_date() {
        let all =
            tally([&viewed("/home", "a@b", "2026-11-22T05:59:59Z"), &viewed("/home", "a@b", "2026-11-22T06:00:00Z")]);
        let days: BTreeSet<String> = all.keys().map(|key| key.day.to_string()).collect();
        assert_eq!(days.into_iter().collect::<Vec<_>>(), ["2026-11-21", "2026-11-22"]);
    }

    #[rstest]
    #[case("/locations/detail/:id?", true)]
    #[case("/home", true)]
    #[case("/*", true)]
    #[case("/locations/detail/FRIDGE_1", false)]
    #[case("home", false)]
    #[case("/users?text=ann", false)]
    #[case("/no-such-screen", false)]
    fn accepts_only_paths_of_the_route_table(#[case] path: &str, #[case] is_accepted: bool) {
        assert_eq!(screens().unwrap().contains(path), is_accepted);
    }

    #[test]
    fn usage_has_the_mean_and_the_95th_percentile() {
        let mut events: Vec<Event> = (0..19).map(|_| called("Ok", 20.0)).collect();
        events.push(called("Unavailable", 3000.0));
        let usage = compute_usage(tally(&events));
        let [route] = usage.routes.as_slice() else { panic!("{:?}", usage.routes) };
        assert_eq!(route.calls, 20);
        assert_eq!(route.failures, 1);
        assert_eq!(route.most_milliseconds, Some(25));
        assert!((route.mean_milliseconds - 169.0).abs() < 0.01);
        assert_eq!(p95_bound(&Counters::from([("t10".into(), 1)])), None);
        let [person] = usage.people.as_slice() else { panic!("{:?}", usage.people) };
        assert_eq!(person.calls, 20);
        assert_eq!(person.failures, 1);
        assert_eq!(person.views, 0);
        assert_eq!(usage.days.iter().map(|day| (day.calls, day.people)).collect::<Vec<_>>(), [(20, 1)]);
    }

    #[rstest]
    #[case("2026-11-21", "2026-11-21", Some(1))]
    #[case("2026-11-01", "2026-11-30", Some(30))]
    #[case("2026-11-01", "2026-12-02", None)]
    #[case("2026-11-22", "2026-11-21", None)]
    fn accepts_ranges_of_1_to_31_days(#[case] from: &str, #[case] to: &str, #[case] count: Option<usize>) {
        assert_eq!(days(from.parse().unwrap(), to.parse().unwrap(), 31).map(|days| days.len()), count);
    }

    proptest! {
        #[test]
        fn tallies_of_batches_add_up_to_the_tally_of_all_events(
            picks in proptest::collection::vec((0_usize..4, 0_u32..20_000), 0..60),
            at in 0_usize..60,
        ) {
            let outcomes = ["Ok", "Forbidden", "Invalid", "Internal"];
            let events: Vec<Event> =
                picks.iter().map(|(outcome, time)| called(outcomes[*outcome], f64::from(*time))).collect();
            let (first, second) = events.split_at(at.min(events.len()));
            let mut sum = tally(first);
            for (key, counters) in tally(second) {
                add(sum.entry(key).or_default(), &counters);
            }
            prop_assert_eq!(sum, tally(&events));
        }
    }
}
