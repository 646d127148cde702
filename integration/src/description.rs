//! The description of a deployed stack, `stack.json`.

use serde::Deserialize;
use stack::{Account, Mqtt};
use std::collections::BTreeMap;

/// The contents of `stack.json`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Description {
    #[serde(flatten)]
    pub(crate) account: Account,
    /// The name of the environment, such as `local`.
    #[serde(default)]
    pub(crate) environment: String,
    /// The emulator's port, which identifies the stack for the commands in `scripts/`.
    #[serde(default)]
    pub(crate) port: u16,
    pub(crate) graphql_url: String,
    pub(crate) rest_url: String,
    /// The URL of the simulated partners; absent on AWS.
    pub(crate) partners_url: Option<String>,
    pub(crate) user_pool_id: String,
    pub(crate) user_pool_client_id: String,
    pub(crate) live: Hosts,
    /// The broker of the emulator; absent on AWS.
    pub(crate) mqtt: Option<Mqtt>,
    pub(crate) tables: BTreeMap<String, String>,
    pub(crate) queues: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) buckets: BTreeMap<String, String>,
    pub(crate) functions: BTreeMap<String, String>,
    pub(crate) users: Vec<User>,
}

/// The hosts of live events.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Hosts {
    /// The host name of the API.
    pub(crate) http_host: String,
    /// The host name for subscribers.
    pub(crate) realtime_host: String,
}

/// A user that the seeder created.
#[derive(Clone, Debug, Deserialize)]
pub struct User {
    /// The e-mail.
    pub email: String,
    /// The permission profile, such as `admin`, `read-only` or `no-permissions`.
    pub profile: String,
    pub(crate) password: String,
}
