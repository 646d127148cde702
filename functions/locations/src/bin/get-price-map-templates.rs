//! GraphQL query `getPriceMapTemplates`: the price map templates that staff can select.

use locations::names::{self, NameStore};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetUniquePMTNames);
    const ACCESS: &'static [Access] = &[Table::Names.allows(&[Query])];
    type Input = NoInput;
    type Output = Vec<String>;
    type Dependencies = NameStore;

    async fn run(store: &NameStore, _: Request<NoInput>) -> Result<Vec<String>> {
        store.list(names::Kind::PriceMapTemplate).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
