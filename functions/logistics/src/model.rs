//! What is stored of a sync, and how it is told, named as `infra/schema.graphql` names it.

use crate::rules;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::Instant;
use std::collections::BTreeMap;
use uuid::Uuid;

/// What is shown of a center that no message carries on any more.
pub const LOST: &str = "The sync was interrupted. Please sync again.";

/// A sync of the routes of some days with LogiNext.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Sync {
    /// Its identity: later ones sort after earlier ones.
    pub id: Uuid,
    /// The first day.
    pub start_date: NaiveDate,
    /// The last day.
    pub end_date: NaiveDate,
    /// When somebody asked for it.
    pub requested_at: Instant,
    /// E-mail of who did.
    pub user: String,
    /// How far each fulfillment center got, by its name.
    pub centers: BTreeMap<String, Center>,
}

/// How far a sync got for one fulfillment center.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Center {
    /// Whether it is done.
    pub state: CenterState,
    /// Calls that failed so far.
    pub attempts: u32,
    /// Routes that LogiNext took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub routes: Option<usize>,
    /// Their stops.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stops: Option<usize>,
    /// LogiNext's name for what it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// Why the last call failed, or what is waited for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// When it was done or given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Instant>,
    /// Until when the queue delivers the message that carries it on. After that it is lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivered_until: Option<Instant>,
}

/// Where a fulfillment center's part of a sync stands.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CenterState {
    /// It waits for its call, or for the next one.
    #[default]
    InProgress,
    /// LogiNext has the routes.
    Synced,
    /// It was given up; `message` says why.
    Failed,
}

impl Center {
    /// A center whose next message is due at `due`.
    pub fn waiting(due: Instant) -> Self {
        Self { delivered_until: Some(rules::delivered_until(due)), ..Self::default() }
    }
}

impl Sync {
    /// Whether the center is under way, but no message carries it on any more at `now`.
    pub fn is_lost(&self, center: &Center, now: Instant) -> bool {
        let until = center.delivered_until.unwrap_or_else(|| rules::delivered_until(self.requested_at));
        center.state == CenterState::InProgress && now >= until
    }

    /// The sync as it stands at `now`: a lost center has failed.
    #[must_use]
    pub fn at(mut self, now: Instant) -> Self {
        let lost = |center: &Center| self.is_lost(center, now);
        let lost: Vec<String> =
            self.centers.iter().filter(|(_, center)| lost(center)).map(|(name, _)| name.clone()).collect();
        for name in lost {
            if let Some(center) = self.centers.get_mut(&name) {
                center.state = CenterState::Failed;
                center.message = Some(LOST.into());
            }
        }
        self
    }

    /// Whether a center is still under way.
    pub fn in_progress(&self) -> bool {
        self.centers.values().any(|center| center.state == CenterState::InProgress)
    }
}

/// A sync as the schema has it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToldSync {
    id: Uuid,
    start_date: NaiveDate,
    end_date: NaiveDate,
    requested_at: Instant,
    user: String,
    in_progress: bool,
    centers: Vec<ToldCenter>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct ToldCenter {
    fulfillment_center: String,
    #[serde(flatten)]
    center: Center,
}

impl From<Sync> for ToldSync {
    fn from(sync: Sync) -> Self {
        let in_progress = sync.in_progress();
        let Sync { id, start_date, end_date, requested_at, user, centers } = sync;
        let told = |(fulfillment_center, center)| ToldCenter { fulfillment_center, center };
        let centers = centers.into_iter().map(told).collect();
        Self { id, start_date, end_date, requested_at, user, in_progress, centers }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::Duration;

    #[test]
    fn a_center_without_a_message_has_failed_and_others_are_as_they_are() {
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
                ("first".into(), Center::waiting(requested)),
                ("again".into(), Center { attempts: 3, ..Center::waiting(after(10)) }),
                ("without a time".into(), Center::default()),
            ]),
        };
        let failed = |minutes| {
            let at = sync.clone().at(after(minutes)).centers.into_iter();
            let failed = at.filter(|(_, center)| center.state == CenterState::Failed);
            failed.map(|(name, center)| (name, center.message.unwrap_or_default())).collect::<Vec<_>>()
        };
        let lost = |name: &str| (name.to_owned(), LOST.to_owned());
        assert_eq!(failed(29), []);
        assert_eq!(failed(30), [lost("first"), lost("without a time")]);
        assert_eq!(failed(40), [lost("again"), lost("first"), lost("without a time")]);
        assert_eq!(sync.clone().at(after(40)).centers.get("done"), Some(&synced));
        assert!(sync.clone().at(after(39)).in_progress() && !sync.at(after(40)).in_progress());
    }
}
