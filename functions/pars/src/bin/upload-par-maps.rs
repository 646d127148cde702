//! GraphQL mutation `uploadParMaps`: stores the pars of stockings in place of those before.

use pars::upload::{self, ParMapResult, UploadParMapsArguments, Uses};
use shared::{Action, Exit, Needs, Operation, Request, Result};

struct UploadParMaps;

impl Operation for UploadParMaps {
    const NAME: &'static str = "uploadParMaps";
    const NEEDS: Needs = Needs::Action(Action::UploadPars);
    type Input = UploadParMapsArguments;
    type Output = Vec<ParMapResult>;
    type Uses = Uses;

    async fn run(uses: &Uses, request: Request<UploadParMapsArguments>) -> Result<Vec<ParMapResult>> {
        upload::upload_par_maps(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<UploadParMaps>()
}
