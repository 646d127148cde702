//! The checks: each looks at one thing and answers what differs.

pub(crate) mod drift;
pub(crate) mod functions;
pub(crate) mod graphql;
pub(crate) mod resources;
pub(crate) mod routes;
pub(crate) mod templates;
pub(crate) mod workers;
