//! The stored data of a location. Names follow `infra/schema.graphql`.

mod choices;
mod hours;
mod location;
mod summary;

pub use choices::{
    AccessTo, LocationStatus, LocationTimeZone, LocationType, Market, PaymentGateway, SerialPort, State, Vertical,
};
pub(crate) use hours::DAYS;
pub use hours::{Opening, WorkHours};
pub use location::{Address, Flag, Location, LocationId, StockingSchedule, UpdateReason};
pub use summary::{LocationSummary, OpsLocation};
