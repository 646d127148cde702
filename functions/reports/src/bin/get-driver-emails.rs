//! `GET /reports/driverlog/cognitoemails`: returns the e-mail addresses of all users, by user id.

use reports::drivers::{DriverDirectory, DriverEmails};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::get("/reports/driverlog/cognitoemails");
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetCheckPointStatus);
    const ACCESS: &'static [Access] = &[UserPool.allows(&[ListUsers])];
    /// The user pool returns sixty users at a time. The result is cached.
    const TIMEOUT_SECONDS: u32 = 28;
    type Input = NoInput;
    type Output = DriverEmails;
    type Dependencies = DriverDirectory;

    async fn run(directory: &DriverDirectory, request: Request<NoInput>) -> Result<DriverEmails> {
        directory.emails(request.now).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
