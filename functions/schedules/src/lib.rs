//! Changes of locations that take effect at a later time.
//!
//! A change is stored first. A sweep each minute hands those whose time comes within two minutes to a queue with the
//! exact delay; what is scheduled for less than that from now goes there at once. The queue's consumer applies a
//! change, its audit entry and its removal in one transaction, so that a duplicate, a late message or a crash applies
//! it once. A message that is lost is handed over again by a later sweep. Source: the spec of locations, sections 3.3
//! and 4.

pub mod apply;
pub mod create;
pub mod key;
pub mod list;
pub mod model;
pub mod queue;
pub mod reschedule;
pub mod rules;
pub mod store;
pub mod sweep;
