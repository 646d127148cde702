//! GraphQL query `usage`: returns usage and response times of the console over a range of days.

use analytics::{
    model::Usage,
    store::AnalyticsStore,
    usage::{self, UsageArguments},
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    const ACCESS: &'static [Access] = &[Table::Analytics.allows(&[Query])];
    /// The largest response needs 21 ms of CPU time.
    const MEMORY_MIB: u32 = 256;
    type Input = UsageArguments;
    type Output = Usage;
    type Dependencies = AnalyticsStore;

    async fn run(store: &AnalyticsStore, request: Request<Self::Input>) -> Result<Self::Output> {
        usage::usage(store, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
