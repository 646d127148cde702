//! GraphQL mutation `issueFridgeCertificate`: issues a certificate for a fridge.

use connections::identity::{
    editor::IdentityEditor,
    issue::{self, IssueFridgeCertificateArguments, IssuedFridgeCertificate},
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
        Broker.allows(&[AttachPolicy, AttachThingPrincipal, CreateCertificateFromCsr, CreateThing, UpdateCertificate]),
        Channels::Fleet.publishes(),
        Channels::Fridge.publishes(),
    ];
    /// Five calls of AWS IoT.
    const TIMEOUT_SECONDS: u32 = 25;
    type Input = IssueFridgeCertificateArguments;
    type Output = IssuedFridgeCertificate;
    type Dependencies = IdentityEditor;

    async fn run(
        editor: &IdentityEditor,
        request: Request<IssueFridgeCertificateArguments>,
    ) -> Result<IssuedFridgeCertificate> {
        issue::issue_fridge_certificate(editor, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
