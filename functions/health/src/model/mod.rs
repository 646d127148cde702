//! Reports, events and alerts. Types and fields are named as in `infra/schema.graphql`.

mod alert;
mod event;
mod latest;
mod report;

pub use alert::{FridgeAlert, FridgeAlertKind, FridgeAlertState};
pub use event::{
    CheckpointEvent, FridgeEvent, FridgeEventType, FridgeSegmentEvent, FridgeSegmentEventType, FridgeTemperature,
    SegmentEvent,
};
pub use latest::{FridgeHealth, Latest};
pub use report::{ArtifactType, DoorState, HealthReport, LiteFridgeState, NetworkSpeed, RunningSoftware, SlotPosition};
