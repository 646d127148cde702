//! The reference agent: the program of a fridge that connects it with Larder. `docs/device-protocol.md` is its
//! specification.
//!
//! [`Agent`] is pure: it receives messages and the time, and returns what to save and to publish. [`session`] connects with
//! the broker, and [`files`] stores the key, the certificate and the state.

pub mod backoff;
pub mod files;
mod inbox;
mod outbox;
pub mod provisioning;
pub mod renewal;
pub mod session;

pub use inbox::{Command, NewestCommands};
pub(crate) use inbox::{Inbox, Pending};

use crate::{
    fridge::Fridge,
    message::{Kind, Message},
};
use chrono::Duration;
use renewal::{IssuedCertificate, Renewal};
use serde::{Deserialize, Serialize};
use shared::{
    Instant,
    fridge_topics::{Down, FridgeTopics, Up},
};
use std::collections::BTreeMap;
use strum::IntoEnumIterator;

/// The state of an agent that a restart keeps.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct State {
    /// The newest command id of each resource.
    pub newest_commands: NewestCommands,
    /// The revision of the desired software.
    pub software_revision: u64,
    /// The installed version of each artifact that was deployed.
    pub software: BTreeMap<String, String>,
    /// When the certificate expires, if the fridge renewed it.
    pub certificate_expires_at: Option<Instant>,
}

/// The desired software of the topic `down/software`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DesiredSoftware {
    schema_version: u32,
    revision: u64,
    artifacts: Vec<DesiredArtifact>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DesiredArtifact {
    artifact_type: String,
    version: String,
}

/// An input of an agent.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Input<'a> {
    /// A message arrived.
    Received(Down, &'a [u8]),
    /// The broker accepted the connection with a new certificate that expires then.
    CertificateAccepted(Instant),
    /// Time has passed.
    Tick,
}

/// An output of an agent.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Output {
    /// The state changed and must be stored.
    Save(State),
    /// The fridge received a command and has not seen its id before.
    Accepted(Command),
    /// The fridge installs this software.
    Installed {
        /// The revision of the desired software.
        revision: u64,
    },
    /// A new key must be created, and a certificate for it requested.
    RequestCertificate,
    /// The session must connect with this certificate.
    UseCertificate(IssuedCertificate),
    /// A message is invalid. It has no effect.
    Rejected(String),
}

/// The agent of a fridge.
#[derive(Clone, Debug)]
pub struct Agent {
    state: State,
    renewal: Renewal,
}

impl Agent {
    /// The agent of `fridge`, which gets the stored state. The renewal of the certificate has a `renewal_delay` of at most
    /// [`renewal::MAX_RENEWAL_DELAY`]. With `renew_now` it starts at once.
    pub fn new(fridge: &mut Fridge, state: State, renewal_delay: Duration, renew_now: bool) -> Self {
        fridge.restore_commands(state.newest_commands.clone());
        fridge.install(state.software.clone());
        Self { state, renewal: Renewal::new(renewal_delay, renew_now) }
    }

    /// Handles an input at `now`.
    pub fn handle(&mut self, fridge: &mut Fridge, input: Input<'_>, now: Instant) -> Vec<Output> {
        match input {
            Input::Received(Down::Commands, payload) => self.receive_command(fridge, payload, now),
            Input::Received(Down::Software, payload) => self.receive_software(fridge, payload),
            Input::Received(Down::Certificates, payload) => {
                match serde_json::from_slice::<IssuedCertificate>(payload) {
                    Ok(issued) if issued.schema_version == 1 => vec![Output::UseCertificate(issued)],
                    Ok(issued) => vec![unsupported(issued.schema_version)],
                    Err(error) => vec![Output::Rejected(format!("the message is not a certificate: {error}"))],
                }
            }
            Input::CertificateAccepted(expires_at) => {
                self.state.certificate_expires_at = Some(expires_at);
                vec![Output::Save(self.state.clone())]
            }
            Input::Tick if self.renewal.request_if_due(self.state.certificate_expires_at, now) => {
                vec![Output::RequestCertificate]
            }
            Input::Tick => Vec::new(),
        }
    }

    fn receive_command(&mut self, fridge: &mut Fridge, payload: &[u8], now: Instant) -> Vec<Output> {
        let command = match Command::parse(payload) {
            Ok(command) if command.location_id == *fridge.id() => command,
            Ok(command) => return vec![Output::Rejected(format!("the command is for {}", command.location_id))],
            Err(error) => return vec![Output::Rejected(format!("{error:#}"))],
        };
        fridge.receive(command.clone(), now);
        if *fridge.newest_commands() == self.state.newest_commands {
            return Vec::new();
        }
        self.state.newest_commands.clone_from(fridge.newest_commands());
        vec![Output::Save(self.state.clone()), Output::Accepted(command)]
    }

    fn receive_software(&mut self, fridge: &mut Fridge, payload: &[u8]) -> Vec<Output> {
        let desired = match serde_json::from_slice::<DesiredSoftware>(payload) {
            Ok(desired) if desired.schema_version == 1 => desired,
            Ok(desired) => return vec![unsupported(desired.schema_version)],
            Err(error) => return vec![Output::Rejected(format!("the message is not the desired software: {error}"))],
        };
        let DesiredSoftware { revision, artifacts, .. } = desired;
        if revision <= self.state.software_revision {
            return Vec::new();
        }
        self.state.software_revision = revision;
        // An artifact that is not in the list stays as it is.
        self.state.software.extend(artifacts.into_iter().map(|artifact| (artifact.artifact_type, artifact.version)));
        fridge.install(self.state.software.clone());
        vec![Output::Save(self.state.clone()), Output::Installed { revision }]
    }
}

fn unsupported(version: u32) -> Output {
    Output::Rejected(format!("schemaVersion {version} is not supported"))
}

/// The topic on which a fridge publishes messages of this kind; `None` if upstream systems send them.
pub fn topic_of(kind: Kind) -> Option<Up> {
    match kind {
        Kind::HealthReport
        | Kind::CheckpointEvent
        | Kind::SegmentEvent
        | Kind::Inventory
        | Kind::StockOut
        | Kind::EmptyChannel => Some(Up::Telemetry),
        Kind::CommandAcknowledgement => Some(Up::Receipts),
        Kind::CustomerRecord | Kind::DriverAction | Kind::Temperature | Kind::DriverLog => None,
    }
}

/// Whether a fridge, and not an upstream system, sends the message.
pub fn is_of_fridge(message: &Message) -> bool {
    topic_of(message.kind).is_some()
}

/// The topics that a fridge subscribes to.
pub fn subscriptions(topics: &FridgeTopics, fridge: &str) -> Vec<String> {
    Down::iter().map(|topic| topics.down(fridge, topic)).collect()
}

/// The kind of one of the [`subscriptions`].
pub fn down_topic(topic: &str) -> Option<Down> {
    Down::iter().find(|down| topic.rsplit_once("/down/").is_some_and(|(_, segment)| segment == down.segment()))
}

#[cfg(test)]
mod tests;
