//! `SyncStore` reads and writes the LogiNextSyncs table.
//!
//! All syncs are in one partition, newest last. Staff start a few per day, and each is written a few times per center,
//! far below the limits of a partition. The table also contains the state of the circuit breaker, and one marker for
//! each combination of days and centers with the id of its latest sync.

use crate::{
    circuit::Circuit,
    model::{Center, CenterState, Sync},
};
use aws_sdk_dynamodb::{
    Client,
    operation::update_item::builders::UpdateItemFluentBuilder,
    types::{Put, ReturnValue, TransactWriteItem, Update},
};
use serde::Serialize;
use shared::{
    Environment, Error, FromEnvironment, Instant, Page, Result,
    dynamo::{self, Item, Transaction, number, text},
    page,
};
use uuid::Uuid;

/// Syncs per page.
const PAGE_SIZE: i32 = 20;
const SYNC: &str = "SYNC";
const CIRCUIT: &str = "CIRCUIT";
const LATEST: &str = "LAST";

/// Reads and writes the table of syncs.
#[derive(Clone, Debug)]
pub struct SyncStore {
    client: Client,
    table: String,
}

impl FromEnvironment for SyncStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("LOGI_NEXT_SYNCS_TABLE")? })
    }
}

impl SyncStore {
    /// The client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The actions that store a new sync as the latest one of its days and centers. Their conditions fail if the latest
    /// sync is not `expected_latest`, so only one of two concurrent requests starts a sync.
    pub fn put_as_latest(&self, sync: &Sync, expected_latest: Option<Uuid>) -> Result<Vec<TransactWriteItem>> {
        let mut item = dynamo::to_item(sync)?;
        item.insert("kind".into(), text(SYNC));
        let sync_put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(item))
            .condition_expression("attribute_not_exists(id)")
            .build()
            .map_err(Error::internal)?;
        let mut marker = marker_key(sync);
        marker.insert("syncId".into(), text(sync.id.to_string()));
        let marker = Put::builder().table_name(&self.table).set_item(Some(marker));
        let marker = match expected_latest {
            Some(expected) => marker
                .condition_expression("syncId = :expected")
                .expression_attribute_values(":expected", text(expected.to_string())),
            None => marker.condition_expression("attribute_not_exists(syncId)"),
        };
        let marker = marker.build().map_err(Error::internal)?;
        Ok(vec![TransactWriteItem::builder().put(marker).build(), TransactWriteItem::builder().put(sync_put).build()])
    }

    /// The latest sync of the same days and centers as `sync`.
    pub async fn latest_like(&self, sync: &Sync) -> Result<Option<Sync>> {
        let read = self.client.get_item().table_name(&self.table).set_key(Some(marker_key(sync))).consistent_read(true);
        let marker = read.send().await.map_err(dynamo::failure)?.item;
        match marker.as_ref().and_then(|marker| marker.get("syncId")?.as_s().ok()?.parse().ok()) {
            Some(id) => self.get(id).await,
            None => Ok(None),
        }
    }

    /// The sync, or `None` if it does not exist.
    pub async fn get(&self, id: Uuid) -> Result<Option<Sync>> {
        let response = self
            .client
            .get_item()
            .table_name(&self.table)
            .key("kind", text(SYNC))
            .key("id", text(id.to_string()))
            .consistent_read(true)
            .send()
            .await
            .map_err(dynamo::failure)?;
        response.item.map(|item| dynamo::from_item(&self.table, "id", item)).transpose()
    }

    /// A page of the syncs, newest first.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the token was not issued by this list.
    pub async fn newest(&self, next_token: Option<&str>) -> Result<Page<Sync>> {
        let start = next_token.map(page::decode_token::<Uuid>).transpose()?;
        let response = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("kind = :kind")
            .expression_attribute_values(":kind", text(SYNC))
            .scan_index_forward(false)
            .consistent_read(true)
            .limit(PAGE_SIZE)
            .set_exclusive_start_key(
                start.map(|id| [("kind".into(), text(SYNC)), ("id".into(), text(id.to_string()))].into()),
            )
            .send()
            .await
            .map_err(dynamo::failure)?;
        let next_token =
            response.last_evaluated_key.as_ref().and_then(|key| key.get("id")?.as_s().ok()).map(page::encode_token);
        let items = response.items.unwrap_or_default();
        let items = items.into_iter().map(|item| dynamo::from_item(&self.table, "id", item)).collect::<Result<_>>()?;
        Ok(Page { items, next_token: next_token.transpose()? })
    }

    /// Stores the progress of a center if it is in progress and has `expected_attempts` failed calls. Otherwise another
    /// message has stored newer progress, and nothing is written.
    pub async fn put_center(&self, id: Uuid, name: &str, expected_attempts: u32, center: &Center) -> Result<()> {
        let update = self
            .client
            .update_item()
            .table_name(&self.table)
            .key("kind", text(SYNC))
            .key("id", text(id.to_string()))
            .update_expression("SET centers.#name = :center")
            .condition_expression("centers.#name.#state = :open AND centers.#name.attempts = :expected")
            .expression_attribute_names("#name", name)
            .expression_attribute_names("#state", "state")
            .expression_attribute_values(
                ":center",
                aws_sdk_dynamodb::types::AttributeValue::M(dynamo::to_item(center)?),
            )
            .expression_attribute_values(":open", value(&CenterState::InProgress)?)
            .expression_attribute_values(":expected", number(expected_attempts));
        dynamo::condition_failed_as_none(update.send().await).map(drop)
    }

    /// The state of the circuit breaker.
    pub async fn circuit(&self) -> Result<Circuit> {
        let response = self
            .client
            .get_item()
            .table_name(&self.table)
            .key("kind", text(CIRCUIT))
            .key("id", text(CIRCUIT))
            .consistent_read(true)
            .send()
            .await
            .map_err(dynamo::failure)?;
        response.item.map_or_else(|| Ok(Circuit::default()), |item| dynamo::from_item(&self.table, "id", item))
    }

    /// Counts a failure. Opens the circuit if there are too many.
    pub async fn count_failure(&self, now: Instant) -> Result<()> {
        let update = self.update_circuit().update_expression("ADD failures :one");
        let update = update.expression_attribute_values(":one", number(1)).return_values(ReturnValue::AllNew);
        let after = update.send().await.map_err(dynamo::failure)?.attributes.unwrap_or_default();
        let Circuit { failures, .. } = dynamo::from_item(&self.table, "id", after)?;
        let Some(until) = Circuit::open_until(failures, now) else { return Ok(()) };
        let open = self.update_circuit().update_expression("SET openUntil = :until");
        let open = open.expression_attribute_values(":until", text(until.to_string()));
        open.send().await.map(drop).map_err(dynamo::failure)
    }

    /// Closes the circuit and resets the failures after a successful call.
    pub async fn close_circuit(&self) -> Result<()> {
        let close = self.update_circuit().update_expression("SET failures = :none REMOVE openUntil");
        close.expression_attribute_values(":none", number(0)).send().await.map(drop).map_err(dynamo::failure)
    }

    /// Claims the probe call of a circuit that was open until `open_until`. The circuit stays open for all other calls
    /// until `until`. Returns `false` if another call has claimed the probe.
    pub async fn claim_probe(&self, open_until: Instant, until: Instant) -> Result<bool> {
        let claim = Update::builder()
            .table_name(&self.table)
            .key("kind", text(CIRCUIT))
            .key("id", text(CIRCUIT))
            .update_expression("SET openUntil = :until")
            .condition_expression("openUntil = :expected")
            .expression_attribute_values(":until", text(until.to_string()))
            .expression_attribute_values(":expected", text(open_until.to_string()))
            .build()
            .map_err(Error::internal)?;
        let claim = TransactWriteItem::builder().update(claim).build();
        // A transaction recognizes its own earlier attempt, whose response was lost.
        Ok(dynamo::transact(&self.client, vec![claim]).await? == Transaction::Written)
    }

    fn update_circuit(&self) -> UpdateItemFluentBuilder {
        let update = self.client.update_item().table_name(&self.table);
        update.key("kind", text(CIRCUIT)).key("id", text(CIRCUIT))
    }
}

/// The key of the marker for the days and centers of a sync.
fn marker_key(sync: &Sync) -> Item {
    let centers: Vec<&str> = sync.centers.keys().map(String::as_str).collect();
    let name = format!("{}#{}#{}", sync.start_date, sync.end_date, centers.join("\n"));
    let id = Uuid::new_v5(&Uuid::NAMESPACE_OID, name.as_bytes());
    Item::from([("kind".into(), text(LATEST)), ("id".into(), text(id.to_string()))])
}

/// The stored form of a single value.
fn value(value: &impl Serialize) -> Result<aws_sdk_dynamodb::types::AttributeValue> {
    let mut item = dynamo::to_item(&std::collections::BTreeMap::from([("value", value)]))?;
    item.remove("value").ok_or_else(|| Error::internal("a value without a stored form"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn reads_back_a_stored_sync() {
        let center = Center { attempts: 2, routes: Some(3), message: Some("m".into()), ..Center::default() };
        let sync = Sync {
            id: Uuid::now_v7(),
            start_date: "2026-11-21".parse().unwrap(),
            end_date: "2026-11-23".parse().unwrap(),
            requested_at: "2026-11-21T10:00:00Z".parse().unwrap(),
            user: "lena@larder.example".into(),
            centers: BTreeMap::from([("Chicago, IL".into(), center), ("Dallas".into(), Center::default())]),
        };
        let read: Sync = dynamo::from_item("LogiNextSyncs", "id", dynamo::to_item(&sync).unwrap()).unwrap();
        assert_eq!(read, sync);
    }

    #[test]
    fn syncs_of_the_same_days_and_centers_share_a_marker() {
        let sync = |end: &str, centers: &[&str]| Sync {
            id: Uuid::now_v7(),
            start_date: "2026-11-21".parse().unwrap(),
            end_date: end.parse().unwrap(),
            requested_at: Instant::now(),
            user: "lena@larder.example".into(),
            centers: centers.iter().map(|name| ((*name).to_owned(), Center::default())).collect(),
        };
        let key = |end: &str, centers: &[&str]| marker_key(&sync(end, centers));
        assert_eq!(key("2026-11-22", &["Chicago", "Dallas"]), key("2026-11-22", &["Dallas", "Chicago"]));
        assert_ne!(key("2026-11-22", &["Chicago", "Dallas"]), key("2026-11-23", &["Chicago", "Dallas"]));
        assert_ne!(key("2026-11-22", &["Chicago", "Dallas"]), key("2026-11-22", &["Chicago"]));
    }

    #[test]
    fn state_value_matches_the_stored_form() {
        assert_eq!(value(&CenterState::InProgress).unwrap().as_s().map(String::as_str), Ok("IN_PROGRESS"));
    }
}
