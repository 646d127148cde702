//! Tests of commands against a deployed stack: sent over HTTP like by the web app, received by MQTT and acknowledged by
//! telemetry like by a fridge.
#![cfg(test)]

mod delivery;
mod helpers;
mod lifecycle;
mod permission;
mod read;
mod send;
mod swap;
