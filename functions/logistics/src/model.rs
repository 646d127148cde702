//! The stored data of a sync and its response. Names follow `infra/schema.graphql`.

use crate::rules;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::Instant;
use std::collections::BTreeMap;
use uuid::Uuid;

/// The message of a center whose sync was interrupted: no queue message for it remains.
pub const INTERRUPTED: &str = "The sync was interrupted. Please sync again.";

/// A sync of the routes of a range of days with LogiNext.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Sync {
    /// The id. Ids of later syncs sort after ids of earlier ones.
    pub id: Uuid,
    /// The first day.
    pub start_date: NaiveDate,
    /// The last day.
    pub end_date: NaiveDate,
    /// When the sync was requested.
    pub requested_at: Instant,
    /// Email address of the user who requested it.
    pub user: String,
    /// The fulfillment centers by name.
    pub centers: BTreeMap<String, Center>,
}

/// The progress of a sync for one fulfillment center.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Center {
    /// The state.
    pub state: CenterState,
    /// The number of failed calls.
    pub attempts: u32,
    /// The number of routes that LogiNext accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub routes: Option<usize>,
    /// The number of stops of these routes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stops: Option<usize>,
    /// LogiNext's reference of the accepted routes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// A message for the user, such as the reason of a failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// When the sync of the center succeeded or failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Instant>,
    /// Until when the queue delivers the message of this center. After that its sync counts as interrupted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivered_until: Option<Instant>,
}

/// The state of a fulfillment center of a sync.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CenterState {
    /// A call or a retry is pending.
    #[default]
    InProgress,
    /// LogiNext accepted the routes.
    Synced,
    /// The sync failed. `message` contains the reason.
    Failed,
}

impl Center {
    /// A center in progress whose next message is due at `due`.
    pub fn in_progress(due: Instant) -> Self {
        Self { delivered_until: Some(rules::delivered_until(due)), ..Self::default() }
    }
}

impl Sync {
    /// Whether the center is in progress at `now` although no queue message for it remains.
    pub fn is_interrupted(&self, center: &Center, now: Instant) -> bool {
        let until = center.delivered_until.unwrap_or_else(|| rules::delivered_until(self.requested_at));
        center.state == CenterState::InProgress && now >= until
    }

    /// Marks the centers that are interrupted at `now` as failed.
    #[must_use]
    pub fn with_interruptions(mut self, now: Instant) -> Self {
        let is_interrupted = |center: &Center| self.is_interrupted(center, now);
        let interrupted: Vec<String> =
            self.centers.iter().filter(|(_, center)| is_interrupted(center)).map(|(name, _)| name.clone()).collect();
        for name in interrupted {
            if let Some(center) = self.centers.get_mut(&name) {
                center.state = CenterState::Failed;
                center.message = Some(INTERRUPTED.into());
            }
        }
        self
    }

    /// Whether a center is still in progress.
    pub fn in_progress(&self) -> bool {
        self.centers.values().any(|center| center.state == CenterState::InProgress)
    }
}

/// A sync as the GraphQL schema defines it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SyncResponse {
    id: Uuid,
    start_date: NaiveDate,
    end_date: NaiveDate,
    requested_at: Instant,
    user: String,
    in_progress: bool,
    centers: Vec<CenterResponse>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct CenterResponse {
    fulfillment_center: String,
    #[serde(flatten)]
    center: Center,
}

impl From<Sync> for SyncResponse {
    fn from(sync: Sync) -> Self {
        let in_progress = sync.in_progress();
        let Sync { id, start_date, end_date, requested_at, user, centers } = sync;
        let response = |(fulfillment_center, center)| CenterResponse { fulfillment_center, center };
        let centers = centers.into_iter().map(response).collect();
        Self { id, start_date, end_date, requested_at, user, in_progress, centers }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::Duration;

    #[test]
    fn marks_only_interrupted_centers_as_failed() {
        let requested: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        let after = |minutes| requested.plus(Duration::minutes(minutes));
        let synced = Center { state: CenterState::Synced, ..Center::default() };
        let sync = Sync {
            id: Uuid::nil(),
            start_date: requested.central_date(),
            end_date: requested.central_date(),
            requested_at: requested,
            user: "lena@larder.example".into(),
            centers: BTreeMap::from([
                ("done".into(), synced.clone()),
                ("first".into(), Center::in_progress(requested)),
                ("again".into(), Center { attempts: 3, ..Center::in_progress(after(10)) }),
                ("without a time".into(), Center::default()),
            ]),
        };
        let failed = |minutes| {
            let centers = sync.clone().with_interruptions(after(minutes)).centers.into_iter();
            let failed = centers.filter(|(_, center)| center.state == CenterState::Failed);
            failed.map(|(name, center)| (name, center.message.unwrap_or_default())).collect::<Vec<_>>()
        };
        let interrupted = |name: &str| (name.to_owned(), INTERRUPTED.to_owned());
        assert_eq!(failed(29), []);
        assert_eq!(failed(30), [interrupted("first"), interrupted("without a time")]);
        assert_eq!(failed(40), [interrupted("again"), interrupted("first"), interrupted("without a time")]);
        assert_eq!(sync.clone().with_interruptions(after(40)).centers.get("done"), Some(&synced));
        assert!(
            sync.clone().with_interruptions(after(39)).in_progress()
                && !sync.with_interruptions(after(40)).in_progress()
        );
    }
}
