//! GraphQL query `alertNotices`: the notices that were sent about an alert.

use health::{
    notifications::log::{self, AlertNotice, AlertNoticesArguments},
    store::NoticeStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Table::AlertNotices.allows(&[GetItem])];
    type Input = AlertNoticesArguments;
    type Output = Vec<AlertNotice>;
    type Dependencies = NoticeStore;

    async fn run(store: &NoticeStore, request: Request<AlertNoticesArguments>) -> Result<Vec<AlertNotice>> {
        log::alert_notices(store, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
