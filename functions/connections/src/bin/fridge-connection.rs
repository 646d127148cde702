//! GraphQL query `fridgeConnection`: returns the connection of a fridge with its certificates.

use connections::{
    connection::{self, FridgeConnection, FridgeConnectionArguments},
    identity::store::IdentityStore,
    presence::store::ConnectionStore,
};
use locations::store::LocationStore;
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[
        Table::FridgeConnections.allows(&[GetItem]),
        Table::FridgeIdentities.allows(&[GetItem]),
        Table::Locations.allows(&[GetItem]),
    ];
    /// The largest call needs 22 ms of CPU time.
    const MEMORY_MIB: u32 = 256;
    type Input = FridgeConnectionArguments;
    type Output = Option<FridgeConnection>;
    type Dependencies = (LocationStore, IdentityStore, ConnectionStore);

    async fn run(
        stores: &(LocationStore, IdentityStore, ConnectionStore),
        request: Request<FridgeConnectionArguments>,
    ) -> Result<Option<FridgeConnection>> {
        connection::fridge_connection(stores, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
