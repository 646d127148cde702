//! GraphQL mutation `removeItemPriceSchema`: removes a price schema that no location uses.

use prices::remove::{self, Dependencies, RemoveItemPriceSchemaArguments};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::UpdateItemPrices);
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::ItemPrices.allows(&[Query, DeleteItem]),
        Table::Locations.index("byPriceMapTemplate"),
        Table::Names.allows(&[BatchGetItem, DeleteItem]),
    ];
    /// A schema of thousands of prices takes many transactions.
    const TIMEOUT_SECONDS: u32 = 28;
    type Input = RemoveItemPriceSchemaArguments;
    type Output = usize;
    type Dependencies = Dependencies;

    async fn run(dependencies: &Dependencies, request: Request<RemoveItemPriceSchemaArguments>) -> Result<usize> {
        remove::remove_item_price_schema(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
