//! The fridges that are connected with the broker. Each is a client with its own certificate and session.

use crate::{
    agent::{
        Agent, Input, Output, down_topic,
        files::Files,
        renewal::{KeyRequest, MAX_RENEWAL_DELAY},
        session::{Broker, Client, Event, Session},
        subscriptions, topic_of,
    },
    message::Message,
    random,
    world::World,
};
use anyhow::Result;
use locations::model::LocationId;
use shared::{
    Instant,
    fridge_topics::{FridgeTopics, Up},
};
use std::{collections::BTreeMap, time::Duration};
use tokio::sync::mpsc;

/// The broker, and how fridges connect with it.
#[derive(Clone, Debug)]
pub struct Connections {
    /// The broker.
    pub broker: Broker,
    /// The topics of the environment.
    pub topics: FridgeTopics,
    /// The seed of the delays.
    pub seed: u64,
    /// The maximum delay of the first connection. Each fridge has a random one.
    pub max_delay: Duration,
    /// Whether each fridge renews its certificate now.
    pub renew_now: bool,
}

/// An entry of the log.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Entry {
    /// The fridge.
    pub fridge: LocationId,
    /// The kind of the entry.
    pub kind: EntryKind,
    /// What happened.
    pub text: String,
}

/// The kind of an entry of the log.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum EntryKind {
    /// The usual course.
    Detail,
    /// The fridge accepted a command.
    Command,
    /// A connection or a message is lost, or a message is invalid.
    Problem,
}

/// The connected fridges.
#[derive(Debug)]
pub struct MqttFleet {
    topics: FridgeTopics,
    fridges: BTreeMap<LocationId, Connected>,
    events: mpsc::UnboundedReceiver<(String, Event)>,
}

#[derive(Debug)]
struct Connected {
    agent: Agent,
    files: Files,
    session: Session,
    is_online: bool,
    is_subscribed: bool,
    /// The expiry of the new certificate with which the session connects.
    next_expiry: Option<Instant>,
}

impl MqttFleet {
    /// Starts the sessions of the fridges that `world` contains. `connections` is `None` if no fridge connects.
    ///
    /// # Errors
    /// If the files of a fridge are not valid.
    pub fn start(
        connections: Option<&Connections>,
        fridges: Vec<(LocationId, Files)>,
        world: &mut World,
    ) -> Result<Self> {
        let (sender, events) = mpsc::unbounded_channel();
        let topics = connections.map_or_else(|| FridgeTopics::new(""), |connections| connections.topics.clone());
        let mut fleet = Self { topics, fridges: BTreeMap::new(), events };
        let Some(Connections { broker, topics, seed, max_delay, renew_now }) = connections else { return Ok(fleet) };
        for (id, files) in fridges {
            let mut rng = random::rng_for(*seed, &format!("{id} connection"));
            let renewal_delay = random::duration_between(&mut rng, chrono::Duration::zero(), MAX_RENEWAL_DELAY);
            let state = files.state()?;
            let agent = world
                .with_fridge(&id, |fridge| (Agent::new(fridge, state, renewal_delay, *renew_now), !fridge.is_silent()));
            let Some((agent, is_online)) = agent else { continue };
            let client = Client {
                id: id.to_string(),
                credentials: files.credentials()?,
                subscriptions: subscriptions(topics, id.as_str()),
                persistent: true,
            };
            let delay = max_delay.mul_f64(rng.f64());
            let session = Session::start(broker.clone(), client, delay, rng, sender.clone());
            session.set_online(is_online);
            fleet
                .fridges
                .insert(id, Connected { agent, files, session, is_online, is_subscribed: false, next_expiry: None });
        }
        Ok(fleet)
    }

    /// The number of fridges.
    pub fn len(&self) -> usize {
        self.fridges.len()
    }

    /// Whether there are no fridges.
    pub fn is_empty(&self) -> bool {
        self.fridges.is_empty()
    }

    /// The fridges that have a network and do not receive messages yet.
    pub fn unconnected(&self) -> impl Iterator<Item = &LocationId> {
        let unconnected = self.fridges.iter().filter(|(_, fridge)| fridge.is_online && !fridge.is_subscribed);
        unconnected.map(|(id, _)| id)
    }

    /// Publishes the message of a fridge. Returns whether the fridge is one of these.
    pub fn publish(&self, message: &Message) -> bool {
        let Some(Connected { session, .. }) = self.fridges.get(&message.location_id) else { return false };
        let Some(topic) = topic_of(message.kind) else { return false };
        session.publish(self.topics.up(message.location_id.as_str(), topic), message.body());
        true
    }

    /// Handles the events of the sessions, disconnects the fridges of `world` that have no network, and renews certificates.
    pub fn advance(&mut self, world: &mut World, now: Instant) -> Vec<Entry> {
        let mut log = Vec::new();
        while let Ok((client, event)) = self.events.try_recv() {
            let Ok(id) = client.parse() else { continue };
            if let Some(fridge) = self.fridges.get_mut(&id) {
                fridge.handle_event(event, &mut Context { id: &id, topics: &self.topics, world, now, log: &mut log });
            }
        }
        for (id, fridge) in &mut self.fridges {
            fridge.advance(&mut Context { id, topics: &self.topics, world, now, log: &mut log });
        }
        log
    }
}

/// What the handling of an event needs.
struct Context<'a> {
    id: &'a LocationId,
    topics: &'a FridgeTopics,
    world: &'a mut World,
    now: Instant,
    log: &'a mut Vec<Entry>,
}

impl Context<'_> {
    fn log(&mut self, kind: EntryKind, text: impl Into<String>) {
        self.log.push(Entry { fridge: self.id.clone(), kind, text: text.into() });
    }
}

impl Connected {
    fn advance(&mut self, context: &mut Context<'_>) {
        let has_network = context.world.with_fridge(context.id, |fridge| !fridge.is_silent()).unwrap_or(true);
        if self.is_online != has_network {
            self.is_online = has_network;
            self.session.set_online(has_network);
            context.log(EntryKind::Detail, if has_network { "has its network again" } else { "lost its network" });
        }
        self.input(Input::Tick, context);
    }

    fn handle_event(&mut self, event: Event, context: &mut Context<'_>) {
        use EntryKind::{Detail, Problem};
        match event {
            Event::Connected { resumed: true } => context.log(Detail, "connected and continues its session"),
            Event::Connected { resumed: false } => context.log(Detail, "connected with a new session"),
            Event::Subscribed => {
                self.is_subscribed = true;
                context.log(Detail, "subscribed to its topics");
            }
            Event::Received { number, topic, payload } => {
                let stored = match down_topic(&topic) {
                    Some(down) => {
                        context.log(Detail, format!("received {} bytes on {topic}", payload.len()));
                        self.input(Input::Received(down, &payload), context)
                    }
                    None => true,
                };
                // The broker delivers the message again if its effect could not be stored.
                if stored {
                    self.session.confirm(number);
                }
            }
            Event::Published { topic, payload } => {
                context.log(Detail, format!("published {} bytes on {topic}", payload.len()));
            }
            Event::Lost { topic, reason } => context.log(Problem, format!("lost a message on {topic}: {reason}")),
            Event::CredentialsAccepted => {
                match self.files.use_next() {
                    Ok(()) => context.log(Detail, "uses its new certificate"),
                    Err(error) => context.log(Problem, format!("{error:#}")),
                }
                if let Some(expires_at) = self.next_expiry.take() {
                    self.input(Input::CertificateAccepted(expires_at), context);
                }
            }
            Event::CredentialsRejected => {
                self.next_expiry = None;
                context.log(Problem, "the broker rejected the new certificate");
                if let Err(error) = self.files.discard_next() {
                    context.log(Problem, format!("{error:#}"));
                }
            }
            Event::Disconnected { reason, takeover, retry } => {
                self.is_subscribed = false;
                let cause = if takeover { "another client has its client id" } else { &reason };
                context.log(Problem, format!("disconnected: {cause}. Connects again in {:.0} s", retry.as_secs_f64()));
            }
        }
    }

    /// Passes an input to the agent and applies its outputs. Returns whether its state is stored.
    fn input(&mut self, input: Input<'_>, context: &mut Context<'_>) -> bool {
        let (agent, now) = (&mut self.agent, context.now);
        let outputs = context.world.with_fridge(context.id, |fridge| agent.handle(fridge, input, now));
        let mut stored = true;
        for output in outputs.unwrap_or_default() {
            let is_state = matches!(output, Output::Save(_));
            if let Err(error) = self.apply(output, context) {
                stored &= !is_state;
                context.log(EntryKind::Problem, format!("{error:#}"));
            }
        }
        stored
    }

    fn apply(&mut self, output: Output, context: &mut Context<'_>) -> Result<()> {
        match output {
            Output::Save(state) => self.files.store_state(&state)?,
            Output::Accepted(command) => {
                let text = format!("accepted the command {} {}", command.resource, command.operation);
                context.log(EntryKind::Command, text);
            }
            Output::Installed { revision } => {
                context.log(EntryKind::Detail, format!("installed revision {revision} of its software"));
            }
            Output::RequestCertificate => {
                let key = KeyRequest::new(context.id)?;
                self.files.store_next_key(&key.key)?;
                let topic = context.topics.up(context.id.as_str(), Up::Renewals);
                self.session.publish(topic, serde_json::to_string(&key.message())?);
                context.log(EntryKind::Detail, "requested a new certificate");
            }
            Output::UseCertificate(issued) => {
                let credentials = self.files.store_next_certificate(&issued.certificate_pem)?;
                self.next_expiry = Some(issued.expires_at);
                self.session.use_credentials(credentials);
            }
            Output::Rejected(reason) => context.log(EntryKind::Problem, reason),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
