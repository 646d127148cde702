//! The declaration of a function: what calls it, what it may access, and its memory and time.
//!
//! A function's binary implements one trait ([`Operation`] or a trait of [`crate::worker`]) whose constants declare it.
//! [`declaration_of`] collects them. The generator (`scripts/tools/generate`) derives templates, policies, the list of
//! operations and sample events from them.

mod constants;

pub(crate) use constants::function_name;
pub use constants::{
    DEFAULT_MEMORY_MIB, DEFAULT_TIMEOUT_SECONDS, Kind, Method, QueueSource, Source, StatusCode, TopicSource,
    operation_name,
};

use crate::{
    Operation, RequiredPermission,
    resource::Access,
    worker::{BatchConsumer, Consumer, Hook, Listener, Task, Trigger},
};

/// A function's declaration.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// What calls the function.
    pub role: Role,
    /// The access that the function states. The generator adds the access that follows from the role.
    pub access: &'static [Access],
    /// The memory in MiB: the cheapest size within the limits of time (`docs/cost.md`).
    pub memory_mib: u32,
    /// The maximum duration of a call in seconds.
    pub timeout_seconds: u32,
    /// The maximum number of calls at the same time, which Lambda reserves for the function. `None` sets no maximum.
    pub reserved_concurrency: Option<u32>,
}

/// What calls a function.
#[derive(Clone, Debug)]
pub enum Role {
    /// A user, through GraphQL or REST.
    Operation {
        /// The kind of operation.
        kind: Kind,
        /// The GraphQL field, if its name differs from the file's.
        field: Option<&'static str>,
        /// The permission that the caller needs.
        permission: RequiredPermission,
    },
    /// A service or a command.
    Worker(Source),
}

/// The declaration of the function `F`. `Trait` is inferred from the trait that `F` implements.
pub fn declaration_of<F: Declares<Trait>, Trait>() -> Declaration {
    F::declaration()
}

/// A function with a declaration. `Trait` only distinguishes the implementations.
pub trait Declares<Trait> {
    /// The declaration.
    fn declaration() -> Declaration;
}

/// Distinguishes [`Operation`] in [`Declares`].
#[derive(Debug)]
pub struct IsOperation;

impl<O: Operation> Declares<IsOperation> for O {
    fn declaration() -> Declaration {
        Declaration {
            role: Role::Operation { kind: O::KIND, field: O::FIELD, permission: O::PERMISSION },
            access: O::ACCESS,
            memory_mib: O::MEMORY_MIB,
            timeout_seconds: O::TIMEOUT_SECONDS,
            reserved_concurrency: None,
        }
    }
}

/// Implements [`Declares`] for the functions of a worker trait.
macro_rules! declares_worker {
    ($marker:ident, $worker:ident, $reserved_concurrency:expr) => {
        #[doc = concat!("Distinguishes [`", stringify!($worker), "`] in [`Declares`].")]
        #[derive(Debug)]
        pub struct $marker;

        impl<W: $worker> Declares<$marker> for W {
            fn declaration() -> Declaration {
                Declaration {
                    role: Role::Worker(W::SOURCE),
                    access: W::ACCESS,
                    memory_mib: W::MEMORY_MIB,
                    timeout_seconds: W::TIMEOUT_SECONDS,
                    reserved_concurrency: $reserved_concurrency,
                }
            }
        }
    };
}

declares_worker!(IsBatchConsumer, BatchConsumer, None);
declares_worker!(IsConsumer, Consumer, None);
declares_worker!(IsHook, Hook, None);
declares_worker!(IsListener, Listener, W::RESERVED_CONCURRENCY);
declares_worker!(IsTask, Task, None);
declares_worker!(IsTrigger, Trigger, None);
