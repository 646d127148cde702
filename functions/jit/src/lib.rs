//! Just-in-time (JIT) allocation of stockings. Staff turn it off for stockings that drivers will not reach in time.
//! Requirements: `docs/requirements/stocking.md`, section "JIT".

pub mod list;
pub mod model;
pub mod plan;
pub mod rules;
pub mod store;
pub mod update;
