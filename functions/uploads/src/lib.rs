//! Files that staff upload: where each goes, who may put it there, and what became of it. Source: the spec of locations,
//! sections 2.8 and 7.
//!
//! A file goes from the browser straight to S3, by an address that is signed for one key, one type, the
//! stated length and ten minutes. What the file says comes by the areas' own operations; here it is kept that there was
//! one, and how it ended.

pub mod arrival;
pub mod bucket;
pub mod create;
pub mod list;
pub mod model;
pub mod outcome;
pub mod rules;
pub mod store;
