use super::*;
use chrono_tz::America;
use health::model::HealthReport;
use proptest::prelude::*;
use rstest::rstest;
use std::collections::BTreeSet;

fn start() -> Instant {
    // A Monday morning in Chicago.
    "2026-11-23T14:00:00Z".parse().unwrap()
}

fn settings(faults: &str) -> Settings {
    Settings {
        report_interval: Duration::minutes(10),
        inventory_interval: Duration::hours(6),
        customers_per_day: 20.0,
        faults: faults.parse().unwrap(),
        seed: 1,
    }
}

fn fridge(faults: &str) -> Fridge {
    Fridge::new("CHI_0001".parse().unwrap(), America::Chicago, &settings(faults), start())
}

/// Runs all events up to `end`.
fn run(fridge: &mut Fridge, end: Instant) -> Vec<Message> {
    let mut messages = Vec::new();
    while fridge.next_event() <= end {
        let next = fridge.next_event();
        messages.extend(fridge.advance(next));
    }
    messages
}

fn hours(hours: i64) -> Instant {
    start().plus(Duration::hours(hours))
}

fn of_kind(messages: &[Message], kind: Kind) -> Vec<&Message> {
    messages.iter().filter(|message| message.kind == kind).collect()
}

fn last_report(messages: &[Message]) -> &Map {
    &of_kind(messages, Kind::HealthReport).last().unwrap().fields
}

type Map = serde_json::Map<String, Value>;

#[test]
fn messages_depend_on_the_seed_only_and_have_unique_ids() {
    let messages = |seed| {
        let settings = Settings { seed, ..settings("usual") };
        run(&mut Fridge::new("CHI_0001".parse().unwrap(), America::Chicago, &settings, start()), hours(24))
    };
    assert_eq!(messages(1), messages(1));
    assert_ne!(messages(1), messages(2));
    let ids: BTreeSet<_> = messages(1).iter().map(Message::id).collect();
    assert_eq!(ids.len(), messages(1).len());
}

#[test]
fn every_message_is_valid() {
    let mut fridge = fridge("usual,motor=30,door=10,out-of-order=20");
    fridge.receive(command(1, "OutOfOrder", "ENABLE"), start());
    let mut messages = run(&mut fridge, hours(48));
    messages.extend(fridge.complete_stocking(hours(48), hours(48)));
    for message in messages {
        crate::message::assert_valid(&message);
    }
}

#[test]
fn a_fridge_without_faults_reports_at_its_interval_and_is_healthy() {
    let messages = run(&mut fridge("none"), hours(10));
    let reports = of_kind(&messages, Kind::HealthReport);
    assert_eq!(reports.len(), 60);
    for report in reports {
        let field = |name: &str| &report.fields[name];
        assert_eq!(field("jofemarState"), "STATUS_0_READY");
        for name in ["hdmi", "elo", "cardReader", "electricalLayout"] {
            assert_eq!(field(name), true, "{name}");
        }
        for name in ["safetyHold", "outOfOrder", "inaccessible", "activeTicket"] {
            assert_eq!(field(name), false, "{name}");
        }
        assert_eq!(field("allReasons"), &json!([]));
        assert_eq!(field("software").as_array().unwrap().len(), 8);
        assert!(field("temperature").as_f64().unwrap() < 41.0);
    }
    assert!((1..=2).contains(&of_kind(&messages, Kind::Inventory).len()));
    assert!(!of_kind(&messages, Kind::SegmentEvent).is_empty());
}

#[rstest]
#[case::motor("motor=100", "jofemarState", json!("STATUS_5_MOTOR_FAULT"))]
#[case::product_detect("product-detect=100", "jofemarState", json!("STATUS_9_PRODUCT_DETECT_FAULT"))]
#[case::elevator("elevator=100", "jofemarState", json!("STATUS_B_PRODUCT_UNDER_ELEVATOR"))]
#[case::timeout("timeout=100", "jofemarState", json!("STATUS_FF_TIMEOUT"))]
#[case::door("door=100", "jofemarState", json!("STATUS_FF_DOOR_OPEN"))]
#[case::reader("reader=100", "cardReader", json!(false))]
#[case::touch("touch=100", "elo", json!(false))]
#[case::display("display=100", "hdmi", json!(false))]
#[case::layout("layout=100", "electricalLayout", json!(false))]
#[case::no_rows("layout=100", "connectedLayout", json!([]))]
#[case::inaccessible("inaccessible=100", "inaccessible", json!(true))]
#[case::out_of_order("out-of-order=100", "outOfOrder", json!(true))]
#[case::ticket("motor=100", "activeTicket", json!(true))]
#[case::hold("warm=100", "safetyHold", json!(true))]
fn the_report_shows_a_fault(#[case] fault: &str, #[case] field: &str, #[case] value: Value) {
    let mut fridge = fridge(fault);
    assert_eq!(last_report(&run(&mut fridge, hours(5)))[field], value);
}

#[test]
fn the_report_shows_a_slow_network() {
    let messages = run(&mut fridge("network=100"), hours(5));
    let reports = of_kind(&messages, Kind::HealthReport);
    let speeds: Vec<Option<f64>> =
        reports.iter().map(|report| report.fields["networkSpeed"]["previousSpeed"].as_f64()).collect();
    assert!(speeds.contains(&None) && speeds.iter().flatten().all(|speed| *speed >= 0.5));
}

#[test]
fn a_silent_fridge_sends_nothing() {
    assert_eq!(run(&mut fridge("silent=100"), hours(24)), []);
}

#[test]
fn a_fridge_above_41_degrees_for_30_minutes_stops_sales() {
    let mut fridge = fridge("warm=100");
    let mut warm_since = None;
    for message in run(&mut fridge, hours(12)).iter().filter(|message| message.kind == Kind::HealthReport) {
        let warm = message.fields["temperature"].as_f64().unwrap() > MAX_SAFE_TEMPERATURE;
        if let Some(since) = warm.then(|| *warm_since.get_or_insert(message.occurred_at)) {
            let must_hold = message.occurred_at.since(since) > MAX_WARM_TIME;
            assert!(!must_hold || message.fields["safetyHold"] == true, "{message}");
        }
    }
    assert!(warm_since.is_some());
    let sold = of_kind(&run(&mut fridge, hours(24)), Kind::SegmentEvent)
        .iter()
        .any(|event| event.fields["eventType"] == "purchaseCompleted");
    assert!(!sold, "a fridge on hold sells nothing");
}

#[test]
fn stocking_opens_the_door_fills_the_slots_and_warms_the_fridge() {
    let mut fridge = fridge("none");
    let before = fridge.climate.temperature();
    let messages = fridge.complete_stocking(start().plus(Duration::minutes(4)), start().plus(Duration::minutes(9)));
    let kinds: Vec<Kind> = messages.iter().map(|message| message.kind).collect();
    assert_eq!(kinds, [Kind::CheckpointEvent, Kind::CheckpointEvent, Kind::Inventory, Kind::HealthReport]);
    let slots = messages[2].fields["slots"].as_array().unwrap();
    assert!(slots.iter().all(|slot| slot["items"].as_array().unwrap().len() == 5));
    assert!(fridge.climate.temperature() > before);
}

/// A command whose id orders it by `number`.
fn command(number: u128, resource: &str, operation: &str) -> Command {
    let command = json!({
        "schemaVersion": 1, "commandId": uuid::Uuid::from_u128(number), "locationId": "CHI_0001",
        "resource": resource, "operation": operation, "expiresAt": start().plus(Duration::minutes(5)),
    });
    Command::parse(command.to_string().as_bytes()).unwrap()
}

fn outcomes(messages: &[Message]) -> Vec<String> {
    let acknowledgements = of_kind(messages, Kind::CommandAcknowledgement);
    acknowledgements.iter().map(|message| message.fields["outcome"].as_str().unwrap().to_owned()).collect()
}

#[rstest]
#[case("ServiceRestart", "DISPLAY_SERVICES")]
#[case("ServiceRestart", "INVENTORY_SERVICE")]
#[case("ServiceRestart", "REACT_UI")]
#[case("VendingUnitReset", "RESET")]
#[case("OutOfOrder", "ENABLE")]
#[case("SafetyHold", "ENABLE")]
#[case("ConfirmedInventory", "SEND")]
fn a_command_is_delivered_and_then_acknowledged(#[case] resource: &str, #[case] operation: &str) {
    let mut fridge = fridge("none");
    fridge.receive(command(1, resource, operation), start());
    // The queue can deliver a command twice.
    fridge.receive(command(1, resource, operation), start());
    assert_eq!(outcomes(&run(&mut fridge, hours(1))), ["DELIVERED", "ACKNOWLEDGED"]);
}

#[rstest]
#[case("OutOfOrder", "outOfOrder")]
#[case("SafetyHold", "safetyHold")]
fn the_report_after_a_toggle_command_shows_its_effect(#[case] resource: &str, #[case] field: &str) {
    let mut fridge = fridge("none");
    for (number, operation, value) in [(1, "ENABLE", true), (2, "DISABLE", false)] {
        fridge.receive(command(number, resource, operation), start());
        let messages = run(&mut fridge, start().plus(Duration::minutes(1)));
        assert_eq!(outcomes(&messages), ["DELIVERED", "ACKNOWLEDGED"]);
        let report = last_report(&messages);
        assert_eq!(report[field], value);
        assert!(report[&format!("{field}Ts")].as_str().unwrap() > start().to_string().as_str());
    }
}

#[rstest]
#[case::too_warm("warm=100", "SafetyHold", "DISABLE", "Food is not safe")]
#[case::motor_stuck("motor=100", "OutOfOrder", "DISABLE", "stuck")]
#[case::door_open("door=100", "VendingUnitReset", "RESET", "door is open")]
#[case::unknown_command("none", "Coffee", "BREW", "does not support Coffee BREW")]
fn rejects_commands_that_it_cannot_execute_with_the_reason(
    #[case] faults: &str,
    #[case] resource: &str,
    #[case] operation: &str,
    #[case] reason: &str,
) {
    let mut fridge = fridge(faults);
    let mut command = command(1, resource, operation);
    run(&mut fridge, hours(4));
    command.expires_at = hours(5);
    fridge.receive(command, hours(4));
    let messages = run(&mut fridge, hours(5));
    assert_eq!(outcomes(&messages), ["DELIVERED", "REFUSED"]);
    assert!(of_kind(&messages, Kind::CommandAcknowledgement)[1].fields["result"].as_str().unwrap().contains(reason));
}

#[test]
fn drops_commands_that_a_newer_command_for_the_same_resource_replaces() {
    let mut fridge = fridge("none");
    for (number, operation) in [(1, "ENABLE"), (4, "DISABLE"), (3, "ENABLE")] {
        fridge.receive(command(number, "OutOfOrder", operation), start());
    }
    let messages = run(&mut fridge, hours(1));
    let ids: Vec<Value> = of_kind(&messages, Kind::CommandAcknowledgement)
        .iter()
        .map(|message| message.fields["commandId"].clone())
        .collect();
    // Command 1 was not started when command 4 arrived, and command 3 arrived after it.
    assert_eq!(ids, [4, 4].map(|number| json!(uuid::Uuid::from_u128(number))));
    assert_eq!(last_report(&messages)["outOfOrder"], false);
}

#[rstest]
#[case::in_order([1, 2, 3])]
#[case::reversed([3, 2, 1])]
#[case::the_newest_in_the_middle([1, 3, 2])]
#[case::the_newest_first([3, 1, 2])]
fn enable_disable_enable_leaves_the_hold_on_in_any_order_of_delivery(#[case] order: [u128; 3]) {
    let mut fridge = fridge("none");
    for number in order {
        let operation = if number == 2 { "DISABLE" } else { "ENABLE" };
        fridge.receive(command(number, "SafetyHold", operation), start());
    }
    let messages = run(&mut fridge, hours(1));
    assert_eq!(last_report(&messages)["safetyHold"], true);
}

proptest! {
    /// Each command is delivered twice, in any order, while earlier commands run.
    #[test]
    fn the_newest_command_wins_in_any_order_of_delivery(
        (operations, deliveries) in proptest::collection::vec(any::<bool>(), 1..8).prop_flat_map(|operations| {
            let numbers: Vec<usize> = (0..operations.len()).chain(0..operations.len()).collect();
            (Just(operations), Just(numbers).prop_shuffle())
        }),
        seconds in 0_i64..5,
    ) {
        let mut fridge = fridge("none");
        let mut at = start();
        for number in deliveries {
            let operation = if operations[number] { "ENABLE" } else { "DISABLE" };
            fridge.receive(command(number as u128, "OutOfOrder", operation), at);
            at = at.plus(Duration::seconds(seconds));
            run(&mut fridge, at);
        }
        let messages = run(&mut fridge, hours(1));
        prop_assert_eq!(&last_report(&messages)["outOfOrder"], *operations.last().unwrap());
    }
}

#[test]
fn a_silent_fridge_acknowledges_no_command_and_drops_expired_ones() {
    let mut fridge = fridge("silent=100");
    fridge.receive(command(1, "OutOfOrder", "ENABLE"), start());
    assert_eq!(run(&mut fridge, hours(1)), []);
    assert!(!fridge.out_of_order.on && fridge.inbox.next_due().is_none());
}

#[test]
fn the_report_shows_installed_software_and_keeps_other_artifacts() {
    let mut fridge = fridge("none");
    let before = fridge.report(start()).fields["software"].clone();
    let installed = [("FRIDGE_JAVA_SERVER", "9.0.0"), ("FRIDGE_NEW", "1.0")];
    fridge.install(installed.map(|(kind, version)| (kind.to_owned(), version.to_owned())).into());
    let report = fridge.report(start()).fields;
    assert_eq!(report["serverVersion"], "9.0.0");
    let software = report["software"].as_array().unwrap();
    assert_eq!(software.len(), 9);
    let changed = software.iter().filter(|artifact| !before.as_array().unwrap().contains(artifact));
    assert_eq!(
        changed.cloned().collect::<Vec<_>>(),
        installed.map(|(kind, version)| json!({ "artifactType": kind, "version": version }))
    );
}

#[test]
fn a_restored_command_id_prevents_a_second_execution() {
    let mut before = fridge("none");
    before.receive(command(7, "OutOfOrder", "ENABLE"), start());
    let mut after = fridge("none");
    after.restore_commands(before.newest_commands().clone());
    after.receive(command(7, "OutOfOrder", "ENABLE"), start());
    assert_eq!(outcomes(&run(&mut after, hours(1))), [] as [&str; 0]);
}

#[test]
fn a_reset_often_fixes_a_motor_fault() {
    let fixed = (0..100).filter(|seed| {
        let settings = Settings { seed: *seed, ..settings("motor=50") };
        let mut fridge = Fridge::new("CHI_0001".parse().unwrap(), America::Chicago, &settings, start());
        fridge.faults.since(Fault::Motor).is_some() && {
            fridge.receive(command(1, "VendingUnitReset", "RESET"), start());
            outcomes(&run(&mut fridge, start().plus(Duration::minutes(1))))
                .last()
                .is_some_and(|outcome| outcome == "ACKNOWLEDGED")
        }
    });
    assert!((25..50).contains(&fixed.count()));
}

#[test]
fn a_restart_of_the_simulator_keeps_the_reported_state() {
    let mut before = fridge("usual,motor=40,reader=40,warm=40");
    before.receive(command(1, "OutOfOrder", "ENABLE"), start());
    let messages = run(&mut before, hours(3));
    let reported: HealthReport = serde_json::from_value(Value::Object(last_report(&messages).clone())).unwrap();
    // Another seed gives another random state, which the stored report must override.
    let settings = Settings { seed: 7, ..settings("usual") };
    let mut after = Fridge::new("CHI_0001".parse().unwrap(), America::Chicago, &settings, hours(3));
    after.restore(&reported, hours(3), hours(3));
    let restored: HealthReport = serde_json::from_value(Value::Object(after.report(hours(3)).fields)).unwrap();
    assert_eq!(restored.out_of_order, Some(true));
    assert_eq!(restored.jofemar_state, reported.jofemar_state);
    assert_eq!(restored.out_of_order_ts, reported.out_of_order_ts);
    assert_eq!(restored.safety_hold, reported.safety_hold);
    assert_eq!(restored.card_reader, reported.card_reader);
    assert_eq!(restored.temperature, reported.temperature);
}

#[test]
fn the_last_report_of_a_silent_fridge_has_the_time_at_which_the_silence_started() {
    let mut fridge = fridge("silent=100");
    let since = fridge.faults.since(Fault::Silent).unwrap();
    assert_eq!(fridge.last_report_before_silence(start()).unwrap().occurred_at, since);
    assert_eq!(super::tests::fridge("none").last_report_before_silence(start()), None);
}
