//! `GET /reports/stockouts/{date}`: lists the stock-outs of a business day.

use reports::{
    model::StockOut,
    read::{self, DayArguments},
    rows::StockOutRow,
    store::ReportStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::get("/reports/stockouts/{date}");
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Table::Reports.allows(&[Query])];
    /// The largest page needs 37 ms of CPU time.
    const MEMORY_MIB: u32 = 256;
    type Input = DayArguments;
    type Output = Page<StockOutRow>;
    type Dependencies = ReportStore;

    async fn run(store: &ReportStore, request: Request<DayArguments>) -> Result<Page<StockOutRow>> {
        read::of_day::<StockOut, StockOutRow>(store, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
