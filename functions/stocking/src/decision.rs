//! `DropDecisionStore` reads and writes the DropDecisions table. It contains the first decision about each drop and the
//! drop-offs that drivers reported.
//!
//! The partition key `locationDay` of a decision is the day alone, so that all decisions about a day's drops (some
//! hundreds) are in one partition, regardless of when they were made. The partition key of the drop-offs is the day and
//! the location, with one item for each.

use crate::{
    driver_action::DriverAction,
    model::PackingSlip,
    rules::drop_done::{self, DropOff},
};
use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, ConditionCheck, Put, TransactWriteItem},
};
use chrono::{Duration, NaiveDate, NaiveTime};
use locations::model::LocationId;
use shared::{
    Environment, Error, FromEnvironment, Instant, Page, Result,
    dynamo::{self, Item, number, text},
    shards::{self, Order},
};
use std::collections::BTreeSet;

/// Days until a decision expires: the same as for driver actions.
const RETENTION_DAYS: i64 = 400;
/// Maximum number of decisions on a page.
const PAGE_SIZE: i32 = 500;
/// The sort key of a location's drop-offs. It differs from every drop name, because a drop name starts with a location
/// id, which contains no `#`.
const DROP_OFFS_KEY: &str = "#dropOffs";

/// The store of drop decisions and reported drop-offs.
#[derive(Clone, Debug)]
pub struct DropDecisionStore {
    client: Client,
    table: String,
}

impl FromEnvironment for DropDecisionStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("DROP_DECISIONS_TABLE")? })
    }
}

impl DropDecisionStore {
    /// The DynamoDB client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The decision about the drop of a slip, or `None` if there is none.
    pub async fn get(&self, slip: &PackingSlip) -> Result<Option<DriverAction>> {
        let [(day, day_value), (drop, drop_value)] = key(slip);
        let output = self
            .client
            .get_item()
            .table_name(&self.table)
            .key(day, day_value)
            .key(drop, drop_value)
            .consistent_read(true)
            .send()
            .await
            .map_err(dynamo::failure)?;
        output.item.map(|item| dynamo::from_item(&self.table, "drop", item)).transpose()
    }

    /// A page of the decisions about the drops of a day, sorted by location, stocking and slip.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the token is invalid.
    pub async fn list_by_day(&self, date: NaiveDate, next_token: Option<&str>) -> Result<Page<DriverAction>> {
        let after = shards::decode_cursor(next_token)?;
        let query = self.client.query().table_name(&self.table).consistent_read(true).limit(PAGE_SIZE);
        shards::read_next(query, Order::Ascending, ("locationDay", date.to_string()), ("drop", after.as_deref()))
            .await?
            .try_map(|item| dynamo::from_item(&self.table, "drop", item))?
            .into_page()
    }

    /// Adds a drop-off that a driver reported at the location on the day. A duplicate report changes only the version.
    pub async fn add_drop_off(&self, date: NaiveDate, location: &LocationId, drop_off: &DropOff) -> Result<()> {
        let [(day, day_value), (drop, drop_value)] = drop_offs_key(date, location);
        let expires = midnight(date).plus(Duration::days(RETENTION_DAYS)).utc().timestamp();
        self.client
            .update_item()
            .table_name(&self.table)
            .key(day, day_value)
            .key(drop, drop_value)
            .update_expression("ADD version :one, dropOffs :dropOff SET expiresAt = :expires")
            .expression_attribute_values(":one", number(1))
            .expression_attribute_values(":dropOff", AttributeValue::Ss(vec![encode(drop_off)?]))
            .expression_attribute_values(":expires", number(expires))
            .send()
            .await
            .map_err(dynamo::failure)?;
        Ok(())
    }

    /// The drop-offs that drivers reported at the location on the day.
    pub async fn drop_offs(&self, date: NaiveDate, location: &LocationId) -> Result<DropOffs> {
        let [(day, day_value), (drop, drop_value)] = drop_offs_key(date, location);
        let output = self
            .client
            .get_item()
            .table_name(&self.table)
            .key(day, day_value)
            .key(drop, drop_value)
            .consistent_read(true)
            .send()
            .await
            .map_err(dynamo::failure)?;
        let Some(item) = output.item else { return Ok(DropOffs::default()) };
        let version = dynamo::version(&self.table, "drop", &item)?;
        let texts = item.get("dropOffs").and_then(|texts| texts.as_ss().ok()).cloned().unwrap_or_default();
        let reported = texts.iter().map(|text| serde_json::from_str(text).map_err(Error::internal));
        Ok(DropOffs { version: Some(version), reported: reported.collect::<Result<_>>()? })
    }

    /// The transaction action that fails if a drop-off at the location was reported since `expected` was read.
    pub fn check_drop_offs_unchanged(
        &self,
        date: NaiveDate,
        location: &LocationId,
        expected: &DropOffs,
    ) -> Result<TransactWriteItem> {
        let [(day, day_value), (drop, drop_value)] = drop_offs_key(date, location);
        let check = ConditionCheck::builder().table_name(&self.table).key(day, day_value).key(drop, drop_value);
        let check = match expected.version {
            Some(version) => check
                .condition_expression("version = :expected")
                .expression_attribute_values(":expected", number(version)),
            None => check.condition_expression("attribute_not_exists(version)"),
        };
        let check = check.build().map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().condition_check(check).build())
    }

    /// The transaction action that stores the decision about the drop of a slip. It fails if one is stored.
    pub fn put_if_undecided(&self, slip: &PackingSlip, decision: &DriverAction) -> Result<TransactWriteItem> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(item(slip, decision)?))
            .condition_expression("attribute_not_exists(#drop)")
            .expression_attribute_names("#drop", "drop")
            .build()
            .map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().put(put).build())
    }
}

/// The name of a slip's drop, which is unique on its day: location, stocking and slip.
pub(crate) fn drop_name(slip: &PackingSlip) -> String {
    format!("{}#{}#{}", slip.location_id, slip.stocking_index, slip.unique_id)
}

/// The drop-offs that were reported at a location on a day.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct DropOffs {
    /// `None` if no drop-off was reported.
    version: Option<u64>,
    reported: BTreeSet<DropOff>,
}

impl DropOffs {
    /// Whether the drop of `slip`, which must be one of `day_slips`, is complete.
    pub fn is_complete(&self, slip: &PackingSlip, day_slips: &[PackingSlip]) -> bool {
        let reported: Vec<DropOff> = self.reported.iter().cloned().collect();
        let done = drop_done::completed(day_slips, &reported);
        day_slips.iter().zip(done).any(|(other, done)| done && other == slip)
    }
}

/// The key of a decision.
fn key(slip: &PackingSlip) -> [(&'static str, AttributeValue); 2] {
    [("locationDay", text(slip.drop_off_date.to_string())), ("drop", text(drop_name(slip)))]
}

fn drop_offs_key(date: NaiveDate, location: &LocationId) -> [(&'static str, AttributeValue); 2] {
    [("locationDay", text(format!("{date}#{location}"))), ("drop", text(DROP_OFFS_KEY))]
}

/// The text of a drop-off in the stored set. Equal reports have equal texts, so the set contains each report once.
fn encode(drop_off: &DropOff) -> Result<String> {
    serde_json::to_string(drop_off).map_err(Error::internal)
}

fn midnight(date: NaiveDate) -> Instant {
    date.and_time(NaiveTime::MIN).and_utc().into()
}

fn item(slip: &PackingSlip, decision: &DriverAction) -> Result<Item> {
    let mut item = dynamo::to_item(decision)?;
    item.extend(key(slip).map(|(name, value)| (name.to_owned(), value)));
    let expires = decision.created_at.plus(Duration::days(RETENTION_DAYS)).utc().timestamp();
    item.insert("expiresAt".into(), number(expires));
    Ok(item)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slip(unique_id: &str, stocking_index: u32) -> PackingSlip {
        PackingSlip {
            location_id: "F1".parse().unwrap(),
            unique_id: unique_id.into(),
            drop_off_date: "2026-11-23".parse().unwrap(),
            route: "amber".into(),
            stocking_index,
            create_date: "2026-11-22".parse().unwrap(),
            slip_type: "ORDER".into(),
            client_code: "LARDER".into(),
            status: "PACKED".into(),
            tote_count: 1,
            occurred_at: "2026-11-22T20:00:00Z".parse().unwrap(),
        }
    }

    #[test]
    fn stores_decisions_by_day_and_drop_offs_by_day_and_location() {
        let [(_, day), (_, drop)] = key(&slip("PS-1", 2));
        assert_eq!(day, text("2026-11-23"));
        assert_eq!(drop, text("F1#2#PS-1"));
        let [(_, day), (_, drop)] = drop_offs_key(slip("PS-1", 2).drop_off_date, &"F1".parse().unwrap());
        assert_eq!(day, text("2026-11-23#F1"));
        assert_eq!(drop, text("#dropOffs"));
    }

    #[test]
    fn a_drop_is_complete_if_its_stocking_was_reported() {
        let day_slips = [slip("PS-1", 1), slip("PS-2", 1), slip("PS-3", 2)];
        let reported = DropOff { packing_slip_id: Some("PS-1".into()), ..DropOff::default() };
        let drop_offs = DropOffs { version: Some(1), reported: [reported].into() };
        assert_eq!(day_slips.each_ref().map(|slip| drop_offs.is_complete(slip, &day_slips)), [true, true, false]);
        assert!(!DropOffs::default().is_complete(&day_slips[0], &day_slips));
    }

    #[test]
    fn encodes_only_the_reported_fields() {
        assert_eq!(encode(&DropOff::default()).unwrap(), "{}");
        let full = DropOff { stocking_index: Some(1), packing_slip_id: Some("A".into()), route: Some("amber".into()) };
        assert_eq!(encode(&full).unwrap(), r#"{"stockingIndex":1,"packingSlipId":"A","route":"amber"}"#);
    }
}
