//! GraphQL mutation `generateAprivaDeviceAddress`: generates a device address for the card reader of a location.

use locations::{
    card_reader::CardReaderService,
    device_address::{self, DeviceAddressStore, GenerateArguments},
    store::LocationStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::UpdateLocation);
    const ACCESS: &'static [Access] = &[
        Table::DeviceAddresses.allows(&[PutItem]),
        Table::Locations.allows(&[GetItem]),
        Secret::CardReader.reads(),
        Setting::CardReaderUrl.reads(),
    ];
    /// At most three addresses are requested, each with up to three attempts. AppSync waits 30 seconds.
    const TIMEOUT_SECONDS: u32 = 28;
    type Input = GenerateArguments;
    type Output = String;
    type Dependencies = (LocationStore, DeviceAddressStore, CardReaderService);

    async fn run(dependencies: &Self::Dependencies, request: Request<GenerateArguments>) -> Result<String> {
        device_address::generate_apriva_device_address(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
