//! Access control: permissions, staff accounts, feature flags and sign-ins. Requirements:
//! `docs/requirements/people.md`.

pub mod administrator;
pub mod directory;
pub mod flags;
pub mod history;
pub mod permissions;
pub mod rules;
pub mod sign_ins;
pub mod staff;
