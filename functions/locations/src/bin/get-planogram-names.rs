//! GraphQL query `getPlanogramNames`: the layout names that staff can select for a location.

use locations::names::{self, NameStore};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetUniqueLayoutNames);
    const ACCESS: &'static [Access] = &[Table::Names.allows(&[Query])];
    type Input = NoInput;
    type Output = Vec<String>;
    type Dependencies = NameStore;

    async fn run(store: &NameStore, _: Request<NoInput>) -> Result<Vec<String>> {
        store.list(names::Kind::Planogram).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
