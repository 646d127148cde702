//! GraphQL query `itemPrices`: lists the item prices of given schemas, or of all.

use locations::names::NameStore;
use prices::{
    list::{self, ItemPricesArguments, ListedPrice},
    store::ItemPriceStore,
};
use shared::{Action, Exit, Operation, Page, Request, RequiredPermission, Result};

struct ItemPrices;

impl Operation for ItemPrices {
    const NAME: &'static str = "itemPrices";
    const PERMISSION: RequiredPermission =
        RequiredPermission::AnyOf(&[Action::GetUniquePMTNames, Action::UpdateItemPrices]);
    type Input = ItemPricesArguments;
    type Output = Page<ListedPrice>;
    type Dependencies = (ItemPriceStore, NameStore);

    async fn run(
        dependencies: &Self::Dependencies,
        request: Request<ItemPricesArguments>,
    ) -> Result<Page<ListedPrice>> {
        list::item_prices(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<ItemPrices>()
}
