//! GraphQL query `itemPriceSchemaIds`: lists the price schemas.

use locations::names::NameStore;
use prices::list;
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission =
        RequiredPermission::AnyOf(&[Action::GetUniquePMTNames, Action::UpdateItemPrices]);
    const ACCESS: &'static [Access] = &[Table::Names.allows(&[Query])];
    type Input = NoInput;
    type Output = Vec<String>;
    type Dependencies = NameStore;

    async fn run(names: &NameStore, _: Request<NoInput>) -> Result<Vec<String>> {
        list::item_price_schema_ids(names).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
