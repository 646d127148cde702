//! Asking for a sync.

use crate::{
    model::{Center, CenterState, Sync, ToldSync},
    queue::{Message, SyncQueue},
    rules::{self, SyncInput, Wanted},
    store::SyncStore,
};
use serde::Deserialize;
use shared::{
    Error, Instant, Permit, Request, Result,
    audit::{self, AuditTable, Subject},
    dynamo::{self, Transaction},
};
use uuid::Uuid;

/// What is said of a center whose message the queue did not take.
const NOT_QUEUED: &str = "It could not be handed over. Please sync again.";

/// Arguments of `syncLogiNextLocRoutes`.
#[derive(Debug, Deserialize)]
pub struct SyncArguments {
    input: SyncInput,
}

/// Starts a sync: stores it, and has the worker make its calls. Where the same days and centers are being synced
/// already, that sync is answered: asking twice syncs once.
///
/// # Errors
/// [`Error::Invalid`] with everything that is wrong; [`Error::Conflict`] in the blackout. Nothing is written then.
pub async fn sync_logi_next_loc_routes(
    (store, queue, audit): &(SyncStore, SyncQueue, AuditTable),
    Request { permit, now, input: SyncArguments { input } }: Request<SyncArguments>,
) -> Result<ToldSync> {
    let wanted = rules::check(&input, now.central_date()).map_err(Error::Invalid)?;
    if rules::blackout_end(now).is_some() {
        return Err(Error::conflict(rules::BLACKOUT));
    }
    if let Some(same) = under_way(store, &wanted, now).await? {
        return Ok(same.into());
    }
    let sync = begun(wanted, &permit, now);
    let entry = audit::Entry::new(Subject::LogiNextSync(sync.id), "REQUESTED", &permit, now).with(audit::changes(
        &serde_json::Value::Null,
        &serde_json::to_value(&sync).map_err(Error::internal)?,
        &["id", "user", "requestedAt"],
    ));
    let written = dynamo::transact(store.client(), vec![store.put(&sync)?, audit.put(&entry)?]).await?;
    if written != Transaction::Written {
        return Err(Error::internal(format!("there is a sync {} already", sync.id)));
    }
    Ok(hand_over(store, queue, sync, now).await?.into())
}

/// A sync of the same that is not done, among the newest.
async fn under_way(store: &SyncStore, wanted: &Wanted, now: Instant) -> Result<Option<Sync>> {
    let newest = store.newest(None).await?.items;
    Ok(newest
        .into_iter()
        .find(|sync| is_same(sync, wanted) && sync.in_progress() && !rules::is_lost(sync.requested_at, now)))
}

fn is_same(sync: &Sync, wanted: &Wanted) -> bool {
    (sync.start_date, sync.end_date) == (wanted.start_date, wanted.end_date)
        && sync.centers.keys().eq(wanted.centers.iter())
}

fn begun(wanted: Wanted, permit: &Permit, now: Instant) -> Sync {
    let Wanted { start_date, end_date, centers } = wanted;
    let centers = centers.into_iter().map(|name| (name, Center::default())).collect();
    let user = permit.user().into();
    Sync { id: Uuid::now_v7(), start_date, end_date, requested_at: now, user, centers }
}

/// Puts a message into the queue for each center. Of one that it does not take, the sync says so.
async fn hand_over(store: &SyncStore, queue: &SyncQueue, mut sync: Sync, now: Instant) -> Result<Sync> {
    let message = |name: &String| Message { sync_id: sync.id, fulfillment_center: name.clone(), attempts: 0 };
    let messages: Vec<Message> = sync.centers.keys().map(message).collect();
    for name in queue.send_all(&messages).await? {
        let lost = Center {
            state: CenterState::Failed,
            message: Some(NOT_QUEUED.into()),
            ended_at: Some(now),
            ..Center::default()
        };
        store.put_center(sync.id, &name, 0, &lost).await?;
        sync.centers.insert(name, lost);
    }
    Ok(sync)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_sync_has_the_same_days_and_the_same_centers() {
        let wanted = |end: &str, centers: &[&str]| Wanted {
            start_date: "2026-11-21".parse().unwrap(),
            end_date: end.parse().unwrap(),
            centers: centers.iter().map(|name| (*name).to_owned()).collect(),
        };
        let now = "2026-11-21T10:00:00Z".parse().unwrap();
        let sync = begun(wanted("2026-11-22", &["Chicago", "Dallas"]), &Permit::system("test"), now);
        assert!(is_same(&sync, &wanted("2026-11-22", &["Dallas", "Chicago"])));
        assert!(!is_same(&sync, &wanted("2026-11-23", &["Dallas", "Chicago"])));
        assert!(!is_same(&sync, &wanted("2026-11-22", &["Dallas"])));
        assert!(sync.in_progress());
    }
}
