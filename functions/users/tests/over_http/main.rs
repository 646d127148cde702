//! Who may do what at a deployed stack, over HTTP: every operation of every area, and the area's own.
#![cfg(test)]

mod account;
mod accounts;
mod administrators;
mod authorization;
mod flags;
mod limits;
mod live;
mod page_tokens;
mod permissions;
mod routes;
mod schema;
mod staff_flags;
mod templates;

/// Held by the test that changes the configuration of `resend-invitation`, and by those that call it as an administrator.
static RECONFIGURED: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
