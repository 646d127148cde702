//! GraphQL query `planogram`: returns the planogram of a layout at an instant, and its scheduled changes.

use locations::names::NameStore;
use planograms::{
    read::{self, Planogram, PlanogramArguments},
    store::PlanogramStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetUniqueLayoutNames);
    const ACCESS: &'static [Access] = &[Table::Names.allows(&[BatchGetItem]), Table::Planograms.allows(&[Query])];
    type Input = PlanogramArguments;
    type Output = Option<Planogram>;
    type Dependencies = (PlanogramStore, NameStore);

    async fn run(dependencies: &Self::Dependencies, request: Request<PlanogramArguments>) -> Result<Option<Planogram>> {
        read::planogram(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
