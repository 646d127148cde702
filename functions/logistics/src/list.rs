//! The syncs, as they stand.

use crate::{
    model::{CenterState, Sync, ToldSync},
    rules,
    store::SyncStore,
};
use serde::Deserialize;
use shared::{Instant, Page, Result};

/// What is said of a center that is under way for ever: its message is in the dead-letter queue.
const LOST: &str = "The sync was interrupted. Please sync again.";

/// Arguments of `logiNextSyncs`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct SyncsArguments {
    next_token: Option<String>,
}

/// The syncs, newest first, with how far each center got.
///
/// # Errors
/// [`shared::Error::Invalid`] where the token is not one that this list gave out.
pub async fn logi_next_syncs(store: &SyncStore, arguments: SyncsArguments, now: Instant) -> Result<Page<ToldSync>> {
    let Page { items, next_token } = store.newest(arguments.next_token.as_deref()).await?;
    Ok(Page { items: items.into_iter().map(|sync| standing(sync, now).into()).collect(), next_token })
}

/// The sync as it stands at `now`: what nothing can come of any more has failed.
fn standing(mut sync: Sync, now: Instant) -> Sync {
    if rules::is_lost(sync.requested_at, now) {
        for center in sync.centers.values_mut().filter(|center| center.state == CenterState::InProgress) {
            center.state = CenterState::Failed;
            center.message = Some(LOST.into());
        }
    }
    sync
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Center;
    use chrono::Duration;
    use std::collections::BTreeMap;
    use uuid::Uuid;

    #[test]
    fn a_center_whose_message_was_lost_reads_as_failed_and_others_as_they_are() {
        let asked: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        let synced = Center { state: CenterState::Synced, ..Center::default() };
        let sync = Sync {
            id: Uuid::nil(),
            start_date: asked.central_date(),
            end_date: asked.central_date(),
            requested_at: asked,
            user: "lena@larder.example".into(),
            centers: BTreeMap::from([("A".into(), synced.clone()), ("B".into(), Center::default())]),
        };
        assert_eq!(standing(sync.clone(), asked.plus(Duration::minutes(70))), sync);
        let later = standing(sync, asked.plus(Duration::minutes(75)));
        assert_eq!(later.centers.get("A"), Some(&synced));
        assert_eq!(later.centers.get("B").map(|center| center.state), Some(CenterState::Failed));
        assert!(!later.in_progress());
    }
}
