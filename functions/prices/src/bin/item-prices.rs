//! GraphQL query `itemPrices`: what items cost, of the schemas asked for or of all.

use locations::names::NameStore;
use prices::{
    list::{self, ItemPricesArguments, ListedPrice},
    store::ItemPriceStore,
};
use shared::{Action, Exit, Needs, Operation, Page, Request, Result};

struct ItemPrices;

impl Operation for ItemPrices {
    const NAME: &'static str = "itemPrices";
    const NEEDS: Needs = Needs::AnyOf(&[Action::GetUniquePMTNames, Action::UpdateItemPrices]);
    type Input = ItemPricesArguments;
    type Output = Page<ListedPrice>;
    type Uses = (ItemPriceStore, NameStore);

    async fn run(uses: &Self::Uses, request: Request<ItemPricesArguments>) -> Result<Page<ListedPrice>> {
        list::item_prices(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<ItemPrices>()
}
