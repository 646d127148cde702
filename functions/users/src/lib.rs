//! Access control: permissions, staff accounts, feature flags and sign-ins. Requirements:
//! `docs/requirements/people.md`.

pub mod access;
pub mod administrator;
pub mod directory;
pub mod flags;
pub mod grants;
pub mod history;
pub mod permissions;
pub mod preferences;
pub mod roles;
pub mod rules;
pub mod sign_ins;
pub mod staff;
