//! GraphQL mutation `allowFridgeReplacement`: allows a new computer of a fridge to request a certificate.

use connections::{
    connection::FridgeConnection,
    identity::{
        allow_replacement::{self, AllowFridgeReplacementArguments},
        editor::IdentityEditor,
    },
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManageFridgeConnections);
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::FridgeConnections.allows(&[GetItem]),
        Table::FridgeIdentities.allows(&[GetItem, PutItem]),
        Table::Locations.allows(&[GetItem]),
        Channels::Fleet.publishes(),
        Channels::Fridge.publishes(),
    ];
    type Input = AllowFridgeReplacementArguments;
    type Output = FridgeConnection;
    type Dependencies = IdentityEditor;

    async fn run(
        editor: &IdentityEditor,
        request: Request<AllowFridgeReplacementArguments>,
    ) -> Result<FridgeConnection> {
        allow_replacement::allow_fridge_replacement(editor, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
