//! Single-use coupon codes of customer service. Source: the spec of planning and reporting, sections 2, 3, 5 and 7 to 9.

pub mod code;
pub mod create;
pub mod issue_types;
pub mod list;
pub mod model;
pub mod rules;
pub mod store;
