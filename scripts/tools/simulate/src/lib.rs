//! A simulated fleet. [`world`] and the modules that it uses are pure: the same seed, start and commands give exactly
//! the same messages. [`mqtt_fleet`], [`relay`], [`upstream`], [`fleet`] and [`measure`] access the stack; the command
//! connects them. [`agent`] is the program that connects a fridge with Larder.

pub mod agent;
pub mod clock;
pub mod crm;
pub mod driver;
pub mod faults;
pub mod fleet;
pub mod fridge;
pub mod issue;
pub mod measure;
pub mod message;
pub mod mqtt_fleet;
mod queues;
pub mod random;
pub mod relay;
pub mod upstream;
pub mod world;
