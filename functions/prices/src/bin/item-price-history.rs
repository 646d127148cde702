//! GraphQL query `itemPriceHistory`: what an item cost in a schema before, who changed it and when.

use prices::history::{self, ItemPriceChange, ItemPriceHistoryArguments};
use shared::{Action, Exit, Needs, Operation, Page, Request, Result, audit::AuditTable};

struct ItemPriceHistory;

impl Operation for ItemPriceHistory {
    const NAME: &'static str = "itemPriceHistory";
    const NEEDS: Needs = Needs::AnyOf(&[Action::GetUniquePMTNames, Action::UpdateItemPrices]);
    type Input = ItemPriceHistoryArguments;
    type Output = Page<ItemPriceChange>;
    type Uses = AuditTable;

    async fn run(audit: &AuditTable, request: Request<ItemPriceHistoryArguments>) -> Result<Page<ItemPriceChange>> {
        history::item_price_history(audit, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<ItemPriceHistory>()
}
