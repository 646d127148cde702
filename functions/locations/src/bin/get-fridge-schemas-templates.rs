//! GraphQL query `getFridgeSchemasTemplates`: the fridge schema templates that staff can select.

use locations::names::{Kind, NameStore};
use serde::Deserialize;
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result};

struct GetFridgeSchemasTemplates;

#[derive(Deserialize)]
struct Arguments {}

impl Operation for GetFridgeSchemasTemplates {
    const NAME: &'static str = "getFridgeSchemasTemplates";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetUniquePMTNames);
    type Input = Arguments;
    type Output = Vec<String>;
    type Dependencies = NameStore;

    async fn run(names: &NameStore, _: Request<Arguments>) -> Result<Vec<String>> {
        names.list(Kind::FridgeSchema).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<GetFridgeSchemasTemplates>()
}
