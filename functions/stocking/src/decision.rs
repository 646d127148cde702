//! The table of drops: what was decided about them, one entry for each, the first decision; and what drivers reported
//! as dropped off. The only module that knows its keys.
//!
//! `locationDay` is the day alone for decisions, so that those of a day are one list, however long before they were
//! made; a day has some hundreds. It is the day and the location for drop-offs: one entry for each location's day.

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

/// Decisions are kept as long as what drivers did.
const DAYS: i64 = 400;
/// Decisions on a page.
const PAGE: i32 = 500;
/// The sort key of a location's drop-offs. A drop's name begins with its location, which has no `#`.
const DROP_OFFS: &str = "#dropOffs";

/// The table of decided drops.
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
    /// The client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// What was decided about the drop of a slip.
    pub async fn get(&self, slip: &PackingSlip) -> Result<Option<DriverAction>> {
        let [(day, day_value), (drop, drop_value)] = key(slip);
        let answer = self
            .client
            .get_item()
            .table_name(&self.table)
            .key(day, day_value)
            .key(drop, drop_value)
            .consistent_read(true)
            .send()
            .await
            .map_err(dynamo::failure)?;
        answer.item.map(|item| dynamo::from_item(&self.table, "drop", item)).transpose()
    }

    /// A page of the decisions about the drops of a day, by location, stocking and slip.
    ///
    /// # Errors
    /// [`Error::Invalid`] where the token is not one that this list gave out.
    pub async fn of_day(&self, date: NaiveDate, next_token: Option<&str>) -> Result<Page<DriverAction>> {
        let after = shards::place(next_token)?;
        let query = self.client.query().table_name(&self.table).consistent_read(true).limit(PAGE);
        shards::next_of(query, Order::Rising, ("locationDay", date.to_string()), ("drop", after.as_deref()))
            .await?
            .try_map(|item| dynamo::from_item(&self.table, "drop", item))?
            .into_page()
    }

    /// Records that a driver reported a drop-off at the location on the day. The same report again changes nothing
    /// but the version.
    pub async fn add_drop_off(&self, date: NaiveDate, location: &LocationId, drop_off: &DropOff) -> Result<()> {
        let [(day, day_value), (drop, drop_value)] = drop_offs_key(date, location);
        let expires = midnight(date).plus(Duration::days(DAYS)).utc().timestamp();
        self.client
            .update_item()
            .table_name(&self.table)
            .key(day, day_value)
            .key(drop, drop_value)
            .update_expression("ADD version :one, dropOffs :dropOff SET expiresAt = :expires")
            .expression_attribute_values(":one", number(1))
            .expression_attribute_values(":dropOff", AttributeValue::Ss(vec![encoded(drop_off)?]))
            .expression_attribute_values(":expires", number(expires))
            .send()
            .await
            .map_err(dynamo::failure)?;
        Ok(())
    }

    /// What drivers reported as dropped off at the location on the day.
    pub async fn drop_offs(&self, date: NaiveDate, location: &LocationId) -> Result<DropOffs> {
        let [(day, day_value), (drop, drop_value)] = drop_offs_key(date, location);
        let answer = self
            .client
            .get_item()
            .table_name(&self.table)
            .key(day, day_value)
            .key(drop, drop_value)
            .consistent_read(true)
            .send()
            .await
            .map_err(dynamo::failure)?;
        let Some(item) = answer.item else { return Ok(DropOffs::default()) };
        let version = dynamo::version(&self.table, "drop", &item)?;
        let texts = item.get("dropOffs").and_then(|texts| texts.as_ss().ok()).cloned().unwrap_or_default();
        let reported = texts.iter().map(|text| serde_json::from_str(text).map_err(Error::internal));
        Ok(DropOffs { version: Some(version), reported: reported.collect::<Result<_>>()? })
    }

    /// The action of a transaction that fails where a drop-off at the location was reported since `seen` was read.
    pub fn no_drop_off_since(
        &self,
        date: NaiveDate,
        location: &LocationId,
        seen: &DropOffs,
    ) -> Result<TransactWriteItem> {
        let [(day, day_value), (drop, drop_value)] = drop_offs_key(date, location);
        let check = ConditionCheck::builder().table_name(&self.table).key(day, day_value).key(drop, drop_value);
        let check = match seen.version {
            Some(version) => {
                check.condition_expression("version = :seen").expression_attribute_values(":seen", number(version))
            }
            None => check.condition_expression("attribute_not_exists(version)"),
        };
        let check = check.build().map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().condition_check(check).build())
    }

    /// The action that stores the decision about the drop of a slip, refused where one is stored.
    pub fn put_first(&self, slip: &PackingSlip, decision: &DriverAction) -> Result<TransactWriteItem> {
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

/// The name of a slip's drop, unique on its day: the location, the stocking and the slip.
pub(crate) fn drop_name(slip: &PackingSlip) -> String {
    format!("{}#{}#{}", slip.location_id, slip.stocking_index, slip.unique_id)
}

/// The drop-offs that were reported at a location on a day.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct DropOffs {
    /// Absent where none was.
    version: Option<u64>,
    reported: BTreeSet<DropOff>,
}

impl DropOffs {
    /// Whether the drop of `slip`, which is one of `of_day`, is done.
    pub fn complete(&self, slip: &PackingSlip, of_day: &[PackingSlip]) -> bool {
        let reported: Vec<DropOff> = self.reported.iter().cloned().collect();
        let done = drop_done::done(of_day, &reported);
        of_day.iter().zip(done).any(|(other, done)| done && other == slip)
    }
}

/// A decision lies in its day's partition.
fn key(slip: &PackingSlip) -> [(&'static str, AttributeValue); 2] {
    [("locationDay", text(slip.drop_off_date.to_string())), ("drop", text(drop_name(slip)))]
}

fn drop_offs_key(date: NaiveDate, location: &LocationId) -> [(&'static str, AttributeValue); 2] {
    [("locationDay", text(format!("{date}#{location}"))), ("drop", text(DROP_OFFS))]
}

/// Equal reports have equal texts, so that a set holds each once.
fn encoded(drop_off: &DropOff) -> Result<String> {
    serde_json::to_string(drop_off).map_err(Error::internal)
}

fn midnight(date: NaiveDate) -> Instant {
    date.and_time(NaiveTime::MIN).and_utc().into()
}

fn item(slip: &PackingSlip, decision: &DriverAction) -> Result<Item> {
    let mut item = dynamo::to_item(decision)?;
    item.extend(key(slip).map(|(name, value)| (name.to_owned(), value)));
    let expires = decision.created_at.plus(Duration::days(DAYS)).utc().timestamp();
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
    fn a_decision_is_in_the_list_of_its_day_and_a_drop_off_is_not() {
        let [(_, day), (_, drop)] = key(&slip("PS-1", 2));
        assert_eq!((day, drop), (text("2026-11-23"), text("F1#2#PS-1")));
        let [(_, day), (_, drop)] = drop_offs_key(slip("PS-1", 2).drop_off_date, &"F1".parse().unwrap());
        assert_eq!((day, drop), (text("2026-11-23#F1"), text("#dropOffs")));
    }

    #[test]
    fn a_drop_is_complete_when_its_stocking_was_reported() {
        let of_day = [slip("PS-1", 1), slip("PS-2", 1), slip("PS-3", 2)];
        let reported = DropOff { packing_slip_id: Some("PS-1".into()), ..DropOff::default() };
        let drop_offs = DropOffs { version: Some(1), reported: [reported].into() };
        assert_eq!(of_day.each_ref().map(|slip| drop_offs.complete(slip, &of_day)), [true, true, false]);
        assert!(!DropOffs::default().complete(&of_day[0], &of_day));
    }

    #[test]
    fn equal_reports_have_equal_texts() {
        assert_eq!(encoded(&DropOff::default()).unwrap(), "{}");
        let full = DropOff { stocking_index: Some(1), packing_slip_id: Some("A".into()), route: Some("amber".into()) };
        assert_eq!(encoded(&full).unwrap(), r#"{"stockingIndex":1,"packingSlipId":"A","route":"amber"}"#);
    }
}
