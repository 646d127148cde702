//! Device addresses of card readers: made by the readers' service, and never given to two locations. Source: the spec
//! of locations, sections 2.5, 7 and 8.

use crate::{card_reader::CardReaderService, model::LocationId, store::LocationStore};
use aws_sdk_dynamodb::Client;
use serde::Deserialize;
use shared::{
    Environment, Error, FromEnvironment, Instant, Request, Result,
    dynamo::{self, text},
};

/// How many addresses are asked for, where the service answers those of other locations.
const TRIES: usize = 3;

/// Arguments of `generateAprivaDeviceAddress`.
#[derive(Debug, Deserialize)]
pub struct GenerateArguments {
    input: GenerateInput,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct GenerateInput {
    location_id: LocationId,
}

/// The addresses that were given out. The only module that knows their table.
#[derive(Clone, Debug)]
pub struct DeviceAddressStore {
    client: Client,
    table: String,
}

impl FromEnvironment for DeviceAddressStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("DEVICE_ADDRESSES_TABLE")? })
    }
}

impl DeviceAddressStore {
    /// Keeps the address for the location. Whether it could: another location may have it.
    async fn keep(&self, address: &str, location: &LocationId, user: &str, now: Instant) -> Result<bool> {
        let put = self
            .client
            .put_item()
            .table_name(&self.table)
            .item("address", text(address))
            .item("locationId", text(location.as_str()))
            .item("user", text(user))
            .item("at", text(now.to_string()))
            .condition_expression("attribute_not_exists(address) OR locationId = :location")
            .expression_attribute_values(":location", text(location.as_str()))
            .send()
            .await;
        Ok(dynamo::unless_refused(put)?.is_some())
    }
}

/// Makes an address for the card reader of a location. It becomes the location's by an edit.
///
/// # Errors
/// [`Error::NotFound`] where there is no such location; a failure where the service has no address that is free.
pub async fn generate_apriva_device_address(
    (locations, addresses, service): &(LocationStore, DeviceAddressStore, CardReaderService),
    Request { permit, now, input }: Request<GenerateArguments>,
) -> Result<String> {
    let location = input.input.location_id;
    locations.require(&location).await?;
    for _ in 0..TRIES {
        let address = service.new_address(&location).await?;
        if addresses.keep(&address, &location, permit.user(), now).await? {
            return Ok(address);
        }
        tracing::warn!(%location, address, "the card readers' service gave another location's address");
    }
    Err(Error::retryable(format!("the card readers' service gave {TRIES} addresses of other locations")))
}
