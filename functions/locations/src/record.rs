//! Writes the attributes of a location that telemetry reports.
//!
//! Each attribute is stored with the time of its report, so the newest report of an attribute wins in any order of
//! delivery. Changed attributes are in the location's history.

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
    table::{Outcome, Transaction},
};

/// Retries after a concurrent write to the same location.
const MAX_RETRIES: u32 = 5;

/// Reported attributes by name. `null` removes an attribute.
pub(crate) type Attributes = Map<String, Value>;

/// Writes a record of the customer-relationship system to its location. A record of the type `WHOLESALE` creates the
/// location if it does not exist.
///
/// # Errors
/// [`Error::NotFound`] if the location does not exist and the record does not create it; [`Error::Invalid`] if the
/// location has a different type, or the record would create a location but has no site.
pub async fn customer_record(
    stores: (&LocationStore, &AuditTable),
    (id, occurred_at, now): (&LocationId, Instant, Instant),
    record: CustomerRecord,
) -> Result<()> {
    const SOURCE: &str = "CustomerRecord";
    for _ in 0..MAX_RETRIES {
        let Some((before, reports)) = stores.0.get_with_reports(id).await? else {
            if create(stores, (id, occurred_at, now), SOURCE, &record).await?.is_written() {
                return Ok(());
            }
            continue;
        };
        if let Some(expected) = record.location_type.filter(|expected| *expected != before.kind) {
            let message = format!("{id} is of the type {}, not {expected}", before.kind);
            return Err(Error::invalid("locationType", message));
        }
        let attributes = record.attributes(before.kind)?;
        if update_reported(stores, (before, reports), (occurred_at, now), SOURCE, attributes).await?.is_written() {
            return Ok(());
        }
    }
    Err(contended(id))
}

/// Writes the host name and model of a fridge.
///
/// # Errors
/// [`Error::NotFound`] if the location does not exist.
pub async fn fridge_identity(
    stores: (&LocationStore, &AuditTable),
    (id, occurred_at, now): (&LocationId, Instant, Instant),
    identity: FridgeIdentity,
) -> Result<()> {
    const SOURCE: &str = "FridgeIdentity";
    let attributes = attributes_of(&identity)?;
    for _ in 0..MAX_RETRIES {
        let stored = stores.0.get_with_reports(id).await?.ok_or_else(|| no_location(id))?;
        if update_reported(stores, stored, (occurred_at, now), SOURCE, attributes.clone()).await?.is_written() {
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

/// Writes the attributes that no later report has set. A repeated report writes nothing.
async fn update_reported(
    (store, audit): (&LocationStore, &AuditTable),
    (before, reports): (Location, Reports),
    (occurred_at, now): (Instant, Instant),
    source: &str,
    mut attributes: Attributes,
) -> Result<Outcome> {
    attributes.retain(|name, _| reports.get(name).is_none_or(|reported_at| *reported_at < occurred_at));
    if attributes.is_empty() {
        return Ok(Outcome::Written);
    }
    let after = merged(&before, attributes.clone())?;
    let update = store.update_reported(&before, &after, occurred_at, attributes.keys())?;
    let mut transaction = Transaction::new().with(update);
    if after != before {
        let entry = history::entry("SYNCED", &Permit::system(source), now, Some(&before), &after)?;
        transaction = transaction.audited(audit, &entry)?;
    }
    transaction.send(store.client()).await
}

async fn create(
    (store, audit): (&LocationStore, &AuditTable),
    (id, occurred_at, now): (&LocationId, Instant, Instant),
    source: &str,
    record: &CustomerRecord,
) -> Result<Outcome> {
    let location = wholesale(id, record, now)?;
    let attributes = record.attributes(LocationType::WHOLESALE)?;
    let put = store.put_reported(&location, occurred_at, attributes.keys())?;
    let entry = history::entry("CREATED", &Permit::system(source), now, None, &location)?;
    Transaction::new().with_all(put).audited(audit, &entry)?.send(store.client()).await
}

/// The wholesale location that the record describes.
///
/// # Errors
/// [`Error::NotFound`] if the record does not create a location; [`Error::Invalid`] if it has no site.
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

/// A copy of the location with the values of `attributes`.
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
    /// Whether the record creates its location if it does not exist.
    pub fn creates(&self) -> bool {
        self.location_type == Some(LocationType::WHOLESALE)
    }

    /// A copy of the location with the record's attributes.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if a location cannot be serialized as JSON, which would be a defect.
    pub fn complete(&self, location: &Location) -> Result<Location> {
        merged(location, self.attributes(location.kind)?)
    }

    /// The record's attributes by the name of the location's attribute. The site applies to wholesale locations only.
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

    fn record(extra: &Value) -> CustomerRecord {
        let mut record = json!({ "directions": "Dock 4", "prettyName": "Loop Market" });
        record.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
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
    fn sets_given_attributes_keeps_absent_ones_and_removes_null_ones() {
        let first = record(&json!({
            "market": "NE", "routingTag": "BOS_AM", "fulfillmentCenter": "Boston", "accountTier": "Tier 1",
            "opportunityName": "Loop Market - Boston", "parkToFridgeInstructions": "Park at the side entrance.",
        }));
        let complete = first.complete(&fridge()).unwrap();
        assert_eq!(complete.directions.as_str(), "Dock 4");
        assert_eq!(complete.pretty_name.as_str(), "Loop Market");
        assert_eq!(complete.market.as_deref(), Some("NE"));
        assert_eq!(complete.routing_tag.as_deref(), Some("BOS_AM"));
        assert_eq!(complete.fulfillment_center.as_deref(), Some("Boston"));
        assert_eq!(complete.account_tier.as_deref(), Some("Tier 1"));
        assert_eq!(complete.opportunity_name.as_deref(), Some("Loop Market - Boston"));
        assert_eq!(complete.park_to_fridge_instructions.as_deref(), Some("Park at the side entrance."));
        let second = record(&json!({ "accountTier": null, "routingTag": "BOS_PM" })).complete(&complete).unwrap();
        let expected = Location { account_tier: None, routing_tag: Some("BOS_PM".into()), ..complete };
        assert_eq!(second, expected);
    }

    #[test]
    fn a_site_changes_the_address_of_a_wholesale_location_but_not_of_a_fridge() {
        let moved = record(&json!({ "site": site() }));
        let complete = moved.complete(&fridge()).unwrap();
        assert_eq!(complete.address, fridge().address);
        assert_eq!(complete.latitude, fridge().latitude);
        let wholesale = Location { kind: LocationType::WHOLESALE, ..fridge() };
        let complete = moved.complete(&wholesale).unwrap();
        assert_eq!(complete.address.zip_code.as_str(), "60606-1234");
        assert_eq!(complete.latitude, rust_decimal::dec!(41.8803));
        assert_eq!(complete.longitude, rust_decimal::dec!(-87.6368));
        assert_eq!(complete.time_zone, LocationTimeZone::NEWYORK);
    }

    #[test]
    fn a_wholesale_record_with_a_site_creates_a_live_location() {
        let id: LocationId = "WS_1".parse().unwrap();
        let record = record(&json!({ "locationType": "WHOLESALE", "site": site(), "routingTag": "CHI_AM" }));
        let location = wholesale(&id, &record, now()).unwrap();
        assert_eq!(location.kind, LocationType::WHOLESALE);
        assert_eq!(location.status.to_string().as_str(), "LIVE");
        assert_eq!(location.pretty_name.as_str(), "Loop Market");
        assert_eq!(location.routing_tag.as_deref(), Some("CHI_AM"));
        assert_eq!(location.version, 1);
        assert_eq!(location.last_modified, now());
    }

    #[test]
    fn rejects_records_that_cannot_create_a_location() {
        let id: LocationId = "F_1".parse().unwrap();
        for kind in [json!({}), json!({ "locationType": "FRIDGE", "site": site() })] {
            assert!(matches!(wholesale(&id, &record(&kind), now()), Err(Error::NotFound(_))), "{kind}");
        }
        let error = wholesale(&id, &record(&json!({ "locationType": "WHOLESALE" })), now()).unwrap_err();
        assert_eq!(error.fields()[0].field, "site");
    }

    #[test]
    fn rejects_a_record_with_an_invalid_value() {
        for (field, value) in [
            ("market", json!("ALL")),
            ("routingTag", json!("")),
            ("fulfillmentCenter", json!("x".repeat(101))),
            ("parkToFridgeInstructions", json!("x".repeat(2001))),
            ("locationType", json!("KIOSK")),
        ] {
            let record = json!({ "directions": "Dock 4", "prettyName": "Loop Market", field: value });
            assert!(serde_json::from_value::<CustomerRecord>(record).is_err(), "{field}");
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
