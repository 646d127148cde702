//! Who may do what: permissions, feature flags, and the directory of staff. Source: the spec of planning and
//! reporting, section 6.

pub mod administrator;
pub mod directory;
pub mod flags;
pub mod history;
pub mod permissions;
pub mod rules;
pub mod sign_ins;
pub mod staff;
