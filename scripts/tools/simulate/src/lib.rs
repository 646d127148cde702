//! A simulated fleet. [`world`] and the modules that it uses are pure: the same seed, start and commands give exactly
//! the same messages. [`queues`], [`fleet`] and [`measure`] access the stack; the command connects them.

pub mod clock;
pub mod crm;
pub mod driver;
pub mod faults;
pub mod fleet;
pub mod fridge;
pub mod measure;
pub mod message;
pub mod queues;
pub mod random;
pub mod world;
