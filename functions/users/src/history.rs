//! Who granted what to whom, and turned which flag on for whom.

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

/// One change of what a person may do or sees.
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

/// The history of a user's permissions, newest first.
pub async fn permission_history(
    audit: &AuditTable,
    PermissionHistoryArguments { user, next_token }: PermissionHistoryArguments,
) -> Result<Page<AccessChange>> {
    history(audit, Subject::User(&user), next_token.as_deref()).await
}

/// The history of a feature flag, newest first: what was given and taken are e-mails.
///
/// # Errors
/// [`Error::Invalid`] where there is no such flag.
pub async fn feature_flag_history(
    audit: &AuditTable,
    FlagHistoryArguments { flag, next_token }: FlagHistoryArguments,
) -> Result<Page<AccessChange>> {
    if !crate::rules::FLAGS.contains(&flag.as_str()) {
        return Err(Error::invalid("flag", format!("There is no flag {flag}")));
    }
    history(audit, Subject::FeatureFlag(&flag), next_token.as_deref()).await
}

async fn history(audit: &AuditTable, subject: Subject<'_>, next_token: Option<&str>) -> Result<Page<AccessChange>> {
    let Page { items, next_token } = audit.history(subject, next_token).await?;
    Ok(Page { items: items.into_iter().map(told).collect(), next_token })
}

fn told(entry: Entry) -> AccessChange {
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
    fn an_entry_tells_what_was_given_and_what_was_taken() {
        let now = "2026-11-21T10:00:00Z".parse().unwrap();
        let change = |from: Option<&str>, to: Option<&str>| Change {
            attribute: "actions".into(),
            from: from.map(|from| json!(from)),
            to: to.map(|to| json!(to)),
        };
        let entry = Entry::new(Subject::User("u"), "COPIED", &Permit::system("test"), now)
            .with(vec![change(None, Some("VanTasks")), change(Some("FridgeTasks"), None)]);
        let told = told(entry);
        assert_eq!((told.given, told.taken), (vec!["VanTasks".to_owned()], vec!["FridgeTasks".to_owned()]));
    }
}
