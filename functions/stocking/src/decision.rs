//! The table of decided drops: one entry for each, the first decision. The only module that knows its keys.

use crate::{driver_action::DriverAction, model::PackingSlip};
use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, Put, TransactWriteItem},
};
use shared::{
    Environment, Error, FromEnvironment, Result,
    dynamo::{self, Item, number, text},
};

/// Decisions are kept as long as what drivers did.
const DAYS: i64 = 400;

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

/// A drop lies in a partition of its location's day.
fn key(slip: &PackingSlip) -> [(&'static str, AttributeValue); 2] {
    let day = format!("{}#{}", slip.drop_off_date, slip.location_id);
    [("locationDay", text(day)), ("drop", text(drop_name(slip)))]
}

fn item(slip: &PackingSlip, decision: &DriverAction) -> Result<Item> {
    let mut item = dynamo::to_item(decision)?;
    item.extend(key(slip).map(|(name, value)| (name.to_owned(), value)));
    let expires = decision.created_at.plus(chrono::Duration::days(DAYS)).utc().timestamp();
    item.insert("expiresAt".into(), number(expires));
    Ok(item)
}
