//! GraphQL mutation `updateItemPrices`: stores prices of items, each with its entry in history.

use locations::names::NameStore;
use prices::{
    store::ItemPriceStore,
    update::{self, ItemPricesResult, UpdateItemPricesArguments},
};
use shared::{Action, Exit, Needs, Operation, Request, Result, audit::AuditTable};

struct UpdateItemPrices;

impl Operation for UpdateItemPrices {
    const NAME: &'static str = "updateItemPrices";
    const NEEDS: Needs = Needs::Action(Action::UpdateItemPrices);
    type Input = UpdateItemPricesArguments;
    type Output = ItemPricesResult;
    type Uses = (ItemPriceStore, NameStore, AuditTable);

    async fn run(uses: &Self::Uses, request: Request<UpdateItemPricesArguments>) -> Result<ItemPricesResult> {
        update::update_item_prices(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<UpdateItemPrices>()
}
