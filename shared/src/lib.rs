//! The foundation of every area's functions.
//!
//! A function declares an [`Operation`]: its name, the permission that it requires, its input and its output. It calls
//! one function of its area. [`graphql::serve`], [`rest::serve`] and [`worker`] are the adapters that run it in Lambda:
//! they identify the caller, check the permission, parse the input, write logs and metrics, and translate [`Error`] into
//! the response. Areas receive a [`Permit`], the time, and the parsed input.
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
mod parse_message;
pub mod partner;
pub mod permissions;
pub mod rest;
pub mod retry;
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
pub use operation::{Operation, Request, RequiredPermission};
pub use page::Page;
pub use runtime::Exit;
pub use time::Instant;
