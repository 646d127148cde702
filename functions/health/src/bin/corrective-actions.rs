//! GraphQL query `correctiveActions`: the corrective actions for a fridge's temperature excursions, oldest first.

use health::{corrective, model::CorrectiveAction, store::CorrectiveActionStore, temperature_record::PeriodArguments};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Table::CorrectiveActions.allows(&[Query])];
    type Input = PeriodArguments;
    type Output = Page<CorrectiveAction>;
    type Dependencies = CorrectiveActionStore;

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        corrective::corrective_actions(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
