//! What a function says of itself.

use crate::{
    Action, Caller, Environment, Error, FromEnvironment, Instant, Permit, Result, permissions::PermissionStore,
};
use futures::future::BoxFuture;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{
    Map, Value,
    value::{RawValue, to_raw_value},
};
use std::{collections::BTreeSet, future::Future, sync::Arc};

/// What a caller needs before an operation runs.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Needs {
    /// To be signed in, no more.
    SignIn,
    /// To have been granted this action.
    Action(Action),
    /// To have been granted at least one of these; which of them a call needs, its input says. The operation asks the
    /// permit for that one by [`Permit::proof`], and what it calls demands the [`crate::Proof`].
    AnyOf(&'static [Action]),
}

/// One GraphQL field or REST route. All of it must be stated: an operation without a permission does not compile.
pub trait Operation: 'static {
    /// The field (`readScheduleChange`) or the route (`PATCH /locations/{id}`).
    const NAME: &'static str;
    /// What the caller needs; checked before [`Operation::run`].
    const NEEDS: Needs;
    /// The field's arguments; or the route's path parameters, query and body as one object.
    type Input: DeserializeOwned + Send;
    /// What it answers.
    type Output: Serialize;
    /// The tables and queues that it uses, made once at start: a store, or a tuple of stores.
    type Uses: FromEnvironment + Send + Sync;

    /// Does it.
    fn run(uses: &Self::Uses, request: Request<Self::Input>) -> impl Future<Output = Result<Self::Output>> + Send;
}

/// One call of an operation.
#[derive(Debug)]
pub struct Request<Input> {
    /// Proof that the caller may do it, and who they are.
    pub permit: Permit,
    /// The time of the call.
    pub now: Instant,
    /// What was asked.
    pub input: Input,
}

/// An operation as the adapters see it: its input and its output are JSON, whatever their types.
pub(crate) struct Ready {
    /// Its name.
    pub(crate) name: &'static str,
    needs: Needs,
    permissions: PermissionStore,
    run: Box<dyn Fn(Permit, Value) -> Running + Send + Sync>,
}

/// A call that ends with what the operation answers.
pub(crate) type Running = BoxFuture<'static, Result<Box<RawValue>>>;

impl Ready {
    /// `O` with all that it uses.
    pub(crate) fn new<O: Operation>(environment: &Environment) -> Result<Self> {
        let permissions = PermissionStore::from_environment(environment)?;
        let uses = Arc::new(O::Uses::from_environment(environment)?);
        let run = move |permit, input| -> Running {
            let uses = uses.clone();
            Box::pin(async move {
                let input = parse::<O>(input)?;
                let output = O::run(&uses, Request { permit, now: Instant::now(), input }).await?;
                to_raw_value(&output).map_err(Error::internal)
            })
        };
        Ok(Self { name: O::NAME, needs: O::NEEDS, permissions, run: Box::new(run) })
    }

    /// Checks that `caller` may run it, before anything of the input is looked at.
    pub(crate) async fn permit(&self, caller: Caller) -> Result<Permit> {
        let granted = match self.needs {
            Needs::SignIn => BTreeSet::new(),
            Needs::Action(_) | Needs::AnyOf(_) => self.permissions.granted(caller.sub()).await?,
        };
        Permit::check(caller, self.needs, &granted)
    }

    /// Runs it.
    pub(crate) fn run(&self, permit: Permit, input: Value) -> Running {
        (self.run)(permit, input)
    }
}

/// Reads the input of `O`. Absent arguments are an empty object.
///
/// # Errors
/// [`Error::Invalid`] that names the field which does not fit.
fn parse<O: Operation>(input: Value) -> Result<O::Input> {
    let input = if input.is_null() { Value::Object(Map::new()) } else { input };
    serde_path_to_error::deserialize(input).map_err(|error| {
        let path = error.path().to_string();
        Error::invalid(if path == "." { "input".to_owned() } else { path }, error.into_inner().to_string())
    })
}
