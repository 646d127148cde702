//! GraphQL mutation `removeItemPriceSchema`: removes a price schema that no location uses.

use prices::remove::{self, Dependencies, RemoveItemPriceSchemaArguments};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result};

struct RemoveItemPriceSchema;

impl Operation for RemoveItemPriceSchema {
    const NAME: &'static str = "removeItemPriceSchema";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::UpdateItemPrices);
    type Input = RemoveItemPriceSchemaArguments;
    type Output = usize;
    type Dependencies = Dependencies;

    async fn run(dependencies: &Dependencies, request: Request<RemoveItemPriceSchemaArguments>) -> Result<usize> {
        remove::remove_item_price_schema(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<RemoveItemPriceSchema>()
}
