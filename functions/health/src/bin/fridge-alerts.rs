//! GraphQL query `fridgeAlerts`: alerts of the fleet or of one fridge, newest first.

use health::{
    alerts::{self, AlertsArguments},
    model::FridgeAlert,
    store::{AlertStore, LatestStore},
};
use shared::{Exit, Operation, Page, Request, RequiredPermission, Result};

struct FridgeAlerts;

impl Operation for FridgeAlerts {
    const NAME: &'static str = "fridgeAlerts";
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    type Input = AlertsArguments;
    type Output = Page<FridgeAlert>;
    type Dependencies = (AlertStore, LatestStore);

    async fn run(uses: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        alerts::fridge_alerts(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<FridgeAlerts>()
}
