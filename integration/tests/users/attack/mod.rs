//! Attacks on all operations and live channels. `./scripts/test attack` runs these tests and prints their results.

mod jwt;
mod profiles;
mod races;
mod tokens;
