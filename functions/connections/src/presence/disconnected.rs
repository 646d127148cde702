//! GraphQL query `disconnectedFridges`. Requirements: `docs/requirements/connections.md`, CON-4.

use super::store::{ConnectionStore, DisconnectedFridge};
use serde::Deserialize;
use shared::{Page, Result};

/// Arguments of `disconnectedFridges`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct DisconnectedFridgesArguments {
    next_token: Option<String>,
}

/// A page of the disconnected fridges, latest first. Fridges that never connected are left out.
pub async fn disconnected_fridges(
    connections: &ConnectionStore,
    DisconnectedFridgesArguments { next_token }: DisconnectedFridgesArguments,
) -> Result<Page<DisconnectedFridge>> {
    connections.disconnected(next_token.as_deref()).await
}
