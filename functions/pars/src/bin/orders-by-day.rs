//! GraphQL query `ordersByDay`: the fridge orders that are dropped off on some days.

use orders::store::OrderStore;
use pars::ordered::{self, FridgeOrder, OrdersByDayArguments};
use shared::{Action, Exit, Needs, Operation, Page, Request, Result};

struct OrdersByDay;

impl Operation for OrdersByDay {
    const NAME: &'static str = "ordersByDay";
    const NEEDS: Needs = Needs::AnyOf(&[Action::GetUniqueRoutes, Action::UploadPars]);
    type Input = OrdersByDayArguments;
    type Output = Page<FridgeOrder>;
    type Uses = OrderStore;

    async fn run(store: &OrderStore, request: Request<OrdersByDayArguments>) -> Result<Page<FridgeOrder>> {
        ordered::orders_by_day(store, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<OrdersByDay>()
}
