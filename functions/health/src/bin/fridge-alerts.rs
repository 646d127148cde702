//! GraphQL query `fridgeAlerts`: alerts of the fleet or of one fridge, newest first.

use health::{
    alerts::{self, AlertsArguments},
    model::FridgeAlert,
    store::{AlertStore, LatestStore},
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[
        Table::FridgeAlerts.allows(&[BatchGetItem, Query]),
        Table::FridgeAlerts.index("byState"),
        Table::FridgeHealth.allows(&[BatchGetItem]),
    ];
    type Input = AlertsArguments;
    type Output = Page<FridgeAlert>;
    type Dependencies = (AlertStore, LatestStore);

    async fn run(uses: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        alerts::fridge_alerts(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
