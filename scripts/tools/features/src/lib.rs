//! Tests and development tools depend on this package without using it.
//!
//! Cargo compiles a library again for each set of features, with everything that depends on it. `cargo test --package
//! routes` would compile the AWS SDK again after `cargo test --workspace`, because the packages that it selects enable fewer
//! features. The dependencies of this package enable all of them in both cases. Functions do not depend on it.
