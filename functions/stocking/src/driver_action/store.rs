//! The table of driver actions: a series for each type, in the order of time. The only module that knows its keys.

use super::{DriverAction, DriverActionType};
use aws_sdk_dynamodb::Client;
use chrono::Duration;
use shared::{
    Environment, FromEnvironment, Instant, Page, Result,
    dynamo::TransactWriteItem,
    timeline::{Place, Timeline},
};
use std::ops::Range;

/// Stockings are asked about for a year.
const LIVES: Duration = Duration::days(400);

/// The table of driver actions.
#[derive(Clone, Debug)]
pub struct DriverActionStore(Timeline);

impl FromEnvironment for DriverActionStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self(Timeline::from_environment(environment, "DRIVER_ACTIONS_TABLE", LIVES)?))
    }
}

impl DriverActionStore {
    /// The client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        self.0.client()
    }

    /// Stores an action. The same one again changes nothing.
    pub async fn put(&self, action: &DriverAction) -> Result<()> {
        self.0.put(place(action, &action.id.to_string()), action).await
    }

    /// Stores many actions: for the seeder.
    pub async fn put_all(&self, actions: &[DriverAction]) -> Result<()> {
        let ids: Vec<String> = actions.iter().map(|action| action.id.to_string()).collect();
        self.0.put_all(actions.iter().zip(&ids).map(|(action, id)| (place(action, id), action))).await
    }

    /// The action of a transaction that stores a new one, refused where it is stored.
    pub fn put_new(&self, action: &DriverAction) -> Result<TransactWriteItem> {
        self.0.put_new(place(action, &action.id.to_string()), action)
    }

    /// A page of about `count` actions of one type in the range of time, oldest first. A page may be short, or empty:
    /// what has no `next_token` is the last.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] where the token is not one that this gave out.
    pub async fn of_type(
        &self,
        event_type: DriverActionType,
        range: Range<Instant>,
        count: u32,
        next_token: Option<&str>,
    ) -> Result<Page<DriverAction>> {
        self.0.page(event_type.as_ref(), range, count, next_token).await
    }
}

fn place<'a>(action: &'a DriverAction, id: &'a str) -> Place<'a> {
    Place { series: series(action.event_type), at: action.created_at, by: action.location_id.as_str(), id }
}

/// The type's name, which lives as long as the program.
fn series(event_type: DriverActionType) -> &'static str {
    event_type.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use strum::IntoEnumIterator;

    #[test]
    fn each_type_of_action_is_a_series_of_its_own() {
        let names: std::collections::BTreeSet<&str> = DriverActionType::iter().map(series).collect();
        assert_eq!(names.len(), DriverActionType::iter().count());
        assert!(names.iter().all(|name| !name.contains('#')));
    }
}
