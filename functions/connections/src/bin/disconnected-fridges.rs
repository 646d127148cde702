//! GraphQL query `disconnectedFridges`: lists the fridges that are disconnected from the broker.

use connections::presence::{
    disconnected::{self, DisconnectedFridgesArguments},
    store::{ConnectionStore, DisconnectedFridge},
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] =
        &[Table::FridgeConnections.name_only(), Table::FridgeConnections.index("byDisconnection")];
    /// The largest page needs 21 ms of CPU time.
    const MEMORY_MIB: u32 = 256;
    type Input = DisconnectedFridgesArguments;
    type Output = Page<DisconnectedFridge>;
    type Dependencies = ConnectionStore;

    async fn run(
        connections: &ConnectionStore,
        request: Request<DisconnectedFridgesArguments>,
    ) -> Result<Page<DisconnectedFridge>> {
        disconnected::disconnected_fridges(connections, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
