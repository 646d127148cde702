//! GraphQL query `ordersByDay`: lists the fridge orders of a range of drop-off days.

use orders::store::OrderStore;
use pars::orders_by_day::{self, FridgeOrder, OrdersByDayArguments};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::AnyOf(&[Action::GetUniqueRoutes, Action::UploadPars]);
    const ACCESS: &'static [Access] = &[Table::Orders.index("byDropOff")];
    /// The largest page needs 38 ms of CPU time.
    const MEMORY_MIB: u32 = 256;
    type Input = OrdersByDayArguments;
    type Output = Page<FridgeOrder>;
    type Dependencies = OrderStore;

    async fn run(store: &OrderStore, request: Request<OrdersByDayArguments>) -> Result<Page<FridgeOrder>> {
        orders_by_day::orders_by_day(store, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
