//! GraphQL query `alertNotices`: the notices that were sent about an alert.

use crate::{
    model::{Notice, NoticeEvent, NoticeOutcome, TargetKind},
    store::NoticeStore,
};
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::{Instant, Result, bounded::Text};

/// Maximum length of an alert id, in characters.
const MAX_ID: usize = 200;

/// Arguments of `alertNotices`.
#[derive(Debug, Deserialize)]
pub struct AlertNoticesArguments {
    location: LocationId,
    alert: Text<MAX_ID>,
}

/// A notice as all users see it. The path of a webhook's URL can be a secret, so only its host is shown.
#[derive(Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AlertNotice {
    subscription_name: String,
    target_kind: TargetKind,
    receiver: String,
    event: NoticeEvent,
    at: Instant,
    outcome: NoticeOutcome,
}

impl From<Notice> for AlertNotice {
    fn from(notice: Notice) -> Self {
        Self {
            receiver: notice.target.label().to_owned(),
            target_kind: notice.target.kind,
            subscription_name: notice.name,
            event: notice.event,
            at: notice.at,
            outcome: notice.outcome,
        }
    }
}

/// The notices of an alert, oldest first.
pub async fn alert_notices(
    store: &NoticeStore,
    AlertNoticesArguments { location, alert }: AlertNoticesArguments,
) -> Result<Vec<AlertNotice>> {
    let log = store.get(&location, &alert).await?;
    let mut notices: Vec<AlertNotice> = log.into_iter().flat_map(|log| log.notices).map(AlertNotice::from).collect();
    notices.sort_by_key(|notice| notice.at);
    Ok(notices)
}
