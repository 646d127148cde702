//! GraphQL query `fridgeConnectionHistory`: lists the changes of a fridge's certificates.

use connections::history::{self, FridgeConnectionChange, FridgeConnectionHistoryArguments};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission =
        RequiredPermission::AnyOf(&[Action::GetSpecificLocation, Action::ManageFridgeConnections]);
    const ACCESS: &'static [Access] = &[Table::Audit.allows(&[Query])];
    type Input = FridgeConnectionHistoryArguments;
    type Output = Page<FridgeConnectionChange>;
    type Dependencies = AuditTable;

    async fn run(
        audit: &AuditTable,
        request: Request<FridgeConnectionHistoryArguments>,
    ) -> Result<Page<FridgeConnectionChange>> {
        history::fridge_connection_history(audit, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
