//! Changes of locations that take effect at a later time.
//!
//! A change is stored first. A sweep each minute hands those whose time comes within two minutes to a queue with the
//! exact delay; what is scheduled for less than that from now goes there at once. The queue's consumer applies all due
//! changes of a location, their audit entries and their removal in one transaction, so that a duplicate, a late message
//! or a crash applies each once, and many changes at one moment do not wait for one another. A message that is lost is
//! handed over again by a later sweep.
//!
//! A change needs the permission for the edit that it makes: when it is scheduled, and when it is applied. Where its
//! author lost that permission or was disabled, it is held for an administrator. Source: the spec of locations,
//! sections 3.3 and 4.

pub mod apply;
pub mod chain;
pub mod create;
pub mod key;
pub mod list;
pub mod model;
pub mod queue;
pub mod reschedule;
pub mod rules;
pub mod store;
pub mod sweep;
