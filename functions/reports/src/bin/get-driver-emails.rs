//! `GET /reports/driverlog/cognitoemails`: the e-mails of users, by their ids.

use lambda_http::http::StatusCode;
use reports::drivers::{DriverEmails, Drivers};
use shared::{Needs, Operation, Request, Result};

struct GetDriverEmails;

#[derive(serde::Deserialize)]
struct Arguments {}

impl Operation for GetDriverEmails {
    const NAME: &'static str = "GET /reports/driverlog/cognitoemails";
    const NEEDS: Needs = Needs::SignIn;
    type Input = Arguments;
    type Output = DriverEmails;
    type Uses = Drivers;

    async fn run(drivers: &Drivers, request: Request<Arguments>) -> Result<DriverEmails> {
        drivers.emails(request.now).await
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    shared::rest::serve::<GetDriverEmails>(StatusCode::OK).await
}
