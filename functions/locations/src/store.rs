//! `LocationStore` reads and writes the locations table and its indexes.
//!
//! The index `fleet` lists all locations without a scan. The id determines one of [`SHARDS`] partitions; the sort key
//! starts with the status, so that one status is a prefix and all statuses are the entire partition. With 100,000
//! fridges a partition has 12,500 small items. Shards are read in parallel.
//!
//! Ids that differ only in case refer to the same location. Each location is written together with a claim: an item
//! whose key is `#` and the lowercase id. The claim rejects a second location and resolves ids in a different case.

use crate::model::{Location, LocationId, LocationStatus, LocationTimeZone, OpsLocation};
use serde::Deserialize;
use shared::{
    Error, Instant, Page, Result,
    table::{
        self, AttributeValue, Changes, FromItem, Index, Item, ItemExt, Raw, SimpleKey, TransactWriteItem, attribute,
        string,
    },
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

const KEY: SimpleKey = SimpleKey::new("id");
const FLEET: Index = Index::new("fleet", "fleetShard", "fleetSort");
const BY_PRICE_MAP_TEMPLATE: Index = Index::new("byPriceMapTemplate", "priceMapTemplate", "id");
/// Partitions of the index `fleet`.
const SHARDS: u32 = 8;
/// The attribute of a claim that names its location.
const CLAIMED_BY: &str = "locationId";
/// The suffix of the attributes with the times of reports.
const REPORTED_AT: &str = "ReportedAt";

/// The report time of each reported attribute, by attribute name.
pub(crate) type Reports = BTreeMap<String, Instant>;

shared::store! {
    /// Reads and writes the locations table.
    pub struct LocationStore { variable: "LOCATIONS_TABLE", key: KEY }
}

impl LocationStore {
    /// The location, or `None` if there is none. Ids are compared without regard to case.
    pub async fn get(&self, id: &LocationId) -> Result<Option<Location>> {
        self.find_item(id).await?.map(|item| self.table.read(item)).transpose()
    }

    /// The existing locations with these ids. The keys are as in `ids`; [`Location::id`] can differ in case.
    pub async fn get_all(&self, ids: BTreeSet<LocationId>) -> Result<BTreeMap<LocationId, Location>> {
        self.read_attributes(ids, &[]).await
    }

    /// The location.
    ///
    /// # Errors
    /// [`Error::NotFound`] if it does not exist.
    pub async fn require(&self, id: &LocationId) -> Result<Location> {
        self.get(id).await?.ok_or_else(|| Error::NotFound(format!("There is no location {id}")))
    }

    /// Maps each of `ids` that exists to the stored id, which can differ in case.
    pub async fn resolve(&self, ids: BTreeSet<LocationId>) -> Result<BTreeMap<LocationId, LocationId>> {
        #[derive(Clone, Deserialize)]
        struct Attributes {
            id: LocationId,
        }
        let locations = self.read_attributes(ids, &["id"]).await?;
        Ok(locations.into_iter().map(|(id, Attributes { id: stored })| (id, stored)).collect())
    }

    /// The time zones of the existing locations with these ids.
    pub async fn time_zones(&self, ids: &BTreeSet<LocationId>) -> Result<BTreeMap<LocationId, LocationTimeZone>> {
        #[derive(Clone, Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Attributes {
            time_zone: LocationTimeZone,
        }
        let locations = self.read_attributes(ids.clone(), &["id", "timeZone"]).await?;
        Ok(locations.into_iter().map(|(id, Attributes { time_zone })| (id, time_zone)).collect())
    }

    /// The short form of the existing locations with these ids.
    pub async fn ops(&self, ids: BTreeSet<LocationId>) -> Result<BTreeMap<LocationId, OpsLocation>> {
        self.read_attributes(ids, &OpsLocation::ATTRIBUTES).await
    }

    /// The location and the report times of its attributes.
    pub(crate) async fn get_with_reports(&self, id: &LocationId) -> Result<Option<(Location, Reports)>> {
        let Some(item) = self.find_item(id).await? else { return Ok(None) };
        let time = |(name, value): (&String, &AttributeValue)| {
            Some((name.strip_suffix(REPORTED_AT)?.to_owned(), value.as_s().ok()?.parse().ok()?))
        };
        let reports = item.iter().filter_map(time).collect();
        Ok(Some((self.table.read(item)?, reports)))
    }

    /// The stored item of a location. `id` can differ in case from the stored id.
    async fn find_item(&self, id: &LocationId) -> Result<Option<Item>> {
        if let Some(item) = self.read_item(id.as_str()).await? {
            return Ok(Some(item));
        }
        match self.read_item(&claim_key(id)).await?.as_ref().and_then(claimed_by) {
            Some(stored) => self.read_item(stored.as_str()).await,
            None => Ok(None),
        }
    }

    async fn read_item(&self, key: &str) -> Result<Option<Item>> {
        Ok(self.table.get(KEY.of(key)).await?.map(|Raw(item)| item))
    }

    /// The `attributes` (all if empty) of the existing locations with these ids. The keys are as in `ids`. An id whose
    /// case differs from the stored id costs two more reads.
    async fn read_attributes<T: Clone + FromItem>(
        &self,
        ids: BTreeSet<LocationId>,
        attributes: &[&str],
    ) -> Result<BTreeMap<LocationId, T>> {
        let mut items: HashMap<_, T> = self.read_items(ids.iter().map(LocationId::as_str), attributes).await?;
        let missing: BTreeSet<&LocationId> = ids.iter().filter(|id| !items.contains_key(id.as_str())).collect();
        let claims: BTreeSet<String> = missing.iter().map(|id| claim_key(id)).collect();
        let claims = self.read_items(claims.iter().map(String::as_str), &["id", CLAIMED_BY]).await?;
        let claim = |id: &LocationId| claims.get(&claim_key(id)).and_then(|Raw(claim)| claimed_by(claim));
        let stored: Vec<(&LocationId, LocationId)> =
            missing.into_iter().filter_map(|id| Some((id, claim(id)?))).collect();
        let unread: BTreeSet<&str> =
            stored.iter().map(|(_, stored)| stored.as_str()).filter(|id| !items.contains_key(*id)).collect();
        items.extend(self.read_items(unread.into_iter(), attributes).await?);
        // Ids that differ only in case have the same item.
        let of_stored =
            |(id, stored): &(&LocationId, LocationId)| Some(((*id).clone(), items.get(stored.as_str())?.clone()));
        let mut locations: BTreeMap<_, _> = stored.iter().filter_map(of_stored).collect();
        locations.extend(ids.iter().filter_map(|id| Some((id.clone(), items.remove(id.as_str())?))));
        Ok(locations)
    }

    /// The existing items with these keys, by key.
    async fn read_items<'a, T: FromItem>(
        &self,
        keys: impl Iterator<Item = &'a str>,
        attributes: &[&str],
    ) -> Result<HashMap<String, T>> {
        self.table.get_all_by_id(keys.map(|key| KEY.of(key)), attributes).await
    }

    /// A page of at most `count` locations with `status`, or of all locations.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the token was not issued by this list.
    pub async fn fleet<T: FromItem>(
        &self,
        status: Option<LocationStatus>,
        count: u32,
        next_token: Option<&str>,
    ) -> Result<Page<T>> {
        let prefix = status.map(|status| format!("{status}#")).unwrap_or_default();
        let is_valid_position = |after: &str| after.is_empty() || after.contains('#') && after.starts_with(&prefix);
        let query = |shard: u32, after: Option<&str>| {
            let shard = shard.to_string();
            let mut query = self.table.query(FLEET.partition(&shard));
            if status.is_some() {
                query = query.beginning_with(&prefix);
            }
            match after.and_then(|after| Some((after, after.split_once('#')?.1))) {
                Some((after, id)) => query.start_after(FLEET.of(shard, after).and(KEY.of(id))),
                None => query,
            }
        };
        table::sharded_page(SHARDS, count as usize, next_token, is_valid_position, query).await
    }

    /// The ids of at most `count` locations with this price map template.
    pub async fn with_price_map_template(&self, name: &str, count: u16) -> Result<Vec<String>> {
        let query = self.table.query(BY_PRICE_MAP_TEMPLATE.partition(name)).limit(i32::from(count));
        Ok(query.items().await?.into_iter().map(|Raw(item)| string(&item, "id")).collect())
    }

    /// The actions that store a new location and claim its id in every case. Their conditions fail if the id is in use.
    pub fn put(&self, location: &Location) -> Result<Vec<TransactWriteItem>> {
        self.put_items(&location.id, item(location)?)
    }

    /// As [`LocationStore::put`], with the report time `occurred_at` for the attributes `reported`.
    pub(crate) fn put_reported<'a>(
        &self,
        location: &Location,
        occurred_at: Instant,
        reported: impl Iterator<Item = &'a String>,
    ) -> Result<Vec<TransactWriteItem>> {
        let item = item(location)?;
        let item = reported.fold(item, |item, name| item.with(&reported_at_name(name), occurred_at));
        self.put_items(&location.id, item)
    }

    fn put_items(&self, id: &LocationId, item: Item) -> Result<Vec<TransactWriteItem>> {
        let put = |item| self.table.put(item).when(attribute("id").not_exists()).action();
        Ok(vec![put(item)?, put(claim(id))?])
    }

    /// The action that updates `before`, as it was read, to `after`. Its condition fails if the version has changed.
    /// Only different attributes are written, so that attributes from concurrent telemetry are kept.
    pub fn update(&self, before: &Location, after: &Location) -> Result<TransactWriteItem> {
        let changes = Changes::between(&item(before)?, &item(after)?);
        let update = self.table.update(KEY.of(before.id.as_str()), changes);
        update.when(attribute("version").equals(before.version)).action()
    }

    /// The action that writes the attributes `reported` of `after`, with the report time `occurred_at`. Its condition
    /// fails if a report of the same time or later has set one of them. `before` is the location as it was read.
    ///
    /// It does not change the version. Staff do not edit these attributes, so a concurrent edit must not conflict.
    pub(crate) fn update_reported<'a>(
        &self,
        before: &Location,
        after: &Location,
        occurred_at: Instant,
        reported: impl Iterator<Item = &'a String>,
    ) -> Result<TransactWriteItem> {
        let (mut reported_item, mut condition) = (item(after)?, attribute("id").exists());
        for name in reported.map(|name| reported_at_name(name)) {
            let reported_at = attribute(&name);
            condition = condition.and(reported_at.clone().not_exists().or(reported_at.less_than(occurred_at)));
            reported_item = reported_item.with(&name, occurred_at);
        }
        let changes = Changes::between(&item(before)?, &reported_item);
        self.table.update(KEY.of(before.id.as_str()), changes).when(condition).action()
    }

    /// Stores many locations without conditions. For the seeder.
    pub async fn put_all(&self, locations: &[Location]) -> Result<()> {
        let mut items = locations.iter().map(item).collect::<Result<Vec<_>>>()?;
        items.extend(locations.iter().map(|location| claim(&location.id)));
        self.table.put_all(items).await
    }
}

/// The stored item of a location, with its keys in the index `fleet`.
fn item(location: &Location) -> Result<Item> {
    let fleet = FLEET.of(shard(location.id.as_str()).to_string(), format!("{}#{}", location.status, location.id));
    Ok(table::to_item(location)?.with_key(fleet))
}

fn shard(id: &str) -> u32 {
    table::shard(id, SHARDS)
}

/// The item that claims an id in every case. Its key is not a valid location id, and the item is in no index.
fn claim(id: &LocationId) -> Item {
    Item::from(KEY.of(claim_key(id))).with(CLAIMED_BY, id.as_str())
}

fn claim_key(id: &LocationId) -> String {
    format!("#{}", id.lowercase())
}

fn claimed_by(claim: &Item) -> Option<LocationId> {
    claim.get(CLAIMED_BY)?.as_s().ok()?.parse().ok()
}

/// The name of the attribute with the report time of the attribute `name`.
fn reported_at_name(name: &str) -> String {
    format!("{name}{REPORTED_AT}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::create::tests::fridge;

    #[test]
    fn reads_back_a_stored_location() {
        let location = fridge();
        let read: Location = table::from_item("Locations", "id", item(&location).unwrap()).unwrap();
        assert_eq!(read, location);
    }

    #[test]
    fn indexes_a_location_by_shard_and_status() {
        let item = item(&fridge()).unwrap();
        assert_eq!(item["fleetSort"].as_s().map(String::as_str), Ok("OFFLINE#FRIDGE_1"));
        assert_eq!(item["fleetShard"].as_s().map(String::as_str), Ok(shard("FRIDGE_1").to_string().as_str()));
    }

    /// The update expression and the condition of an update.
    fn readable(action: TransactWriteItem) -> (Item, String, String) {
        let update = action.into_request().update.unwrap();
        let (names, values) = (update.expression_attribute_names, update.expression_attribute_values);
        let text = |expression: &str| table::testing::readable(expression, names.as_ref(), values.as_ref());
        (update.key, text(&update.update_expression), text(&update.condition_expression.unwrap()))
    }

    #[test]
    fn an_update_writes_the_difference_over_the_read_version() {
        let before = Location { version: 7, ..fridge() };
        let after = Location { version: 8, ..before.clone() };
        let (key, changes, condition) = readable(LocationStore::unconnected().update(&before, &after).unwrap());
        assert_eq!(key, Item::from(KEY.of("FRIDGE_1")));
        assert_eq!((changes.as_str(), condition.as_str()), ("SET version = 8", "version = 7"));
    }

    #[test]
    fn a_report_does_not_replace_a_later_report_of_the_same_attribute() {
        let (before, occurred_at): (_, Instant) = (fridge(), "2026-11-21T10:00:00Z".parse().unwrap());
        let reported = ["hostname".to_owned()];
        let update = LocationStore::unconnected().update_reported(&before, &before, occurred_at, reported.iter());
        let (key, changes, condition) = readable(update.unwrap());
        assert_eq!(key, Item::from(KEY.of("FRIDGE_1")));
        assert_eq!(changes, "SET hostnameReportedAt = \"2026-11-21T10:00:00.000Z\"");
        let expected = "attribute_exists(id) AND (attribute_not_exists(hostnameReportedAt) \
                        OR hostnameReportedAt < \"2026-11-21T10:00:00.000Z\")";
        assert_eq!(condition, expected);
    }

    #[test]
    fn ids_that_differ_only_in_case_share_one_claim() {
        let (upper, lower): (LocationId, LocationId) = ("CHI_0001".parse().unwrap(), "chi_0001".parse().unwrap());
        assert_eq!(claim_key(&upper), claim_key(&lower));
        assert_eq!(claimed_by(&claim(&upper)), Some(upper));
        assert!(claim_key(&lower).parse::<LocationId>().is_err(), "a claim's key is the id of a location");
    }

    #[test]
    fn distributes_locations_evenly_over_shards() {
        let mut counts = [0_u32; SHARDS as usize];
        (0..8000).for_each(|number| counts[shard(&format!("FRIDGE_{number}")) as usize] += 1);
        assert!(counts.iter().all(|count| (800..1200).contains(count)), "{counts:?}");
    }
}
