//! `GET /reports/driverlog/cognitoemails`: the e-mails of users, by their ids.

use reports::drivers::{DriverEmails, Drivers};
use shared::{Action, Exit, Needs, Operation, Request, Result, rest::StatusCode};

struct GetDriverEmails;

#[derive(serde::Deserialize)]
struct Arguments {}

impl Operation for GetDriverEmails {
    const NAME: &'static str = "GET /reports/driverlog/cognitoemails";
    const NEEDS: Needs = Needs::Action(Action::GetCheckPointStatus);
    type Input = Arguments;
    type Output = DriverEmails;
    type Uses = Drivers;

    async fn run(drivers: &Drivers, request: Request<Arguments>) -> Result<DriverEmails> {
        drivers.emails(request.now).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetDriverEmails>(StatusCode::OK)
}
