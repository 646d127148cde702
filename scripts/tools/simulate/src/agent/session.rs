//! A persistent MQTT 5 session with the broker: it connects, subscribes, publishes with QoS 1, and connects again after
//! each loss.

use super::{
    backoff::{Backoff, Cause},
    outbox::{Outbox, Outgoing},
};
use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use futures::{StreamExt, stream};
use rumqttc::{
    TlsConfiguration, Transport,
    v5::{
        AsyncClient, ConnectionError, EventLoop, MqttOptions, StateError,
        mqttbytes::{
            QoS,
            v5::{ConnectReturnCode, DisconnectReasonCode, Filter, Packet, PubAckReason, Publish, SubscribeReasonCode},
        },
    },
};
use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use std::{collections::HashMap, fs, sync::Arc, time::Duration};
use tokio::{
    sync::mpsc,
    task::JoinHandle,
    time::{Instant, sleep},
};

/// The maximum size of a message that a session publishes, in bytes. The broker closes the connection of a client that sends
/// a packet of more than 128 KiB. A packet contains the message, its topic and its properties.
pub const MAX_PAYLOAD_BYTES: usize = 127 * 1024;
/// The maximum size of a packet that a session receives.
const MAX_PACKET_BYTES: u32 = 128 * 1024 + 512;
/// A broker regards a client as disconnected after one and a half times this time without a packet.
const KEEP_ALIVE: Duration = Duration::from_secs(30);
/// How long the broker keeps the session of a disconnected client, with the messages for it.
const SESSION_EXPIRY: Duration = Duration::from_hours(1);
/// The timeout of a connection attempt.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);
/// The capacity of the queue of packets to send. It exceeds the number of packets that a session queues at once.
const PACKET_QUEUE: usize = 256;
/// The client's limit of published messages without an acknowledgment. The session publishes far fewer, so that packet
/// ids do not collide, and the client allocates memory for so many only.
const CLIENT_IN_FLIGHT_LIMIT: u16 = 64;

/// The address of a broker, and its certificate authority.
#[derive(Clone, Debug)]
pub struct Broker {
    /// The host name.
    pub host: String,
    /// The port.
    pub port: u16,
    roots: Arc<RootCertStore>,
}

impl Broker {
    /// The broker at this address. `authority` is the PEM text of the certificates that sign the broker's.
    ///
    /// # Errors
    /// If `authority` contains no valid certificate.
    pub fn new(host: &str, port: u16, authority: &str) -> Result<Self> {
        let mut roots = RootCertStore::empty();
        for certificate in CertificateDer::pem_slice_iter(authority.as_bytes()) {
            roots.add(certificate.context("the certificate authority is not valid PEM")?)?;
        }
        ensure!(!roots.is_empty(), "the certificate authority contains no certificate");
        Ok(Self { host: host.into(), port, roots: Arc::new(roots) })
    }

    /// The broker of a local stack.
    ///
    /// # Errors
    /// If the file with the certificate of its authority is not valid.
    pub fn of(address: &stack::Mqtt) -> Result<Self> {
        let ca = &address.ca;
        let authority = fs::read_to_string(ca).with_context(|| format!("could not read {}", ca.display()))?;
        Self::new(&address.host, address.port, &authority)
    }

    /// The TLS configuration of a client with these credentials.
    ///
    /// # Errors
    /// If the credentials are not valid PEM, or the certificate does not fit the key.
    pub fn tls(&self, credentials: &Credentials) -> Result<ClientConfig> {
        let certificates = CertificateDer::pem_slice_iter(credentials.certificate.as_bytes());
        let certificates: Vec<_> =
            certificates.collect::<Result<_, _>>().context("the certificate is not valid PEM")?;
        let key = PrivateKeyDer::from_pem_slice(credentials.key.as_bytes()).context("the key is not valid PEM")?;
        ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_root_certificates(Arc::clone(&self.roots))
            .with_client_auth_cert(certificates, key)
            .context("the certificate does not fit the key")
    }

    /// The options of a client that connects with these credentials.
    ///
    /// # Errors
    /// As [`Broker::tls`].
    pub fn options(&self, client_id: &str, credentials: &Credentials) -> Result<MqttOptions> {
        let tls = TlsConfiguration::Rustls(Arc::new(self.tls(credentials)?));
        let mut options = MqttOptions::new(client_id, &self.host, self.port);
        options
            .set_transport(Transport::tls_with_config(tls))
            .set_keep_alive(KEEP_ALIVE)
            .set_connection_timeout(CONNECT_TIMEOUT.as_secs())
            // The client's default is 10 KiB.
            .set_max_packet_size(Some(MAX_PACKET_BYTES));
        Ok(options)
    }
}

/// The certificate of a client and its key, as PEM texts.
#[derive(Clone, Eq, PartialEq)]
pub struct Credentials {
    /// The certificate.
    pub certificate: String,
    /// The private key.
    pub key: String,
}

/// The output contains no key.
impl std::fmt::Debug for Credentials {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Credentials").field("certificate", &self.certificate).finish_non_exhaustive()
    }
}

/// The client of a session.
#[derive(Clone, Debug)]
pub struct Client {
    /// The client id. The broker accepts only the name of the certificate's thing.
    pub id: String,
    /// The certificate and its key.
    pub credentials: Credentials,
    /// The topics that the client subscribes to, without wildcards: a broker delivers retained messages to exact topics.
    pub subscriptions: Vec<String>,
    /// Whether the session continues when the client connects again. Otherwise, each connection has a new session.
    pub persistent: bool,
}

/// An event of a session.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Event {
    /// The broker accepted the connection.
    Connected {
        /// Whether the broker kept the session, with the messages that arrived since the last connection.
        resumed: bool,
    },
    /// The broker accepted the subscriptions.
    Subscribed,
    /// A message arrived. The broker delivers it again until [`Session::confirm`] is called.
    Received {
        /// The number for [`Session::confirm`].
        number: u64,
        /// The topic.
        topic: String,
        /// The content.
        payload: Vec<u8>,
    },
    /// The broker accepted a published message.
    Published {
        /// The topic.
        topic: String,
        /// The content.
        payload: String,
    },
    /// A published message is lost.
    Lost {
        /// The topic.
        topic: String,
        /// Why it is lost.
        reason: String,
    },
    /// The session uses the credentials of [`Session::use_credentials`] from now on.
    CredentialsAccepted,
    /// The broker rejected the credentials of [`Session::use_credentials`]. The session keeps the earlier ones.
    CredentialsRejected,
    /// The connection ended or was rejected.
    Disconnected {
        /// The reason as text.
        reason: String,
        /// Whether another client connected with the same client id.
        takeover: bool,
        /// When the session connects again.
        retry: Duration,
    },
}

/// A request to a running session.
enum Request {
    Publish(Outgoing),
    Confirm(u64),
    SetOnline(bool),
    UseCredentials(Credentials),
}

/// A running session. It ends when this value is dropped.
#[derive(Debug)]
pub struct Session {
    requests: mpsc::UnboundedSender<Request>,
    task: JoinHandle<()>,
}

impl Drop for Session {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Session {
    /// Starts a session that connects after `delay`. It sends its events together with the client id.
    pub fn start(
        broker: Broker,
        client: Client,
        delay: Duration,
        rng: Rng,
        events: mpsc::UnboundedSender<(String, Event)>,
    ) -> Self {
        let (requests, received) = mpsc::unbounded_channel();
        let runner = Runner {
            broker,
            client,
            candidate: None,
            events,
            requests: received,
            outbox: Outbox::default(),
            online: true,
            backoff: Backoff::default(),
            rng,
            received: 0,
        };
        Self { requests, task: tokio::spawn(runner.run(delay)) }
    }

    /// Publishes a message with QoS 1, now or when the session is connected again.
    pub fn publish(&self, topic: String, payload: String) {
        self.request(Request::Publish(Outgoing { topic, payload }));
    }

    /// Confirms a received message. The broker does not deliver it again.
    pub fn confirm(&self, number: u64) {
        self.request(Request::Confirm(number));
    }

    /// Connects or disconnects the client. A disconnected client keeps its session, as without a network.
    pub fn set_online(&self, online: bool) {
        self.request(Request::SetOnline(online));
    }

    /// Connects again with other credentials. If the broker rejects them, the session keeps the earlier ones.
    pub fn use_credentials(&self, credentials: Credentials) {
        self.request(Request::UseCredentials(credentials));
    }

    fn request(&self, request: Request) {
        // Sending fails only after the task has ended, which is when the runtime ends.
        drop(self.requests.send(request));
    }
}

/// Why a connection is no longer in use.
enum End {
    /// The session was dropped.
    Stopped,
    /// The client went offline, or its credentials changed.
    Changed,
    Lost {
        reason: String,
        cause: Cause,
        rejected: bool,
    },
}

/// The packets of one connection that await an action of the client.
#[derive(Default)]
struct Connection {
    /// Received messages that were not confirmed, by their numbers.
    unconfirmed: HashMap<u64, Publish>,
    connected: Option<Instant>,
}

struct Runner {
    broker: Broker,
    client: Client,
    candidate: Option<Credentials>,
    events: mpsc::UnboundedSender<(String, Event)>,
    requests: mpsc::UnboundedReceiver<Request>,
    outbox: Outbox,
    online: bool,
    backoff: Backoff,
    rng: Rng,
    received: u64,
}

impl Runner {
    async fn run(mut self, delay: Duration) {
        let mut delay = delay;
        loop {
            if !self.pause(delay).await {
                return;
            }
            let mut connection = Connection::default();
            let end = match self.options() {
                Ok(options) => self.connect(options, &mut connection).await,
                Err(error) => End::Lost { reason: format!("{error:#}"), cause: Cause::Lost, rejected: true },
            };
            self.outbox.republish();
            delay = match end {
                End::Stopped => return,
                End::Changed => Duration::ZERO,
                End::Lost { rejected: true, .. } if self.candidate.is_some() => {
                    self.candidate = None;
                    self.report(Event::CredentialsRejected);
                    Duration::ZERO
                }
                End::Lost { reason, cause, .. } => {
                    let connected = connection.connected.map(|since| since.elapsed()).unwrap_or_default();
                    let retry = self.backoff.delay(&mut self.rng, cause, connected);
                    self.report(Event::Disconnected { reason, takeover: cause == Cause::Takeover, retry });
                    retry
                }
            };
        }
    }

    /// Handles requests until `delay` has passed and the client is online. Returns whether the session continues.
    async fn pause(&mut self, delay: Duration) -> bool {
        let end = sleep(delay);
        tokio::pin!(end);
        loop {
            tokio::select! {
                () = &mut end, if self.online => return true,
                request = self.requests.recv() => match request {
                    Some(request) => drop(self.handle_request(request)),
                    None => return false,
                },
            }
            if self.candidate.is_some() && self.online {
                return true;
            }
        }
    }

    fn options(&self) -> Result<MqttOptions> {
        let Client { id, credentials, persistent, .. } = &self.client;
        let mut options = self.broker.options(id, self.candidate.as_ref().unwrap_or(credentials))?;
        let expiry = persistent.then(|| u32::try_from(SESSION_EXPIRY.as_secs()).unwrap_or(u32::MAX));
        options
            .set_clean_start(!persistent)
            .set_session_expiry_interval(expiry)
            .set_outgoing_inflight_upper_limit(CLIENT_IN_FLIGHT_LIMIT)
            .set_manual_acks(true);
        Ok(options)
    }

    /// Connects and runs the connection until its end.
    async fn connect(&mut self, options: MqttOptions, connection: &mut Connection) -> End {
        // Each connection has a new client: the outbox publishes the unacknowledged messages again. The client itself would
        // drop them if the broker lost the session.
        let (client, packets) = AsyncClient::new(options, PACKET_QUEUE);
        let packets = stream::unfold(packets, |mut packets: EventLoop| async {
            // Dropping the future of a poll could lose a packet, so each one runs to its end.
            let packet = packets.poll().await;
            Some((packet, packets))
        });
        tokio::pin!(packets);
        loop {
            tokio::select! {
                packet = packets.next() => match packet {
                    Some(Ok(rumqttc::v5::Event::Incoming(packet))) => {
                        if let Some(end) = self.handle_packet(packet, &client, connection) {
                            return end;
                        }
                    }
                    Some(Ok(rumqttc::v5::Event::Outgoing(rumqttc::Outgoing::Publish(id)))) => self.outbox.number(id),
                    Some(Ok(rumqttc::v5::Event::Outgoing(_))) => {}
                    Some(Err(error)) => return end(&error, connection.connected.is_some()),
                    None => return End::Stopped,
                },
                request = self.requests.recv() => match request {
                    Some(Request::Confirm(number)) => {
                        if let Some(message) = connection.unconfirmed.remove(&number) {
                            // If the queue of packets is full, the broker delivers the message again.
                            drop(client.try_ack(&message));
                        }
                    }
                    Some(request) => {
                        if self.handle_request(request) {
                            return End::Changed;
                        }
                    }
                    None => return End::Stopped,
                },
            }
            if connection.connected.is_some() {
                self.publish(&client);
            }
        }
    }

    fn publish(&mut self, client: &AsyncClient) {
        while let Some(Outgoing { topic, payload }) = self.outbox.publish_next() {
            // The queue of packets has space for all messages that the outbox publishes before an acknowledgment.
            drop(client.try_publish(topic, QoS::AtLeastOnce, false, payload));
        }
    }

    /// Handles a packet of the broker. Returns the end of the connection if the packet ends it.
    fn handle_packet(&mut self, packet: Packet, client: &AsyncClient, connection: &mut Connection) -> Option<End> {
        match packet {
            Packet::ConnAck(accepted) => {
                connection.connected = Some(Instant::now());
                if let Some(credentials) = self.candidate.take() {
                    self.client.credentials = credentials;
                    self.report(Event::CredentialsAccepted);
                }
                self.report(Event::Connected { resumed: accepted.session_present });
                if !self.client.subscriptions.is_empty() {
                    let filter = |topic: &String| Filter::new(topic.clone(), QoS::AtLeastOnce);
                    drop(client.try_subscribe_many(self.client.subscriptions.iter().map(filter)));
                }
            }
            Packet::SubAck(answer) => {
                let rejected = |code: &&SubscribeReasonCode| !matches!(code, SubscribeReasonCode::Success(_));
                if let Some(code) = answer.return_codes.iter().find(rejected) {
                    let reason = format!("the broker rejected a subscription: {code:?}");
                    return Some(End::Lost { reason, cause: Cause::Lost, rejected: false });
                }
                self.report(Event::Subscribed);
            }
            Packet::Publish(message) => {
                self.received += 1;
                let topic = String::from_utf8_lossy(&message.topic).into_owned();
                let payload = message.payload.to_vec();
                connection.unconfirmed.insert(self.received, message);
                self.report(Event::Received { number: self.received, topic, payload });
            }
            Packet::PubAck(answer) => {
                if let Some(Outgoing { topic, payload }) = self.outbox.acknowledge(answer.pkid) {
                    self.report(match answer.reason {
                        PubAckReason::Success | PubAckReason::NoMatchingSubscribers => {
                            Event::Published { topic, payload }
                        }
                        reason => Event::Lost { topic, reason: format!("the broker rejected it: {reason:?}") },
                    });
                }
            }
            _ => {}
        }
        None
    }

    /// Handles a request. Returns whether the current connection must end.
    fn handle_request(&mut self, request: Request) -> bool {
        match request {
            Request::Publish(message) if message.payload.len() > MAX_PAYLOAD_BYTES => {
                let reason = format!("it has {} bytes, more than {MAX_PAYLOAD_BYTES}", message.payload.len());
                self.report(Event::Lost { topic: message.topic, reason });
                false
            }
            Request::Publish(message) => {
                if let Some(lost) = self.outbox.push(message) {
                    let reason = "too many messages were not acknowledged".into();
                    self.report(Event::Lost { topic: lost.topic, reason });
                }
                false
            }
            Request::SetOnline(online) => {
                self.online = online;
                !online
            }
            Request::UseCredentials(credentials) => {
                self.candidate = Some(credentials);
                true
            }
            // The connection of the message has ended. The broker delivers the message again.
            Request::Confirm(_) => false,
        }
    }

    fn report(&self, event: Event) {
        // Sending fails only if the events are no longer read.
        drop(self.events.send((self.client.id.clone(), event)));
    }
}

/// The end of a connection because of `error`. A broker that does not accept a certificate closes the connection before it
/// accepts it.
fn end(error: &ConnectionError, connected: bool) -> End {
    let takeover = matches!(
        error,
        ConnectionError::MqttState(StateError::ServerDisconnect {
            reason_code: DisconnectReasonCode::SessionTakenOver,
            ..
        })
    );
    let rejected = matches!(
        error,
        ConnectionError::Tls(_)
            | ConnectionError::ConnectionRefused(ConnectReturnCode::NotAuthorized)
            | ConnectionError::MqttState(_)
    );
    End::Lost {
        reason: error.to_string(),
        cause: if takeover { Cause::Takeover } else { Cause::Lost },
        rejected: rejected && !connected,
    }
}
