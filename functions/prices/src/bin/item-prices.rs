//! GraphQL query `itemPrices`: lists the item prices of given schemas, or of all.

use locations::names::NameStore;
use prices::{
    list::{self, ItemPricesArguments, ListedPrice},
    store::ItemPriceStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission =
        RequiredPermission::AnyOf(&[Action::GetUniquePMTNames, Action::UpdateItemPrices]);
    const ACCESS: &'static [Access] = &[Table::ItemPrices.allows(&[Query]), Table::Names.allows(&[Query])];
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
    shared::serve::<Function>()
}
