//! Daily delivery routes: the stops of each route per day and their tote counts. Requirements:
//! `docs/requirements/routes.md`.

pub mod day;
pub mod model;
pub mod replace;
pub mod rules;
pub mod store;
