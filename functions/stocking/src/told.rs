//! Publishing to the open pages of a stocking day that something was done.

use crate::driver_action::DriverAction;
use chrono::NaiveDate;
use shared::live::{Channel, Event, Kind, Live};

/// Publishes that `actions` were written, to the pages that show the stocking day.
pub async fn tell(live: &Live, day: NaiveDate, actions: &[DriverAction]) {
    let events: Vec<Event> = actions.iter().map(|action| Event::new(Kind::DriverAction, action.id)).collect();
    live.publish(Channel::StockingDay(day), &events).await;
}
