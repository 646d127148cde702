//! GraphQL query `itemPriceSchemaIds`: the price schemas.

use locations::names::NameStore;
use prices::list;
use serde::Deserialize;
use shared::{Action, Exit, Needs, Operation, Request, Result};

struct ItemPriceSchemaIds;

#[derive(Deserialize)]
struct Arguments {}

impl Operation for ItemPriceSchemaIds {
    const NAME: &'static str = "itemPriceSchemaIds";
    const NEEDS: Needs = Needs::AnyOf(&[Action::GetUniquePMTNames, Action::UpdateItemPrices]);
    type Input = Arguments;
    type Output = Vec<String>;
    type Uses = NameStore;

    async fn run(names: &NameStore, _: Request<Arguments>) -> Result<Vec<String>> {
        list::item_price_schema_ids(names).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<ItemPriceSchemaIds>()
}
