//! The locations table. The only module that knows its keys and its index.
//!
//! The index `fleet` lists the fleet without a scan: a location sits in one of [`SHARDS`] partitions, by its id, and
//! within it under its status. A partition of 100,000 fridges over 8 shards is 12,500 slim lines; one status is a
//! prefix of the sort key; all statuses are the whole partition. Shards are read in parallel.
//!
//! Ids that differ only in case name the same location. A claim, an item under `#` and the id in lower case, is written
//! with each location: it rejects a second location, and leads from another case to the stored one.

use crate::model::{Location, LocationId, LocationStatus, LocationTimeZone, OpsLocation};
use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, Put, TransactWriteItem, Update},
};
use serde::{Deserialize, de::DeserializeOwned};
use shared::{
    Environment, Error, FromEnvironment, Instant, Page, Result,
    dynamo::{self, Item, number, text},
    shards,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Partitions of the index `fleet`.
const SHARDS: u32 = 8;
/// The attribute of a claim that names its location.
const CLAIMED_BY: &str = "locationId";
/// The suffix of the attributes with the times of reports.
const REPORTED_AT: &str = "ReportedAt";

/// The times of the reports that a location's attributes come from, by the attribute's name.
pub(crate) type Reports = BTreeMap<String, Instant>;

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

    /// The location, or `None` if there is none. Ids are compared without regard to case.
    pub async fn get(&self, id: &LocationId) -> Result<Option<Location>> {
        self.stored(id).await?.map(|item| dynamo::from_item(&self.table, "id", item)).transpose()
    }

    /// Those of the locations that exist, by the id as it is in `ids`: [`Location::id`] may differ in case.
    pub async fn get_all(&self, ids: BTreeSet<LocationId>) -> Result<BTreeMap<LocationId, Location>> {
        self.lines(ids, &[]).await
    }

    /// The location that must exist.
    ///
    /// # Errors
    /// [`Error::NotFound`].
    pub async fn require(&self, id: &LocationId) -> Result<Location> {
        self.get(id).await?.ok_or_else(|| Error::NotFound(format!("There is no location {id}")))
    }

    /// The ids of those of `ids` that exist, as the locations were created.
    pub async fn resolve(&self, ids: BTreeSet<LocationId>) -> Result<BTreeMap<LocationId, LocationId>> {
        #[derive(Deserialize)]
        struct Line {
            id: LocationId,
        }
        let lines = self.lines(ids, &["id"]).await?;
        Ok(lines.into_iter().map(|(id, Line { id: stored })| (id, stored)).collect())
    }

    /// The zones of those of `ids` that exist.
    pub async fn time_zones(&self, ids: &BTreeSet<LocationId>) -> Result<BTreeMap<LocationId, LocationTimeZone>> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Line {
            time_zone: LocationTimeZone,
        }
        let lines = self.lines(ids.clone(), &["id", "timeZone"]).await?;
        Ok(lines.into_iter().map(|(id, Line { time_zone })| (id, time_zone)).collect())
    }

    /// What other areas check a location by, for those of `ids` that exist.
    pub async fn ops(&self, ids: BTreeSet<LocationId>) -> Result<BTreeMap<LocationId, OpsLocation>> {
        self.lines(ids, &OpsLocation::ATTRIBUTES).await
    }

    /// The location with the times of the reports that its attributes come from.
    pub(crate) async fn reported(&self, id: &LocationId) -> Result<Option<(Location, Reports)>> {
        let Some(item) = self.stored(id).await? else { return Ok(None) };
        let time = |(name, value): (&String, &AttributeValue)| {
            Some((name.strip_suffix(REPORTED_AT)?.to_owned(), value.as_s().ok()?.parse().ok()?))
        };
        let reports = item.iter().filter_map(time).collect();
        Ok(Some((dynamo::from_item(&self.table, "id", item)?, reports)))
    }

    /// The stored item of the location that `id` names, in whatever case.
    async fn stored(&self, id: &LocationId) -> Result<Option<Item>> {
        if let Some(item) = self.item(id.as_str()).await? {
            return Ok(Some(item));
        }
        match self.item(&claim_key(id)).await?.as_ref().and_then(claimed_by) {
            Some(stored) => self.item(stored.as_str()).await,
            None => Ok(None),
        }
    }

    async fn item(&self, key: &str) -> Result<Option<Item>> {
        let get = self.client.get_item().table_name(&self.table).key("id", text(key)).consistent_read(true);
        Ok(get.send().await.map_err(dynamo::failure)?.item)
    }

    /// The `attributes` (all if empty) of those of `ids` that exist, by the id as it is in `ids`. Only ids that were not
    /// found as written cost more reads.
    async fn lines<T: DeserializeOwned>(
        &self,
        ids: BTreeSet<LocationId>,
        attributes: &[&str],
    ) -> Result<BTreeMap<LocationId, T>> {
        let mut items = self.items(ids.iter().map(LocationId::as_str), attributes).await?;
        let missing: BTreeSet<&LocationId> = ids.iter().filter(|id| !items.contains_key(id.as_str())).collect();
        let claims: BTreeSet<String> = missing.iter().map(|id| claim_key(id)).collect();
        let claims = self.items(claims.iter().map(String::as_str), &["id", CLAIMED_BY]).await?;
        let stored: BTreeMap<&LocationId, LocationId> =
            missing.iter().filter_map(|id| Some((*id, claimed_by(claims.get(&claim_key(id))?)?))).collect();
        let others: BTreeSet<&str> =
            stored.values().map(LocationId::as_str).filter(|id| !items.contains_key(*id)).collect();
        items.extend(self.items(others.into_iter(), attributes).await?);
        let line = |id: &LocationId| {
            let item = items.get(stored.get(id).unwrap_or(id).as_str())?.clone();
            Some(dynamo::from_item(&self.table, "id", item).map(|line| (id.clone(), line)))
        };
        ids.iter().filter_map(line).collect()
    }

    /// The items with these keys that exist, by their key.
    async fn items<'a>(
        &self,
        keys: impl Iterator<Item = &'a str>,
        attributes: &[&str],
    ) -> Result<HashMap<String, Item>> {
        let keys = keys.map(|key| Item::from([("id".into(), text(key))])).collect();
        let items = dynamo::get_all(&self.client, &self.table, keys, attributes).await?;
        Ok(items.into_iter().map(|item| (dynamo::string(&item, "id"), item)).collect())
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

    /// The actions that store a new location. The second one claims the id in every case; either is rejected if the id
    /// is in use.
    pub fn put(&self, location: &Location) -> Result<Vec<TransactWriteItem>> {
        self.put_items(&location.id, item(location)?)
    }

    /// The same for a location that a report created: with the report's time for the attributes `reported`.
    pub(crate) fn put_reported<'a>(
        &self,
        location: &Location,
        occurred_at: Instant,
        reported: impl Iterator<Item = &'a String>,
    ) -> Result<Vec<TransactWriteItem>> {
        let mut item = item(location)?;
        item.extend(reported.map(|name| (reported_at(name), text(occurred_at.to_string()))));
        self.put_items(&location.id, item)
    }

    fn put_items(&self, id: &LocationId, item: Item) -> Result<Vec<TransactWriteItem>> {
        let put = |item| {
            let put = Put::builder()
                .table_name(&self.table)
                .set_item(Some(item))
                .condition_expression("attribute_not_exists(id)")
                .build()
                .map_err(Error::internal)?;
            Ok(TransactWriteItem::builder().put(put).build())
        };
        Ok(vec![put(item)?, put(claim(id))?])
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

    /// The action that writes the attributes `reported` of `after`, as a report of `occurred_at` has them; rejected if
    /// a report that is as new has set one of them. `before` is the location as it was read.
    ///
    /// It leaves the version alone: staff do not edit these attributes, so an edit must not fail with a conflict.
    pub(crate) fn sync<'a>(
        &self,
        before: &Location,
        after: &Location,
        occurred_at: Instant,
        reported: impl Iterator<Item = &'a String>,
    ) -> Result<TransactWriteItem> {
        let mut reported_item = item(after)?;
        let mut condition = vec!["attribute_exists(id)".to_owned()];
        let mut names = HashMap::new();
        for (position, name) in reported.enumerate() {
            condition.push(format!("(attribute_not_exists(#r{position}) OR #r{position} < :occurred)"));
            names.insert(format!("#r{position}"), reported_at(name));
            reported_item.insert(reported_at(name), text(occurred_at.to_string()));
        }
        let difference = dynamo::difference(&item(before)?, &reported_item);
        let difference = difference.ok_or_else(|| Error::internal("a report without attributes"))?;
        names.extend(difference.names);
        let update = Update::builder()
            .table_name(&self.table)
            .key("id", text(before.id.as_str()))
            .update_expression(difference.expression)
            .condition_expression(condition.join(" AND "))
            .set_expression_attribute_names(Some(names))
            .set_expression_attribute_values(Some(difference.values))
            .expression_attribute_values(":occurred", text(occurred_at.to_string()))
            .build()
            .map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().update(update).build())
    }

    /// Stores many locations whatever is there: for the seeder.
    pub async fn put_all(&self, locations: &[Location]) -> Result<()> {
        let mut items = locations.iter().map(item).collect::<Result<Vec<_>>>()?;
        items.extend(locations.iter().map(|location| claim(&location.id)));
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

/// The item that keeps an id for its location in every case. Its key is no location's id, and the index does not have
/// it.
fn claim(id: &LocationId) -> Item {
    Item::from([("id".into(), text(claim_key(id))), (CLAIMED_BY.into(), text(id.as_str()))])
}

fn claim_key(id: &LocationId) -> String {
    format!("#{}", id.folded())
}

fn claimed_by(claim: &Item) -> Option<LocationId> {
    claim.get(CLAIMED_BY)?.as_s().ok()?.parse().ok()
}

/// The attribute with the time of the report that the attribute `name` comes from.
fn reported_at(name: &str) -> String {
    format!("{name}{REPORTED_AT}")
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
    fn ids_that_differ_only_in_case_share_a_claim_that_names_the_stored_one() {
        let (upper, lower): (LocationId, LocationId) = ("CHI_0001".parse().unwrap(), "chi_0001".parse().unwrap());
        assert_eq!(claim_key(&upper), claim_key(&lower));
        assert_eq!(claimed_by(&claim(&upper)), Some(upper));
        assert!(claim_key(&lower).parse::<LocationId>().is_err(), "a claim's key is the id of a location");
    }

    #[test]
    fn shards_share_the_fleet_evenly() {
        let mut count = [0_u32; SHARDS as usize];
        (0..8000).for_each(|number| count[shard(&format!("FRIDGE_{number}")) as usize] += 1);
        assert!(count.iter().all(|lines| (800..1200).contains(lines)), "{count:?}");
    }
}
