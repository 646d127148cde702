//! GraphQL mutation `reportBrowserProblems`: logs errors and slow screens of the web app.

use analytics::problems::{self, ProblemsArguments};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const LIMITS: Limits = problems::LIMITS;
    const ACCESS: &'static [Access] = &[];
    type Input = ProblemsArguments;
    type Output = usize;
    type Dependencies = ();

    async fn run((): &(), request: Request<Self::Input>) -> Result<Self::Output> {
        problems::report_browser_problems(request)
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
