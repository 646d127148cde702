//! The history of a fridge's software.

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

/// One change of one artifact of a fridge.
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
    let items = items.into_iter().map(to_change).collect::<Result<_>>()?;
    Ok(Page { items, next_token })
}

/// Converts an audit entry, which contains the change of one artifact.
fn to_change(entry: Entry) -> Result<FridgeSoftwareChange> {
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
    fn converts_an_audit_entry_to_a_change() {
        let change = to_change(entry("FRIDGE_AGENT")).unwrap();
        assert_eq!(change.artifact_type, ArtifactType::FridgeAgent);
        assert_eq!(change.from, None);
        assert_eq!(change.to.as_deref(), Some("1.2"));
        assert_eq!(change.event, "DEPLOYED");
        assert_eq!(change.user, "test");
    }

    #[test]
    fn rejects_an_entry_of_another_attribute_as_an_internal_error() {
        let cause = to_change(entry("stop")).err().and_then(|error| error.cause());
        assert!(cause.is_some_and(|cause| cause.ends_with("of SOFTWARE#CHI_0001 changes no software")));
    }
}
