//! What a function says of itself.

use crate::{
    Action, Caller, Environment, Error, FieldError, FromEnvironment, Instant, Permit, Result,
    bounded::{self, Limits},
    error::all_valid,
    identity::Audience,
    mfa::{AdministratorMfa, SecondFactor},
    page::{self, Query},
    permissions::PermissionStore,
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
    /// To be signed in with an enabled account, no more.
    SignIn,
    /// To have been granted this action.
    Action(Action),
    /// To have been granted every one of these.
    All(&'static [Action]),
    /// To have been granted at least one of these; which of them a call needs, its input says. The operation asks the
    /// permit for that one by [`Permit::proof`], and what it calls demands the [`crate::Proof`].
    AnyOf(&'static [Action]),
}

impl Needs {
    /// Whether `ManagePermissions` is, or is among, what the caller needs.
    const fn managing_permissions(&self) -> bool {
        let mut actions = match self {
            Self::SignIn => &[],
            Self::Action(action) => std::slice::from_ref(action),
            Self::All(actions) | Self::AnyOf(actions) => actions,
        };
        while let [action, others @ ..] = actions {
            if matches!(action, Action::ManagePermissions) {
                return true;
            }
            actions = others;
        }
        false
    }
}

/// One GraphQL field or REST route. All of it must be stated: an operation without a permission does not compile.
pub trait Operation: 'static {
    /// The field (`readScheduleChange`) or the route (`PATCH /locations/{id}`).
    const NAME: &'static str;
    /// What the caller needs; checked before [`Operation::run`].
    const NEEDS: Needs;
    /// The most characters of the input's fields whose types do not say so, by their names.
    const LIMITS: Limits = &[];
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
    audience: Audience,
    permissions: PermissionStore,
    /// What administrators need besides the action, where the operation needs `ManagePermissions`.
    mfa: Option<Box<dyn SecondFactor>>,
    run: Box<dyn Fn(Permit, Value) -> Running + Send + Sync>,
}

/// A call that ends with what the operation answers.
pub(crate) type Running = BoxFuture<'static, Result<Box<RawValue>>>;

impl Ready {
    /// `O` with all that it uses; `parse` reads its input.
    pub(crate) fn new<O: Operation>(environment: &Environment, parse: fn(Value) -> Result<O::Input>) -> Result<Self> {
        let audience = Audience::from_environment(environment)?;
        let permissions = PermissionStore::from_environment(environment)?;
        // A constant, so that functions without it do not contain the client of the user pool.
        let mfa: Option<Box<dyn SecondFactor>> = if const { O::NEEDS.managing_permissions() } {
            Some(Box::new(AdministratorMfa::from_environment(environment)?))
        } else {
            None
        };
        let uses = Arc::new(O::Uses::from_environment(environment)?);
        let run = move |permit: Permit, input: Value| -> Running {
            let uses = uses.clone();
            let query = Query::new(O::NAME, permit.user(), &input);
            Box::pin(query.run(async move {
                let (tokens, too_long) = (page::check_tokens(&input), bounded::check_input(&input, O::LIMITS));
                let input = within_limits(too_long, parse(input))?;
                tokens?;
                let output = O::run(&uses, Request { permit, now: Instant::now(), input }).await?;
                to_raw_value(&output).map_err(Error::internal)
            }))
        };
        Ok(Self { name: O::NAME, needs: O::NEEDS, audience, permissions, mfa, run: Box::new(run) })
    }

    /// The caller that verified claims identify.
    ///
    /// # Errors
    /// [`Error::WrongToken`] where they are not those of an ID token of the web app.
    pub(crate) fn caller(&self, claims: Option<&Map<String, Value>>) -> Result<Caller> {
        Caller::from_claims(claims, &self.audience)
    }

    /// Checks that `caller` may run it, before the input is parsed. Every call reads the caller's permission record,
    /// also where sign-in alone is needed: a disabled account loses access on its next call.
    ///
    /// # Errors
    /// [`Error::AccountDisabled`]; [`Error::Forbidden`] where the caller lacks what the operation needs.
    pub(crate) async fn permit(&self, caller: Caller) -> Result<Permit> {
        let granted = self.permissions.of_enabled(caller.sub()).await?;
        match &self.mfa {
            Some(mfa) => permit_with_mfa(caller, self.needs, granted, mfa.as_ref()).await,
            None => Permit::check(caller, self.needs, &granted),
        }
    }

    /// Runs it.
    pub(crate) fn run(&self, permit: Permit, input: Value) -> Running {
        (self.run)(permit, input)
    }
}

/// Checks `needs` where `ManagePermissions` is among them: without MFA that action does not count.
///
/// # Errors
/// [`Error::MfaRequired`] where the caller lacks nothing but MFA.
async fn permit_with_mfa(
    caller: Caller,
    needs: Needs,
    mut granted: BTreeSet<Action>,
    mfa: &dyn SecondFactor,
) -> Result<Permit> {
    let lacks_mfa = granted.contains(&Action::ManagePermissions) && !mfa.suffices(caller.sub()).await?;
    if !lacks_mfa {
        return Permit::check(caller, needs, &granted);
    }
    granted.remove(&Action::ManagePermissions);
    Permit::check(caller, needs, &granted).map_err(|error| match error {
        Error::Forbidden => Error::MfaRequired,
        other => other,
    })
}

/// Fields that the console's payloads carry although no operation needs them: a template's price schema, and the id that
/// the address has too.
const IGNORED: [&str; 2] = ["pricingSchema", "id"];

/// Reads an input. Absent arguments are an empty object.
///
/// # Errors
/// [`Error::Invalid`] that names the field which does not fit.
pub(crate) fn parse<Input: DeserializeOwned>(input: Value) -> Result<Input> {
    serde_path_to_error::deserialize(or_empty(input)).map_err(misfit)
}

/// Reads an input, and accepts no field that it does not read. For REST: AppSync checks arguments by the schema.
///
/// # Errors
/// As [`parse`]; and [`Error::Invalid`] with each field that is unknown.
pub(crate) fn parse_strictly<Input: DeserializeOwned>(input: Value) -> Result<Input> {
    let (mut unknown, mut track) = (Vec::new(), serde_path_to_error::Track::new());
    let read = Input::deserialize(serde_ignored::Deserializer::new(
        serde_path_to_error::Deserializer::new(or_empty(input), &mut track),
        &mut |path| unknown.push(path.to_string()),
    ));
    let read = read.map_err(|error| misfit(serde_path_to_error::Error::new(track.path(), error)))?;
    unknown.retain(|name| !IGNORED.contains(&name.as_str()));
    let error = |name: String| FieldError { message: format!("{name} is not a parameter of this call"), field: name };
    all_valid(unknown.into_iter().map(error).collect()).map(|()| read)
}

fn or_empty(input: Value) -> Value {
    if input.is_null() { Value::Object(Map::new()) } else { input }
}

fn misfit(error: serde_path_to_error::Error<serde_json::Error>) -> Error {
    let path = error.path().to_string();
    let path = if path == "." { "input".to_owned() } else { path };
    let message = error.into_inner().to_string();
    // A bounded type's message has no subject: only here is the field's name known.
    let has_no_subject = ["can ", "cannot "].iter().any(|verb| message.starts_with(verb));
    let message = if has_no_subject { format!("{} {message}", bounded::leaf(&path)) } else { message };
    Error::invalid(path, message)
}

/// What was read, where nothing in the input is `too_long`. A field's own limit says more than that of any input; other
/// messages repeat the value, which is too long to repeat.
fn within_limits<Input>(too_long: Vec<FieldError>, read: Result<Input>) -> Result<Input> {
    match read {
        read if too_long.is_empty() => read,
        Err(error) if error.fields().iter().all(states_limit) && !error.fields().is_empty() => Err(error),
        _ => Err(Error::Invalid(too_long)),
    }
}

fn states_limit(FieldError { field, message }: &FieldError) -> bool {
    message.strip_prefix(bounded::leaf(field)).is_some_and(|rest| rest.starts_with(" can have at most "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use serde::Deserialize;
    use serde_json::json;

    /// Whether MFA is active; asking where it must not be asked panics.
    struct Active(Option<bool>);

    impl SecondFactor for Active {
        fn suffices<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<bool>> {
            Box::pin(async { self.0.ok_or_else(|| Error::internal("the user pool is not asked")) })
        }
    }

    const MANAGE: Needs = Needs::Action(Action::ManagePermissions);
    const EITHER: Needs = Needs::AnyOf(&[Action::GenerateCoupon, Action::ManagePermissions]);

    const BOTH: Needs = Needs::All(&[Action::ManagePermissions, Action::UpdateLocation]);

    #[rstest]
    #[case::with_mfa(MANAGE, &[Action::ManagePermissions], Some(true), None)]
    #[case::without_mfa(MANAGE, &[Action::ManagePermissions], Some(false), Some("MfaRequired"))]
    #[case::without_the_action(MANAGE, &[Action::GenerateCoupon], None, Some("Forbidden"))]
    #[case::another_action_suffices(EITHER, &[Action::GenerateCoupon, Action::ManagePermissions], Some(false), None)]
    #[case::both_without_mfa(
        BOTH, &[Action::UpdateLocation, Action::ManagePermissions], Some(false), Some("MfaRequired")
    )]
    #[case::no_other_action(EITHER, &[Action::ManagePermissions], Some(false), Some("MfaRequired"))]
    fn managing_permissions_requires_mfa(
        #[case] needs: Needs,
        #[case] granted: &[Action],
        #[case] active: Option<bool>,
        #[case] rejected: Option<&str>,
    ) -> Result<()> {
        let caller = Permit::system("test").caller().clone();
        let granted = granted.iter().copied().collect();
        let permit = futures::executor::block_on(permit_with_mfa(caller, needs, granted, &Active(active)));
        let error = permit.as_ref().err().map(|error| match error {
            Error::MfaRequired => "MfaRequired",
            other => other.kind(),
        });
        assert_eq!(error, rejected);
        if active == Some(false) && rejected.is_none() {
            assert!(matches!(permit?.proof(Action::ManagePermissions), Err(Error::Forbidden)));
        }
        Ok(())
    }

    #[test]
    fn finds_the_operations_that_manage_permissions() {
        assert!(MANAGE.managing_permissions() && EITHER.managing_permissions() && BOTH.managing_permissions());
        assert!(!Needs::SignIn.managing_permissions() && !Needs::AnyOf(&[]).managing_permissions());
        assert!(!Needs::Action(Action::GenerateCoupon).managing_permissions());
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[expect(dead_code, reason = "only whether it can be read is tested")]
    struct Input {
        date: String,
        next_token: Option<String>,
    }

    fn wrong(input: Value) -> Vec<(String, String)> {
        let Err(Error::Invalid(errors)) = parse_strictly::<Input>(input) else { return Vec::new() };
        errors.into_iter().map(|error| (error.field, error.message)).collect()
    }

    #[rstest]
    #[case::all(json!({ "date": "2026-11-21", "nextToken": "x" }))]
    #[case::ignored(json!({ "date": "2026-11-21", "id": "FRIDGE_1", "pricingSchema": "MW_STANDARD" }))]
    fn reads_known_fields(#[case] input: Value) {
        assert!(parse_strictly::<Input>(input).is_ok());
    }

    #[test]
    fn rejects_each_unknown_field_by_name() {
        let error = |name: &str| (name.to_owned(), format!("{name} is not a parameter of this call"));
        let input = json!({ "date": "2026-11-21", "nexttoken": "x", "pageSize": { "of": 1 } });
        assert_eq!(wrong(input.clone()), [error("nexttoken"), error("pageSize")]);
        assert!(parse::<Input>(input).is_ok());
    }

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only whether it can be read is tested")]
    struct Bounded {
        name: bounded::Text<3>,
        kind: Kind,
    }

    #[derive(Debug, Deserialize)]
    enum Kind {
        Known,
    }

    fn errors(input: Value) -> Vec<(String, String)> {
        let too_long = bounded::check_input(&input, &[("note", 5)]);
        let Err(Error::Invalid(errors)) = within_limits(too_long, parse::<Bounded>(input)) else { return Vec::new() };
        errors.into_iter().map(|error| (error.field, error.message)).collect()
    }

    #[test]
    fn states_the_limit_of_the_field_that_is_too_long() {
        let long = "a".repeat(bounded::MAX_TEXT + 1);
        assert_eq!(errors(json!({ "name": "abc", "kind": "Known", "note": "abcde" })), []);
        let error = |name: &str, max: usize| [(name.into(), format!("{name} can have at most {max} characters"))];
        assert_eq!(errors(json!({ "name": "abcd", "kind": "Known" })), error("name", 3));
        assert_eq!(errors(json!({ "name": long, "kind": "Known" })), error("name", 3));
        assert_eq!(errors(json!({ "name": "abc", "kind": "Known", "note": "abcdef" })), error("note", 5));
        assert_eq!(errors(json!({ "name": "abc", "kind": "Known", "other": long })), error("other", bounded::MAX_TEXT));
        // The message for an unknown value would repeat it.
        assert_eq!(errors(json!({ "name": "abc", "kind": long })), error("kind", bounded::MAX_TEXT));
    }

    #[test]
    fn names_a_field_that_does_not_fit() {
        assert_eq!(wrong(json!({ "date": 7, "more": 1 }))[0].0, "date");
        assert_eq!(wrong(Value::Null)[0], ("input".into(), "missing field `date`".into()));
    }
}
