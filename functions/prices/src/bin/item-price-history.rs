//! GraphQL query `itemPriceHistory`: lists the changes of an item's price in a schema.

use prices::history::{self, ItemPriceChange, ItemPriceHistoryArguments};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission =
        RequiredPermission::AnyOf(&[Action::GetUniquePMTNames, Action::UpdateItemPrices]);
    const ACCESS: &'static [Access] = &[Table::Audit.allows(&[Query])];
    type Input = ItemPriceHistoryArguments;
    type Output = Page<ItemPriceChange>;
    type Dependencies = AuditTable;

    async fn run(audit: &AuditTable, request: Request<ItemPriceHistoryArguments>) -> Result<Page<ItemPriceChange>> {
        history::item_price_history(audit, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
