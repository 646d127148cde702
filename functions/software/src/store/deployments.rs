//! `DeploymentStore` reads and writes the FridgeDeployments table.
//!
//! A partition contains one deployment: the header, the progress, and one item per target, sorted by stage. The header
//! and the targets are separate items, because 2,500 targets need 750 KB. The partition `ACTIVE` contains one item per
//! artifact with the ids of its unfinished deployments. A new deployment is stored in one transaction with this item
//! over the version that was read, so that two deployments of an artifact cannot both contain a fridge. The index
//! `byTime` lists the headers by time of creation.

use crate::{
    deployment::model::{Deployment, DeploymentState, ProgressPoint, Target, TargetState},
    model::ArtifactType,
};
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::{
    Page, Result,
    audit::{AuditTable, Entry},
    page,
    shards::{Order, Slice},
    table::{
        self, Changes, CompositeKey, Condition, Index, Item, ItemExt, Key, Outcome, TransactWriteItem, Transaction,
        attribute, string_set,
    },
};
use std::collections::BTreeSet;
use uuid::Uuid;

const KEY: CompositeKey = CompositeKey::new("deployment", "entry");
const BY_TIME: Index = Index::new("byTime", "listShard", "listedAt");
/// Number of partitions of the list of deployments.
const SHARDS: u32 = 2;
/// Maximum number of deployments on a page.
const PAGE_SIZE: u16 = 25;
/// Maximum number of targets on a page.
const TARGET_PAGE_SIZE: usize = 200;
/// Maximum number of targets that one query of a page reads. A target has at most 1 KB.
const TARGET_CHUNK: i32 = 500;
/// The partition with the unfinished deployments of each artifact.
const ACTIVE: &str = "ACTIVE";
const HEADER: &str = "header";
const PROGRESS: &str = "progress";
const TARGET_PREFIX: &str = "target#";

shared::store! {
    /// The store of deployments.
    pub struct DeploymentStore { variable: "FRIDGE_DEPLOYMENTS_TABLE", key: KEY }
}

/// The unfinished deployments of an artifact.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Active {
    /// Their ids. Absent if there are none, because DynamoDB does not store an empty set.
    #[serde(default)]
    pub(crate) ids: BTreeSet<Uuid>,
    /// The number of changes. `None` before the first deployment.
    #[serde(default)]
    version: Option<u64>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
struct Progress {
    points: Vec<ProgressPoint>,
}

impl DeploymentStore {
    /// The deployment, or `None` if it does not exist.
    pub async fn get(&self, id: Uuid) -> Result<Option<Deployment>> {
        self.table.get(header_key(id)).await
    }

    /// Those of the deployments that exist, in no particular order.
    pub(crate) async fn get_all(&self, ids: &BTreeSet<Uuid>) -> Result<Vec<Deployment>> {
        self.table.get_all(ids.iter().map(|id| header_key(*id))).await
    }

    /// A page of all deployments, newest first.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] if the token is invalid.
    pub async fn page(&self, next_token: Option<&str>) -> Result<Page<Deployment>> {
        let query = |shard: u32| self.table.query(BY_TIME.partition(shard.to_string()));
        table::merged_page(Order::Descending, PAGE_SIZE, next_token, (0..SHARDS).map(query)).await
    }

    /// The unfinished deployments of an artifact.
    pub(crate) async fn active(&self, artifact: ArtifactType) -> Result<Active> {
        Ok(self.table.get(active_key(artifact)).await?.unwrap_or_default())
    }

    /// The ids of the unfinished deployments of all artifacts.
    pub(crate) async fn all_active(&self) -> Result<BTreeSet<Uuid>> {
        let active: Vec<Active> = self.table.query(KEY.partition(ACTIVE)).consistent().all().await?;
        Ok(active.into_iter().flat_map(|active| active.ids).collect())
    }

    /// Stores the targets of a deployment that is created next. Targets without a header belong to no deployment. Stored
    /// targets stay, because a concurrent call with the same values may have created the deployment.
    pub(crate) async fn put_targets(&self, id: Uuid, targets: &[Target]) -> Result<()> {
        let put = |target: &Target| {
            let put = self.table.put(target_item(id, target)?).when(attribute("entry").not_exists());
            Ok(Transaction::new().with(put.action()?))
        };
        self.send_all(targets.iter().map(put).collect::<Result<_>>()?).await.map(drop)
    }

    /// Stores a new deployment with its first point of progress and its history entry. Returns `false` if it exists, or
    /// if another deployment of the artifact was created or finished since `active` was read.
    pub(crate) async fn create(
        &self,
        deployment: &Deployment,
        active: &Active,
        (audit, entry): (&AuditTable, &Entry),
    ) -> Result<bool> {
        let point = ProgressPoint { at: deployment.created_at, counts: deployment.counts() };
        let progress = Progress { points: vec![point] };
        let header = self.table.put(header_item(deployment)?).when(attribute("entry").not_exists());
        let is_unchanged = attribute("version").equals_or_not_exists(active.version);
        let transaction = Transaction::new()
            .with(header.action()?)
            .with(self.table.put(table::to_item(&progress)?.with_key(progress_key(deployment.id))).action()?)
            .with(
                self.table
                    .update(active_key(deployment.artifact_type), add(deployment.id))
                    .when(is_unchanged)
                    .action()?,
            )
            .audited(audit, entry)?;
        Ok(transaction.send(self.client()).await?.is_written())
    }

    /// Stores a change of the state or of the started stages, with its history entry. Returns `false` if the deployment changed since version `expected` was read.
    pub(crate) async fn change(
        &self,
        after: &Deployment,
        expected: u64,
        (audit, entry): (&AuditTable, &Entry),
    ) -> Result<bool> {
        let header = self.table.update(header_key(after.id), state_changes(after));
        let mut transaction = Transaction::new().with(header.when(attribute("version").equals(expected)).action()?);
        if after.state == DeploymentState::RolledBack {
            // A completed deployment is no longer active.
            let active = self.table.update(active_key(after.artifact_type), add(after.id));
            transaction = transaction.with(active.action()?);
        }
        Ok(transaction.audited(audit, entry)?.send(self.client()).await?.is_written())
    }

    /// Stores the result of a check. A change of the state has a history entry. A deployment without a next check is
    /// finished. Returns `false` if a user changed the deployment or another run checked it since `before` was read.
    pub(crate) async fn store_check(
        &self,
        before: &Deployment,
        after: &Deployment,
        points: Option<&[ProgressPoint]>,
        entry: Option<(&AuditTable, &Entry)>,
    ) -> Result<bool> {
        let changes = state_changes(after)
            .set("stages", table::to_value(&after.stages)?)
            .set("runningVersions", table::to_value(&after.running_versions)?)
            .set_or_remove("checkedAt", after.checked_at);
        let header = self.table.update(header_key(after.id), changes).when(is_unchecked_since(before));
        let mut transaction = Transaction::new().with(header.action()?);
        if let Some(points) = points {
            let item = Item::from(progress_key(after.id)).with("points", table::to_value(&points)?);
            transaction = transaction.with(self.table.put(item).action()?);
        }
        if after.next_check_at.is_none() {
            let changes = Changes::new().delete("ids", string_set([after.id.to_string()])).add("version", 1_u64);
            transaction = transaction.with(self.table.update(active_key(after.artifact_type), changes).action()?);
        }
        if let Some((audit, entry)) = entry {
            transaction = transaction.audited(audit, entry)?;
        }
        Ok(transaction.send(self.client()).await?.is_written())
    }

    /// The condition that the deployment still has this version, for transactions that send.
    pub(crate) fn guard(&self, deployment: &Deployment) -> Result<TransactWriteItem> {
        let is_unchanged = attribute("version").equals(deployment.version);
        let is_state = attribute("state").equals(deployment.state.to_string());
        self.table.check(header_key(deployment.id)).when(is_unchanged.and(is_state)).action()
    }

    /// The progress over time, oldest first.
    pub(crate) async fn progress(&self, id: Uuid) -> Result<Vec<ProgressPoint>> {
        let progress: Option<Progress> = self.table.get(progress_key(id)).await?;
        Ok(progress.unwrap_or_default().points)
    }

    /// All targets, by stage and fridge.
    pub(crate) async fn targets(&self, id: Uuid) -> Result<Vec<Target>> {
        let targets = self.table.query(KEY.partition(id)).beginning_with(TARGET_PREFIX);
        targets.consistent().all().await
    }

    /// The fridges of all targets.
    pub(crate) async fn fridges(&self, id: Uuid) -> Result<BTreeSet<LocationId>> {
        #[derive(Deserialize)]
        struct Fridge {
            fridge: LocationId,
        }
        let targets = self.table.query(KEY.partition(id)).beginning_with(TARGET_PREFIX).project(["fridge", "entry"]);
        let fridges: Vec<Fridge> = targets.consistent().all().await?;
        Ok(fridges.into_iter().map(|target| target.fridge).collect())
    }

    /// A page of targets, by stage and fridge, of all states or of one.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] if the token is invalid.
    pub(crate) async fn target_page(
        &self,
        id: Uuid,
        state: Option<TargetState>,
        next_token: Option<&str>,
    ) -> Result<Page<Target>> {
        let mut after = next_token.map(page::decode_token::<String>).transpose()?;
        if after.as_ref().is_some_and(|after| !after.starts_with(TARGET_PREFIX) || after.len() > 200) {
            return Err(page::unknown_token());
        }
        let mut items = Vec::<(String, Target)>::new();
        loop {
            let query = self.table.query(KEY.partition(id)).beginning_with(TARGET_PREFIX).limit(TARGET_CHUNK);
            let query = match &after {
                Some(after) => query.start_after(KEY.of(id, after)),
                None => query,
            };
            let Slice { items: read, cursor } = query.slice().await?;
            items.extend(
                read.into_iter().filter(|(_, target): &(_, Target)| state.is_none_or(|state| target.state == state)),
            );
            after = cursor;
            if after.is_none() || items.len() > TARGET_PAGE_SIZE {
                break;
            }
        }
        Slice { items, cursor: after }.truncated(TARGET_PAGE_SIZE).into_page()
    }

    /// The action that replaces a target. It fails if the target is no longer in the state `before`.
    pub(crate) fn replace_target(&self, id: Uuid, before: TargetState, after: &Target) -> Result<TransactWriteItem> {
        self.table.put(target_item(id, after)?).when(attribute("state").equals(before.to_string())).action()
    }

    /// Replaces targets that are still in the state before. Returns `false` if another run of the worker replaced one of
    /// them first.
    pub(crate) async fn replace_targets(&self, id: Uuid, changes: &[(TargetState, Target)]) -> Result<bool> {
        let replace = |(before, after): &(TargetState, Target)| {
            Ok(Transaction::new().with(self.replace_target(id, *before, after)?))
        };
        self.send_all(changes.iter().map(replace).collect::<Result<_>>()?).await
    }

    /// Sends transactions. One whose condition fails writes nothing. Returns whether all were written.
    async fn send_all(&self, transactions: Vec<Transaction>) -> Result<bool> {
        let outcomes: Vec<Outcome> =
            table::send_all(self.client(), transactions).await.into_iter().collect::<Result<_>>()?;
        Ok(outcomes.iter().all(Outcome::is_written))
    }
}

fn header_key(id: Uuid) -> Key {
    KEY.of(id, HEADER)
}

fn progress_key(id: Uuid) -> Key {
    KEY.of(id, PROGRESS)
}

fn active_key(artifact: ArtifactType) -> Key {
    KEY.of(ACTIVE, artifact.to_string())
}

/// Adds a deployment to the unfinished ones.
fn add(id: Uuid) -> Changes {
    Changes::new().add("ids", string_set([id.to_string()])).add("version", 1_u64)
}

/// The condition that no user changed the deployment and no run checked it since it was read.
fn is_unchecked_since(read: &Deployment) -> Condition {
    attribute("version").equals(read.version).and(attribute("checkedAt").equals_or_not_exists(read.checked_at))
}

/// The attributes that change with the state.
fn state_changes(after: &Deployment) -> Changes {
    Changes::new()
        .set("state", after.state.to_string())
        .set_or_remove("stateReason", after.state_reason.as_deref())
        .set("startedStages", after.started_stages)
        .set("changedAt", after.changed_at)
        .set("changedBy", after.changed_by.as_str())
        .set("sentFor", after.sent_for.as_str())
        .set_or_remove("nextCheckAt", after.next_check_at)
        .set("version", after.version)
}

/// The stored header of a new deployment.
fn header_item(deployment: &Deployment) -> Result<Item> {
    let (created_at, id) = (deployment.created_at, deployment.id.to_string());
    let listed = BY_TIME.of(table::shard(&id, SHARDS).to_string(), format!("{created_at}#{id}"));
    Ok(table::to_item(deployment)?.with_key(header_key(deployment.id)).with_key(listed))
}

fn target_item(id: Uuid, target: &Target) -> Result<Item> {
    let entry = format!("{TARGET_PREFIX}{:02}#{}", target.stage, target.fridge);
    Ok(table::to_item(target)?.with_key(KEY.of(id, entry)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deployment::testing;
    use shared::table::{testing::readable, text};

    #[test]
    fn a_stored_deployment_and_its_targets_round_trip() {
        let (deployment, targets) = testing::deployment(40, 4);
        let item = header_item(&deployment).unwrap();
        assert_eq!(item["listedAt"], text(format!("2026-11-21T10:00:00.000Z#{}", deployment.id)));
        assert_eq!(table::from_item::<Deployment>("FridgeDeployments", "deployment", item).unwrap(), deployment);
        let item = target_item(deployment.id, &targets[0]).unwrap();
        assert_eq!(item["entry"], text("target#00#F_0000"));
        assert_eq!(table::from_item::<Target>("FridgeDeployments", "entry", item).unwrap(), targets[0]);
    }

    #[test]
    fn the_largest_header_and_progress_fit_an_item() {
        let (deployment, _) = testing::deployment(40, 4);
        let stages = vec![deployment.stages[0]; 11];
        let deployment =
            Deployment { stages, reason: Some("x".repeat(500)), state_reason: Some("x".repeat(500)), ..deployment };
        let point = ProgressPoint { at: deployment.created_at, counts: deployment.counts() };
        let progress = Progress { points: vec![point; 200] };
        assert!(serde_json::to_string(&deployment).unwrap().len() < 10_000);
        assert!(serde_json::to_string(&progress).unwrap().len() < 100_000);
    }

    #[test]
    fn a_guard_requires_the_version_and_the_state() {
        let (deployment, _) = testing::deployment(1, 0);
        let check = DeploymentStore::unconnected().guard(&deployment).unwrap().into_request().condition_check.unwrap();
        let (names, values) = (check.expression_attribute_names, check.expression_attribute_values);
        let condition = readable(&check.condition_expression, names.as_ref(), values.as_ref());
        assert_eq!(condition, "version = 1 AND state = \"RUNNING\"");
    }

    #[test]
    fn a_check_requires_that_no_user_and_no_other_run_changed_the_deployment() {
        let (deployment, _) = testing::deployment(1, 0);
        let update = |checked_at| {
            let read = Deployment { checked_at, ..deployment.clone() };
            let store = DeploymentStore::unconnected();
            let update = store.table.update(header_key(read.id), state_changes(&read)).when(is_unchecked_since(&read));
            let update = update.action().unwrap().into_request().update.unwrap();
            let (names, values) = (update.expression_attribute_names, update.expression_attribute_values);
            readable(&update.condition_expression.unwrap(), names.as_ref(), values.as_ref())
        };
        assert_eq!(update(None), "version = 1 AND attribute_not_exists(checkedAt)");
        let checked_at = Some(deployment.created_at);
        assert_eq!(update(checked_at), "version = 1 AND checkedAt = \"2026-11-21T10:00:00.000Z\"");
    }

    #[test]
    fn a_target_is_replaced_only_in_the_state_that_was_read() {
        let (deployment, targets) = testing::deployment(1, 0);
        let after = targets[0].with_state(TargetState::Sent, deployment.created_at);
        let action = DeploymentStore::unconnected().replace_target(deployment.id, TargetState::Waiting, &after);
        let put = action.unwrap().into_request().put.unwrap();
        assert_eq!(put.item["state"], text("SENT"));
        let (names, values) = (put.expression_attribute_names, put.expression_attribute_values);
        let condition = readable(&put.condition_expression.unwrap(), names.as_ref(), values.as_ref());
        assert_eq!(condition, "state = \"WAITING\"");
    }
}
