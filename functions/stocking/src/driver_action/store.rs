//! `DriverActionStore` reads and writes the DriverActions table: one series per action type, sorted by time.

use super::{DriverAction, DriverActionType};
use chrono::Duration;
use shared::{
    Environment, FromEnvironment, Instant, Page, Result,
    table::TransactWriteItem,
    timeline::{EntryKey, Timeline},
};
use std::ops::Range;

/// Time until an action expires: users query stockings of the past year.
const RETENTION: Duration = Duration::days(400);

/// The store of driver actions.
#[derive(Clone, Debug)]
pub struct DriverActionStore(Timeline);

impl FromEnvironment for DriverActionStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self(Timeline::from_environment(environment, "DRIVER_ACTIONS_TABLE", RETENTION)?))
    }
}

impl DriverActionStore {
    /// Stores an action. Storing the same action again changes nothing.
    pub async fn put(&self, action: &DriverAction) -> Result<()> {
        self.0.put(place(action, &action.id.to_string()), action).await
    }

    /// Stores many actions. For the seeder.
    pub async fn put_all(&self, actions: &[DriverAction]) -> Result<()> {
        let ids: Vec<String> = actions.iter().map(|action| action.id.to_string()).collect();
        self.0.put_all(actions.iter().zip(&ids).map(|(action, id)| (place(action, id), action))).await
    }

    /// The transaction action that stores a new driver action. It fails if the action is already stored.
    pub fn put_new(&self, action: &DriverAction) -> Result<TransactWriteItem> {
        self.0.put_new(place(action, &action.id.to_string()), action)
    }

    /// A page of about `count` actions of one type in the time range, oldest first. A page can be short or empty. Only
    /// the last page has no `next_token`.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] if the token is invalid.
    pub async fn list_by_type(
        &self,
        event_type: DriverActionType,
        range: Range<Instant>,
        count: u32,
        next_token: Option<&str>,
    ) -> Result<Page<DriverAction>> {
        self.0.page(event_type.as_ref(), range, count, next_token).await
    }
}

fn place<'a>(action: &'a DriverAction, id: &'a str) -> EntryKey<'a> {
    EntryKey { series: series(action.event_type), at: action.created_at, shard_by: action.location_id.as_str(), id }
}

/// The type's name, with a static lifetime.
fn series(event_type: DriverActionType) -> &'static str {
    event_type.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use strum::IntoEnumIterator;

    #[test]
    fn each_action_type_has_a_separate_series() {
        let names: std::collections::BTreeSet<&str> = DriverActionType::iter().map(series).collect();
        assert_eq!(names.len(), DriverActionType::iter().count());
        assert!(names.iter().all(|name| !name.contains('#')));
    }
}
