//! GraphQL mutation `generateAprivaDeviceAddress`: generates a device address for the card reader of a location.

use locations::{
    card_reader::CardReaderService,
    device_address::{self, DeviceAddressStore, GenerateArguments},
    store::LocationStore,
};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result};

struct GenerateAprivaDeviceAddress;

impl Operation for GenerateAprivaDeviceAddress {
    const NAME: &'static str = "generateAprivaDeviceAddress";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::UpdateLocation);
    type Input = GenerateArguments;
    type Output = String;
    type Dependencies = (LocationStore, DeviceAddressStore, CardReaderService);

    async fn run(dependencies: &Self::Dependencies, request: Request<GenerateArguments>) -> Result<String> {
        device_address::generate_apriva_device_address(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<GenerateAprivaDeviceAddress>()
}
