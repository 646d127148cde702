//! GraphQL mutation `updateItemPrices`: stores item prices, each with an audit entry.

use locations::names::NameStore;
use prices::{
    store::ItemPriceStore,
    update::{self, ItemPricesResult, UpdateItemPricesArguments},
};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result, audit::AuditTable};

struct UpdateItemPrices;

impl Operation for UpdateItemPrices {
    const NAME: &'static str = "updateItemPrices";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::UpdateItemPrices);
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
    shared::graphql::serve::<UpdateItemPrices>()
}
