//! Orders for locations. Upstream order systems place them; Larder stores and lists them. Requirements:
//! `docs/requirements/planning.md`, section "Pars".

pub mod message;
pub mod model;
pub mod record;
pub mod store;
