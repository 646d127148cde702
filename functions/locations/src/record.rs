//! Writes what telemetry reports of a location.
//!
//! Each attribute keeps the time of the report that it comes from, so that the newest report of an attribute stays
//! whatever the order of delivery. Changed attributes are in the location's history.

use crate::{
    history,
    message::{CustomerRecord, FridgeIdentity, Site},
    model::{Location, LocationId, LocationType},
    rules,
    store::{LocationStore, Reports},
};
use serde::Serialize;
use serde_json::{Map, Value};
use shared::{
    Error, Instant, Permit, Result,
    audit::AuditTable,
    dynamo::{self, Transaction},
};

/// Retries after a concurrent write to the same location.
const MAX_RETRIES: u32 = 5;

/// Attributes as a source reports them, by their name; `null` removes one.
pub(crate) type Attributes = Map<String, Value>;

/// Writes what the customer-relationship system says about the location. A record of the type `WHOLESALE` creates the
/// location if it does not exist.
///
/// # Errors
/// [`Error::NotFound`] if there is no such location and the record does not create one; [`Error::Invalid`] if the
/// location has another type, or a record that creates a location has no site.
pub async fn customer_record(
    stores: (&LocationStore, &AuditTable),
    (id, occurred_at, now): (&LocationId, Instant, Instant),
    record: CustomerRecord,
) -> Result<()> {
    const SOURCE: &str = "CustomerRecord";
    for _ in 0..MAX_RETRIES {
        let Some((before, reports)) = stores.0.reported(id).await? else {
            if create(stores, (id, occurred_at, now), SOURCE, &record).await? == Transaction::Written {
                return Ok(());
            }
            continue;
        };
        if let Some(expected) = record.location_type.filter(|expected| *expected != before.kind) {
            let message = format!("{id} is of the type {}, not {expected}", before.kind);
            return Err(Error::invalid("locationType", message));
        }
        let attributes = record.attributes(before.kind)?;
        if sync(stores, (before, reports), (occurred_at, now), SOURCE, attributes).await? == Transaction::Written {
            return Ok(());
        }
    }
    Err(contended(id))
}

/// Writes what machine the fridge is.
///
/// # Errors
/// [`Error::NotFound`] if there is no such location.
pub async fn fridge_identity(
    stores: (&LocationStore, &AuditTable),
    (id, occurred_at, now): (&LocationId, Instant, Instant),
    identity: FridgeIdentity,
) -> Result<()> {
    const SOURCE: &str = "FridgeIdentity";
    let attributes = attributes_of(&identity)?;
    for _ in 0..MAX_RETRIES {
        let stored = stores.0.reported(id).await?.ok_or_else(|| no_location(id))?;
        if sync(stores, stored, (occurred_at, now), SOURCE, attributes.clone()).await? == Transaction::Written {
            return Ok(());
        }
    }
    Err(contended(id))
}

fn no_location(id: &LocationId) -> Error {
    Error::NotFound(format!("There is no location {id}"))
}

fn contended(id: &LocationId) -> Error {
    Error::retryable(format!("location {id} changed {MAX_RETRIES} times during a write"))
}

/// Writes those of `attributes` that no later report has set. A repeated report writes nothing.
async fn sync(
    (store, audit): (&LocationStore, &AuditTable),
    (before, reports): (Location, Reports),
    (occurred_at, now): (Instant, Instant),
    source: &str,
    mut attributes: Attributes,
) -> Result<Transaction> {
    attributes.retain(|name, _| reports.get(name).is_none_or(|reported_at| *reported_at < occurred_at));
    if attributes.is_empty() {
        return Ok(Transaction::Written);
    }
    let after = merged(&before, attributes.clone())?;
    let mut actions = vec![store.sync(&before, &after, occurred_at, attributes.keys())?];
    if after != before {
        actions.push(audit.put(&history::entry("SYNCED", &Permit::system(source), now, Some(&before), &after)?)?);
    }
    dynamo::transact(store.client(), actions).await
}

async fn create(
    (store, audit): (&LocationStore, &AuditTable),
    (id, occurred_at, now): (&LocationId, Instant, Instant),
    source: &str,
    record: &CustomerRecord,
) -> Result<Transaction> {
    let location = wholesale(id, record, now)?;
    let attributes = record.attributes(LocationType::WHOLESALE)?;
    let mut actions = store.put_reported(&location, occurred_at, attributes.keys())?;
    actions.push(audit.put(&history::entry("CREATED", &Permit::system(source), now, None, &location)?)?);
    dynamo::transact(store.client(), actions).await
}

/// The wholesale location that the record describes.
///
/// # Errors
/// [`Error::NotFound`] if the record creates no location; [`Error::Invalid`] if it lacks the site.
pub fn wholesale(id: &LocationId, record: &CustomerRecord, now: Instant) -> Result<Location> {
    if !record.creates() {
        return Err(no_location(id));
    }
    let site = record.site.as_ref().ok_or_else(|| {
        Error::invalid(
            "site",
            format!("There is no location {id}. A record needs a site to create a wholesale location"),
        )
    })?;
    record.complete(&rules::wholesale(id.clone(), site, now))
}

/// The location with `attributes` in place of its own.
fn merged(location: &Location, attributes: Attributes) -> Result<Location> {
    let mut json = serde_json::to_value(location).map_err(Error::internal)?;
    if let Value::Object(json) = &mut json {
        json.extend(attributes);
    }
    serde_json::from_value(json).map_err(Error::internal)
}

fn attributes_of(value: &impl Serialize) -> Result<Attributes> {
    match serde_json::to_value(value).map_err(Error::internal)? {
        Value::Object(attributes) => Ok(attributes),
        other => Err(Error::internal(format!("{other} is not an object"))),
    }
}

impl CustomerRecord {
    /// Whether the record creates its location if there is none.
    pub fn creates(&self) -> bool {
        self.location_type == Some(LocationType::WHOLESALE)
    }

    /// The location with the record's facts.
    ///
    /// # Errors
    /// If a location could not be written as JSON, which would be a defect.
    pub fn complete(&self, location: &Location) -> Result<Location> {
        merged(location, self.attributes(location.kind)?)
    }

    /// The facts by the name of the location's attribute. The site is a fact of wholesale locations only.
    fn attributes(&self, kind: LocationType) -> Result<Attributes> {
        let mut attributes = attributes_of(self)?;
        attributes.remove("locationType");
        attributes.remove("site");
        if let Some(site) = self.site.as_ref().filter(|_| kind == LocationType::WHOLESALE) {
            attributes.extend(site.attributes()?);
        }
        Ok(attributes)
    }
}

impl Site {
    fn attributes(&self) -> Result<Attributes> {
        let json = |value| serde_json::to_value(value).map_err(Error::internal);
        Ok(Attributes::from_iter([
            ("address".into(), serde_json::to_value(self.address()).map_err(Error::internal)?),
            ("latitude".into(), json(rust_decimal::Decimal::from(self.latitude))?),
            ("longitude".into(), json(rust_decimal::Decimal::from(self.longitude))?),
            ("timeZone".into(), serde_json::to_value(self.time_zone).map_err(Error::internal)?),
        ]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{model::LocationTimeZone, rules::create::tests::fridge};
    use serde_json::json;

    fn record(more: &Value) -> CustomerRecord {
        let mut record = json!({ "directions": "Dock 4", "prettyName": "Loop Market" });
        record.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        serde_json::from_value(record).unwrap()
    }

    fn site() -> Value {
        json!({
            "street": "111 S Wacker Dr", "city": "Chicago", "state": "IL", "zipCode": "60606-1234",
            "latitude": 41.8803, "longitude": -87.6368, "timeZone": "NEWYORK",
        })
    }

    fn now() -> Instant {
        "2026-11-21T10:00:00Z".parse().unwrap()
    }

    #[test]
    fn a_record_sets_its_facts_keeps_those_it_leaves_out_and_removes_those_that_are_null() {
        let first = record(&json!({
            "market": "NE", "routingTag": "BOS_AM", "fulfillmentCenter": "Boston", "accountTier": "Tier 1",
            "opportunityName": "Loop Market - Boston", "parkToFridgeInstructions": "Park at the side entrance.",
        }));
        let complete = first.complete(&fridge()).unwrap();
        assert_eq!((complete.directions.as_str(), complete.pretty_name.as_str()), ("Dock 4", "Loop Market"));
        assert_eq!((complete.market.as_deref(), complete.routing_tag.as_deref()), (Some("NE"), Some("BOS_AM")));
        assert_eq!(complete.fulfillment_center.as_deref(), Some("Boston"));
        assert_eq!(complete.account_tier.as_deref(), Some("Tier 1"));
        assert_eq!(complete.opportunity_name.as_deref(), Some("Loop Market - Boston"));
        assert_eq!(complete.park_to_fridge_instructions.as_deref(), Some("Park at the side entrance."));
        let second = record(&json!({ "accountTier": null, "routingTag": "BOS_PM" })).complete(&complete).unwrap();
        let expected = Location { account_tier: None, routing_tag: Some("BOS_PM".into()), ..complete };
        assert_eq!(second, expected);
    }

    #[test]
    fn a_site_moves_a_wholesale_location_and_no_fridge() {
        let moved = record(&json!({ "site": site() }));
        let complete = moved.complete(&fridge()).unwrap();
        assert_eq!((complete.address, complete.latitude), (fridge().address, fridge().latitude));
        let wholesale = Location { kind: LocationType::WHOLESALE, ..fridge() };
        let complete = moved.complete(&wholesale).unwrap();
        assert_eq!(
            (complete.address.zip_code.as_str(), complete.latitude),
            ("60606-1234", rust_decimal::dec!(41.8803))
        );
        assert_eq!((complete.longitude, complete.time_zone), (rust_decimal::dec!(-87.6368), LocationTimeZone::NEWYORK));
    }

    #[test]
    fn a_wholesale_record_with_a_site_creates_a_live_location() {
        let id: LocationId = "WS_1".parse().unwrap();
        let record = record(&json!({ "locationType": "WHOLESALE", "site": site(), "routingTag": "CHI_AM" }));
        let location = wholesale(&id, &record, now()).unwrap();
        assert_eq!((location.kind, location.status.to_string().as_str()), (LocationType::WHOLESALE, "LIVE"));
        assert_eq!((location.pretty_name.as_str(), location.routing_tag.as_deref()), ("Loop Market", Some("CHI_AM")));
        assert_eq!((location.version, location.last_modified), (1, now()));
    }

    #[test]
    fn an_unknown_fridge_and_a_wholesale_record_without_a_site_create_nothing() {
        let id: LocationId = "F_1".parse().unwrap();
        for kind in [json!({}), json!({ "locationType": "FRIDGE", "site": site() })] {
            assert!(matches!(wholesale(&id, &record(&kind), now()), Err(Error::NotFound(_))), "{kind}");
        }
        let error = wholesale(&id, &record(&json!({ "locationType": "WHOLESALE" })), now()).unwrap_err();
        assert_eq!(error.fields()[0].field, "site");
    }

    #[test]
    fn a_record_out_of_bounds_is_rejected() {
        for (field, value) in [
            ("market", json!("ALL")),
            ("routingTag", json!("")),
            ("fulfillmentCenter", json!("x".repeat(101))),
            ("parkToFridgeInstructions", json!("x".repeat(2001))),
            ("locationType", json!("KIOSK")),
        ] {
            let sent = json!({ "directions": "Dock 4", "prettyName": "Loop Market", field: value });
            assert!(serde_json::from_value::<CustomerRecord>(sent).is_err(), "{field}");
        }
        for (field, value) in [
            ("zipCode", json!("6060")),
            ("latitude", json!(27.9)),
            ("longitude", json!(-66.9)),
            ("state", json!("AK")),
            ("timeZone", json!("PARIS")),
        ] {
            let mut site = site();
            site[field] = value;
            assert!(serde_json::from_value::<Site>(site).is_err(), "{field}");
        }
    }
}
