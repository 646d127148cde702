//! `PilotStore` reads and writes the FridgeSoftwarePilots table. Some tens of pilots are created per year. Three
//! partitions with at most 1 MB each keep a page below the response limit of a function.

use crate::model::Pilot;
use shared::{
    Page, Permit, Result,
    table::{self, CompositeKey, Item, ItemExt, Key, TransactWriteItem},
};

const KEY: CompositeKey = CompositeKey::new("shard", "id");
const SHARDS: u32 = 3;
/// Maximum number of pilots on a page.
const PAGE_SIZE: usize = 300;

shared::store! {
    /// The store of pilots.
    pub struct PilotStore { variable: "FRIDGE_SOFTWARE_PILOTS_TABLE", key: KEY }
}

impl PilotStore {
    /// The pilot with this id, or `None` if it does not exist.
    pub async fn get(&self, id: &str) -> Result<Option<Pilot>> {
        self.table.get(key(id)).await
    }

    /// A page of all pilots, in no particular order.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] if the token is invalid.
    pub async fn page(&self, next_token: Option<&str>) -> Result<Page<Pilot>> {
        let query = |shard: u32, after: Option<&str>| {
            self.table.query(KEY.partition(shard.to_string())).consistent().after(after)
        };
        table::sharded_page(SHARDS, PAGE_SIZE, next_token, |after| !after.is_empty(), query).await
    }

    /// The transaction action that stores the pilot. It fails if the stored version is not `expected` (`None`: no pilot
    /// is stored).
    pub fn put(&self, _: &Permit, pilot: &Pilot, expected: Option<u64>) -> Result<TransactWriteItem> {
        self.table.put_if_version(item(pilot)?, expected).action()
    }

    /// Stores many pilots and overwrites existing ones. For the seeder.
    pub async fn put_all(&self, pilots: &[Pilot]) -> Result<()> {
        self.table.put_all(pilots.iter().map(item).collect::<Result<_>>()?).await
    }
}

fn key(id: &str) -> Key {
    KEY.of(table::shard(id, SHARDS).to_string(), id)
}

fn item(pilot: &Pilot) -> Result<Item> {
    Ok(table::to_item(pilot)?.with_key(key(&pilot.id)))
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
        assert_eq!(table::from_item::<Pilot>("Pilots", "id", item(&pilot).unwrap()).unwrap(), pilot);
    }
}
