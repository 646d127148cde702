//! Generates the data of a plausible fleet and stores it in a stack. [`fleet`] generates the locations from a size and a
//! day; the command stores them.
//!
//! Sites are at real places (see [`places`]). All other data is invented in plausible proportions.

pub mod catalog;
pub mod changes;
pub mod coupons;
pub mod drivers;
pub mod fleet;
pub mod forecast;
pub mod fridge;
pub mod history;
pub mod identities;
pub mod jit;
pub mod metros;
pub mod orders;
pub mod pars;
pub mod places;
pub mod planograms;
pub mod prices;
pub mod reports;
pub mod routes;
pub mod sites;
pub mod software;
pub mod staff;
pub mod states;
pub mod stops;
pub mod stores;
pub mod telemetry;
pub mod usage;
pub mod words;
