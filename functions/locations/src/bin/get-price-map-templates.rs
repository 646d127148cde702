//! GraphQL query `getPriceMapTemplates`: the price map templates that staff can select.

use locations::names::{Kind, NameStore};
use serde::Deserialize;
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result};

struct GetPriceMapTemplates;

#[derive(Deserialize)]
struct Arguments {}

impl Operation for GetPriceMapTemplates {
    const NAME: &'static str = "getPriceMapTemplates";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetUniquePMTNames);
    type Input = Arguments;
    type Output = Vec<String>;
    type Dependencies = NameStore;

    async fn run(names: &NameStore, _: Request<Arguments>) -> Result<Vec<String>> {
        names.list(Kind::PriceMapTemplate).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<GetPriceMapTemplates>()
}
