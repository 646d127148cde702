//! GraphQL query `getFridgeSchemasTemplates`: the fridge schema templates that are offered.

use locations::names::{Kind, NameStore};
use serde::Deserialize;
use shared::{Action, Exit, Needs, Operation, Request, Result};

struct GetFridgeSchemasTemplates;

#[derive(Deserialize)]
struct Arguments {}

impl Operation for GetFridgeSchemasTemplates {
    const NAME: &'static str = "getFridgeSchemasTemplates";
    const NEEDS: Needs = Needs::Action(Action::GetUniquePMTNames);
    type Input = Arguments;
    type Output = Vec<String>;
    type Uses = NameStore;

    async fn run(names: &NameStore, _: Request<Arguments>) -> Result<Vec<String>> {
        names.list(Kind::FridgeSchema).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<GetFridgeSchemasTemplates>()
}
