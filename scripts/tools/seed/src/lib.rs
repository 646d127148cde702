//! A fleet to fill a stack with. [`fleet`] makes it, out of nothing but its size and a day; the command writes it.
//!
//! Sites stand at true places (see [`places`]); everything else is invented, in proportions that look like a working
//! company's.

pub mod catalog;
pub mod changes;
pub mod coupons;
pub mod drivers;
pub mod fleet;
pub mod forecast;
pub mod fridge;
pub mod history;
pub mod jit;
pub mod metros;
pub mod orders;
pub mod pars;
pub mod past;
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
pub mod usage;
pub mod words;
pub mod write;
