//! GraphQL query `itemPriceSchemaIds`: lists the price schemas.

use locations::names::NameStore;
use prices::list;
use serde::Deserialize;
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result};

struct ItemPriceSchemaIds;

#[derive(Deserialize)]
struct Arguments {}

impl Operation for ItemPriceSchemaIds {
    const NAME: &'static str = "itemPriceSchemaIds";
    const PERMISSION: RequiredPermission =
        RequiredPermission::AnyOf(&[Action::GetUniquePMTNames, Action::UpdateItemPrices]);
    type Input = Arguments;
    type Output = Vec<String>;
    type Dependencies = NameStore;

    async fn run(names: &NameStore, _: Request<Arguments>) -> Result<Vec<String>> {
        list::item_price_schema_ids(names).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<ItemPriceSchemaIds>()
}
