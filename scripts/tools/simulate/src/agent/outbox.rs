//! The messages of a session that the broker has not acknowledged yet. Pure.

use std::collections::{BTreeMap, VecDeque};

/// The maximum number of messages that a session keeps while the broker does not acknowledge them.
const MAX_MESSAGES: usize = 1000;
/// The maximum number of published messages without an acknowledgment. AWS IoT Core allows 100 for a connection.
pub(super) const MAX_IN_FLIGHT: usize = 16;

/// A message to publish.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Outgoing {
    pub(super) topic: String,
    pub(super) payload: String,
}

/// The messages to publish, oldest first.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    waiting: VecDeque<Outgoing>,
    /// Published messages without a packet id yet, oldest first. The client assigns the ids in this order.
    unnumbered: VecDeque<Outgoing>,
    /// Published messages by packet id, with their position in the order of publication.
    numbered: BTreeMap<u16, (u64, Outgoing)>,
    published: u64,
}

impl Outbox {
    /// Adds a message. If the outbox is full, returns the oldest message that was not published, which is lost.
    pub(super) fn push(&mut self, message: Outgoing) -> Option<Outgoing> {
        self.waiting.push_back(message);
        if self.len() > MAX_MESSAGES { self.waiting.pop_front() } else { None }
    }

    /// The next message to publish; `None` if there is none, or too many messages lack an acknowledgment.
    pub(super) fn publish_next(&mut self) -> Option<Outgoing> {
        if self.unnumbered.len() + self.numbered.len() >= MAX_IN_FLIGHT {
            return None;
        }
        let message = self.waiting.pop_front()?;
        self.unnumbered.push_back(message.clone());
        Some(message)
    }

    /// Records the packet id of the oldest published message without one.
    pub(super) fn number(&mut self, packet: u16) {
        if let Some(message) = self.unnumbered.pop_front() {
            self.published += 1;
            self.numbered.insert(packet, (self.published, message));
        }
    }

    /// Removes the acknowledged message with this packet id and returns it.
    pub(super) fn acknowledge(&mut self, packet: u16) -> Option<Outgoing> {
        self.numbered.remove(&packet).map(|(_, message)| message)
    }

    /// Makes all published messages without an acknowledgment the next ones to publish, in their order.
    pub(super) fn republish(&mut self) {
        let mut numbered: Vec<(u64, Outgoing)> = std::mem::take(&mut self.numbered).into_values().collect();
        numbered.sort_unstable_by_key(|(position, _)| *position);
        for message in self.unnumbered.drain(..).rev().chain(numbered.into_iter().rev().map(|(_, message)| message)) {
            self.waiting.push_front(message);
        }
    }

    /// The number of messages without an acknowledgment.
    pub(super) fn len(&self) -> usize {
        self.waiting.len() + self.unnumbered.len() + self.numbered.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(number: usize) -> Outgoing {
        Outgoing { topic: "t".into(), payload: number.to_string() }
    }

    fn outbox(count: usize) -> Outbox {
        let mut outbox = Outbox::default();
        (0..count).for_each(|number| assert_eq!(outbox.push(message(number)), None));
        outbox
    }

    fn publish_all(outbox: &mut Outbox) -> Vec<String> {
        std::iter::from_fn(|| outbox.publish_next()).map(|message| message.payload).collect()
    }

    #[test]
    fn publishes_a_limited_number_of_messages_before_the_first_acknowledgment() {
        let mut outbox = outbox(20);
        assert_eq!(publish_all(&mut outbox).len(), MAX_IN_FLIGHT);
        outbox.number(1);
        assert_eq!(outbox.publish_next(), None);
        assert_eq!(outbox.acknowledge(1), Some(message(0)));
        assert_eq!(outbox.publish_next(), Some(message(16)));
    }

    #[test]
    fn an_acknowledgment_removes_only_its_message() {
        let mut outbox = outbox(3);
        publish_all(&mut outbox);
        (7..10).for_each(|packet| outbox.number(packet));
        assert_eq!(outbox.acknowledge(8), Some(message(1)));
        assert_eq!(outbox.acknowledge(8), None);
        assert_eq!(outbox.len(), 2);
    }

    #[test]
    fn publishes_unacknowledged_messages_again_in_their_order() {
        let mut outbox = outbox(5);
        publish_all(&mut outbox);
        // The packet ids start again with 1 after the last one.
        for packet in [9, 10, 1] {
            outbox.number(packet);
        }
        outbox.acknowledge(10);
        outbox.push(message(5));
        outbox.republish();
        assert_eq!(publish_all(&mut outbox), ["0", "2", "3", "4", "5"]);
    }

    #[test]
    fn a_full_outbox_drops_the_oldest_message_that_was_not_published() {
        let mut outbox = outbox(MAX_MESSAGES);
        publish_all(&mut outbox);
        assert_eq!(outbox.push(message(MAX_MESSAGES)), Some(message(MAX_IN_FLIGHT)));
        assert_eq!(outbox.len(), MAX_MESSAGES);
    }
}
