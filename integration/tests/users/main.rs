//! Tests over HTTP against a running stack: the permissions of all operations, and the operations of this area.
#![cfg(test)]

mod account;
mod accounts;
mod administrators;
mod attack;
mod authorization;
mod flags;
mod limits;
mod live;
mod operations;
mod page_tokens;
mod permissions;
mod preferences;
mod roles;
mod routes;
mod schema;
mod staff_flags;
mod templates;

/// Locked by the test that changes the configuration of `resend-invitation`, and by tests that call it as an
/// administrator.
static RESEND_INVITATION_LOCK: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// Locked by tests that grant `ManagePermissions`, and by the test that requires a single administrator.
static ADMINISTRATORS_LOCK: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
