//! Uploads: the files that staff upload, the required permissions, and the results. Requirements:
//! `docs/requirements/uploads.md`.
//!
//! The browser puts a file directly to S3, with a presigned URL for one key, one content type, the stated length and
//! ten minutes. The operations of the other areas process the file's content. This crate records each upload and its
//! result.

pub mod arrival;
pub mod bucket;
pub mod create;
pub mod list;
pub mod model;
pub mod outcome;
pub mod rules;
pub mod store;
