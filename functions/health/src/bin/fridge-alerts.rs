//! GraphQL query `fridgeAlerts`: alerts of the fleet or of one fridge, newest first.

use health::{
    alerts::{self, AlertsArguments},
    model::FridgeAlert,
    store::{AlertStore, LatestStore},
};
use shared::{Exit, Needs, Operation, Page, Request, Result};

struct FridgeAlerts;

impl Operation for FridgeAlerts {
    const NAME: &'static str = "fridgeAlerts";
    const NEEDS: Needs = Needs::SignIn;
    type Input = AlertsArguments;
    type Output = Page<FridgeAlert>;
    type Uses = (AlertStore, LatestStore);

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        alerts::fridge_alerts(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<FridgeAlerts>()
}
