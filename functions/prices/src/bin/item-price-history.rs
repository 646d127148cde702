//! GraphQL query `itemPriceHistory`: lists the changes of an item's price in a schema.

use prices::history::{self, ItemPriceChange, ItemPriceHistoryArguments};
use shared::{Action, Exit, Operation, Page, Request, RequiredPermission, Result, audit::AuditTable};

struct ItemPriceHistory;

impl Operation for ItemPriceHistory {
    const NAME: &'static str = "itemPriceHistory";
    const PERMISSION: RequiredPermission =
        RequiredPermission::AnyOf(&[Action::GetUniquePMTNames, Action::UpdateItemPrices]);
    type Input = ItemPriceHistoryArguments;
    type Output = Page<ItemPriceChange>;
    type Dependencies = AuditTable;

    async fn run(audit: &AuditTable, request: Request<ItemPriceHistoryArguments>) -> Result<Page<ItemPriceChange>> {
        history::item_price_history(audit, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<ItemPriceHistory>()
}
