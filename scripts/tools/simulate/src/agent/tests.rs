use super::*;
use crate::{faults::Shares, fridge::Settings};
use chrono_tz::America;
use rstest::rstest;
use serde_json::{Value, json};

fn now() -> Instant {
    "2026-11-23T14:00:00Z".parse().unwrap()
}

fn fridge() -> Fridge {
    let settings = Settings {
        report_interval: Duration::minutes(10),
        inventory_interval: Duration::zero(),
        customers_per_day: 0.0,
        faults: Shares::none(),
        seed: 1,
    };
    Fridge::new("CHI_0001".parse().unwrap(), America::Chicago, &settings, now())
}

fn agent(fridge: &mut Fridge, state: State) -> Agent {
    Agent::new(fridge, state, Duration::zero(), false)
}

fn command(id: &str, location: &str) -> String {
    json!({
        "schemaVersion": 1, "commandId": id, "locationId": location, "resource": "SafetyHold", "operation": "ENABLE",
        "expiresAt": now().plus(Duration::minutes(5)),
    })
    .to_string()
}

fn software(revision: u64, artifacts: &[(&str, &str)]) -> String {
    let artifact = |(kind, version): &(&str, &str)| json!({ "artifactType": kind, "version": version });
    let artifacts: Vec<Value> = artifacts.iter().map(artifact).collect();
    json!({ "schemaVersion": 1, "locationId": "CHI_0001", "revision": revision, "artifacts": artifacts }).to_string()
}

#[test]
fn a_command_is_saved_before_it_is_accepted() {
    let mut fridge = fridge();
    let mut agent = agent(&mut fridge, State::default());
    let outputs =
        agent.handle(&mut fridge, Input::Received(Down::Commands, command("7", "CHI_0001").as_bytes()), now());
    let [Output::Save(state), Output::Accepted(accepted)] = &outputs[..] else { panic!("{outputs:?}") };
    assert_eq!(state.newest_commands, NewestCommands::from([("SafetyHold".to_owned(), "7".to_owned())]));
    assert_eq!(accepted.command_id, "7");
}

#[test]
fn a_repeated_or_earlier_command_has_no_effect_even_after_a_restart() {
    let mut before = fridge();
    let mut first = agent(&mut before, State::default());
    first.handle(&mut before, Input::Received(Down::Commands, command("7", "CHI_0001").as_bytes()), now());
    let mut after = fridge();
    let mut second = agent(&mut after, first.state.clone());
    for id in ["7", "6"] {
        let payload = command(id, "CHI_0001");
        assert_eq!(second.handle(&mut after, Input::Received(Down::Commands, payload.as_bytes()), now()), [], "{id}");
    }
}

#[rstest]
#[case::another_fridge(Down::Commands, command("1", "CHI_0002"))]
#[case::no_json(Down::Commands, "x".into())]
#[case::another_version(Down::Commands, command("1", "CHI_0001").replace("Version\":1", "Version\":2"))]
#[case::incomplete_software(Down::Software, r#"{"schemaVersion":1,"revision":1}"#.into())]
#[case::software_of_another_version(Down::Software, r#"{"schemaVersion":2,"revision":1,"artifacts":[]}"#.into())]
#[case::incomplete_certificate(Down::Certificates, r#"{"schemaVersion":1}"#.into())]
fn an_invalid_message_is_rejected(#[case] topic: Down, #[case] payload: String) {
    let mut fridge = fridge();
    let mut agent = agent(&mut fridge, State::default());
    let outputs = agent.handle(&mut fridge, Input::Received(topic, payload.as_bytes()), now());
    assert!(matches!(outputs[..], [Output::Rejected(_)]), "{outputs:?}");
}

#[test]
fn newer_software_is_installed_once_and_keeps_artifacts_that_it_does_not_contain() {
    let mut fridge = fridge();
    let mut agent = agent(&mut fridge, State::default());
    let mut receive = |payload: &str| {
        let outputs = agent.handle(&mut fridge, Input::Received(Down::Software, payload.as_bytes()), now());
        outputs.into_iter().find_map(|output| match output {
            Output::Save(State { software_revision, software, .. }) => Some((software_revision, software.len())),
            _ => None,
        })
    };
    assert_eq!(receive(&software(5, &[("FRIDGE_AGENT", "9.0.0"), ("FRIDGE_HEARTBEAT", "2 1")])), Some((5, 2)));
    assert_eq!(receive(&software(5, &[("FRIDGE_AGENT", "8.0.0")])), None);
    assert_eq!(receive(&software(4, &[("FRIDGE_AGENT", "8.0.0")])), None);
    assert_eq!(receive(&software(6, &[("FRIDGE_AGENT", "9.1.0")])), Some((6, 2)));
    let report = fridge.latest_report(now());
    assert!(
        report.fields["software"]
            .as_array()
            .unwrap()
            .contains(&json!({ "artifactType": "FRIDGE_AGENT", "version": "9.1.0" }))
    );
}

#[test]
fn reads_the_sample_of_the_desired_software() {
    let sample = include_bytes!("../../../../../functions/software/samples/DesiredSoftware.json");
    let mut fridge = fridge();
    let outputs =
        agent(&mut fridge, State::default()).handle(&mut fridge, Input::Received(Down::Software, sample), now());
    assert_eq!(outputs.last(), Some(&Output::Installed { revision: 1_795_255_200_000 }));
}

#[test]
fn a_received_certificate_is_used_and_its_expiry_starts_the_next_renewal() {
    let mut fridge = fridge();
    let mut agent = agent(&mut fridge, State::default());
    let expires_at = now().plus(Duration::days(365));
    let payload = json!({ "schemaVersion": 1, "certificatePem": "PEM", "expiresAt": expires_at }).to_string();
    let outputs = agent.handle(&mut fridge, Input::Received(Down::Certificates, payload.as_bytes()), now());
    let [Output::UseCertificate(issued)] = &outputs[..] else { panic!("{outputs:?}") };
    assert_eq!((issued.certificate_pem.as_str(), issued.expires_at), ("PEM", expires_at));
    let outputs = agent.handle(&mut fridge, Input::CertificateAccepted(expires_at), now());
    assert!(matches!(&outputs[..], [Output::Save(state)] if state.certificate_expires_at == Some(expires_at)));
    assert_eq!(agent.handle(&mut fridge, Input::Tick, now()), []);
    let due = expires_at.plus(-Duration::days(30));
    assert_eq!(agent.handle(&mut fridge, Input::Tick, due), [Output::RequestCertificate]);
}

#[test]
fn recognizes_the_topics_of_its_subscriptions() {
    let topics = FridgeTopics::new("dev");
    let found: Vec<_> = subscriptions(&topics, "CHI_0001").iter().map(|topic| down_topic(topic)).collect();
    assert_eq!(found, Down::iter().map(Some).collect::<Vec<_>>());
    assert_eq!(down_topic("larder/dev/fridges/CHI_0001/up/telemetry"), None);
}

#[test]
fn each_kind_of_a_fridge_has_a_topic_that_ingest_accepts() {
    assert_eq!(topic_of(Kind::HealthReport), Some(Up::Telemetry));
    assert_eq!(topic_of(Kind::CommandAcknowledgement), Some(Up::Receipts));
    assert_eq!(topic_of(Kind::DriverAction), None);
}
