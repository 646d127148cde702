//! A driver's day on a route: what the driver's app tells at each stop, and when. Pure: the same route, day and seed
//! give the same day.
//!
//! The order at a stop is that of the app: the van's temperature, a scan of each packing slip, then that the stop is
//! done. What is done tells the stop's type; some stops cannot be reached, a few are left half done.

use crate::{
    chance,
    message::{Kind, Message},
};
use chrono::{Duration, NaiveDate};
use fastrand::Rng;
use locations::model::LocationId;
use routes::model::{RouteDay, Stop};
use serde_json::{Value, json};
use shared::{Instant, time::CENTRAL};
use std::collections::BTreeMap;
use uuid::Uuid;

/// The hours of Central time between which drivers set out.
const SETS_OUT: (i64, i64) = (5, 8);
/// Of a hundred stops, so many cannot be reached; at a third of them the driver has scanned the slips before.
const UNREACHABLE: f64 = 3.0;
/// Of a hundred stops, so many are scanned and then left for later.
const LEFT: f64 = 1.0;
/// Of a hundred calls of the app, so many fail.
const FAILED: f64 = 1.5;
/// The space of drivers' user ids.
const USERS: Uuid = Uuid::from_u128(0x1d7a_55c0_7e0b_4c8e_a3b2_90fd_4b1e_c0de);

/// The packing slips of a day, by location and stocking.
pub type Slips = BTreeMap<(LocationId, u32), Vec<String>>;

/// Something that a driver does.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// When.
    pub at: Instant,
    /// What the app tells of it.
    pub messages: Vec<Message>,
    /// The fridge that is filled now, and since when it was open.
    pub stocked: Option<(LocationId, Instant)>,
}

/// The day of the driver of `route`.
pub fn day(route: &RouteDay, slips: &Slips, seed: u64) -> Vec<Step> {
    let mut rng = chance::named(seed, &format!("{}/{}", route.stocking_date, route.route));
    let driver = Driver::of(&route.route);
    let mut at = sets_out(route.stocking_date, &mut rng);
    let mut steps = Vec::new();
    for stop in &route.stops {
        at = at.plus(minutes(&mut rng, 6, 24));
        let mut visit = Visit { driver: &driver, stop, rng: &mut rng, at, steps: Vec::new() };
        visit.call(slips.get(&(stop.id.clone(), stop.stocking_index)).map_or(&[], Vec::as_slice));
        at = visit.at;
        steps.append(&mut visit.steps);
    }
    steps
}

/// Who drives a route.
#[derive(Debug)]
struct Driver {
    route: String,
    email: String,
    user: Uuid,
}

impl Driver {
    /// Routes are called by their metro and their driver: `chi_carlos`.
    fn of(route: &str) -> Self {
        let email = email_of(route);
        Self { route: route.to_owned(), user: user_of(&email), email }
    }
}

/// Who drives a route.
pub fn email_of(route: &str) -> String {
    let name = match route.split_once('_') {
        Some((metro, driver)) => format!("{}.{metro}", driver.replace('_', "")),
        None => route.to_owned(),
    };
    format!("{name}@drivers.larder.example")
}

/// By which id the app's log calls a driver who has no account.
pub fn user_of(email: &str) -> Uuid {
    Uuid::new_v5(&USERS, email.as_bytes())
}

/// The ids of drivers' accounts, by those of drivers who have none.
pub type Accounts = BTreeMap<String, String>;

/// Has the app's log call drivers by their accounts, as far as they have one.
pub fn call_by_accounts(steps: &mut [Step], accounts: &Accounts) {
    let logs = steps.iter_mut().flat_map(|step| &mut step.messages).filter(|message| message.kind == Kind::DriverLog);
    for message in logs {
        let account = message.fields.get("uuid").and_then(Value::as_str).and_then(|user| accounts.get(user));
        if let Some(account) = account {
            message.fields.insert("uuid".into(), json!(account));
        }
    }
}

fn sets_out(date: NaiveDate, rng: &mut Rng) -> Instant {
    let time = chance::between(rng, Duration::hours(SETS_OUT.0), Duration::hours(SETS_OUT.1));
    // Noon is never skipped nor had twice, whatever clocks do.
    let noon = date.and_hms_opt(12, 0, 0).and_then(|noon| noon.and_local_timezone(CENTRAL).earliest());
    let noon = noon.map_or_else(|| date.and_time(chrono::NaiveTime::MIN).and_utc(), |noon| noon.to_utc());
    Instant::from(noon).plus(time - Duration::hours(12))
}

fn minutes(rng: &mut Rng, least: i64, most: i64) -> Duration {
    chance::between(rng, Duration::minutes(least), Duration::minutes(most))
}

/// How a visit ends.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum End {
    Done,
    Unreachable { scanned: bool },
    Left,
}

/// A driver at a stop.
struct Visit<'a> {
    driver: &'a Driver,
    stop: &'a Stop,
    rng: &'a mut Rng,
    at: Instant,
    steps: Vec<Step>,
}

impl Visit<'_> {
    fn call(&mut self, slips: &[String]) {
        let end = self.end();
        let temperature = ((36.5 + chance::bell(self.rng) * 1.8) * 10.0).round() / 10.0;
        self.step("RecordTemperature", Some(("VanTemperature", json!({ "temperature": temperature }))));
        let recorded = json!({ "temperature": temperature, "route": self.driver.route, "driver": self.driver.email });
        self.tell(Kind::Temperature, recorded);
        if end == (End::Unreachable { scanned: false }) {
            self.pass(3, 9);
            return self.step("VanTasks", Some(("LocationUnreachable", json!({}))));
        }
        for slip in slips {
            self.pass(1, 3);
            self.step("GetCheckPointStatus", Some(("PackingSlipQuery", json!({ "packingSlipId": slip }))));
        }
        let opened = self.at.plus(Duration::minutes(1));
        self.pass(4, 11);
        match end {
            End::Done => self.finish(slips, opened),
            End::Unreachable { .. } => self.step("VanTasks", Some(("LocationUnreachable", json!({})))),
            End::Left => {}
        }
    }

    fn end(&mut self) -> End {
        match self.rng.f64() * 100.0 {
            chance if chance < UNREACHABLE * 2.0 / 3.0 => End::Unreachable { scanned: false },
            chance if chance < UNREACHABLE => End::Unreachable { scanned: true },
            chance if chance < UNREACHABLE + LEFT => End::Left,
            _ => End::Done,
        }
    }

    fn finish(&mut self, slips: &[String], opened: Instant) {
        let data = json!({ "packingSlipId": slips.first() });
        let wholesale = self.stop.id.as_str().starts_with("WS_");
        match self.stop.stop_type.as_str() {
            "REMOVAL" => {
                let gone = self.rng.bool();
                self.step("FridgeTasks", Some((if gone { "ClearOutDecommission" } else { "InventoryRemoval" }, data)));
            }
            _ if wholesale => self.step("VanTasks", Some(("DropOffComplete", data))),
            _ => {
                self.step("UpdateFridgeStock", Some(("LocationStocked", data)));
                if let Some(step) = self.steps.last_mut() {
                    step.stocked = Some((self.stop.id.clone(), opened));
                }
            }
        }
    }

    /// Lets some minutes pass.
    fn pass(&mut self, least: i64, most: i64) {
        self.at = self.at.plus(minutes(self.rng, least, most));
    }

    /// A call of the app: its log, and the action that it records.
    fn step(&mut self, operation: &str, action: Option<(&str, Value)>) {
        self.steps.push(Step { at: self.at, messages: Vec::new(), stocked: None });
        let request = Uuid::new_v5(&self.driver.user, format!("{} {operation} {}", self.at, self.stop.id).as_bytes());
        let log = |entry: &str, error: Option<&str>| {
            json!({
                "requestId": request, "entry": entry, "uuid": self.driver.user, "operation": operation, "error": error,
            })
        };
        let (asked, answered) = (log("request", None), log("response", None));
        let failed = chance::percent(self.rng, FAILED).then(|| log("error", Some("The request timed out")));
        self.tell(Kind::DriverLog, asked);
        if let Some(failed) = failed {
            // The app tries again, and the action is recorded all the same.
            self.tell(Kind::DriverLog, failed);
        }
        self.tell(Kind::DriverLog, answered);
        if let Some((event_type, mut data)) = action {
            if let Value::Object(data) = &mut data {
                data.retain(|_, value| !value.is_null());
                data.insert("stockingIndex".into(), json!(self.stop.stocking_index));
                data.insert("route".into(), json!(self.driver.route));
                data.insert("stop".into(), json!(self.stop.stop));
            }
            let action = json!({ "eventType": event_type, "user": self.driver.email, "data": data });
            self.tell(Kind::DriverAction, action);
        }
    }

    /// A message with the step that was begun last.
    fn tell(&mut self, kind: Kind, fields: Value) {
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

    /// A route of many stops of each type.
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
    fn the_same_route_and_day_give_the_same_day_and_another_seed_another() {
        let route = route("chi_carlos");
        assert_eq!(day(&route, &slips(&route), 1), day(&route, &slips(&route), 1));
        assert_ne!(day(&route, &slips(&route), 1), day(&route, &slips(&route), 2));
    }

    #[test]
    fn a_stop_goes_through_its_actions_in_the_order_of_the_app() {
        let route = route("chi_carlos");
        let mut seen: BTreeSet<(String, Vec<String>)> = BTreeSet::new();
        for seed in 1..9 {
            let steps = day(&route, &slips(&route), seed);
            assert!(steps.is_sorted_by_key(|step| step.at));
            for stop in &route.stops {
                let kind = if stop.id.as_str().starts_with("WS_") { "WHOLESALE" } else { &stop.stop_type };
                seen.insert((kind.to_owned(), actions(&steps, stop.id.as_str())));
            }
        }
        let expect = |kind: &str, actions: &[&str]| {
            let actions = actions.iter().map(|action| (*action).to_owned()).collect();
            assert!(seen.contains(&(kind.to_owned(), actions)), "{kind}: {seen:?}");
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
    fn who_has_an_account_is_called_by_it_in_the_log() {
        let route = route("chi_carlos");
        let mut steps = day(&route, &slips(&route), 1);
        let accounts = Accounts::from([(user_of(&email_of("chi_carlos")).to_string(), "account-1".into())]);
        call_by_accounts(&mut steps, &accounts);
        let logs = steps.iter().flat_map(|step| &step.messages).filter(|message| message.kind == Kind::DriverLog);
        assert!(logs.clone().count() > 100 && logs.clone().all(|log| log.fields["uuid"] == "account-1"));
    }

    #[test]
    fn every_message_is_one_that_is_understood() {
        let route = route("chi_carlos");
        for message in day(&route, &slips(&route), 1).iter().flat_map(|step| &step.messages) {
            crate::message::understood(message);
        }
    }

    #[test]
    fn most_stops_are_done_and_each_fridge_that_is_stocked_is_filled() {
        let route = route("chi_carlos");
        let steps = day(&route, &slips(&route), 1);
        let count = |event: &str| {
            let actions = steps.iter().flat_map(|step| &step.messages).filter(|m| m.kind == Kind::DriverAction);
            actions.filter(|action| action.fields["eventType"] == event).count()
        };
        assert!(count("LocationStocked") > 180 && count("LocationUnreachable") > 2);
        assert_eq!(steps.iter().filter(|step| step.stocked.is_some()).count(), count("LocationStocked"));
    }

    #[test]
    fn a_driver_has_a_name_and_each_action_says_which_stop_it_was() {
        let route = route("chi_carlos_2");
        let steps = day(&route, &slips(&route), 1);
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
    fn drivers_set_out_in_the_morning_of_their_day_also_when_clocks_change() {
        for date in ["2026-03-08", "2026-11-01", "2026-11-23"] {
            let mut route = route("chi_carlos");
            route.stops.truncate(3);
            route.stocking_date = date.parse().unwrap();
            let first = day(&route, &Slips::new(), 1).first().unwrap().at;
            let local = first.utc().with_timezone(&CENTRAL);
            assert_eq!(local.date_naive().to_string(), date);
            assert!((5..9).contains(&chrono::Timelike::hour(&local)), "{local}");
        }
    }
}
