//! `GET /reports/emptychannel/{date}`: lists the empty channels of a business day.

use reports::{
    model::EmptyChannel,
    read::{self, DayArguments},
    rows::EmptyChannelRow,
    store::ReportStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::get("/reports/emptychannel/{date}");
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetEmptyChannel);
    const ACCESS: &'static [Access] = &[Table::Reports.allows(&[Query])];
    /// The largest page needs 41 ms of CPU time.
    const MEMORY_MIB: u32 = 256;
    type Input = DayArguments;
    type Output = Page<EmptyChannelRow>;
    type Dependencies = ReportStore;

    async fn run(store: &ReportStore, request: Request<DayArguments>) -> Result<Page<EmptyChannelRow>> {
        read::of_day::<EmptyChannel, EmptyChannelRow>(store, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
