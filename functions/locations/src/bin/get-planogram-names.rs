//! GraphQL query `getPlanogramNames`: the layout names that staff can select for a location.

use locations::names::{Kind, NameStore};
use serde::Deserialize;
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result};

struct GetPlanogramNames;

#[derive(Deserialize)]
struct Arguments {}

impl Operation for GetPlanogramNames {
    const NAME: &'static str = "getPlanogramNames";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetUniqueLayoutNames);
    type Input = Arguments;
    type Output = Vec<String>;
    type Dependencies = NameStore;

    async fn run(names: &NameStore, _: Request<Arguments>) -> Result<Vec<String>> {
        names.list(Kind::Planogram).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<GetPlanogramNames>()
}
