//! Reports, events and alerts. Types and fields are named as in `infra/schema.graphql`.

mod alert;
mod corrective;
mod event;
mod latest;
mod notice;
mod report;
mod subscription;
mod summary;

pub use alert::{FridgeAlert, FridgeAlertKind, FridgeAlertState};
pub use corrective::{CorrectiveAction, CorrectiveActionKind};
pub use event::{
    CheckpointEvent, FridgeEvent, FridgeEventType, FridgeSegmentEvent, FridgeSegmentEventType, FridgeTemperature,
    SegmentEvent,
};
pub use latest::{FridgeHealth, Latest};
pub use notice::{AlertSnooze, Notice, NoticeEvent, NoticeLog, NoticeOutcome};
pub use report::{ArtifactType, DoorState, HealthReport, LiteFridgeState, NetworkSpeed, RunningSoftware, SlotPosition};
pub use subscription::{
    AlertSubscription, ClockTime, Escalation, Shift, StoredTarget, Target, TargetKind, TargetState, Weekday,
};
pub use summary::{FleetItem, FridgeHealthSummary, HealthSummary};
