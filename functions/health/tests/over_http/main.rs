//! Tests of the health operations against a deployed stack: reports are sent to the telemetry queue and read over HTTP.
#![cfg(test)]

mod acknowledge;
mod alerts;
mod events;
mod helpers;
mod latest;
mod silence;
mod temperatures;
