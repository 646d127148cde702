//! What is stored of a sync, and how it is told, named as `infra/schema.graphql` names it.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::Instant;
use std::collections::BTreeMap;
use uuid::Uuid;

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

impl Sync {
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
