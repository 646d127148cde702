//! The history of permissions and of feature flags.

use crate::permissions::UserId;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{
    Error, Instant, Page, Result,
    audit::{AuditTable, Entry, Subject},
};

/// Arguments of `permissionHistory`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PermissionHistoryArguments {
    user: UserId,
    next_token: Option<String>,
}

/// Arguments of `featureFlagHistory`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FlagHistoryArguments {
    flag: String,
    next_token: Option<String>,
}

/// A change of a user's permissions, of the users of a flag, or of a role.
#[derive(Debug, Eq, PartialEq, Serialize)]
pub struct AccessChange {
    id: String,
    at: Instant,
    user: String,
    event: String,
    given: Vec<String>,
    taken: Vec<String>,
    reason: Option<String>,
}

/// Returns one page of the history of a user's permissions, newest first.
pub async fn permission_history(
    audit: &AuditTable,
    PermissionHistoryArguments { user, next_token }: PermissionHistoryArguments,
) -> Result<Page<AccessChange>> {
    history(audit, Subject::User(&user), next_token.as_deref()).await
}

/// Returns one page of the history of a feature flag, newest first. `given` and `taken` contain e-mail addresses.
///
/// # Errors
/// [`Error::Invalid`] if the flag does not exist.
pub async fn feature_flag_history(
    audit: &AuditTable,
    FlagHistoryArguments { flag, next_token }: FlagHistoryArguments,
) -> Result<Page<AccessChange>> {
    if !crate::rules::FLAGS.contains(&flag.as_str()) {
        return Err(Error::invalid("flag", format!("There is no flag {flag}")));
    }
    history(audit, Subject::FeatureFlag(&flag), next_token.as_deref()).await
}

pub(crate) async fn history(
    audit: &AuditTable,
    subject: Subject<'_>,
    next_token: Option<&str>,
) -> Result<Page<AccessChange>> {
    let Page { items, next_token } = audit.history(subject, next_token).await?;
    Ok(Page { items: items.into_iter().map(access_change).collect(), next_token })
}

fn access_change(entry: Entry) -> AccessChange {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    AccessChange {
        given: entry.changes.iter().filter_map(|change| text(change.to.as_ref()?)).collect(),
        taken: entry.changes.iter().filter_map(|change| text(change.from.as_ref()?)).collect(),
        id: entry.entry,
        at: entry.at,
        user: entry.user,
        event: entry.event,
        reason: entry.reason,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use shared::{Permit, audit::Change};

    #[test]
    fn an_access_change_has_granted_and_revoked_actions() {
        let now = "2026-11-21T10:00:00Z".parse().unwrap();
        let change = |from: Option<&str>, to: Option<&str>| Change {
            attribute: "actions".into(),
            from: from.map(|from| json!(from)),
            to: to.map(|to| json!(to)),
        };
        let entry = Entry::new(Subject::User("u"), "COPIED", &Permit::system("test"), now)
            .with(vec![change(None, Some("VanTasks")), change(Some("FridgeTasks"), None)]);
        let change = access_change(entry);
        assert_eq!(change.given, vec!["VanTasks".to_owned()]);
        assert_eq!(change.taken, vec!["FridgeTasks".to_owned()]);
    }
}
