//! GraphQL query `jitLocations`: lists the JIT status of a day's stockings, with pars if a location is given.

use jit::{list::JitLocationsArguments, store::JitStore};
use pars::{
    jit_list::{self, JitLocationWithPars},
    store::ParStore,
};
use shared::prelude::*;
use stocking::decision::DropDecisionStore;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetUniqueRoutes);
    const ACCESS: &'static [Access] = &[
        Table::DropDecisions.allows(&[Query]),
        Table::JitLocations.allows(&[Query]),
        Table::Pars.allows(&[BatchGetItem]),
    ];
    /// The largest page needs 23 ms of CPU time.
    const MEMORY_MIB: u32 = 256;
    type Input = JitLocationsArguments;
    type Output = Page<JitLocationWithPars>;
    type Dependencies = (JitStore, DropDecisionStore, ParStore);

    async fn run(
        dependencies: &Self::Dependencies,
        request: Request<JitLocationsArguments>,
    ) -> Result<Page<JitLocationWithPars>> {
        jit_list::jit_locations(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
