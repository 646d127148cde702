//! GraphQL mutation `generateAprivaDeviceAddress`: makes a device address for the card reader of a location.

use locations::{
    card_reader::CardReaderService,
    device_address::{self, DeviceAddressStore, GenerateArguments},
    store::LocationStore,
};
use shared::{Action, Exit, Needs, Operation, Request, Result};

struct GenerateAprivaDeviceAddress;

impl Operation for GenerateAprivaDeviceAddress {
    const NAME: &'static str = "generateAprivaDeviceAddress";
    const NEEDS: Needs = Needs::Action(Action::UpdateLocation);
    type Input = GenerateArguments;
    type Output = String;
    type Uses = (LocationStore, DeviceAddressStore, CardReaderService);

    async fn run(uses: &Self::Uses, request: Request<GenerateArguments>) -> Result<String> {
        device_address::generate_apriva_device_address(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<GenerateAprivaDeviceAddress>()
}
