//! What every area's functions stand on.
//!
//! A function is an [`Operation`]: it names itself, the permission that it needs, its input and output, and calls one
//! function of its area. [`graphql::serve`], [`rest::serve`] and [`worker`] are the adapters that run it under Lambda:
//! they establish who calls, check the permission, parse the input, measure and log, and turn [`Error`] into what the
//! caller sees. Areas see none of that; they get a [`Permit`], the time, and a parsed input.
//!
//! This crate imports no area.

pub mod action;
pub mod audit;
pub mod aws_error;
pub mod bounded;
pub mod circuit;
pub mod dynamo;
pub mod environment;
pub mod error;
pub mod graphql;
pub mod identity;
pub mod live;
mod mfa;
pub mod operation;
pub mod page;
pub mod partner;
pub mod patience;
pub mod permissions;
pub mod rest;
pub mod rows;
pub mod runtime;
pub mod shards;
pub mod telemetry;
pub mod time;
pub mod timeline;
pub mod worker;

pub use action::Action;
pub use environment::{Environment, FromEnvironment};
pub use error::{Error, FieldError, Result};
pub use identity::{Caller, Permit, Proof};
pub use operation::{Needs, Operation, Request};
pub use page::Page;
pub use runtime::Exit;
pub use time::Instant;
