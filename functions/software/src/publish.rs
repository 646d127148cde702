//! Publishes the desired software of fridges through the broker, as retained messages: a fridge receives the last
//! message when it subscribes.

use crate::{
    bucket::ArtifactBucket,
    desired::{DesiredSoftware, ObjectKeys},
    model::{ArtifactType, FridgeSoftware},
    store::SoftwareStore,
    version::Version,
};
use futures::{StreamExt, stream};
use locations::model::LocationId;
use shared::{Environment, Error, FromEnvironment, Result, fridge_publisher::FridgePublisher, fridge_topics::Down};
use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::time;

/// Time within which a worker must publish a page of messages.
pub(crate) const PUBLISH_LIMIT: Duration = Duration::from_secs(6);
/// Number of messages that are published in parallel.
const CONCURRENCY: usize = 16;

/// Publishes the desired software of fridges.
#[derive(Debug)]
pub struct SoftwarePublisher {
    software: SoftwareStore,
    bucket: ArtifactBucket,
    broker: FridgePublisher,
    /// The object keys that were found. The object of a version does not change.
    keys: Mutex<ObjectKeys>,
}

impl FromEnvironment for SoftwarePublisher {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let (software, bucket, broker) = FromEnvironment::from_environment(environment)?;
        Ok(Self { software, bucket, broker, keys: Mutex::default() })
    }
}

impl SoftwarePublisher {
    /// Publishes the complete desired software of each of the fridges that has any. The software is read first, so that
    /// the message contains concurrent changes. Returns the fridges whose messages were not published within `limit`: the
    /// caller publishes again later.
    pub async fn publish(&self, fridges: &[LocationId], limit: Duration) -> BTreeSet<LocationId> {
        let messages = match self.messages(fridges).await {
            Ok(messages) => messages,
            Err(error) => {
                tracing::warn!(fridges = fridges.len(), cause = error.cause(), "desired software was not read");
                return fridges.iter().cloned().collect();
            }
        };
        let mut unpublished: BTreeSet<LocationId> =
            messages.iter().map(|message| message.location_id.clone()).collect();
        let results: Vec<(LocationId, Result<()>)> = stream::iter(messages)
            .map(|message| async move {
                let result = self.publish_message(&message).await;
                (message.location_id, result)
            })
            .buffer_unordered(CONCURRENCY)
            .take_until(time::sleep(limit))
            .collect()
            .await;
        let mut first_error = None;
        for (fridge, result) in results {
            match result {
                Ok(()) => {
                    unpublished.remove(&fridge);
                }
                Err(error) => {
                    first_error.get_or_insert(error);
                }
            }
        }
        if !unpublished.is_empty() {
            let cause = first_error.and_then(|error| error.cause());
            tracing::warn!(fridges = unpublished.len(), cause, "desired software was not published");
        }
        unpublished
    }

    /// The messages for those of the fridges that have desired software.
    async fn messages(&self, fridges: &[LocationId]) -> Result<Vec<DesiredSoftware>> {
        let software: Vec<FridgeSoftware> = self.software.get_all(fridges).await?.into_values().collect();
        let versions = software.iter().flat_map(|software| &software.deployed);
        let versions = versions.map(|(artifact, deployed)| (*artifact, deployed.version.clone())).collect();
        let keys = self.object_keys(versions).await?;
        Ok(software.into_iter().map(|software| DesiredSoftware::new(software, &keys)).collect())
    }

    /// The object keys of those of the versions that are in the bucket. Keys that were found before are not read again.
    async fn object_keys(&self, mut versions: BTreeSet<(ArtifactType, Version)>) -> Result<ObjectKeys> {
        let mut found = self.found_keys().clone();
        versions.retain(|version| !found.contains_key(version));
        if !versions.is_empty() {
            found.extend(self.bucket.object_keys(versions).await?);
            self.found_keys().clone_from(&found);
        }
        Ok(found)
    }

    fn found_keys(&self) -> MutexGuard<'_, ObjectKeys> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn publish_message(&self, message: &DesiredSoftware) -> Result<()> {
        let bytes = serde_json::to_vec(message).map_err(Error::internal)?;
        self.broker.publish(message.location_id.as_str(), Down::Software, bytes, None, true).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{KEY, connected, ids, software_path};
    use serde_json::json;

    const LIMIT: Duration = Duration::from_secs(6);

    #[tokio::test]
    async fn publishes_the_desired_software_of_each_fridge_as_a_retained_message() {
        let (publisher, services) = connected::<SoftwarePublisher>().await;
        assert_eq!(publisher.publish(&ids(["CHI_0001", "CHI_0002", "NEW"]), LIMIT).await, BTreeSet::new());
        let mut published = services.published.lock().unwrap().clone();
        published.sort_by(|(one, _), (other, _)| one.cmp(other));
        let message = |fridge: &str| {
            let artifact = json!({ "artifactType": "FRIDGE_AGENT", "version": "1.10", "objectKey": KEY });
            json!({
                "schemaVersion": 1, "locationId": fridge, "revision": 1_795_255_200_000_u64, "artifacts": [artifact],
            })
        };
        let expected = ["CHI_0001", "CHI_0002"].map(|fridge| (software_path(fridge), message(fridge)));
        assert_eq!(published, expected);
    }

    #[tokio::test]
    async fn the_object_of_a_version_is_looked_up_once() {
        let (publisher, services) = connected::<SoftwarePublisher>().await;
        for fridge in ["CHI_0001", "CHI_0002"] {
            assert_eq!(publisher.publish(&ids([fridge]), LIMIT).await, BTreeSet::new());
        }
        assert_eq!(services.lists.lock().unwrap().len(), 1);
        assert_eq!(services.published.lock().unwrap()[1].1["artifacts"][0]["objectKey"], KEY);
    }

    #[tokio::test]
    async fn returns_the_fridges_whose_messages_the_broker_does_not_accept() {
        let (publisher, services) = connected::<SoftwarePublisher>().await;
        let unpublished = publisher.publish(&ids(["CHI_0001", "BROKEN", "CHI_0002"]), LIMIT).await;
        assert_eq!(unpublished, ids(["BROKEN"]).into_iter().collect());
        assert_eq!(services.published.lock().unwrap().len(), 2);
    }
}
