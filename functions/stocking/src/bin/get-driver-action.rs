//! GraphQL query `getDriverAction`: lists driver actions of one type, or the drop decisions of a day.

use shared::prelude::*;
use stocking::{
    actions::{self, DriverActionsArguments},
    decision::DropDecisionStore,
    driver_action::{DriverAction, DriverActionStore},
};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetCheckPointStatus);
    const ACCESS: &'static [Access] = &[Table::DriverActions.allows(&[Query]), Table::DropDecisions.allows(&[Query])];
    /// The largest response needs 25 ms of CPU time.
    const MEMORY_MIB: u32 = 256;
    type Input = DriverActionsArguments;
    type Output = Page<DriverAction>;
    type Dependencies = (DriverActionStore, DropDecisionStore);

    async fn run(stores: &Self::Dependencies, request: Request<DriverActionsArguments>) -> Result<Page<DriverAction>> {
        actions::get_driver_action(stores, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
