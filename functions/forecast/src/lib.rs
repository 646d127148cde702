//! The forecast quantity of each item per day: uploaded as a file, viewed and edited by day. Requirements:
//! `docs/requirements/planning.md`, section "Forecast".

pub mod history;
pub mod ingest;
pub mod model;
pub mod rules;
pub mod sheet;
pub mod store;
pub mod update;
pub mod upload_url;
pub mod view;
