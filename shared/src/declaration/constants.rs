//! The types and defaults of the constants that declare a function, and the names that follow from them.

use crate::{fridge_topics::Up, resource::Queue};
pub use lambda_http::http::{Method, StatusCode};

/// The memory of a function that declares none, in MiB. It is Lambda's smallest size and the cheapest one. A function
/// declares more if `docs/cost.md` recommends it.
pub const DEFAULT_MEMORY_MIB: u32 = 128;
/// The maximum duration of a call of a function that declares none, in seconds.
pub const DEFAULT_TIMEOUT_SECONDS: u32 = 10;

/// What an operation is in the interface.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Kind {
    /// A field of the GraphQL type `Query`.
    Query,
    /// A field of the GraphQL type `Mutation`.
    Mutation,
    /// A REST route.
    Route {
        /// The HTTP method.
        method: Method,
        /// The path, with parameters in braces: `/locations/{id}`.
        path: &'static str,
        /// The status of a call that succeeds.
        success: StatusCode,
    },
}

impl Kind {
    /// A route for `GET`.
    pub const fn get(path: &'static str) -> Self {
        Self::Route { method: Method::GET, path, success: StatusCode::OK }
    }

    /// A route for `POST`.
    pub const fn post(path: &'static str) -> Self {
        Self::Route { method: Method::POST, path, success: StatusCode::OK }
    }

    /// A route for `POST` that creates what the path names, and returns 201.
    pub const fn post_creates(path: &'static str) -> Self {
        Self::Route { method: Method::POST, path, success: StatusCode::CREATED }
    }

    /// A route for `PUT`.
    pub const fn put(path: &'static str) -> Self {
        Self::Route { method: Method::PUT, path, success: StatusCode::OK }
    }

    /// A route for `PATCH`.
    pub const fn patch(path: &'static str) -> Self {
        Self::Route { method: Method::PATCH, path, success: StatusCode::OK }
    }
}

/// What invokes a worker.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Source {
    /// The messages of a queue.
    Queue(QueueSource),
    /// A schedule, every minute. A failed call is not retried, because the next minute's call does its work.
    EveryMinute,
    /// The lines of the functions' log that contain a term.
    Log(&'static str),
    /// The user pool, after a sign-in.
    SignIn,
    /// The messages and events of fridges at the broker. A failed call is retried twice within an hour; then the message
    /// goes to the dead-letter queue of forwarding.
    Topics(&'static [TopicSource]),
    /// The provisioning of a fridge, before the broker accepts it.
    Provisioning,
    /// A command, after each deployment.
    Manual,
}

/// The topics of the broker whose messages invoke a worker.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TopicSource {
    /// The messages that fridges publish on a topic. The event is a [`crate::fridge_message::FridgeMessage`].
    Fridges(Up),
    /// The broker's event of a connection that opens or closes, or that it rejects.
    Presence,
    /// The broker's event of a subscription, with the fields `clientId` and `topics`.
    Subscribed,
}

/// How a consumer receives the messages of a queue.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct QueueSource {
    /// The queue.
    pub queue: Queue,
    /// The maximum number of messages of a batch.
    pub batch_size: u32,
    /// How long messages are collected for a batch, in seconds.
    pub window_seconds: Option<u32>,
    /// The maximum number of batches that are handled at the same time. `None` sets no maximum.
    pub concurrency: Option<u32>,
    /// Whether the consumer sends messages to its own queue. Lambda would stop such a chain after 16 messages.
    pub sends_to_itself: bool,
}

impl QueueSource {
    /// Batches of at most `batch_size` messages.
    pub const fn new(queue: Queue, batch_size: u32) -> Self {
        Self { queue, batch_size, window_seconds: None, concurrency: None, sends_to_itself: false }
    }

    /// Collects messages for this many seconds.
    #[must_use]
    pub const fn window_seconds(self, seconds: u32) -> Self {
        Self { window_seconds: Some(seconds), ..self }
    }

    /// Handles at most this many batches at the same time.
    #[must_use]
    pub const fn concurrency(self, batches: u32) -> Self {
        Self { concurrency: Some(batches), ..self }
    }

    /// Allows the consumer to send messages to its own queue.
    #[must_use]
    pub const fn sends_to_itself(self) -> Self {
        Self { sends_to_itself: true, ..self }
    }
}

/// The name of the function whose binary is the file at `path`: `read-schedule-change`.
pub(crate) fn function_name(path: &'static str) -> &'static str {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    file.strip_suffix(".rs").unwrap_or(file)
}

/// The name of an operation in logs, analytics and page tokens: the field of the function `read-schedule-change` is
/// `readScheduleChange`; a route is `PATCH /locations/{id}`.
pub fn operation_name(function: &str, kind: &Kind, field: Option<&str>) -> String {
    match (kind, field) {
        (Kind::Route { method, path, .. }, _) => format!("{method} {path}"),
        (Kind::Query | Kind::Mutation, Some(field)) => field.to_owned(),
        (Kind::Query | Kind::Mutation, None) => camel_case(function),
    }
}

fn camel_case(name: &str) -> String {
    let mut words = name.split('-');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let (initial, rest) = word.split_at(word.len().min(1));
        name + &initial.to_ascii_uppercase() + rest
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_named_after_its_file() {
        let function = function_name("functions/schedules/src/bin/read-schedule-change.rs");
        assert_eq!(operation_name(function, &Kind::Query, None), "readScheduleChange");
        assert_eq!(operation_name("usage", &Kind::Query, None), "usage");
        assert_eq!(operation_name("get-packing-slips-v3", &Kind::Query, None), "getPackingSlipsV3");
    }

    #[test]
    fn a_stated_field_has_priority() {
        let name = operation_name("update-jit-location-status", &Kind::Mutation, Some("updateJITLocationStatus"));
        assert_eq!(name, "updateJITLocationStatus");
    }

    #[test]
    fn a_route_is_named_by_method_and_path() {
        assert_eq!(operation_name("update-location", &Kind::patch("/locations/{id}"), None), "PATCH /locations/{id}");
    }
}
