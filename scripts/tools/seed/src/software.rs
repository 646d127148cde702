//! The software versions of fridges, the versions that can be deployed, and the pilots.

use anyhow::{Context, Result};
use chrono::{Days, Duration, NaiveDate};
use futures::{StreamExt, TryStreamExt, stream};
use locations::model::{Location, LocationStatus, LocationType};
use serde_json::json;
use shared::{
    Environment, FromEnvironment, Permit,
    audit::{AuditTable, Change, Entry, Subject},
    table,
};
use software::{
    bucket::ArtifactBucket,
    model::{ArtifactType, Deployed, FridgeSoftware, Pilot},
    store::{PilotStore, SoftwareStore},
    version::Version,
};
use std::collections::BTreeMap;
use strum::IntoEnumIterator;
use uuid::Uuid;

use crate::fridge::midnight;

/// The email address of the user who deploys software.
const DEPLOYER: &str = "operations@larder.example";
/// The maximum number of concurrent uploads to the bucket.
const UPLOAD_CONCURRENCY: usize = 8;
/// Objects in the bucket that are not versions. Real buckets have such objects too, and Larder must not offer them.
const INVALID_OBJECTS: [&str; 4] = [
    "FRIDGE_AGENT/latest/fridge-agent.tar.gz",
    "FRIDGE_AGENT/3.13.0-rc1/fridge-agent.tar.gz",
    "FRIDGE_UI_APPLICATION/README.md",
    "FRIDGE_HEARTBEAT/12.1.0/fridge-heartbeat.tar.gz",
];

/// The versions of an artifact, oldest first.
fn versions(artifact: ArtifactType) -> &'static [&'static str] {
    match artifact {
        ArtifactType::FridgeUiApplication => &["5.18.0", "5.19.0", "5.20.0", "5.20.1", "5.21.0", "5.21.3", "5.22.0"],
        ArtifactType::FridgeJavaServer => &["2.8.7", "2.9.0", "2.9.4", "2.10.0", "2.10.2", "2.11.1"],
        ArtifactType::FridgeAgent => &["3.8.0", "3.9.0", "3.9.1", "3.10.0", "3.11.0", "3.12.0"],
        ArtifactType::FridgeInventory => &["1.8", "1.9", "1.10", "1.11", "1.12", "1.13"],
        ArtifactType::FridgePricingParser => &["4.0.6", "4.0.7", "4.1.0", "4.1.2"],
        ArtifactType::FridgePricingConsumer => &["4.0.6", "4.0.8", "4.1.0", "4.2.0"],
        ArtifactType::FridgeHeartbeat => &["11 4 0", "11 9 2", "11 10 0", "12 0 0", "12 0 3"],
        ArtifactType::FridgeJavaServerConfig => &["1.41", "1.42", "1.43", "1.44", "1.45", "1.46"],
    }
}

/// The keys of all objects in the artifacts bucket.
fn object_keys() -> Vec<String> {
    let object = |artifact: ArtifactType| {
        let file = artifact.to_string().to_lowercase().replace('_', "-");
        versions(artifact).iter().map(move |version| format!("{artifact}/{version}/{file}.tar.gz"))
    };
    ArtifactType::iter().flat_map(object).chain(INVALID_OBJECTS.map(ToOwned::to_owned)).collect()
}

/// The software of the fridges that have a computer.
///
/// # Errors
/// If one of the versions above is invalid.
pub fn fleet_software(locations: &[Location]) -> Result<Vec<FridgeSoftware>> {
    let fridges =
        locations.iter().filter(|location| location.kind == LocationType::FRIDGE && location.hostname.is_some());
    fridges.map(fridge_software).collect()
}

fn fridge_software(location: &Location) -> Result<FridgeSoftware> {
    let mut deployed = BTreeMap::new();
    for artifact in ArtifactType::iter() {
        let versions = versions(artifact);
        let Some(behind) = versions_behind(artifact, location) else { continue };
        let at = |behind: usize| {
            let text = versions.len().checked_sub(behind + 1).and_then(|position| versions.get(position));
            text.map(|text| Version::parse(artifact, text).with_context(|| format!("{text} is not a version")))
                .transpose()
        };
        if let Some(version) = at(behind)? {
            deployed.insert(artifact, Deployed { version, previous: at(behind + 1)?, rolled_back_from: None });
        }
    }
    Ok(FridgeSoftware { fridge: location.id.clone(), deployed, revised_at: None })
}

/// The number of versions between a fridge's version and the newest; `None` if the fridge does not have the artifact.
/// Most fridges are up to date. Retired fridges get no updates.
fn versions_behind(artifact: ArtifactType, location: &Location) -> Option<usize> {
    let behind = match table::shard(&format!("{artifact}/{}", location.id), 100) {
        0..3 => return None,
        3..6 => 3,
        6..14 => 2,
        14..32 => 1,
        _ => 0,
    };
    Some(if location.status == LocationStatus::DEAD { behind + 2 } else { behind })
}

/// The deployment history: one entry for each artifact of each fridge.
pub fn history(fleet: &[FridgeSoftware], today: NaiveDate) -> Vec<Entry> {
    let permit = Permit::system(DEPLOYER);
    let mut entries = Vec::new();
    for FridgeSoftware { fridge, deployed, .. } in fleet {
        for (artifact, Deployed { version, previous, .. }) in deployed {
            // Each version of an artifact is deployed to all fridges in the same night.
            let night = table::shard(&format!("{artifact}/{version}"), 60);
            let at = midnight(today).plus(Duration::days(-2 - i64::from(night)) + Duration::hours(6));
            let id = Uuid::new_v5(&Uuid::NAMESPACE_OID, format!("{fridge}/{artifact}").as_bytes());
            let change = Change {
                attribute: artifact.to_string(),
                from: previous.as_ref().map(|previous| json!(previous)),
                to: Some(json!(version)),
            };
            let entry = Entry::new(Subject::FridgeSoftware(fridge.as_str()), "DEPLOYED", &permit, at);
            entries.push(Entry { entry: format!("{at}#{id}"), ..entry.with(vec![change]) });
        }
    }
    entries
}

/// The pilots: two that share fridges, one that ends soon, and one that has ended.
pub fn pilots(fleet: &[FridgeSoftware], today: NaiveDate) -> Vec<Pilot> {
    let day = |ahead: i64| {
        if ahead < 0 { today - Days::new(ahead.unsigned_abs()) } else { today + Days::new(ahead.unsigned_abs()) }
    };
    let pilot = |id: &str, display_name: &str, stage, (from, to): (i64, i64), (skip, take), description: &str| Pilot {
        id: id.into(),
        fridge_ids: fleet.iter().skip(skip).take(take).map(|software| software.fridge.clone()).collect(),
        display_name: display_name.into(),
        stage,
        start_date: day(from),
        end_date: day(to),
        description: description.into(),
        active: to >= 0,
        version: 1,
    };
    let mut pilots = vec![
        pilot(
            "ui-5-22",
            "UI 5.22",
            2,
            (-9, 12),
            (0, 24),
            "The new purchase screen, first in a few fridges, then in all.",
        ),
        pilot(
            "agent-3-12",
            "Agent 3.12",
            1,
            (-2, 19),
            (18, 12),
            "Restarts the touchscreen without a technician's visit.",
        ),
        pilot("heartbeat-12", "Heartbeat 12", 3, (-40, 3), (34, 16), "Sends a heartbeat every five minutes."),
        pilot("config-1-44", "Config 1.44", 1, (-90, -60), (6, 10), "Longer door timeouts. The pilot has ended."),
    ];
    for pilot in &mut pilots {
        pilot.fridge_ids.sort();
    }
    pilots.retain(|pilot| !pilot.fridge_ids.is_empty());
    pilots
}

/// The stores of the area.
#[derive(Debug)]
pub struct SoftwareStores {
    software: SoftwareStore,
    pilots: PilotStore,
    bucket: ArtifactBucket,
    audit: AuditTable,
}

impl FromEnvironment for SoftwareStores {
    fn from_environment(environment: &Environment) -> shared::Result<Self> {
        Ok(Self {
            software: SoftwareStore::from_environment(environment)?,
            pilots: PilotStore::from_environment(environment)?,
            bucket: ArtifactBucket::from_environment(environment)?,
            audit: AuditTable::from_environment(environment)?,
        })
    }
}

impl SoftwareStores {
    /// Whether the software of any fridge is stored.
    ///
    /// # Errors
    /// If the table cannot be read. The same applies to the functions below.
    pub async fn has_software(&self) -> Result<bool> {
        Ok(!self.software.page(None).await?.items.is_empty())
    }

    /// Stores the versions that can be deployed, and the pilots.
    pub async fn store_versions_and_pilots(&self, fleet: &[FridgeSoftware], today: NaiveDate) -> Result<()> {
        self.pilots.put_all(&pilots(fleet, today)).await?;
        let put = |key: String| async move { self.bucket.put(&key, format!("{key}\n").into_bytes()).await };
        Ok(stream::iter(object_keys()).map(put).buffer_unordered(UPLOAD_CONCURRENCY).try_collect::<()>().await?)
    }

    /// Stores the software of fridges and its deployment history.
    pub async fn store_software(&self, fleet: &[FridgeSoftware], today: NaiveDate) -> Result<()> {
        self.audit.put_all(&history(fleet, today)).await?;
        Ok(self.software.put_all(fleet).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fleet::tests::FLEET;
    use software::version;
    use std::collections::BTreeSet;

    fn today() -> NaiveDate {
        "2026-11-21".parse().unwrap()
    }

    #[test]
    fn most_fridges_are_up_to_date_and_some_lack_an_artifact() {
        let fleet = fleet_software(&FLEET.locations).unwrap();
        for artifact in ArtifactType::iter() {
            let newest = versions(artifact).last().unwrap();
            let with = fleet.iter().filter_map(|software| software.deployed.get(&artifact));
            let (count, current) = (with.clone().count(), with.filter(|it| it.version.as_str() == *newest).count());
            assert!(count < fleet.len() && 2 * current > fleet.len(), "{artifact}: {current} of {count}");
        }
    }

    #[test]
    fn every_version_of_a_fridge_is_in_the_bucket() {
        let keys = object_keys();
        for software in fleet_software(&FLEET.locations).unwrap() {
            for (artifact, deployed) in software.deployed {
                let folder = format!("{artifact}/{}/", deployed.version);
                assert!(keys.iter().any(|key| key.starts_with(&folder)), "{folder}");
            }
        }
    }

    #[test]
    fn the_bucket_has_invalid_versions_and_they_are_not_offered() {
        for artifact in ArtifactType::iter() {
            let keys = object_keys();
            let raw = keys.iter().filter_map(|key| key.strip_prefix(&format!("{artifact}/")));
            let count = version::newest_first(artifact, raw).count();
            assert_eq!(count, versions(artifact).len(), "{artifact}");
        }
    }

    #[test]
    fn two_active_pilots_share_fridges_and_one_pilot_has_ended() {
        let pilots = pilots(&fleet_software(&FLEET.locations).unwrap(), today());
        let fridges = |id: &str| -> BTreeSet<_> {
            pilots.iter().find(|pilot| pilot.id == id).unwrap().fridge_ids.iter().cloned().collect()
        };
        assert_eq!(fridges("ui-5-22").intersection(&fridges("agent-3-12")).count(), 6);
        assert_eq!(pilots.iter().filter(|pilot| !pilot.active).count(), 1);
    }

    #[test]
    fn history_is_reproducible_and_in_the_past() {
        let fleet = fleet_software(&FLEET.locations).unwrap();
        let (one, other) = (history(&fleet, today()), history(&fleet, today()));
        assert!(one.iter().zip(&other).all(|(one, other)| one.entry == other.entry));
        assert!(one.iter().all(|entry| entry.at < midnight(today())));
        assert_eq!(one.iter().map(|entry| (&entry.subject, &entry.entry)).collect::<BTreeSet<_>>().len(), one.len());
    }
}
