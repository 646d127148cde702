//! Tests of the health operations against a deployed stack: reports are sent to the telemetry queue and read over HTTP.
#![cfg(test)]

mod acknowledge;
mod alerts;
mod corrective;
mod events;
mod fleet;
mod follow;
mod helpers;
mod latest;
mod notifications;
mod silence;
mod temperature_record;
mod temperatures;
