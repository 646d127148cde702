//! GraphQL mutation `updateItemPrices`: stores item prices, each with an audit entry.

use locations::names::NameStore;
use prices::{
    store::ItemPriceStore,
    update::{self, ItemPricesResult, UpdateItemPricesArguments},
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::UpdateItemPrices);
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::ItemPrices.allows(&[BatchGetItem, PutItem]),
        Table::Names.allows(&[BatchGetItem, PutItem]),
    ];
    const TIMEOUT_SECONDS: u32 = 28;
    type Input = UpdateItemPricesArguments;
    type Output = ItemPricesResult;
    type Dependencies = (ItemPriceStore, NameStore, AuditTable);

    async fn run(
        dependencies: &Self::Dependencies,
        request: Request<UpdateItemPricesArguments>,
    ) -> Result<ItemPricesResult> {
        update::update_item_prices(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
