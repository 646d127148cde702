//! GraphQL query `fridgeConnectionHistory`. Requirements: `docs/requirements/connections.md`, CON-16.

use crate::identity::model::CertificateId;
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::{
    Instant, Page, Result,
    audit::{AuditTable, Entry, Subject},
};

/// Arguments of `fridgeConnectionHistory`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeConnectionHistoryArguments {
    id: LocationId,
    #[serde(default)]
    next_token: Option<String>,
}

/// A change of a fridge's certificates.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeConnectionChange {
    id: String,
    at: Instant,
    user: String,
    event: String,
    certificate_id: Option<CertificateId>,
    reason: Option<String>,
}

/// The changes of a fridge's certificates, newest first.
pub async fn fridge_connection_history(
    audit: &AuditTable,
    FridgeConnectionHistoryArguments { id, next_token }: FridgeConnectionHistoryArguments,
) -> Result<Page<FridgeConnectionChange>> {
    let page = audit.history(Subject::FridgeConnection(id.as_str()), next_token.as_deref()).await?;
    Ok(Page { items: page.items.into_iter().map(FridgeConnectionChange::from).collect(), next_token: page.next_token })
}

impl From<Entry> for FridgeConnectionChange {
    /// The change of a certificate has its id as the attribute. The change of the replacement has another attribute.
    fn from(entry: Entry) -> Self {
        let Entry { entry: id, at, user, event, changes, reason, .. } = entry;
        let certificate_id = changes.first().and_then(|change| change.attribute.parse().ok());
        Self { id, at, user, event, certificate_id, reason }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::{
        editor::{certificate_entry, replacement_entry},
        model::Identity,
    };
    use shared::Permit;

    fn now() -> Instant {
        "2026-11-21T10:00:00Z".parse().unwrap()
    }

    #[test]
    fn the_change_of_a_certificate_has_its_id_and_its_reason() {
        let (fridge, id): (LocationId, CertificateId) = ("CHI_0001".parse().unwrap(), "ab".repeat(32).parse().unwrap());
        let entry = certificate_entry(&fridge, "REVOKED", &id, &Permit::system("ann"), now());
        let change = FridgeConnectionChange::from(entry.with_reason(Some("Stolen".into())));
        assert_eq!((change.event.as_str(), change.user.as_str()), ("REVOKED", "ann"));
        assert_eq!((change.certificate_id, change.reason.as_deref()), (Some(id), Some("Stolen")));
    }

    #[test]
    fn the_change_of_the_replacement_has_no_certificate() {
        let before = Identity::new("CHI_0001".parse().unwrap());
        let allowed = Identity { replacement_until: Some(now()), ..before.clone() };
        let entry = |after: &Identity, before: &Identity| {
            FridgeConnectionChange::from(replacement_entry(after, before, &Permit::system("ann"), now()))
        };
        let changes = [entry(&allowed, &before), entry(&before, &allowed)];
        assert_eq!(
            changes.each_ref().map(|change| change.event.as_str()),
            ["REPLACEMENT_ALLOWED", "REPLACEMENT_ENDED"]
        );
        assert!(changes.iter().all(|change| change.certificate_id.is_none()));
    }
}
