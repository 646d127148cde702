//! Fridges that connect with the broker of a stack, as real clients. They do not connect again by themselves.

mod oversized;

pub use oversized::publish_oversized;
pub use rumqttc::v5::mqttbytes::v5::{DisconnectReasonCode, SubscribeReasonCode};
pub use simulate::agent::{
    down_topic, provisioning,
    renewal::KeyRequest,
    session::{self, Broker, Credentials, Session},
};

use crate::{Stack, must};
use connections::identity::{model::CertificateId, store::IdentityStore};
use fastrand::Rng;
use locations::model::LocationId;
use rumqttc::v5::{
    AsyncClient, ConnectionError, Event, EventLoop, StateError,
    mqttbytes::{
        QoS,
        v5::{Filter, Packet, PubAckReason},
    },
};
use serde_json::{Value, json};
use shared::{
    Instant,
    fridge_topics::{Down, FridgeTopics, Up},
};
use simulate::{
    agent::subscriptions,
    issue::{Issued, Issuer},
};
use std::time::Duration;
use tokio::{sync::mpsc, task::JoinHandle, time::timeout};
use uuid::Uuid;

/// The timeout of a response of the broker.
const TIMEOUT: Duration = Duration::from_secs(20);
/// The capacity of the client's queue of packets.
const PACKET_QUEUE: usize = 100;
/// How long the broker keeps the session of a disconnected client, in seconds.
const SESSION_EXPIRY: u32 = 3600;

/// A certificate of a fridge.
#[derive(Clone, Debug)]
pub struct Identity {
    /// The id of the location, which is the client id.
    pub fridge: String,
    /// The certificate and its key.
    pub issued: Issued,
}

impl Identity {
    /// Issues a certificate that the broker and Larder accept.
    pub async fn new(stack: &Stack, fridge: &str) -> Self {
        let identity = Self::unknown_to_larder(stack, fridge).await;
        let store: IdentityStore = stack.aws().store(&[("FRIDGE_IDENTITIES_TABLE", "FridgeIdentities")]);
        let id: LocationId = must(fridge, fridge.parse());
        let certificate: CertificateId = must("certificate", identity.issued.certificate_id.parse());
        must("certificate", store.store_seeded(&[(id, certificate)], Instant::now()).await);
        identity
    }

    /// Issues a certificate that only the broker accepts: Larder's table does not contain it.
    pub async fn unknown_to_larder(stack: &Stack, fridge: &str) -> Self {
        let id: LocationId = must(fridge, fridge.parse());
        let environment = stack.aws().environment(&[]);
        let issuer = must("AWS IoT", Issuer::new(&environment, stack.environment()));
        Self { fridge: fridge.into(), issued: must("certificate", issuer.issue(&id).await) }
    }

    /// The id of the certificate.
    pub fn certificate(&self) -> &str {
        &self.issued.certificate_id
    }

    /// Connects as this fridge and subscribes to its topics.
    pub async fn connect(&self, stack: &Stack) -> Fridge {
        must("connection", Fridge::connect_as(stack, &self.fridge, &self.issued.credentials).await)
    }

    /// Starts a session of the reference agent, which connects again by itself. Returns it when it is subscribed to the
    /// topics of the fridge, with its further events.
    pub async fn session(&self, stack: &Stack) -> (Session, mpsc::UnboundedReceiver<(String, session::Event)>) {
        let client = session::Client {
            id: self.fridge.clone(),
            credentials: self.issued.credentials.clone(),
            subscriptions: subscriptions(&FridgeTopics::new(stack.environment()), &self.fridge),
            persistent: true,
        };
        let broker = must("broker", Broker::of(stack.mqtt()));
        let (sender, mut events) = mpsc::unbounded_channel();
        let session = Session::start(broker, client, Duration::ZERO, Rng::new(), sender);
        let subscribed = async { while !matches!(events.recv().await, Some((_, session::Event::Subscribed))) {} };
        must("the subscription", timeout(TIMEOUT, subscribed).await);
        (session, events)
    }
}

/// A message of a fridge with a new id and these fields.
pub fn message(kind: &str, occurred_at: Instant, fields: &Value) -> Value {
    let mut message =
        json!({ "schemaVersion": 1, "messageId": Uuid::now_v7(), "type": kind, "occurredAt": occurred_at });
    if let (Value::Object(message), Value::Object(fields)) = (&mut message, fields) {
        message.extend(fields.clone());
    }
    message
}

/// A claim certificate, with which new computers are provisioned.
pub async fn claim(stack: &Stack) -> Credentials {
    let issuer = must("AWS IoT", Issuer::new(&stack.aws().environment(&[]), stack.environment()));
    let name: LocationId = must("name", "CLAIM".parse());
    must("claim", issuer.issue_claim(&name).await).credentials
}

/// A packet that a test waits for.
#[derive(Debug)]
enum Received {
    Connected,
    Subscribed(Vec<SubscribeReasonCode>),
    Message {
        topic: String,
        payload: Vec<u8>,
    },
    Acknowledged(PubAckReason),
    /// The connection ended.
    Ended {
        code: Option<DisconnectReasonCode>,
        reason: String,
    },
}

/// A connected fridge. It acknowledges all messages that it receives.
#[derive(Debug)]
pub struct Fridge {
    id: String,
    topics: FridgeTopics,
    client: AsyncClient,
    received: mpsc::UnboundedReceiver<Received>,
    /// Messages that arrived while the test waited for another packet.
    messages: Vec<(String, Vec<u8>)>,
    task: JoinHandle<()>,
}

impl Drop for Fridge {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Fridge {
    /// Connects a fridge with a new certificate, and subscribes to its topics.
    pub async fn connect(stack: &Stack, id: &str) -> Self {
        Identity::new(stack, id).await.connect(stack).await
    }

    /// Connects with this client id and subscribes to the topics of the fridge with this id.
    ///
    /// # Errors
    /// The reason, if the broker rejects the connection or a subscription.
    pub async fn connect_as(stack: &Stack, client_id: &str, credentials: &Credentials) -> Result<Self, String> {
        let mut fridge = Self::open(stack, client_id, credentials).await?;
        let topics = subscriptions(&fridge.topics, client_id);
        for code in fridge.subscribe(&topics).await {
            if !matches!(code, SubscribeReasonCode::Success(_)) {
                return Err(format!("the subscription was rejected: {code:?}"));
            }
        }
        Ok(fridge)
    }

    /// Connects with this client id, without subscriptions.
    ///
    /// # Errors
    /// The reason, if the broker rejects the connection.
    pub async fn open(stack: &Stack, client_id: &str, credentials: &Credentials) -> Result<Self, String> {
        let broker = must("broker", Broker::of(stack.mqtt()));
        let mut options = must("credentials", broker.options(client_id, credentials));
        // The broker delivers what it kept for an earlier connection of the fridge.
        options.set_clean_start(false).set_session_expiry_interval(Some(SESSION_EXPIRY));
        let (client, packets) = AsyncClient::new(options, PACKET_QUEUE);
        let (sender, received) = mpsc::unbounded_channel();
        let task = tokio::spawn(run(packets, sender));
        let topics = FridgeTopics::new(stack.environment());
        let mut fridge = Self { id: client_id.into(), topics, client, received, messages: Vec::new(), task };
        match fridge.next(TIMEOUT).await {
            Some(Received::Connected) => Ok(fridge),
            Some(Received::Ended { reason, .. }) => Err(reason),
            other => Err(format!("the broker sent {other:?}")),
        }
    }

    /// Subscribes to topics and returns the broker's reason codes.
    pub async fn subscribe(&mut self, topics: &[String]) -> Vec<SubscribeReasonCode> {
        let filters = topics.iter().map(|topic| Filter::new(topic.clone(), QoS::AtLeastOnce));
        must("SUBSCRIBE", self.client.subscribe_many(filters).await);
        loop {
            match self.next(TIMEOUT).await {
                Some(Received::Subscribed(codes)) => return codes,
                Some(Received::Message { topic, payload }) => self.messages.push((topic, payload)),
                other => must("SUBACK", Err(other)),
            }
        }
    }

    /// The topic on which the fridge publishes.
    pub fn topic(&self, topic: Up) -> String {
        self.topics.up(&self.id, topic)
    }

    /// Publishes a message that the broker must accept.
    pub async fn send(&mut self, topic: Up, message: &Value) {
        let topic = self.topic(topic);
        must(&topic, self.publish(&topic, message.to_string()).await);
    }

    /// Publishes a payload on any topic.
    ///
    /// # Errors
    /// The reason code of the broker, or the reason why the connection ended.
    pub async fn publish(&mut self, topic: &str, payload: impl Into<Vec<u8>>) -> Result<(), String> {
        must(topic, self.client.publish(topic, QoS::AtLeastOnce, false, payload.into()).await);
        self.acknowledged().await
    }

    /// Publishes many messages that the broker must accept, without waiting for each acknowledgment.
    pub async fn send_all(&mut self, topic: Up, messages: impl IntoIterator<Item = String>) {
        let topic = self.topic(topic);
        let mut count = 0;
        for message in messages {
            must(&topic, self.client.publish(&topic, QoS::AtLeastOnce, false, message).await);
            count += 1;
        }
        for _ in 0..count {
            must(&topic, self.acknowledged().await);
        }
    }

    async fn acknowledged(&mut self) -> Result<(), String> {
        loop {
            match self.next(TIMEOUT).await {
                Some(Received::Acknowledged(PubAckReason::Success | PubAckReason::NoMatchingSubscribers)) => {
                    return Ok(());
                }
                Some(Received::Acknowledged(reason)) => return Err(format!("{reason:?}")),
                Some(Received::Message { topic, payload }) => self.messages.push((topic, payload)),
                Some(Received::Ended { reason, .. }) => return Err(reason),
                other => return Err(format!("the broker sent {other:?}")),
            }
        }
    }

    /// The next message on a topic; `None` if there is none within the time. Skips messages on other topics.
    pub async fn next_message(&mut self, topic: Down, time: Duration) -> Option<Value> {
        let topic = self.topics.down(&self.id, topic);
        let wait = async {
            loop {
                if let Some(position) = self.messages.iter().position(|(of, _)| *of == topic) {
                    return Some(self.messages.remove(position).1);
                }
                match self.received.recv().await? {
                    Received::Message { topic, payload } => self.messages.push((topic, payload)),
                    Received::Ended { .. } => return None,
                    _ => {}
                }
            }
        };
        let payload = timeout(time, wait).await.ok().flatten()?;
        Some(must(&topic, serde_json::from_slice(&payload)))
    }

    /// The next command; `None` if there is none within the time.
    pub async fn next_command(&mut self, time: Duration) -> Option<Value> {
        self.next_message(Down::Commands, time).await
    }

    /// Waits until the broker ends the connection. Returns the reason code; `None` if it sent none. Fails the test if the
    /// connection is still open after `time`.
    pub async fn disconnected(&mut self, time: Duration) -> Option<DisconnectReasonCode> {
        let wait = async {
            loop {
                match self.received.recv().await {
                    Some(Received::Ended { code, .. }) => return code,
                    Some(_) => {}
                    None => return None,
                }
            }
        };
        must("the end of the connection", timeout(time, wait).await)
    }

    /// Disconnects as a computer that shuts down. A fridge that is dropped disconnects without a DISCONNECT packet.
    pub async fn disconnect(mut self) {
        must("DISCONNECT", self.client.disconnect().await);
        // The connection ends after the packet was sent.
        while let Some(packet) = self.next(TIMEOUT).await {
            if matches!(packet, Received::Ended { .. }) {
                break;
            }
        }
    }

    async fn next(&mut self, time: Duration) -> Option<Received> {
        timeout(time, self.received.recv()).await.ok().flatten()
    }
}

/// Passes on the packets of a connection until its end.
async fn run(mut packets: EventLoop, sender: mpsc::UnboundedSender<Received>) {
    loop {
        let received = match packets.poll().await {
            Ok(Event::Incoming(Packet::ConnAck(_))) => Received::Connected,
            Ok(Event::Incoming(Packet::SubAck(answer))) => Received::Subscribed(answer.return_codes),
            Ok(Event::Incoming(Packet::PubAck(answer))) => Received::Acknowledged(answer.reason),
            Ok(Event::Incoming(Packet::Publish(message))) => Received::Message {
                topic: String::from_utf8_lossy(&message.topic).into_owned(),
                payload: message.payload.to_vec(),
            },
            Ok(Event::Outgoing(rumqttc::Outgoing::Disconnect)) => {
                Received::Ended { code: None, reason: "the fridge disconnected".into() }
            }
            Ok(_) => continue,
            Err(error) => Received::Ended { code: code(&error), reason: error.to_string() },
        };
        let ended = matches!(received, Received::Ended { .. });
        // Sending fails only if the test has ended.
        if sender.send(received).is_err() || ended {
            return;
        }
    }
}

/// The reason code with which the broker ended the connection.
fn code(error: &ConnectionError) -> Option<DisconnectReasonCode> {
    match error {
        ConnectionError::MqttState(StateError::ServerDisconnect { reason_code, .. }) => Some(*reason_code),
        _ => None,
    }
}
