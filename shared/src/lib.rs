//! The foundation of every area's functions.
//!
//! A function declares an [`Operation`]: its kind, the permission that it requires, the resources that it uses, its input
//! and its output. It calls one function of its area. [`serve`] and [`worker`] run it in Lambda: they identify the caller,
//! check the permission, parse the input, write logs and metrics, and translate [`Error`] into the response. Areas receive
//! a [`Permit`], the time, and the parsed input.
//!
//! This crate imports no area.

pub mod action;
pub mod audit;
pub mod aws_client;
pub mod aws_error;
pub mod bounded;
pub mod circuit;
pub mod declaration;
pub mod environment;
pub mod error;
pub mod fridge_message;
pub mod fridge_publisher;
pub mod fridge_topics;
pub mod graphql;
pub mod identity;
mod json_schema;
pub mod live;
mod mfa;
pub mod operation;
pub mod page;
mod parse_message;
pub mod partner;
pub mod permissions;
pub mod prelude;
pub mod resource;
pub mod rest;
pub mod retry;
pub mod rows;
pub mod runtime;
pub mod shards;
pub mod signed_http;
pub mod table;
pub mod telemetry;
pub mod time;
pub mod timeline;
pub mod topic;
mod trace;
pub mod worker;

pub use action::{Action, RequiredPermission};
pub use environment::{Environment, FromEnvironment};
pub use error::{Error, FieldError, Result};
pub use identity::{Caller, Permit, Proof};
pub use operation::{Operation, Request};
pub use page::Page;
pub use runtime::Exit;
pub use time::Instant;

use declaration::{Kind, function_name};
use std::panic::Location;

/// Runs `O` as a Lambda function until the environment ends, for GraphQL or REST by its kind. The function is named after
/// the file that calls this.
///
/// # Errors
/// An error of the process's start, such as a variable that is not set.
#[track_caller]
pub fn serve<O: Operation>() -> Exit {
    let function = function_name(Location::caller().file());
    match O::KIND {
        Kind::Query | Kind::Mutation => graphql::serve::<O>(function),
        Kind::Route { success, .. } => rest::serve::<O>(function, success),
    }
}
