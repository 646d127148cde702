//! The senders of messages, by their types.

use shared::fridge_topics::Up;

/// Who sends messages of a type.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Source {
    /// Fridges send them, on this topic.
    Fridge(Up),
    /// Upstream systems send them.
    Upstream,
}
