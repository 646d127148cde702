//! Changes of locations that take effect at a later time. Requirements: `docs/requirements/schedules.md`.
//!
//! A change is stored first. Every minute a sweep enqueues the changes that are due within two minutes, each with the
//! exact delay. A change that is scheduled for the next two minutes is enqueued immediately. The queue's consumer
//! applies all due changes of a location in one transaction: the edit, the audit entries, and a receipt in place of
//! each change. So a change is applied exactly once despite duplicate messages, late messages and crashes, and
//! simultaneous changes of one location do not conflict. If a message is lost, a later sweep enqueues the change again.
//!
//! A change requires the permission for its edit twice: when it is scheduled and when it is applied. If its author has
//! lost the permission or is disabled by then, the change is held for an administrator.

pub mod apply;
pub mod create;
pub mod key;
pub mod list;
pub mod model;
pub mod projection;
pub mod queue;
pub mod reschedule;
pub mod rules;
pub mod store;
pub mod sweep;
