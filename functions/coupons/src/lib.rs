//! Single-use coupon codes that customer service gives to customers. Requirements: `docs/requirements/coupons.md`.

pub mod code;
pub mod create;
pub mod issue_types;
pub mod list;
pub mod model;
pub mod rules;
pub mod store;
