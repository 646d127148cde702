//! `PilotStore` reads and writes the FridgeSoftwarePilots table. Some tens of pilots are created per year. Three
//! partitions with at most 1 MB each keep a page below the response limit of a function.

use super::shards::Shards;
use crate::model::Pilot;
use aws_sdk_dynamodb::{Client, types::TransactWriteItem};
use shared::{
    Environment, FromEnvironment, Page, Permit, Result,
    dynamo::{self, Item, text},
};

const SHARDS: u32 = 3;
/// Maximum number of pilots on a page.
const PAGE_SIZE: usize = 300;

/// The store of pilots.
#[derive(Clone, Debug)]
pub struct PilotStore(Shards);

impl FromEnvironment for PilotStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let table = environment.variable("FRIDGE_SOFTWARE_PILOTS_TABLE")?;
        Ok(Self(Shards { client: dynamo::client(environment), table, sort_key: "id", count: SHARDS }))
    }
}

impl PilotStore {
    /// The DynamoDB client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.0.client
    }

    /// The pilot with this id, or `None` if it does not exist.
    pub async fn get(&self, id: &str) -> Result<Option<Pilot>> {
        let request = self.0.client.get_item().table_name(&self.0.table).set_key(Some(self.0.key(id)));
        let output = request.consistent_read(true).send().await.map_err(dynamo::failure)?;
        output.item.map(|item| self.read(item)).transpose()
    }

    /// A page of all pilots, in no particular order.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] if the token is invalid.
    pub async fn page(&self, next_token: Option<&str>) -> Result<Page<Pilot>> {
        let Page { items, next_token } = self.0.page(PAGE_SIZE, next_token, &[]).await?;
        Ok(Page { items: items.into_iter().map(|item| self.read(item)).collect::<Result<_>>()?, next_token })
    }

    /// The transaction action that stores the pilot. It fails if the stored version is not `expected` (`None`: no pilot
    /// is stored).
    pub fn put(&self, _: &Permit, pilot: &Pilot, expected: Option<u64>) -> Result<TransactWriteItem> {
        dynamo::put_if_version(&self.0.table, item(pilot)?, expected)
    }

    /// Stores many pilots and overwrites existing ones. For the seeder.
    pub async fn put_all(&self, pilots: &[Pilot]) -> Result<()> {
        let items = pilots.iter().map(item).collect::<Result<_>>()?;
        dynamo::put_all(&self.0.client, &self.0.table, items).await
    }

    fn read(&self, item: Item) -> Result<Pilot> {
        dynamo::from_item(&self.0.table, "id", item)
    }
}

fn item(pilot: &Pilot) -> Result<Item> {
    let mut item = dynamo::to_item(pilot)?;
    item.insert("shard".into(), text(dynamo::shard(&pilot.id, SHARDS).to_string()));
    Ok(item)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_pilot_round_trips_and_fits_an_item() {
        let fridges = (0..crate::rules::MAX_FRIDGES).map(|number| format!("{number:0>100}").parse().unwrap());
        let pilot = Pilot {
            id: "canary".into(),
            fridge_ids: fridges.collect(),
            display_name: "Canary".into(),
            stage: 1,
            start_date: "2026-11-21".parse().unwrap(),
            end_date: "2026-12-05".parse().unwrap(),
            description: "All of them".into(),
            active: true,
            version: 3,
        };
        assert!(serde_json::to_string(&pilot).unwrap().len() < 300_000);
        assert_eq!(dynamo::from_item::<Pilot>("Pilots", "id", item(&pilot).unwrap()).unwrap(), pilot);
    }
}
