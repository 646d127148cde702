//! The table of what is deployed to which fridge.
//!
//! One item is one fridge with all its software, so that the whole fleet's inventory is read in few requests. A seeded
//! item has 463 bytes: 10,000 fridges are two pages of [`SHARDS`] queries side by side, 1,130 read units in all and 70 of a
//! partition; 100,000 are twenty pages. (An item for each fridge and software would be eight times as many keys.) A
//! deployment changes the attributes of its own software and no other's, so that deployments of different software do
//! not meet.
//!
//! Measured on two cores that other builds kept busy (load 10), against the emulator over HTTP: a deployment to 1,000
//! fridges, with its 1,000 entries of the audit table, 1.7 to 1.9 s; the same again, which changes nothing, 0.5 s; the
//! inventory of 7,310 fridges in two pages 2.1 s.

use super::shards::Shards;
use crate::{
    model::{ArtifactType, Deployed, FridgeSoftware},
    version::Version,
};
use aws_sdk_dynamodb::{
    Client,
    types::{TransactWriteItem, Update},
};
use locations::model::LocationId;
use shared::{
    Environment, Error, FromEnvironment, Page, Permit, Result,
    dynamo::{self, Item, text},
};
use std::collections::BTreeMap;
use strum::IntoEnumIterator;

/// Partitions of the fleet.
const SHARDS: u32 = 16;
/// Fridges on a page: with ids of 20 letters and eight versions each a page is less than 1 MB, with the longest 4 MB.
const PAGE: usize = 5000;

/// The table of what is deployed to which fridge.
#[derive(Clone, Debug)]
pub struct SoftwareStore(Shards);

impl FromEnvironment for SoftwareStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let table = environment.variable("FRIDGE_SOFTWARE_VERSION_TABLE")?;
        Ok(Self(Shards { client: dynamo::client(environment), table, sort_key: "fridge", count: SHARDS }))
    }
}

/// What becomes of one software of a fridge.
#[derive(Clone, Copy, Debug)]
pub struct Write<'a> {
    /// The fridge.
    pub fridge: &'a LocationId,
    /// The software.
    pub artifact: ArtifactType,
    /// What was there when it was read: where it is another by now, nothing is written.
    pub seen: Option<&'a Deployed>,
    /// What is to be there.
    pub deployed: &'a Deployed,
}

impl SoftwareStore {
    /// The client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.0.client
    }

    /// A page of the fleet, in no order.
    ///
    /// # Errors
    /// [`Error::Invalid`] where the token is not one that this list gave out.
    pub async fn page(&self, next_token: Option<&str>) -> Result<Page<FridgeSoftware>> {
        let mut attributes: Vec<String> = ArtifactType::iter().map(|artifact| artifact.to_string()).collect();
        attributes.push("fridge".to_owned());
        let Page { items, next_token } = self.0.page(PAGE, next_token, &attributes).await?;
        Ok(Page { items: items.iter().map(|item| self.read(item)).collect::<Result<_>>()?, next_token })
    }

    /// What is deployed to those of the fridges of which anything is known.
    pub async fn get_all(&self, fridges: &[LocationId]) -> Result<BTreeMap<LocationId, FridgeSoftware>> {
        let keys = fridges.iter().map(|fridge| self.0.key(fridge.as_str())).collect();
        let items = dynamo::get_all(&self.0.client, &self.0.table, keys, &[]).await?;
        let read = |item: &Item| self.read(item).map(|software| (software.fridge.clone(), software));
        items.iter().map(read).collect()
    }

    /// The action of a transaction that writes it, refused where what was `seen` is no longer there.
    pub fn write(&self, _: &Permit, write: Write<'_>) -> Result<TransactWriteItem> {
        let Write { fridge, artifact, seen, deployed } = write;
        let names = Names::of(artifact);
        let mut update = Update::builder()
            .table_name(&self.0.table)
            .set_key(Some(self.0.key(fridge.as_str())))
            .expression_attribute_names("#version", &names.version)
            .expression_attribute_names("#previous", &names.previous)
            .expression_attribute_names("#left", &names.left)
            .expression_attribute_values(":version", text(deployed.version.as_str()));
        update = match seen {
            Some(seen) => update
                .condition_expression("#version = :seen")
                .expression_attribute_values(":seen", text(seen.version.as_str())),
            None => update.condition_expression("attribute_not_exists(#version)"),
        };
        let (mut set, mut remove) = (vec!["#version = :version"], Vec::new());
        match &deployed.previous {
            Some(previous) => {
                set.push("#previous = :previous");
                update = update.expression_attribute_values(":previous", text(previous.as_str()));
            }
            None => remove.push("#previous"),
        }
        match &deployed.left {
            Some(left) => {
                set.push("#left = :left");
                update = update.expression_attribute_values(":left", text(left.as_str()));
            }
            None => remove.push("#left"),
        }
        let remove = if remove.is_empty() { String::new() } else { format!(" REMOVE {}", remove.join(", ")) };
        let expression = format!("SET {}{remove}", set.join(", "));
        let update = update.update_expression(expression).build().map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().update(update).build())
    }

    /// Stores the software of many fridges, whatever is there: for the seeder.
    pub async fn put_all(&self, fleet: &[FridgeSoftware]) -> Result<()> {
        let items = fleet.iter().map(|software| self.item(software)).collect();
        dynamo::put_all(&self.0.client, &self.0.table, items).await
    }

    fn item(&self, software: &FridgeSoftware) -> Item {
        let mut item = self.0.key(software.fridge.as_str());
        for (artifact, Deployed { version, previous, left }) in &software.deployed {
            let names = Names::of(*artifact);
            let all =
                [(names.version, Some(version)), (names.previous, previous.as_ref()), (names.left, left.as_ref())];
            item.extend(all.into_iter().filter_map(|(name, version)| Some((name, text(version?.as_str())))));
        }
        item
    }

    fn read(&self, item: &Item) -> Result<FridgeSoftware> {
        let of = |name: &str| item.get(name).and_then(|value| value.as_s().ok()).map(String::as_str);
        let malformed = |what: &str| {
            let fridge = of("fridge").unwrap_or_default();
            Error::internal(format!("table {}, item {fridge:?}: {what}", self.0.table))
        };
        let fridge = of("fridge").and_then(|id| id.parse().ok()).ok_or_else(|| malformed("no id of a location"))?;
        let mut deployed = BTreeMap::new();
        for artifact in ArtifactType::iter() {
            let names = Names::of(artifact);
            let version = |name: &str| {
                let parsed = |text| Version::parse(artifact, text).ok_or_else(|| malformed(name));
                of(name).map(parsed).transpose()
            };
            if let Some(current) = version(&names.version)? {
                let (previous, left) = (version(&names.previous)?, version(&names.left)?);
                deployed.insert(artifact, Deployed { version: current, previous, left });
            }
        }
        Ok(FridgeSoftware { fridge, deployed })
    }
}

/// The attributes of one software.
struct Names {
    version: String,
    previous: String,
    left: String,
}

impl Names {
    fn of(artifact: ArtifactType) -> Self {
        Self {
            version: artifact.to_string(),
            previous: format!("{artifact}#previous"),
            left: format!("{artifact}#left"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aws_sdk_dynamodb::config::BehaviorVersion;

    fn store() -> SoftwareStore {
        let config = aws_sdk_dynamodb::Config::builder().behavior_version(BehaviorVersion::latest()).build();
        let client = Client::from_conf(config);
        SoftwareStore(Shards { client, table: "FridgeSoftwareVersion".into(), sort_key: "fridge", count: SHARDS })
    }

    fn version(text: &str) -> Version {
        Version::parse(ArtifactType::FridgeAgent, text).unwrap()
    }

    fn software() -> FridgeSoftware {
        let deployed = Deployed { version: version("1.10"), previous: Some(version("1.9")), left: None };
        let deployed = BTreeMap::from([(ArtifactType::FridgeAgent, deployed)]);
        FridgeSoftware { fridge: "CHI_0001".parse().unwrap(), deployed }
    }

    #[test]
    fn the_stored_software_of_a_fridge_reads_back_as_it_was() {
        let store = store();
        assert_eq!(store.read(&store.item(&software())).unwrap(), software());
    }

    #[test]
    fn a_version_that_is_none_is_told_to_those_who_mend_it() {
        let store = store();
        let mut item = store.item(&software());
        item.insert("FRIDGE_AGENT".into(), text("latest"));
        let cause = store.read(&item).err().and_then(|error| error.cause());
        assert_eq!(cause.as_deref(), Some("table FridgeSoftwareVersion, item \"CHI_0001\": FRIDGE_AGENT"));
    }

    #[test]
    fn a_write_is_refused_where_another_version_came_meanwhile_and_touches_its_own_software_alone() {
        let (store, FridgeSoftware { fridge, deployed }) = (store(), software());
        let artifact = ArtifactType::FridgeAgent;
        let before = &deployed[&artifact];
        let after = Deployed { version: version("1.9"), previous: None, left: Some(version("1.10")) };
        let write = |seen| Write { fridge: &fridge, artifact, seen, deployed: &after };
        let permit = Permit::system("test");
        let update = store.write(&permit, write(Some(before))).unwrap().update.unwrap();
        assert_eq!(update.update_expression, "SET #version = :version, #left = :left REMOVE #previous");
        assert_eq!(update.condition_expression.as_deref(), Some("#version = :seen"));
        let first = store.write(&permit, write(None)).unwrap().update.unwrap();
        assert_eq!(first.condition_expression.as_deref(), Some("attribute_not_exists(#version)"));
        let names = update.expression_attribute_names.unwrap_or_default();
        assert!(names.values().all(|name| name.starts_with("FRIDGE_AGENT")));
    }
}
