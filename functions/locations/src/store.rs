//! The locations table. The only module that knows its keys and its index.
//!
//! The index `fleet` lists the fleet without a scan: a location sits in one of [`SHARDS`] partitions, by its id, and
//! within it under its status. A partition of 100,000 fridges over 8 shards is 12,500 slim lines; one status is a
//! prefix of the sort key; all statuses are the whole partition. Shards are read in parallel.

use crate::model::{Location, LocationId, LocationStatus, LocationTimeZone, OpsLocation};
use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, Put, TransactWriteItem, Update},
};
use serde::{Deserialize, de::DeserializeOwned};
use shared::{
    Environment, Error, FromEnvironment, Page, Result,
    dynamo::{self, Item, number, text},
    shards,
};
use std::collections::{BTreeMap, BTreeSet};

/// Partitions of the index `fleet`.
const SHARDS: u32 = 8;

/// The locations table.
#[derive(Clone, Debug)]
pub struct LocationStore {
    client: Client,
    table: String,
}

impl FromEnvironment for LocationStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("LOCATIONS_TABLE")? })
    }
}

impl LocationStore {
    /// The client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The location, or `None` where there is none.
    pub async fn get(&self, id: &LocationId) -> Result<Option<Location>> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.table)
            .key("id", text(id.as_str()))
            .consistent_read(true)
            .send()
            .await
            .map_err(dynamo::failure)?;
        answer.item.map(|item| dynamo::from_item(&self.table, "id", item)).transpose()
    }

    /// Those of the locations that are there, in no order.
    pub async fn get_all(&self, ids: BTreeSet<LocationId>) -> Result<Vec<Location>> {
        let keys = ids.iter().map(|id| Item::from([("id".into(), text(id.as_str()))])).collect();
        let items = dynamo::get_all(&self.client, &self.table, keys, &[]).await?;
        items.into_iter().map(|item| dynamo::from_item(&self.table, "id", item)).collect()
    }

    /// The location that must be there.
    ///
    /// # Errors
    /// [`Error::NotFound`].
    pub async fn require(&self, id: &LocationId) -> Result<Location> {
        self.get(id).await?.ok_or_else(|| Error::NotFound(format!("There is no location {id}")))
    }

    /// Those of `ids` that are a location's: looked up in batches, by keys alone.
    pub async fn known(&self, ids: BTreeSet<LocationId>) -> Result<BTreeSet<LocationId>> {
        let keys = ids.iter().map(|id| Item::from([("id".into(), text(id.as_str()))])).collect();
        let items = dynamo::get_all(&self.client, &self.table, keys, &["id"]).await?;
        let id = |item: Item| item.get("id").and_then(|id| id.as_s().ok()?.parse().ok());
        Ok(items.into_iter().filter_map(id).collect())
    }

    /// The zones of those of `ids` that are a location's.
    pub async fn time_zones(&self, ids: &BTreeSet<LocationId>) -> Result<BTreeMap<LocationId, LocationTimeZone>> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Line {
            id: LocationId,
            time_zone: LocationTimeZone,
        }
        let keys = ids.iter().map(|id| Item::from([("id".into(), text(id.as_str()))])).collect();
        let items = dynamo::get_all(&self.client, &self.table, keys, &["id", "timeZone"]).await?;
        let zone = |item| dynamo::from_item(&self.table, "id", item).map(|Line { id, time_zone }| (id, time_zone));
        items.into_iter().map(zone).collect()
    }

    /// What other areas check those of the locations by that are there, in no order.
    pub async fn ops(&self, ids: BTreeSet<LocationId>) -> Result<Vec<OpsLocation>> {
        let keys = ids.iter().map(|id| Item::from([("id".into(), text(id.as_str()))])).collect();
        let items = dynamo::get_all(&self.client, &self.table, keys, &OpsLocation::ATTRIBUTES).await?;
        items.into_iter().map(|item| dynamo::from_item(&self.table, "id", item)).collect()
    }

    /// At most `count` lines of the fleet: those of one status, or all.
    ///
    /// # Errors
    /// [`Error::Invalid`] where the token is not one that this list gave out.
    pub async fn fleet<T: DeserializeOwned>(
        &self,
        status: Option<LocationStatus>,
        count: u32,
        next_token: Option<&str>,
    ) -> Result<Page<T>> {
        let prefix = status.map(|status| format!("{status}#")).unwrap_or_default();
        let of_list = |after: &str| after.is_empty() || after.contains('#') && after.starts_with(&prefix);
        let read = async |shard: u32, after: Option<String>, limit| {
            let mut query = self
                .client
                .query()
                .table_name(&self.table)
                .index_name("fleet")
                .limit(limit)
                .expression_attribute_values(":shard", text(shard.to_string()));
            query = match status {
                None => query.key_condition_expression("fleetShard = :shard"),
                Some(_) => query
                    .key_condition_expression("fleetShard = :shard AND begins_with(fleetSort, :status)")
                    .expression_attribute_values(":status", text(&prefix)),
            };
            if let Some((_, id)) = after.as_deref().and_then(|after| after.split_once('#')) {
                query = query
                    .exclusive_start_key("id", text(id))
                    .exclusive_start_key("fleetShard", text(shard.to_string()))
                    .exclusive_start_key("fleetSort", text(after.as_deref().unwrap_or_default()));
            }
            shards::stretch(query, "fleetSort").await?.try_map(|item| dynamo::from_item(&self.table, "id", item))
        };
        shards::page(SHARDS, count as usize, next_token, of_list, read).await
    }

    /// At most `count` locations whose price map template has that name.
    pub async fn with_price_map_template(&self, name: &str, count: u16) -> Result<Vec<String>> {
        let query = self
            .client
            .query()
            .table_name(&self.table)
            .index_name("byPriceMapTemplate")
            .key_condition_expression("priceMapTemplate = :name")
            .expression_attribute_values(":name", text(name))
            .limit(i32::from(count));
        let response = query.send().await.map_err(dynamo::failure)?;
        Ok(response.items.unwrap_or_default().iter().map(|item| dynamo::string(item, "id")).collect())
    }

    /// The action that stores a new location, refused where its id is taken.
    pub fn put(&self, location: &Location) -> Result<TransactWriteItem> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(item(location)?))
            .condition_expression("attribute_not_exists(id)")
            .build()
            .map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().put(put).build())
    }

    /// The action that turns `before`, as it was read, into `after`, refused where the version has moved since. Only
    /// what differs is written: attributes that are synced from elsewhere meanwhile stay.
    pub fn update(&self, before: &Location, after: &Location) -> Result<TransactWriteItem> {
        let difference = dynamo::difference(&item(before)?, &item(after)?);
        let difference = difference.ok_or_else(|| Error::internal("an update that changes nothing"))?;
        let update = Update::builder()
            .table_name(&self.table)
            .key("id", text(before.id.as_str()))
            .update_expression(difference.expression)
            .set_expression_attribute_names(Some(difference.names))
            .set_expression_attribute_values(Some(difference.values))
            .condition_expression("version = :seen")
            .expression_attribute_values(":seen", number(before.version))
            .build()
            .map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().update(update).build())
    }

    /// The action that sets synced attributes of a location that exists, unless a later message set them already.
    ///
    /// It leaves the version alone, so that nobody's edit meets a conflict over what they cannot edit. `source` names
    /// where the attributes come from: each source has its own order.
    pub fn sync(
        &self,
        id: &LocationId,
        source: &str,
        occurred_at: shared::Instant,
        attributes: &[(&str, String)],
    ) -> Result<TransactWriteItem> {
        let synced = format!("synced{source}");
        let mut update = Update::builder()
            .table_name(&self.table)
            .key("id", text(id.as_str()))
            .condition_expression("attribute_exists(id) AND (attribute_not_exists(#synced) OR #synced < :occurred)")
            .expression_attribute_names("#synced", synced)
            .expression_attribute_values(":occurred", text(occurred_at.to_string()));
        let mut set = vec!["#synced = :occurred".to_owned()];
        for (position, (name, value)) in attributes.iter().enumerate() {
            set.push(format!("#a{position} = :a{position}"));
            update = update
                .expression_attribute_names(format!("#a{position}"), *name)
                .expression_attribute_values(format!(":a{position}"), text(value));
        }
        let update = update.update_expression(format!("SET {}", set.join(", "))).build().map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().update(update).build())
    }

    /// Stores many locations whatever is there: for the seeder.
    pub async fn put_all(&self, locations: &[Location]) -> Result<()> {
        let items = locations.iter().map(item).collect::<Result<Vec<_>>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }
}

/// The location as it is stored: with its place in the index.
fn item(location: &Location) -> Result<Item> {
    let mut item = dynamo::to_item(location)?;
    item.insert("fleetShard".into(), AttributeValue::S(shard(location.id.as_str()).to_string()));
    item.insert("fleetSort".into(), AttributeValue::S(format!("{}#{}", location.status, location.id)));
    Ok(item)
}

fn shard(id: &str) -> u32 {
    dynamo::shard(id, SHARDS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::create::tests::fridge;

    #[test]
    fn a_stored_location_reads_back_as_it_was() {
        let location = fridge();
        let read: Location = dynamo::from_item("Locations", "id", item(&location).unwrap()).unwrap();
        assert_eq!(read, location);
    }

    #[test]
    fn the_index_holds_a_location_under_its_shard_and_status() {
        let item = item(&fridge()).unwrap();
        assert_eq!(item["fleetSort"].as_s().map(String::as_str), Ok("OFFLINE#FRIDGE_1"));
        assert_eq!(item["fleetShard"].as_s().map(String::as_str), Ok(shard("FRIDGE_1").to_string().as_str()));
    }

    #[test]
    fn shards_share_the_fleet_evenly() {
        let mut count = [0_u32; SHARDS as usize];
        (0..8000).for_each(|number| count[shard(&format!("FRIDGE_{number}")) as usize] += 1);
        assert!(count.iter().all(|lines| (800..1200).contains(lines)), "{count:?}");
    }
}
