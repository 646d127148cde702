//! The daily forecast of items: uploaded as a file, viewed and edited by day. Source: the spec of planning and reporting,
//! sections 2, 3, 5 and 7.

pub mod history;
pub mod ingest;
pub mod model;
pub mod rules;
pub mod sheet;
pub mod store;
pub mod update;
pub mod upload_url;
pub mod view;
