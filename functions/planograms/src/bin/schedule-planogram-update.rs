//! GraphQL mutation `schedulePlanogramUpdate`: schedules changes of planograms, or creates a planogram.

use planograms::schedule::{self, Dependencies, SchedulePlanogramUpdateArguments, SchedulePlanogramUpdateResult};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::SchedulePlanogram);
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::Names.allows(&[BatchGetItem, PutItem]),
        Table::Planograms.allows(&[BatchGetItem, Query, PutItem]),
    ];
    type Input = SchedulePlanogramUpdateArguments;
    type Output = SchedulePlanogramUpdateResult;
    type Dependencies = Dependencies;

    async fn run(dependencies: &Dependencies, request: Request<Self::Input>) -> Result<SchedulePlanogramUpdateResult> {
        schedule::schedule_planogram_update(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
