//! `GET /reports/driverlog/cognitoemails`: returns the e-mail addresses of all users, by user id.

use reports::drivers::{DriverDirectory, DriverEmails};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result, rest::StatusCode};

struct GetDriverEmails;

#[derive(serde::Deserialize)]
struct Arguments {}

impl Operation for GetDriverEmails {
    const NAME: &'static str = "GET /reports/driverlog/cognitoemails";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetCheckPointStatus);
    type Input = Arguments;
    type Output = DriverEmails;
    type Dependencies = DriverDirectory;

    async fn run(directory: &DriverDirectory, request: Request<Arguments>) -> Result<DriverEmails> {
        directory.emails(request.now).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetDriverEmails>(StatusCode::OK)
}
