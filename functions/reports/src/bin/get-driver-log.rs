//! `GET /reports/driverlog`: lists the requests of drivers to fridges in a time range.

use reports::{
    model::DriverLogEntry,
    read::{self, RangeArguments},
    rows::DriverLogRow,
    store::ReportStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::get("/reports/driverlog");
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetCheckPointStatus);
    const ACCESS: &'static [Access] = &[Table::Reports.allows(&[Query])];
    /// The largest page needs 37 ms of CPU time.
    const MEMORY_MIB: u32 = 256;
    type Input = RangeArguments;
    type Output = Page<DriverLogRow>;
    type Dependencies = ReportStore;

    async fn run(store: &ReportStore, request: Request<RangeArguments>) -> Result<Page<DriverLogRow>> {
        read::of_range::<DriverLogEntry, DriverLogRow>(store, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
