//! A fleet at work. [`world`] and what it is made of are pure: the same seed, start and commands give the same
//! messages, to the letter. [`queues`], [`fleet`] and [`measure`] are the edges to a stack; the command joins them.

pub mod chance;
pub mod clock;
pub mod customer;
pub mod driver;
pub mod faults;
pub mod fleet;
pub mod fridge;
pub mod measure;
pub mod message;
pub mod queues;
pub mod world;
