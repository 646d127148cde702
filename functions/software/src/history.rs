//! What was deployed to a fridge, by whom and when.

use crate::model::ArtifactType;
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::{
    Error, Instant, Page, Result,
    audit::{AuditTable, Entry, Subject},
};

/// Arguments of `fridgeSoftwareHistory`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeSoftwareHistoryArguments {
    id: LocationId,
    #[serde(default)]
    next_token: Option<String>,
}

/// One change of one software of a fridge.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeSoftwareChange {
    id: String,
    at: Instant,
    user: String,
    event: String,
    artifact_type: ArtifactType,
    from: Option<String>,
    to: Option<String>,
}

/// The changes of a fridge's software, newest first.
pub async fn fridge_software_history(
    audit: &AuditTable,
    FridgeSoftwareHistoryArguments { id, next_token }: FridgeSoftwareHistoryArguments,
) -> Result<Page<FridgeSoftwareChange>> {
    let Page { items, next_token } = audit.history(Subject::FridgeSoftware(id.as_str()), next_token.as_deref()).await?;
    let items = items.into_iter().map(told).collect::<Result<_>>()?;
    Ok(Page { items, next_token })
}

/// An entry is of one software: see [`crate::deploy`].
fn told(entry: Entry) -> Result<FridgeSoftwareChange> {
    let malformed = || Error::internal(format!("{} of {} changes no software", entry.entry, entry.subject));
    let change = entry.changes.first().ok_or_else(malformed)?;
    let text = |value: &Option<serde_json::Value>| value.as_ref()?.as_str().map(ToOwned::to_owned);
    Ok(FridgeSoftwareChange {
        artifact_type: change.attribute.parse().map_err(|_| malformed())?,
        from: text(&change.from),
        to: text(&change.to),
        at: entry.at,
        id: entry.entry,
        user: entry.user,
        event: entry.event,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use shared::{Permit, audit::Change};

    fn entry(attribute: &str) -> Entry {
        let change = Change { attribute: attribute.into(), from: None, to: Some(json!("1.2")) };
        let now = "2026-11-21T10:00:00Z".parse().unwrap();
        Entry::new(Subject::FridgeSoftware("CHI_0001"), "DEPLOYED", &Permit::system("test"), now).with(vec![change])
    }

    #[test]
    fn an_entry_tells_the_software_and_its_versions() {
        let told = told(entry("FRIDGE_AGENT")).unwrap();
        assert_eq!((told.artifact_type, told.from, told.to.as_deref()), (ArtifactType::FridgeAgent, None, Some("1.2")));
        assert_eq!((told.event.as_str(), told.user.as_str()), ("DEPLOYED", "test"));
    }

    #[test]
    fn an_entry_of_no_software_is_a_fault_of_ours() {
        let cause = told(entry("stop")).err().and_then(|error| error.cause());
        assert!(cause.is_some_and(|cause| cause.ends_with("of SOFTWARE#CHI_0001 changes no software")));
    }
}
