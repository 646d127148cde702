//! Tests of the broker of a deployed stack: fridges connect by MQTT, and the results are read from the API and the queues.
#![cfg(test)]

mod certificates;
mod clocks;
mod flood;
mod helpers;
mod messages;
mod presence;
mod provisioning;
