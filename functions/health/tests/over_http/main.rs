//! The area's operations at a deployed stack, over HTTP: what fridges tell by the telemetry queue, and what of it is read.
#![cfg(test)]

mod acknowledge;
mod alerts;
mod events;
mod latest;
mod silence;
mod temperatures;
mod told;
