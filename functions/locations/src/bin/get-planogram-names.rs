//! GraphQL query `getPlanogramNames`: the names that are offered as a location's layout.

use locations::names::{Kind, NameStore};
use serde::Deserialize;
use shared::{Action, Exit, Needs, Operation, Request, Result};

struct GetPlanogramNames;

#[derive(Deserialize)]
struct Arguments {}

impl Operation for GetPlanogramNames {
    const NAME: &'static str = "getPlanogramNames";
    const NEEDS: Needs = Needs::Action(Action::GetUniqueLayoutNames);
    type Input = Arguments;
    type Output = Vec<String>;
    type Uses = NameStore;

    async fn run(names: &NameStore, _: Request<Arguments>) -> Result<Vec<String>> {
        names.list(Kind::Planogram).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<GetPlanogramNames>()
}
