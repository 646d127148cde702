use super::*;
use crate::{
    agent::{State, session::Credentials},
    faults::Shares,
    fridge::{Fridge, Settings},
    message::Kind,
};
use chrono::Duration as Span;
use chrono_tz::America;
use rcgen::{CertificateParams, KeyPair};
use serde_json::json;
use std::path::PathBuf;
use uuid::Uuid;

fn now() -> Instant {
    "2026-11-23T14:00:00Z".parse().unwrap()
}

fn id() -> LocationId {
    "CHI_0001".parse().unwrap()
}

/// A fleet with one fridge whose session never connects, and the channel of its events.
struct Setup {
    folder: PathBuf,
    world: World,
    fleet: MqttFleet,
    events: mpsc::UnboundedSender<(String, Event)>,
}

impl Drop for Setup {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

impl Setup {
    fn new(faults: &str, renew_now: bool) -> Self {
        let faults: Shares = faults.parse().unwrap();
        let settings = Settings {
            report_interval: Span::minutes(10),
            inventory_interval: Span::zero(),
            customers_per_day: 0.0,
            faults,
            seed: 1,
        };
        let fridge = Fridge::new(id(), America::Chicago, &settings, now());
        let mut world = World::new(vec![fridge]);
        let key = KeyPair::generate().unwrap();
        let authority = CertificateParams::default().self_signed(&key).unwrap().pem();
        let connections = Connections {
            broker: Broker::new("localhost", 1, &authority).unwrap(),
            topics: FridgeTopics::new("local"),
            seed: 1,
            max_delay: Duration::from_hours(9),
            renew_now,
        };
        let folder = std::env::temp_dir().join(format!("simulate-{}", Uuid::now_v7()));
        let files = |id: &LocationId| Files::new(folder.join(id.as_str()));
        let unknown: LocationId = "CHI_0002".parse().unwrap();
        for id in [&id(), &unknown] {
            files(id).store(&credentials(1)).unwrap();
        }
        let found = Files::find(&folder).unwrap();
        let mut fleet = MqttFleet::start(Some(&connections), found, &mut world).unwrap();
        let (events, received) = mpsc::unbounded_channel();
        fleet.events = received;
        Self { folder, world, fleet, events }
    }

    fn files(&self) -> Files {
        Files::new(self.folder.join(id().as_str()))
    }

    /// Handles an event and returns the log.
    fn handle(&mut self, event: Event) -> Vec<(EntryKind, String)> {
        self.events.send((id().to_string(), event)).unwrap();
        self.advance(now())
    }

    fn advance(&mut self, now: Instant) -> Vec<(EntryKind, String)> {
        self.fleet.advance(&mut self.world, now).into_iter().map(|entry| (entry.kind, entry.text)).collect()
    }
}

fn credentials(number: u32) -> Credentials {
    Credentials { certificate: format!("certificate {number}"), key: format!("key {number}") }
}

fn received(topic: &str, payload: &serde_json::Value) -> Event {
    let topic = format!("larder/local/fridges/CHI_0001/down/{topic}");
    Event::Received { number: 1, topic, payload: payload.to_string().into_bytes() }
}

#[tokio::test]
async fn connects_the_fridges_that_are_simulated_and_publishes_only_their_messages() {
    let setup = Setup::new("none", false);
    assert_eq!(setup.fleet.len(), 1);
    let publish = |kind, id: &str| setup.fleet.publish(&Message::new(kind, &id.parse().unwrap(), now(), json!({})));
    assert!(publish(Kind::HealthReport, "CHI_0001"));
    assert!(!publish(Kind::HealthReport, "CHI_0002"));
    assert!(!publish(Kind::DriverAction, "CHI_0001"));
}

#[tokio::test]
async fn a_fridge_with_a_network_is_unconnected_until_it_has_subscribed() {
    let mut setup = Setup::new("none", false);
    assert_eq!(setup.fleet.unconnected().count(), 1);
    setup.handle(Event::Connected { resumed: false });
    assert_eq!(setup.fleet.unconnected().count(), 1);
    setup.handle(Event::Subscribed);
    assert_eq!(setup.fleet.unconnected().count(), 0);
    setup.handle(Event::Disconnected { reason: "reset".into(), takeover: false, retry: Duration::from_secs(3) });
    assert_eq!(setup.fleet.unconnected().count(), 1);
    let mut silent = Setup::new("silent=100", false);
    silent.advance(now());
    assert_eq!(silent.fleet.unconnected().count(), 0);
}

#[tokio::test]
async fn a_command_is_stored_and_executed() {
    let mut setup = Setup::new("none", false);
    let command = json!({
        "schemaVersion": 1, "commandId": "7", "locationId": "CHI_0001", "resource": "SafetyHold",
        "operation": "ENABLE", "expiresAt": now().plus(Span::minutes(5)),
    });
    let log = setup.handle(received("commands", &command));
    assert!(log.contains(&(EntryKind::Command, "accepted the command SafetyHold ENABLE".into())), "{log:?}");
    assert_eq!(setup.files().state().unwrap().newest_commands["SafetyHold"], "7");
    let messages = setup.world.advance(now().plus(Span::minutes(1)));
    let receipts = messages.iter().filter(|message| message.kind == Kind::CommandAcknowledgement);
    assert_eq!(receipts.count(), 2);
}

#[tokio::test]
async fn an_invalid_message_and_a_lost_connection_are_problems() {
    let mut setup = Setup::new("none", false);
    let lost = Event::Disconnected { reason: "reset".into(), takeover: false, retry: Duration::from_secs(3) };
    for event in [received("commands", &json!({})), lost] {
        let log = setup.handle(event);
        assert_eq!(log.last().map(|(kind, _)| *kind), Some(EntryKind::Problem), "{log:?}");
    }
    assert_eq!(setup.files().state().unwrap(), State::default());
}

#[tokio::test]
async fn a_fridge_without_a_network_is_offline_until_the_fault_ends() {
    let mut setup = Setup::new("silent=100", false);
    assert_eq!(setup.advance(now()), []);
    let fridge = &setup.fleet.fridges[&id()];
    assert!(!fridge.is_online);
    // The driver restarts the fridge at a stocking.
    let fix = |fridge: &mut Fridge| {
        while fridge.is_silent() {
            fridge.complete_stocking(now(), now());
        }
    };
    setup.world.with_fridge(&id(), fix).unwrap();
    assert_eq!(setup.advance(now()), [(EntryKind::Detail, "has its network again".into())]);
    assert!(setup.fleet.fridges[&id()].is_online);
}

#[tokio::test]
async fn a_new_certificate_replaces_the_current_one_when_the_broker_accepts_it() {
    for accepted in [true, false] {
        let mut setup = Setup::new("none", true);
        assert_eq!(setup.advance(now()), [(EntryKind::Detail, "requested a new certificate".into())]);
        let expires_at = now().plus(Span::days(365));
        setup.handle(received(
            "certificates",
            &json!({ "schemaVersion": 1, "certificatePem": "certificate 2", "expiresAt": expires_at }),
        ));
        assert_eq!(setup.files().credentials().unwrap(), credentials(1));
        setup.handle(if accepted { Event::CredentialsAccepted } else { Event::CredentialsRejected });
        let expected = if accepted { "certificate 2" } else { "certificate 1" };
        assert_eq!(setup.files().credentials().unwrap().certificate, expected);
        assert_eq!(setup.files().state().unwrap().certificate_expires_at, accepted.then_some(expires_at));
    }
}
