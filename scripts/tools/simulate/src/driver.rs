//! A driver's day on a route: the messages that the driver app sends at each stop. Pure: the same route, day and seed
//! give the same messages.
//!
//! At a stop, the app reports the van's temperature, a scan of each packing slip, and then the completed action, which
//! depends on the stop's type. The driver cannot reach some stops, and leaves a few before completing them.

use crate::{
    message::{Kind, Message},
    random,
};
use chrono::{Duration, NaiveDate};
use fastrand::Rng;
use locations::model::LocationId;
use routes::model::{RouteDay, Stop};
use serde_json::{Value, json};
use shared::{Instant, time::CENTRAL};
use std::collections::BTreeMap;
use uuid::Uuid;

/// Drivers depart between these hours of Central time.
const DEPARTURE_HOURS: (i64, i64) = (5, 8);
/// The percentage of stops that the driver cannot reach. At a third of them, the driver has already scanned the slips.
const UNREACHABLE_PERCENT: f64 = 3.0;
/// The percentage of stops where the driver scans the slips and leaves without completing the stop.
const INCOMPLETE_PERCENT: f64 = 1.0;
/// The percentage of the app's calls that fail at first.
const FAILED_CALL_PERCENT: f64 = 1.5;
/// The UUID namespace of drivers' user ids.
const USER_NAMESPACE: Uuid = Uuid::from_u128(0x1d7a_55c0_7e0b_4c8e_a3b2_90fd_4b1e_c0de);

/// The packing slips of a day, by location and stocking.
pub type Slips = BTreeMap<(LocationId, u32), Vec<String>>;

/// One action of a driver.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The time of the action.
    pub at: Instant,
    /// The messages that the app sends.
    pub messages: Vec<Message>,
    /// The fridge that was stocked, if any, and the time at which the driver opened it.
    pub stocked_fridge: Option<(LocationId, Instant)>,
}

/// All steps of the driver of `route` on its day.
pub fn simulate_day(route: &RouteDay, slips: &Slips, seed: u64) -> Vec<Step> {
    let mut rng = random::rng_for(seed, &format!("{}/{}", route.stocking_date, route.route));
    let driver = Driver::of_route(&route.route);
    let mut at = departure_time(route.stocking_date, &mut rng);
    let mut steps = Vec::new();
    for stop in &route.stops {
        at = at.plus(minutes(&mut rng, 6, 24));
        let mut visit = Visit { driver: &driver, stop, rng: &mut rng, at, steps: Vec::new() };
        visit.run(slips.get(&(stop.id.clone(), stop.stocking_index)).map_or(&[], Vec::as_slice));
        at = visit.at;
        steps.append(&mut visit.steps);
    }
    steps
}

/// The driver of a route.
#[derive(Debug)]
struct Driver {
    route: String,
    email: String,
    user: Uuid,
}

impl Driver {
    /// Route names consist of the metro and the driver, such as `chi_carlos`.
    fn of_route(route: &str) -> Self {
        let email = email_of(route);
        Self { route: route.to_owned(), user: user_of(&email), email }
    }
}

/// The email address of the driver of a route.
pub fn email_of(route: &str) -> String {
    let name = match route.split_once('_') {
        Some((metro, driver)) => format!("{}.{metro}", driver.replace('_', "")),
        None => route.to_owned(),
    };
    format!("{name}@drivers.larder.example")
}

/// The user id in the app's log of a driver without an account.
pub fn user_of(email: &str) -> Uuid {
    Uuid::new_v5(&USER_NAMESPACE, email.as_bytes())
}

/// Account ids by the user id that [`user_of`] derives from the account's email address.
pub type AccountIds = BTreeMap<String, String>;

/// Replaces the user ids in driver logs with account ids, for drivers who have an account.
pub fn use_account_ids(steps: &mut [Step], accounts: &AccountIds) {
    let logs = steps.iter_mut().flat_map(|step| &mut step.messages).filter(|message| message.kind == Kind::DriverLog);
    for message in logs {
        let account = message.fields.get("uuid").and_then(Value::as_str).and_then(|user| accounts.get(user));
        if let Some(account) = account {
            message.fields.insert("uuid".into(), json!(account));
        }
    }
}

fn departure_time(date: NaiveDate, rng: &mut Rng) -> Instant {
    let (earliest, latest) = DEPARTURE_HOURS;
    let time = random::duration_between(rng, Duration::hours(earliest), Duration::hours(latest));
    // The calculation starts at noon because daylight saving time never skips or repeats noon.
    let noon = date.and_hms_opt(12, 0, 0).and_then(|noon| noon.and_local_timezone(CENTRAL).earliest());
    let noon = noon.map_or_else(|| date.and_time(chrono::NaiveTime::MIN).and_utc(), |noon| noon.to_utc());
    Instant::from(noon).plus(time - Duration::hours(12))
}

/// A random number of minutes.
fn minutes(rng: &mut Rng, min: i64, max: i64) -> Duration {
    random::duration_between(rng, Duration::minutes(min), Duration::minutes(max))
}

/// The result of a visit.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum VisitResult {
    Completed,
    Unreachable { scanned: bool },
    Incomplete,
}

/// A driver's visit to a stop.
struct Visit<'a> {
    driver: &'a Driver,
    stop: &'a Stop,
    rng: &'a mut Rng,
    at: Instant,
    steps: Vec<Step>,
}

impl Visit<'_> {
    fn run(&mut self, slips: &[String]) {
        let result = self.draw_result();
        let temperature = ((36.5 + random::normal(self.rng) * 1.8) * 10.0).round() / 10.0;
        self.add_step("RecordTemperature", Some(("VanTemperature", json!({ "temperature": temperature }))));
        let recorded = json!({ "temperature": temperature, "route": self.driver.route, "driver": self.driver.email });
        self.add_message(Kind::Temperature, recorded);
        if result == (VisitResult::Unreachable { scanned: false }) {
            self.wait_minutes(3, 9);
            return self.add_step("VanTasks", Some(("LocationUnreachable", json!({}))));
        }
        for slip in slips {
            self.wait_minutes(1, 3);
            self.add_step("GetCheckPointStatus", Some(("PackingSlipQuery", json!({ "packingSlipId": slip }))));
        }
        let opened = self.at.plus(Duration::minutes(1));
        self.wait_minutes(4, 11);
        match result {
            VisitResult::Completed => self.complete(slips, opened),
            VisitResult::Unreachable { .. } => self.add_step("VanTasks", Some(("LocationUnreachable", json!({})))),
            VisitResult::Incomplete => {}
        }
    }

    fn draw_result(&mut self) -> VisitResult {
        match self.rng.f64() * 100.0 {
            roll if roll < UNREACHABLE_PERCENT * 2.0 / 3.0 => VisitResult::Unreachable { scanned: false },
            roll if roll < UNREACHABLE_PERCENT => VisitResult::Unreachable { scanned: true },
            roll if roll < UNREACHABLE_PERCENT + INCOMPLETE_PERCENT => VisitResult::Incomplete,
            _ => VisitResult::Completed,
        }
    }

    fn complete(&mut self, slips: &[String], opened: Instant) {
        let data = json!({ "packingSlipId": slips.first() });
        let wholesale = self.stop.id.as_str().starts_with("WS_");
        match self.stop.stop_type.as_str() {
            "REMOVAL" => {
                let decommissioned = self.rng.bool();
                let event_type = if decommissioned { "ClearOutDecommission" } else { "InventoryRemoval" };
                self.add_step("FridgeTasks", Some((event_type, data)));
            }
            _ if wholesale => self.add_step("VanTasks", Some(("DropOffComplete", data))),
            _ => {
                self.add_step("UpdateFridgeStock", Some(("LocationStocked", data)));
                if let Some(step) = self.steps.last_mut() {
                    step.stocked_fridge = Some((self.stop.id.clone(), opened));
                }
            }
        }
    }

    /// Advances the time by a random number of minutes.
    fn wait_minutes(&mut self, min: i64, max: i64) {
        self.at = self.at.plus(minutes(self.rng, min, max));
    }

    /// Adds a call of the app: its log entries and the action that it records.
    fn add_step(&mut self, operation: &str, action: Option<(&str, Value)>) {
        self.steps.push(Step { at: self.at, messages: Vec::new(), stocked_fridge: None });
        let request = Uuid::new_v5(&self.driver.user, format!("{} {operation} {}", self.at, self.stop.id).as_bytes());
        let log = |entry: &str, error: Option<&str>| {
            json!({
                "requestId": request, "entry": entry, "uuid": self.driver.user, "operation": operation, "error": error,
            })
        };
        let (request_log, response_log) = (log("request", None), log("response", None));
        let failed = random::happens(self.rng, FAILED_CALL_PERCENT);
        let error_log = failed.then(|| log("error", Some("The request timed out")));
        self.add_message(Kind::DriverLog, request_log);
        if let Some(error_log) = error_log {
            // The app retries the call, so the action is recorded.
            self.add_message(Kind::DriverLog, error_log);
        }
        self.add_message(Kind::DriverLog, response_log);
        if let Some((event_type, mut data)) = action {
            if let Value::Object(data) = &mut data {
                data.retain(|_, value| !value.is_null());
                data.insert("stockingIndex".into(), json!(self.stop.stocking_index));
                data.insert("route".into(), json!(self.driver.route));
                data.insert("stop".into(), json!(self.stop.stop));
            }
            let action = json!({ "eventType": event_type, "user": self.driver.email, "data": data });
            self.add_message(Kind::DriverAction, action);
        }
    }

    /// Adds a message to the last step.
    fn add_message(&mut self, kind: Kind, fields: Value) {
        let message = Message::new(kind, &self.stop.id, self.at, fields);
        if let Some(step) = self.steps.last_mut() {
            step.messages.push(message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use routes::model::Market;
    use std::collections::BTreeSet;

    fn stop(number: u32, id: &str, stop_type: &str) -> Stop {
        Stop { id: id.parse().unwrap(), stop: number, stocking_index: 1, stop_type: stop_type.into() }
    }

    /// A route with many stops of each type.
    fn route(name: &str) -> RouteDay {
        let mut stops = Vec::new();
        for number in (0..100).map(|hundred| hundred * 4) {
            stops.push(stop(number + 1, &format!("CHI_{number:04}"), "STOCK"));
            stops.push(stop(number + 2, &format!("WS_CHI_{number}"), "STOCK"));
            stops.push(stop(number + 3, &format!("CHI_R{number}"), "REMOVAL"));
            stops.push(stop(number + 4, &format!("CHI_S{number}"), "SERVICE"));
        }
        RouteDay::new("2026-11-23".parse().unwrap(), name.into(), Market::MW, stops)
    }

    fn slips(route: &RouteDay) -> Slips {
        let packed = route.stops.iter().filter(|stop| stop.stop_type == "STOCK");
        packed.map(|stop| ((stop.id.clone(), stop.stocking_index), vec![format!("PS-{}", stop.id)])).collect()
    }

    fn actions(steps: &[Step], id: &str) -> Vec<String> {
        let messages = steps.iter().flat_map(|step| &step.messages);
        let actions =
            messages.filter(|message| message.kind == Kind::DriverAction && message.location_id.as_str() == id);
        actions.map(|action| action.fields["eventType"].as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn the_day_depends_on_the_route_and_the_seed_only() {
        let route = route("chi_carlos");
        assert_eq!(simulate_day(&route, &slips(&route), 1), simulate_day(&route, &slips(&route), 1));
        assert_ne!(simulate_day(&route, &slips(&route), 1), simulate_day(&route, &slips(&route), 2));
    }

    #[test]
    fn a_stop_sends_its_actions_in_the_order_of_the_app() {
        let route = route("chi_carlos");
        let mut sequences: BTreeSet<(String, Vec<String>)> = BTreeSet::new();
        for seed in 1..9 {
            let steps = simulate_day(&route, &slips(&route), seed);
            assert!(steps.is_sorted_by_key(|step| step.at));
            for stop in &route.stops {
                let kind = if stop.id.as_str().starts_with("WS_") { "WHOLESALE" } else { &stop.stop_type };
                sequences.insert((kind.to_owned(), actions(&steps, stop.id.as_str())));
            }
        }
        let expect = |kind: &str, actions: &[&str]| {
            let actions = actions.iter().map(|action| (*action).to_owned()).collect();
            assert!(sequences.contains(&(kind.to_owned(), actions)), "{kind}: {sequences:?}");
        };
        expect("STOCK", &["VanTemperature", "PackingSlipQuery", "LocationStocked"]);
        expect("STOCK", &["VanTemperature", "PackingSlipQuery"]);
        expect("STOCK", &["VanTemperature", "PackingSlipQuery", "LocationUnreachable"]);
        expect("STOCK", &["VanTemperature", "LocationUnreachable"]);
        expect("WHOLESALE", &["VanTemperature", "PackingSlipQuery", "DropOffComplete"]);
        expect("REMOVAL", &["VanTemperature", "InventoryRemoval"]);
        expect("REMOVAL", &["VanTemperature", "ClearOutDecommission"]);
        expect("SERVICE", &["VanTemperature", "LocationStocked"]);
    }

    #[test]
    fn the_log_has_the_account_ids_of_drivers_with_accounts() {
        let route = route("chi_carlos");
        let mut steps = simulate_day(&route, &slips(&route), 1);
        let accounts = AccountIds::from([(user_of(&email_of("chi_carlos")).to_string(), "account-1".into())]);
        use_account_ids(&mut steps, &accounts);
        let logs = steps.iter().flat_map(|step| &step.messages).filter(|message| message.kind == Kind::DriverLog);
        assert!(logs.clone().count() > 100 && logs.clone().all(|log| log.fields["uuid"] == "account-1"));
    }

    #[test]
    fn every_message_is_valid() {
        let route = route("chi_carlos");
        for message in simulate_day(&route, &slips(&route), 1).iter().flat_map(|step| &step.messages) {
            crate::message::assert_valid(message);
        }
    }

    #[test]
    fn most_stops_are_completed_and_each_stocked_fridge_is_filled() {
        let route = route("chi_carlos");
        let steps = simulate_day(&route, &slips(&route), 1);
        let count = |event: &str| {
            let actions = steps.iter().flat_map(|step| &step.messages).filter(|m| m.kind == Kind::DriverAction);
            actions.filter(|action| action.fields["eventType"] == event).count()
        };
        assert!(count("LocationStocked") > 180 && count("LocationUnreachable") > 2);
        assert_eq!(steps.iter().filter(|step| step.stocked_fridge.is_some()).count(), count("LocationStocked"));
    }

    #[test]
    fn an_action_has_the_driver_the_packing_slip_and_the_stop() {
        let route = route("chi_carlos_2");
        let steps = simulate_day(&route, &slips(&route), 1);
        let scan = steps
            .iter()
            .flat_map(|step| &step.messages)
            .find(|m| m.fields.get("eventType") == Some(&json!("PackingSlipQuery")));
        let scan = scan.unwrap();
        assert_eq!(scan.fields["user"], "carlos2.chi@drivers.larder.example");
        assert_eq!(scan.fields["data"]["packingSlipId"], format!("PS-{}", scan.location_id));
        assert_eq!(scan.fields["data"]["route"], "chi_carlos_2");
        assert_eq!(scan.fields["data"]["stockingIndex"], 1);
    }

    #[test]
    fn drivers_depart_in_the_morning_also_on_days_when_daylight_saving_time_changes() {
        for date in ["2026-03-08", "2026-11-01", "2026-11-23"] {
            let mut route = route("chi_carlos");
            route.stops.truncate(3);
            route.stocking_date = date.parse().unwrap();
            let first = simulate_day(&route, &Slips::new(), 1).first().unwrap().at;
            let local = first.utc().with_timezone(&CENTRAL);
            assert_eq!(local.date_naive().to_string(), date);
            assert!((5..9).contains(&chrono::Timelike::hour(&local)), "{local}");
        }
    }
}
