//! GraphQL mutation `revokeFridgeCertificate`: revokes a certificate of a fridge.

use connections::{
    connection::FridgeConnection,
    identity::{
        editor::IdentityEditor,
        revoke::{self, RevokeFridgeCertificateArguments},
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
        Broker.allows(&[DeleteConnection, DetachThingPrincipal, ListThingPrincipals, UpdateCertificate]),
        Channels::Fleet.publishes(),
        Channels::Fridge.publishes(),
    ];
    /// Four calls of AWS IoT.
    const TIMEOUT_SECONDS: u32 = 25;
    type Input = RevokeFridgeCertificateArguments;
    type Output = FridgeConnection;
    type Dependencies = IdentityEditor;

    async fn run(
        editor: &IdentityEditor,
        request: Request<RevokeFridgeCertificateArguments>,
    ) -> Result<FridgeConnection> {
        revoke::revoke_fridge_certificate(editor, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
