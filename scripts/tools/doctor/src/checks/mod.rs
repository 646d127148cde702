//! The checks. Each returns the differences of one part of the stack.

pub(crate) mod drift;
pub(crate) mod functions;
pub(crate) mod graphql;
pub(crate) mod resources;
pub(crate) mod routes;
pub(crate) mod templates;
pub(crate) mod workers;
