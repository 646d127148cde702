//! GraphQL mutation `removeItemPriceSchema`: removes a price schema that no location uses.

use prices::remove::{self, RemoveItemPriceSchemaArguments, Uses};
use shared::{Action, Exit, Needs, Operation, Request, Result};

struct RemoveItemPriceSchema;

impl Operation for RemoveItemPriceSchema {
    const NAME: &'static str = "removeItemPriceSchema";
    const NEEDS: Needs = Needs::Action(Action::UpdateItemPrices);
    type Input = RemoveItemPriceSchemaArguments;
    type Output = usize;
    type Uses = Uses;

    async fn run(uses: &Uses, request: Request<RemoveItemPriceSchemaArguments>) -> Result<usize> {
        remove::remove_item_price_schema(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<RemoveItemPriceSchema>()
}
