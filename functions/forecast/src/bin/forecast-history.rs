//! `GET /forecast/history`: lists the changes of an item's forecast on a day, newest first.

use forecast::history::{self, ForecastHistory, QuantityChange};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::get("/forecast/history");
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Table::Audit.allows(&[Query])];
    type Input = ForecastHistory;
    type Output = Page<QuantityChange>;
    type Dependencies = AuditTable;

    async fn run(dependencies: &Self::Dependencies, request: Request<ForecastHistory>) -> Result<Page<QuantityChange>> {
        history::forecast_history(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
