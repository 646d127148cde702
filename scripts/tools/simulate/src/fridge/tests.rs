use super::*;
use chrono_tz::America;
use proptest::prelude::*;
use rstest::rstest;
use std::collections::BTreeSet;

fn start() -> Instant {
    // A Monday morning in Chicago.
    "2026-11-23T14:00:00Z".parse().unwrap()
}

fn pace(faults: &str) -> Pace {
    Pace {
        every: Duration::minutes(10),
        inventory_every: Duration::hours(6),
        customers: 20.0,
        faults: faults.parse().unwrap(),
        seed: 1,
    }
}

fn fridge(faults: &str) -> Fridge {
    Fridge::begin("CHI_0001".parse().unwrap(), America::Chicago, &pace(faults), start())
}

/// Lets the time up to `end` pass.
fn run(fridge: &mut Fridge, end: Instant) -> Vec<Message> {
    let mut messages = Vec::new();
    while fridge.next() <= end {
        let next = fridge.next();
        messages.extend(fridge.act(next));
    }
    messages
}

fn hours(hours: i64) -> Instant {
    start().plus(Duration::hours(hours))
}

fn of(messages: &[Message], kind: Kind) -> Vec<&Message> {
    messages.iter().filter(|message| message.kind == kind).collect()
}

fn last_report(messages: &[Message]) -> &Map {
    &of(messages, Kind::HealthReport).last().unwrap().fields
}

type Map = serde_json::Map<String, Value>;

#[test]
fn the_same_seed_gives_the_same_messages_and_another_seed_others() {
    let told = |seed| {
        run(
            &mut Fridge::begin("CHI_0001".parse().unwrap(), America::Chicago, &Pace { seed, ..pace("usual") }, start()),
            hours(24),
        )
    };
    assert_eq!(told(1), told(1));
    assert_ne!(told(1), told(2));
    let ids: BTreeSet<_> = told(1).iter().map(Message::id).collect();
    assert_eq!(ids.len(), told(1).len());
}

#[test]
fn every_message_is_one_that_is_understood() {
    let mut fridge = fridge("usual,motor=30,door=10,out-of-order=20");
    fridge.take(command(1, "OutOfOrder", "ENABLE"), start());
    let mut messages = run(&mut fridge, hours(48));
    messages.extend(fridge.stocked(hours(48), hours(48)));
    for message in messages {
        crate::message::understood(&message);
    }
}

#[test]
fn a_fridge_reports_at_its_pace_and_is_well_without_faults() {
    let messages = run(&mut fridge("none"), hours(10));
    let reports = of(&messages, Kind::HealthReport);
    assert_eq!(reports.len(), 60);
    for report in reports {
        let field = |name: &str| &report.fields[name];
        assert_eq!(field("jofemarState"), "STATUS_0_READY");
        for well in ["hdmi", "elo", "cardReader", "electricalLayout"] {
            assert_eq!(field(well), true, "{well}");
        }
        for ill in ["safetyHold", "outOfOrder", "inaccessible", "activeTicket"] {
            assert_eq!(field(ill), false, "{ill}");
        }
        assert_eq!(field("allReasons"), &json!([]));
        assert_eq!(field("software").as_array().unwrap().len(), 8);
        assert!(field("temperature").as_f64().unwrap() < 41.0);
    }
    assert!((1..=2).contains(&of(&messages, Kind::Inventory).len()));
    assert!(!of(&messages, Kind::SegmentEvent).is_empty());
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
fn a_fault_shows_in_the_report(#[case] fault: &str, #[case] field: &str, #[case] value: Value) {
    let mut fridge = fridge(fault);
    assert_eq!(last_report(&run(&mut fridge, hours(5)))[field], value);
}

#[test]
fn a_slow_network_shows_in_its_speed() {
    let messages = run(&mut fridge("network=100"), hours(5));
    let speeds = of(&messages, Kind::HealthReport);
    let speeds: Vec<Option<f64>> =
        speeds.iter().map(|report| report.fields["networkSpeed"]["previousSpeed"].as_f64()).collect();
    assert!(speeds.contains(&None) && speeds.iter().flatten().all(|speed| *speed >= 0.5));
}

#[test]
fn a_silent_fridge_tells_nothing() {
    assert_eq!(run(&mut fridge("silent=100"), hours(24)), []);
}

#[test]
fn a_fridge_above_41_degrees_for_30_minutes_holds_its_sales() {
    let mut fridge = fridge("warm=100");
    let mut warm_since = None;
    for message in run(&mut fridge, hours(12)).iter().filter(|message| message.kind == Kind::HealthReport) {
        let warm = message.fields["temperature"].as_f64().unwrap() > TOO_WARM;
        if let Some(since) = warm.then(|| *warm_since.get_or_insert(message.occurred_at)) {
            let long = message.occurred_at.since(since) > MAY_BE_WARM;
            assert!(!long || message.fields["safetyHold"] == true, "{message}");
        }
    }
    assert!(warm_since.is_some());
    let sold = of(&run(&mut fridge, hours(24)), Kind::SegmentEvent)
        .iter()
        .any(|event| event.fields["eventType"] == "purchaseCompleted");
    assert!(!sold, "nothing is sold on hold");
}

#[test]
fn stocking_opens_the_door_fills_the_slots_and_lets_the_room_in() {
    let mut fridge = fridge("none");
    let before = fridge.climate.temperature();
    let messages = fridge.stocked(start().plus(Duration::minutes(4)), start().plus(Duration::minutes(9)));
    let kinds: Vec<Kind> = messages.iter().map(|message| message.kind).collect();
    assert_eq!(kinds, [Kind::CheckpointEvent, Kind::CheckpointEvent, Kind::Inventory, Kind::HealthReport]);
    let slots = messages[2].fields["slots"].as_array().unwrap();
    assert!(slots.iter().all(|slot| slot["items"].as_array().unwrap().len() == 5));
    assert!(fridge.climate.temperature() > before);
}

/// The `number`th command that was given.
fn command(number: u128, resource: &str, operation: &str) -> Command {
    let command = json!({
        "schemaVersion": 1, "commandId": uuid::Uuid::from_u128(number), "locationId": "CHI_0001",
        "resource": resource, "operation": operation, "expiresAt": start().plus(Duration::minutes(5)),
    });
    Command::read(&command.to_string()).unwrap()
}

fn outcomes(messages: &[Message]) -> Vec<String> {
    let told = of(messages, Kind::CommandAcknowledgement);
    told.iter().map(|told| told.fields["outcome"].as_str().unwrap().to_owned()).collect()
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
    fridge.take(command(1, resource, operation), start());
    // The queue brings it twice.
    fridge.take(command(1, resource, operation), start());
    assert_eq!(outcomes(&run(&mut fridge, hours(1))), ["DELIVERED", "ACKNOWLEDGED"]);
}

#[rstest]
#[case("OutOfOrder", "outOfOrder")]
#[case("SafetyHold", "safetyHold")]
fn what_a_toggle_did_shows_in_the_report_that_comes_with_it(#[case] resource: &str, #[case] field: &str) {
    let mut fridge = fridge("none");
    for (number, operation, value) in [(1, "ENABLE", true), (2, "DISABLE", false)] {
        fridge.take(command(number, resource, operation), start());
        let messages = run(&mut fridge, start().plus(Duration::minutes(1)));
        assert_eq!(outcomes(&messages), ["DELIVERED", "ACKNOWLEDGED"]);
        let report = last_report(&messages);
        assert_eq!(report[field], value);
        assert!(report[&format!("{field}Ts")].as_str().unwrap() > start().to_string().as_str());
    }
}

#[rstest]
#[case::too_warm("warm=100", "SafetyHold", "DISABLE", "Food is not safe")]
#[case::stuck("motor=100", "OutOfOrder", "DISABLE", "stuck")]
#[case::open("door=100", "VendingUnitReset", "RESET", "door is open")]
#[case::unknown("none", "Coffee", "BREW", "knows no Coffee BREW")]
fn a_fridge_refuses_what_it_cannot_do_and_says_why(
    #[case] faults: &str,
    #[case] resource: &str,
    #[case] operation: &str,
    #[case] why: &str,
) {
    let mut fridge = fridge(faults);
    let mut command = command(1, resource, operation);
    run(&mut fridge, hours(4));
    command.expires_at = hours(5);
    fridge.take(command, hours(4));
    let messages = run(&mut fridge, hours(5));
    assert_eq!(outcomes(&messages), ["DELIVERED", "REFUSED"]);
    assert!(of(&messages, Kind::CommandAcknowledgement)[1].fields["result"].as_str().unwrap().contains(why));
}

#[test]
fn a_fridge_does_one_command_after_another_and_none_after_a_later_one_about_the_same() {
    let mut fridge = fridge("none");
    for (number, operation) in [(1, "ENABLE"), (4, "DISABLE"), (3, "ENABLE")] {
        fridge.take(command(number, "OutOfOrder", operation), start());
    }
    let messages = run(&mut fridge, hours(1));
    let ids: Vec<Value> =
        of(&messages, Kind::CommandAcknowledgement).iter().map(|told| told.fields["commandId"].clone()).collect();
    // The earlier command was not started, and the one in between came too late.
    assert_eq!(ids, [4, 4].map(|number| json!(uuid::Uuid::from_u128(number))));
    assert_eq!(last_report(&messages)["outOfOrder"], false);
}

#[rstest]
#[case::in_order([1, 2, 3])]
#[case::reversed([3, 2, 1])]
#[case::the_newest_in_the_middle([1, 3, 2])]
#[case::the_newest_first([3, 1, 2])]
fn a_fridge_ends_on_hold_after_enable_disable_enable_in_any_order(#[case] order: [u128; 3]) {
    let mut fridge = fridge("none");
    for number in order {
        let operation = if number == 2 { "DISABLE" } else { "ENABLE" };
        fridge.take(command(number, "SafetyHold", operation), start());
    }
    let messages = run(&mut fridge, hours(1));
    assert_eq!(last_report(&messages)["safetyHold"], true);
}

proptest! {
    /// Messages come in any order, twice, and while earlier commands are under way.
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
            fridge.take(command(number as u128, "OutOfOrder", operation), at);
            at = at.plus(Duration::seconds(seconds));
            run(&mut fridge, at);
        }
        let messages = run(&mut fridge, hours(1));
        prop_assert_eq!(&last_report(&messages)["outOfOrder"], *operations.last().unwrap());
    }
}

#[test]
fn a_silent_fridge_fetches_no_command_and_later_none_that_expired() {
    let mut fridge = fridge("silent=100");
    fridge.take(command(1, "OutOfOrder", "ENABLE"), start());
    assert_eq!(run(&mut fridge, hours(1)), []);
    assert!(!fridge.out_of_order.on && fridge.inbox.next().is_none());
}

#[test]
fn a_restart_or_a_reset_often_mends_what_it_is_for() {
    let mended = (0..100).filter(|seed| {
        let pace = Pace { seed: *seed, ..pace("motor=50") };
        let mut fridge = Fridge::begin("CHI_0001".parse().unwrap(), America::Chicago, &pace, start());
        fridge.faults.since(Fault::Motor).is_some() && {
            fridge.take(command(1, "VendingUnitReset", "RESET"), start());
            outcomes(&run(&mut fridge, start().plus(Duration::minutes(1))))
                .last()
                .is_some_and(|end| end == "ACKNOWLEDGED")
        }
    });
    assert!((25..50).contains(&mended.count()));
}

#[test]
fn a_simulator_that_is_started_again_takes_nothing_back_that_was_told() {
    let mut before = fridge("usual,motor=40,reader=40,warm=40");
    before.take(command(1, "OutOfOrder", "ENABLE"), start());
    let messages = run(&mut before, hours(3));
    let told = serde_json::from_value(Value::Object(last_report(&messages).clone())).unwrap();
    // Another seed: what is drawn anew does not count.
    let mut after =
        Fridge::begin("CHI_0001".parse().unwrap(), America::Chicago, &Pace { seed: 7, ..pace("usual") }, hours(3));
    after.resume(&told, hours(3), hours(3));
    let again: health::model::HealthReport =
        serde_json::from_value(Value::Object(after.report(hours(3)).fields)).unwrap();
    assert_eq!(again.out_of_order, Some(true));
    let seen = |report: &health::model::HealthReport| {
        (
            report.jofemar_state.clone(),
            report.out_of_order_ts,
            report.safety_hold,
            report.card_reader,
            report.temperature,
        )
    };
    assert_eq!(seen(&again), seen(&told));
}

#[test]
fn of_a_silent_fridge_the_last_words_are_as_old_as_its_silence() {
    let mut fridge = fridge("silent=100");
    let since = fridge.faults.since(Fault::Silent).unwrap();
    assert_eq!(fridge.last_words(start()).unwrap().occurred_at, since);
    assert_eq!(super::tests::fridge("none").last_words(start()), None);
}
