//! What an event counts as, and what counters tell. No clock, no I/O.

use crate::model::{DayUsage, Event, PageView, PersonUsage, RouteCall, RouteUsage, ScreenUsage, Usage};
use chrono::NaiveDate;
use serde::Deserialize;
use shared::{Error, Instant, Result, telemetry::REST_CALL};
use std::collections::{BTreeMap, BTreeSet};

/// A call that took at most so many milliseconds is counted with its bound; a slower one beyond the last.
pub const BOUNDS: [u64; 10] = [10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000];
/// The names of the counters of [`BOUNDS`], and of what is beyond.
const BUCKETS: [&str; 11] = ["t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9", "t10"];
/// The paths of the web app's route table, as a JSON array. A test of the web app compares them with its routes.
const SCREENS: &str = include_str!("../screens.json");
/// A page that was left open for longer than that has lost its views.
pub const OLDEST: i64 = 24 * 60 * 60 * 1000;

/// What is counted of what on which day.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Counted {
    /// The day, in Central time.
    pub day: NaiveDate,
    /// `ROUTE#…`, `SCREEN#…` or `PERSON#…`.
    pub entry: String,
}

/// Counters by name.
pub type Counters = BTreeMap<String, u64>;

/// The line of a log as `shared::telemetry` writes it, as far as it is an event.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    #[serde(rename = "_aws")]
    aws: Stamp,
    event: String,
    request_id: String,
    operation: String,
    user: Option<String>,
    outcome: String,
    milliseconds: f64,
}

#[derive(Deserialize)]
struct Stamp {
    #[serde(rename = "Timestamp")]
    timestamp: i64,
}

/// The REST call that a line of the log tells of; `None` where it tells of something else.
pub fn call(line: &str) -> Option<RouteCall> {
    let line: Line = serde_json::from_str(line).ok()?;
    let told = line.event == REST_CALL && line.milliseconds.is_finite() && line.milliseconds >= 0.0;
    let at = chrono::DateTime::from_timestamp_millis(line.aws.timestamp).filter(|_| told)?;
    Some(RouteCall {
        id: line.request_id,
        at: at.into(),
        route: line.operation,
        user: line.user,
        outcome: line.outcome,
        milliseconds: line.milliseconds,
    })
}

/// The screens of the web app, by their paths in its route table.
///
/// # Errors
/// Where `screens.json` is no list of texts; a test reads it.
pub fn screens() -> Result<BTreeSet<String>> {
    serde_json::from_str(SCREENS).map_err(Error::internal)
}

/// What `event` adds to.
pub fn counts(event: &Event) -> Vec<(Counted, Counters)> {
    match event {
        Event::Call(call) => of_call(call),
        Event::View(view) => of_view(view),
    }
}

fn of_call(call: &RouteCall) -> Vec<(Counted, Counters)> {
    let day = call.at.central_date();
    let mut route = Counters::from([("calls".to_owned(), 1), ("microseconds".to_owned(), microseconds(call))]);
    route.insert(bucket(call).to_owned(), 1);
    let mut person = Counters::from([("calls".to_owned(), 1)]);
    if let Some(counter) = counter_of(&call.outcome) {
        route.insert(counter.to_owned(), 1);
        if counter != "rejected" {
            person.insert(counter.to_owned(), 1);
        }
    }
    let mut counted = vec![(Counted { day, entry: format!("ROUTE#{}", call.route) }, route)];
    counted.extend(call.user.as_ref().map(|user| (Counted { day, entry: format!("PERSON#{user}") }, person)));
    counted
}

fn of_view(view: &PageView) -> Vec<(Counted, Counters)> {
    let day = view.at.central_date();
    let one = || Counters::from([("views".to_owned(), 1)]);
    vec![
        (Counted { day, entry: format!("SCREEN#{}", view.screen) }, one()),
        (Counted { day, entry: format!("PERSON#{}", view.user) }, one()),
    ]
}

/// What an outcome counts as beside a call.
fn counter_of(outcome: &str) -> Option<&'static str> {
    match outcome {
        "Ok" => None,
        "Forbidden" => Some("refused"),
        "Invalid" | "NotFound" | "Conflict" => Some("rejected"),
        _ => Some("failures"),
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "no call lasts for longer than minutes")]
fn microseconds(call: &RouteCall) -> u64 {
    (call.milliseconds * 1e3).round() as u64
}

fn bucket(call: &RouteCall) -> &'static str {
    let within = |bound: &&u64| microseconds(call) <= **bound * 1000;
    let place = BOUNDS.iter().position(|bound| within(&bound)).unwrap_or(BOUNDS.len());
    BUCKETS.get(place).copied().unwrap_or("t10")
}

/// What all of `events` add to, each thing once.
pub fn tally<'a>(events: impl IntoIterator<Item = &'a Event>) -> BTreeMap<Counted, Counters> {
    let mut all: BTreeMap<Counted, Counters> = BTreeMap::new();
    for (counted, counters) in events.into_iter().flat_map(counts) {
        add(all.entry(counted).or_default(), &counters);
    }
    all
}

fn add(to: &mut Counters, counters: &Counters) {
    for (name, count) in counters {
        *to.entry(name.clone()).or_default() += count;
    }
}

/// What the counters of some days tell.
pub fn usage(counted: impl IntoIterator<Item = (Counted, Counters)>) -> Usage {
    let mut days: BTreeMap<NaiveDate, DayUsage> = BTreeMap::new();
    let (mut routes, mut screens) = (BTreeMap::<String, Counters>::new(), BTreeMap::<String, Counters>::new());
    let mut people = Vec::new();
    for (Counted { day, entry }, counters) in counted {
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
        most_milliseconds: most(counters),
    }
}

/// The least of [`BOUNDS`] within which 95 of 100 calls stayed.
fn most(counters: &Counters) -> Option<u64> {
    let counts = BUCKETS.map(|bucket| counters.get(bucket).copied().unwrap_or_default());
    let all: u64 = counts.iter().sum();
    let mut within = 0;
    let mut bounds = counts.iter().zip(BOUNDS);
    bounds.find_map(|(count, bound)| {
        within += count;
        (within * 100 >= all * 95 && all > 0).then_some(bound)
    })
}

/// The days from `from` to `to`, both among them; `None` where there are none, or more than `limit`.
pub fn days(from: NaiveDate, to: NaiveDate, limit: usize) -> Option<BTreeSet<NaiveDate>> {
    let days: BTreeSet<NaiveDate> = from.iter_days().take(limit + 1).take_while(|day| *day <= to).collect();
    (1..=limit).contains(&days.len()).then_some(days)
}

/// When it was so that is `ago` milliseconds old; `None` where that is no age of a view.
pub fn viewed_at(now: Instant, ago: i64) -> Option<Instant> {
    (0..=OLDEST).contains(&ago).then(|| now.plus(chrono::Duration::milliseconds(-ago)))
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
        let call = call(&line(REST_CALL)).unwrap();
        Event::Call(RouteCall { outcome: outcome.into(), milliseconds, ..call })
    }

    fn viewed(screen: &str, user: &str, at: &str) -> Event {
        Event::View(PageView { id: "v".into(), at: at.parse().unwrap(), screen: screen.into(), user: user.into() })
    }

    #[test]
    fn the_line_of_a_rest_call_carries_the_route_the_user_the_outcome_and_the_duration() {
        let call = call(&line(REST_CALL)).unwrap();
        let told = (call.route.as_str(), call.user.as_deref(), call.outcome.as_str(), call.milliseconds);
        assert_eq!(told, ("GET /uploads", Some("ann@larder.example"), "Ok", 12.345));
        assert_eq!((call.id.as_str(), call.at.to_string().as_str()), ("r1", "2026-11-21T10:00:00.000Z"));
    }

    #[rstest]
    #[case::of_another_kind(&line("Other"))]
    #[case::no_json("CWL CONTROL MESSAGE: Checking health of destination")]
    #[case::of_the_platform(r#"{"type":"platform.report","record":{"requestId":"RestCall"}}"#)]
    fn no_other_line_is_a_call(#[case] line: &str) {
        assert_eq!(call(line), None);
    }

    #[rstest]
    #[case("Ok", &["calls"])]
    #[case("Forbidden", &["calls", "refused"])]
    #[case("Invalid", &["calls", "rejected"])]
    #[case("Conflict", &["calls", "rejected"])]
    #[case("Unavailable", &["calls", "failures"])]
    fn an_outcome_counts_as_what_it_was(#[case] outcome: &str, #[case] expected: &[&str]) {
        let all = tally([&called(outcome, 1.0)]);
        let route = all.iter().find(|(counted, _)| counted.entry == "ROUTE#GET /uploads").unwrap().1;
        let names: Vec<&str> =
            route.keys().map(String::as_str).filter(|name| !name.starts_with('t') && *name != "microseconds").collect();
        assert_eq!(names, expected);
    }

    #[test]
    fn a_day_is_one_of_central_time() {
        let all =
            tally([&viewed("/home", "a@b", "2026-11-22T05:59:59Z"), &viewed("/home", "a@b", "2026-11-22T06:00:00Z")]);
        let days: BTreeSet<String> = all.keys().map(|counted| counted.day.to_string()).collect();
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
    fn a_screen_is_a_path_of_the_route_table(#[case] path: &str, #[case] known: bool) {
        assert_eq!(screens().unwrap().contains(path), known);
    }

    #[test]
    fn usage_tells_the_mean_and_what_95_of_100_calls_took_at_most() {
        let mut events: Vec<Event> = (0..19).map(|_| called("Ok", 20.0)).collect();
        events.push(called("Unavailable", 3000.0));
        let usage = usage(tally(&events));
        let [route] = usage.routes.as_slice() else { panic!("{:?}", usage.routes) };
        assert_eq!((route.calls, route.failures, route.most_milliseconds), (20, 1, Some(25)));
        assert!((route.mean_milliseconds - 169.0).abs() < 0.01);
        assert_eq!(most(&Counters::from([("t10".into(), 1)])), None);
        let [person] = usage.people.as_slice() else { panic!("{:?}", usage.people) };
        assert_eq!((person.calls, person.failures, person.views), (20, 1, 0));
        assert_eq!(usage.days.iter().map(|day| (day.calls, day.people)).collect::<Vec<_>>(), [(20, 1)]);
    }

    #[rstest]
    #[case("2026-11-21", "2026-11-21", Some(1))]
    #[case("2026-11-01", "2026-11-30", Some(30))]
    #[case("2026-11-01", "2026-12-02", None)]
    #[case("2026-11-22", "2026-11-21", None)]
    fn a_range_is_of_1_to_31_days(#[case] from: &str, #[case] to: &str, #[case] count: Option<usize>) {
        assert_eq!(days(from.parse().unwrap(), to.parse().unwrap(), 31).map(|days| days.len()), count);
    }

    proptest! {
        #[test]
        fn events_count_the_same_however_they_are_divided(
            picks in proptest::collection::vec((0_usize..4, 0_u32..20_000), 0..60),
            at in 0_usize..60,
        ) {
            let outcomes = ["Ok", "Forbidden", "Invalid", "Internal"];
            let events: Vec<Event> =
                picks.iter().map(|(outcome, time)| called(outcomes[*outcome], f64::from(*time))).collect();
            let (first, rest) = events.split_at(at.min(events.len()));
            let mut apart = tally(first);
            for (counted, counters) in tally(rest) {
                add(apart.entry(counted).or_default(), &counters);
            }
            prop_assert_eq!(apart, tally(&events));
        }
    }
}
