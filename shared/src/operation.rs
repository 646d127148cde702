//! The declaration of a function that serves a GraphQL field or a REST route, and the handler that runs it.

use crate::{
    Action, Caller, Environment, Error, FieldError, FromEnvironment, Instant, Permit, RequiredPermission, Result,
    bounded::{self, Limits},
    declaration::{DEFAULT_MEMORY_MIB, DEFAULT_TIMEOUT_SECONDS, Kind, operation_name},
    error::all_valid,
    identity::Audience,
    mfa::{AdministratorMfa, SecondFactor},
    page::{self, Query},
    parse_message,
    permissions::PermissionStore,
    resource::Access,
};
use futures::future::BoxFuture;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{
    Map, Value,
    value::{RawValue, to_raw_value},
};
use std::{collections::BTreeSet, future::Future, sync::Arc, time::Duration};
use tokio::time::timeout;

/// The maximum time in which a starting process opens its connection. Lambda stops the start after ten seconds.
const CONNECTION_TIME: Duration = Duration::from_secs(2);

/// One GraphQL field or REST route. An operation without a permission does not compile.
pub trait Operation: 'static {
    /// Whether the operation is a GraphQL query, a GraphQL mutation or a REST route. The field is named after the binary's
    /// file.
    const KIND: Kind;
    /// The GraphQL field, if its name is not the file's in camel case.
    const FIELD: Option<&'static str> = None;
    /// The permission that the caller needs. The adapter checks it before [`Operation::run`].
    const PERMISSION: RequiredPermission;
    /// The maximum number of characters of input fields whose types have no limit, by field name.
    const LIMITS: Limits = &[];
    /// The resources that the operation uses. Every operation can read the permissions table; one that requires
    /// `ManagePermissions` can read the caller's MFA state.
    const ACCESS: &'static [Access];
    /// The memory in MiB: the cheapest size within the limits of time (`docs/cost.md`).
    const MEMORY_MIB: u32 = DEFAULT_MEMORY_MIB;
    /// The maximum duration of a call in seconds.
    const TIMEOUT_SECONDS: u32 = DEFAULT_TIMEOUT_SECONDS;
    /// The field's arguments, or the route's path parameters, query and body as one object.
    type Input: DeserializeOwned + Send;
    /// The response.
    type Output: Serialize;
    /// The stores and clients that the operation uses, created once at start: one value or a tuple.
    type Dependencies: FromEnvironment + Send + Sync;

    /// Handles one call.
    fn run(
        dependencies: &Self::Dependencies,
        request: Request<Self::Input>,
    ) -> impl Future<Output = Result<Self::Output>> + Send;
}

/// The input of an operation without arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct NoInput {}

/// One call of an operation.
#[derive(Debug)]
pub struct Request<Input> {
    /// The caller, and proof of their permission.
    pub permit: Permit,
    /// The time of the call.
    pub now: Instant,
    /// The parsed input.
    pub input: Input,
}

/// An operation with its types erased: the input is the adapter's `Raw` type, the output is JSON. The adapters call it.
pub(crate) struct Handler<Raw> {
    /// The operation's name.
    pub(crate) name: &'static str,
    permission: RequiredPermission,
    audience: Audience,
    permissions: PermissionStore,
    /// The MFA check, for operations that require `ManagePermissions`.
    mfa: Option<Box<dyn SecondFactor>>,
    run: Box<dyn Fn(Permit, Raw) -> ResponseFuture + Send + Sync>,
    /// Whether a connection to DynamoDB needs a TLS handshake.
    handshakes: bool,
}

/// The future of a call's response.
pub(crate) type ResponseFuture = BoxFuture<'static, Result<Box<RawValue>>>;

/// A parsed input, or the error of the call, and the query that the call's page tokens belong to.
pub(crate) type Parsed<Input> = (Query, Result<Input>);

impl<Raw: 'static> Handler<Raw> {
    /// Creates the dependencies of `O`, whose function is named `function`. `parse` reads an input of the caller, which has
    /// the operation's name.
    pub(crate) fn new<O: Operation>(
        function: &str,
        environment: &Environment,
        parse: fn(Call<'_>, Raw) -> Parsed<O::Input>,
    ) -> Result<Self> {
        // One name for the life of the process.
        let name: &'static str = Box::leak(operation_name(function, &O::KIND, O::FIELD).into_boxed_str());
        let audience = Audience::from_environment(environment)?;
        let permissions = PermissionStore::from_environment(environment)?;
        // Evaluated at compile time, so that the other functions' binaries do not contain the client of the user pool.
        let mfa: Option<Box<dyn SecondFactor>> = if const { O::PERMISSION.includes_manage_permissions() } {
            Some(Box::new(AdministratorMfa::from_environment(environment)?))
        } else {
            None
        };
        let dependencies = Arc::new(O::Dependencies::from_environment(environment)?);
        let run = move |permit: Permit, input: Raw| -> ResponseFuture {
            let dependencies = dependencies.clone();
            let (query, input) = parse(Call { operation: name, user: permit.user() }, input);
            Box::pin(query.run(async move {
                let output = O::run(&dependencies, Request { permit, now: Instant::now(), input: input? }).await?;
                to_raw_value(&output).map_err(Error::internal)
            }))
        };
        let handshakes = needs_handshake(environment.sdk().endpoint_url());
        Ok(Self { name, permission: O::PERMISSION, audience, permissions, mfa, run: Box::new(run), handshakes })
    }

    /// Opens the connection to DynamoDB before the first call. Lambda gives a starting process a full core. In a call, the
    /// TLS handshake would take many times as long, with the share of a core that belongs to a small memory. A failure has
    /// no effect: the first call then opens the connection.
    pub(crate) async fn connect(&self) {
        if !self.handshakes {
            return;
        }
        match timeout(CONNECTION_TIME, self.permissions.connect()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(cause = error.cause(), "no connection was opened at start"),
            Err(_) => tracing::warn!(cause = "timeout", "no connection was opened at start"),
        }
    }

    /// The caller that verified claims identify.
    ///
    /// # Errors
    /// [`Error::WrongToken`] if the claims are not those of an ID token of the web app.
    pub(crate) fn caller(&self, claims: Option<&Map<String, Value>>) -> Result<Caller> {
        Caller::from_claims(claims, &self.audience)
    }

    /// Checks that `caller` has the required permission, before the input is parsed. Every call reads the caller's
    /// permission record, so that a disabled account loses access on its next call.
    ///
    /// # Errors
    /// [`Error::AccountDisabled`], or [`Error::Forbidden`] if the caller lacks the permission.
    pub(crate) async fn permit(&self, caller: Caller) -> Result<Permit> {
        let granted = self.permissions.actions_of_enabled(caller.sub()).await?;
        match &self.mfa {
            Some(mfa) => permit_with_mfa(caller, self.permission, granted, mfa.as_ref()).await,
            None => Permit::check(caller, self.permission, &granted),
        }
    }

    /// Runs the operation.
    pub(crate) fn run(&self, permit: Permit, input: Raw) -> ResponseFuture {
        (self.run)(permit, input)
    }
}

/// Whether requests to the endpoint of AWS services need a TLS handshake. Without a configured endpoint, they are sent to
/// AWS.
fn needs_handshake(endpoint: Option<&str>) -> bool {
    endpoint.is_none_or(|url| url.starts_with("https:"))
}

/// Checks a permission that includes `ManagePermissions`: without MFA, that action does not count.
///
/// # Errors
/// [`Error::MfaRequired`] if the caller lacks only MFA.
async fn permit_with_mfa(
    caller: Caller,
    required: RequiredPermission,
    mut granted: BTreeSet<Action>,
    mfa: &dyn SecondFactor,
) -> Result<Permit> {
    let lacks_mfa = granted.contains(&Action::ManagePermissions) && !mfa.suffices(caller.sub()).await?;
    if !lacks_mfa {
        return Permit::check(caller, required, &granted);
    }
    granted.remove(&Action::ManagePermissions);
    Permit::check(caller, required, &granted).map_err(|error| match error {
        Error::Forbidden => Error::MfaRequired,
        other => other,
    })
}

/// Fields that the console sends although no operation reads them: a template's price schema, and the id that is also
/// in the path.
const IGNORED_FIELDS: [&str; 2] = ["pricingSchema", "id"];

/// The operation and the user of a call.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    pub(crate) operation: &'a str,
    pub(crate) user: &'a str,
}

/// Parses the JSON text of a GraphQL field's arguments.
///
/// The arguments of a mutation can have megabytes, and mutations have no pages. If they are valid, they are parsed directly
/// to the input. All others are parsed to JSON values, from which errors and the tokens of pages are found.
pub(crate) fn parse_arguments<O: Operation>(call: Call<'_>, arguments: Option<Box<RawValue>>) -> Parsed<O::Input> {
    let json = arguments.map_or_else(|| "{}".into(), Box::<str>::from);
    if O::KIND == Kind::Mutation
        && bounded::is_within_limits(&json, O::LIMITS)
        && let Ok(input) = serde_json::from_str(&json)
    {
        return (Query::default(), Ok(input));
    }
    match serde_json::from_str(&json) {
        Ok(input) => parse_value(call, input, O::LIMITS, parse),
        // Only JSON with too many levels or a number out of range.
        Err(_) => (Query::default(), Err(Error::invalid("input", "input cannot be read"))),
    }
}

/// Parses the input of a REST route.
pub(crate) fn parse_request<O: Operation>(call: Call<'_>, input: Value) -> Parsed<O::Input> {
    parse_value(call, input, O::LIMITS, parse_strictly)
}

fn parse_value<Input>(
    call: Call<'_>,
    input: Value,
    limits: Limits,
    parse: fn(Value) -> Result<Input>,
) -> Parsed<Input> {
    let query = Query::new(call.operation, call.user, &input);
    let (tokens, too_long) = (page::check_tokens(query, &input), bounded::check_input(&input, limits));
    (query, within_limits(too_long, parse(input)).and_then(|input| tokens.map(|()| input)))
}

/// Reads an input. Absent arguments are an empty object.
///
/// # Errors
/// [`Error::Invalid`], which names the field that cannot be read.
fn parse<Input: DeserializeOwned>(input: Value) -> Result<Input> {
    serde_path_to_error::deserialize(null_as_empty_object(input)).map_err(parse_error)
}

/// Reads an input and rejects unknown fields. For REST only, because AppSync checks arguments against the schema.
///
/// # Errors
/// As [`parse`], and [`Error::Invalid`] for each unknown field.
fn parse_strictly<Input: DeserializeOwned>(input: Value) -> Result<Input> {
    let (mut unknown, mut track) = (Vec::new(), serde_path_to_error::Track::new());
    let parsed = Input::deserialize(serde_ignored::Deserializer::new(
        serde_path_to_error::Deserializer::new(null_as_empty_object(input), &mut track),
        &mut |path| unknown.push(path.to_string()),
    ));
    let parsed = parsed.map_err(|error| parse_error(serde_path_to_error::Error::new(track.path(), error)))?;
    unknown.retain(|name| !IGNORED_FIELDS.contains(&name.as_str()));
    let error = |name: String| FieldError { message: format!("{name} is not a parameter of this call"), field: name };
    all_valid(unknown.into_iter().map(error).collect()).map(|()| parsed)
}

fn null_as_empty_object(input: Value) -> Value {
    if input.is_null() { Value::Object(Map::new()) } else { input }
}

fn parse_error(error: serde_path_to_error::Error<serde_json::Error>) -> Error {
    let path = error.path().to_string();
    let (field, message) = parse_message::describe(&path, &error.into_inner().to_string());
    Error::invalid(field, message)
}

/// Returns the parsed input if nothing in it is `too_long`. The error of a field's own limit has priority over the
/// general limit. Other parse errors contain the value, which is too long for a message.
fn within_limits<Input>(too_long: Vec<FieldError>, parsed: Result<Input>) -> Result<Input> {
    match parsed {
        parsed if too_long.is_empty() => parsed,
        Err(error) if error.fields().iter().all(is_limit_error) && !error.fields().is_empty() => Err(error),
        _ => Err(Error::Invalid(too_long)),
    }
}

fn is_limit_error(FieldError { field, message }: &FieldError) -> bool {
    message.strip_prefix(bounded::leaf(field)).is_some_and(|remainder| remainder.starts_with(" can have at most "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use serde_json::json;

    /// Whether the caller uses MFA. `None` returns an error, for calls that must not check it.
    struct FakeMfa(Option<bool>);

    impl SecondFactor for FakeMfa {
        fn suffices<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<bool>> {
            Box::pin(async { self.0.ok_or_else(|| Error::internal("the user pool must not be read")) })
        }
    }

    #[rstest]
    #[case::aws(None, true)]
    #[case::over_tls(Some("https://localhost:4566"), true)]
    #[case::the_emulator(Some("http://127.0.0.1:4566"), false)]
    fn connections_over_tls_are_opened_before_the_first_call(#[case] endpoint: Option<&str>, #[case] expected: bool) {
        assert_eq!(needs_handshake(endpoint), expected);
    }

    const MANAGE: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    const EITHER: RequiredPermission = RequiredPermission::AnyOf(&[Action::GenerateCoupon, Action::ManagePermissions]);

    const BOTH: RequiredPermission = RequiredPermission::All(&[Action::ManagePermissions, Action::UpdateLocation]);

    #[rstest]
    #[case::with_mfa(MANAGE, &[Action::ManagePermissions], Some(true), None)]
    #[case::without_mfa(MANAGE, &[Action::ManagePermissions], Some(false), Some("MfaRequired"))]
    #[case::without_the_action(MANAGE, &[Action::GenerateCoupon], None, Some("Forbidden"))]
    #[case::another_action_suffices(EITHER, &[Action::GenerateCoupon, Action::ManagePermissions], Some(false), None)]
    #[case::both_without_mfa(
        BOTH, &[Action::UpdateLocation, Action::ManagePermissions], Some(false), Some("MfaRequired")
    )]
    #[case::without_mfa_or_another_action(EITHER, &[Action::ManagePermissions], Some(false), Some("MfaRequired"))]
    fn requires_mfa_if_the_call_depends_on_manage_permissions(
        #[case] required: RequiredPermission,
        #[case] granted: &[Action],
        #[case] active: Option<bool>,
        #[case] expected_error: Option<&str>,
    ) -> Result<()> {
        let caller = Permit::system("test").caller().clone();
        let granted = granted.iter().copied().collect();
        let permit = futures::executor::block_on(permit_with_mfa(caller, required, granted, &FakeMfa(active)));
        let error = permit.as_ref().err().map(|error| match error {
            Error::MfaRequired => "MfaRequired",
            other => other.kind(),
        });
        assert_eq!(error, expected_error);
        if active == Some(false) && expected_error.is_none() {
            assert!(matches!(permit?.proof(Action::ManagePermissions), Err(Error::Forbidden)));
        }
        Ok(())
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[expect(dead_code, reason = "only whether it can be read is tested")]
    struct Input {
        date: String,
        next_token: Option<String>,
    }

    fn field_errors(input: Value) -> Vec<(String, String)> {
        let Err(Error::Invalid(errors)) = parse_strictly::<Input>(input) else { return Vec::new() };
        errors.into_iter().map(|error| (error.field, error.message)).collect()
    }

    #[rstest]
    #[case::all_fields(json!({ "date": "2026-11-21", "nextToken": "x" }))]
    #[case::ignored_fields(json!({ "date": "2026-11-21", "id": "FRIDGE_1", "pricingSchema": "MW_STANDARD" }))]
    fn reads_known_fields(#[case] input: Value) {
        assert!(parse_strictly::<Input>(input).is_ok());
    }

    #[test]
    fn rejects_each_unknown_field_by_name() {
        let error = |name: &str| (name.to_owned(), format!("{name} is not a parameter of this call"));
        let input = json!({ "date": "2026-11-21", "nexttoken": "x", "pageSize": { "of": 1 } });
        assert_eq!(field_errors(input.clone()), [error("nexttoken"), error("pageSize")]);
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

    /// A mutation with the input [`Bounded`].
    struct Rename;

    impl Operation for Rename {
        const KIND: super::Kind = super::Kind::Mutation;
        const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
        const LIMITS: Limits = &[("note", 5)];
        const ACCESS: &'static [Access] = &[];
        type Input = Bounded;
        type Output = ();
        type Dependencies = ();

        async fn run((): &(), _: Request<Bounded>) -> Result<()> {
            Ok(())
        }
    }

    const CALL: Call<'_> = Call { operation: "rename", user: "ann" };

    /// The result of [`parse_arguments`]: the input or the errors.
    fn parsed_arguments(json: &str) -> String {
        let arguments = RawValue::from_string(json.to_owned()).unwrap();
        text_of(parse_arguments::<Rename>(CALL, Some(arguments)).1)
    }

    fn text_of(parsed: Result<Bounded>) -> String {
        match parsed {
            Ok(input) => format!("{input:?}"),
            Err(error) => format!("{:?}", error.fields()),
        }
    }

    #[rstest]
    #[case::valid(r#"{ "name": "abc", "kind": "Known", "note": "abcde", "unknown": [null, 1.5] }"#)]
    #[case::escapes(r#"{ "n\u0061me": "\u00e9\n", "kind": "Known" }"#)]
    #[case::repeated_field(r#"{ "name": "abcd", "name": "abc", "kind": "Known" }"#)]
    #[case::missing_field(r#"{ "name": "abc" }"#)]
    #[case::no_object("null")]
    #[case::another_type(r#"{ "name": 7, "kind": "Known" }"#)]
    #[case::unknown_value(r#"{ "name": "abc", "kind": "Other" }"#)]
    #[case::limit_of_a_type(r#"{ "name": "abcd", "kind": "Known" }"#)]
    #[case::limit_of_the_operation(r#"{ "name": "abc", "kind": "Known", "note": "abcdef" }"#)]
    #[case::characters_of_several_bytes(r#"{ "name": "abc", "kind": "Known", "note": "ééééé" }"#)]
    fn arguments_of_a_mutation_have_the_same_result_as_their_json_value(#[case] json: &str) {
        let value = serde_json::from_str(json).unwrap();
        let (_, expected) = parse_value(CALL, value, Rename::LIMITS, parse::<Bounded>);
        assert_eq!(parsed_arguments(json), text_of(expected));
    }

    #[rstest]
    #[case::too_many_levels(&format!(r#"{{ "name": "abc", "kind": "Known", "more": {}{} }}"#, "[".repeat(200), "]".repeat(200)))]
    #[case::number_out_of_range(r#"{ "name": "abc", "kind": "Known", "more": 1e999 }"#)]
    fn rejects_arguments_that_are_no_json_value(#[case] json: &str) {
        assert!(parsed_arguments(json).contains("input cannot be read"));
    }

    #[test]
    fn absent_arguments_are_an_empty_object() {
        let text = text_of(parse_arguments::<Rename>(CALL, None).1);
        assert_eq!(text, parsed_arguments("{}"));
        assert!(text.contains("name is required"));
    }

    /// [`parse_arguments`] relies on it.
    #[test]
    fn mutations_have_no_page_tokens() {
        let schema = include_str!("../../infra/schema.graphql");
        let (_, mutations) = schema.split_once("\ntype Mutation {\n").unwrap();
        let (mutations, _) = mutations.split_once("\n}\n").unwrap();
        assert!(
            mutations.contains("uploadParMaps(") && !mutations.contains("nextToken") && !mutations.contains("Page!")
        );
    }

    fn limit_errors(input: Value) -> Vec<(String, String)> {
        let too_long = bounded::check_input(&input, &[("note", 5)]);
        let Err(Error::Invalid(errors)) = within_limits(too_long, parse::<Bounded>(input)) else { return Vec::new() };
        errors.into_iter().map(|error| (error.field, error.message)).collect()
    }

    #[test]
    fn reports_the_limit_of_a_field_that_is_too_long() {
        let long = "a".repeat(bounded::MAX_TEXT + 1);
        assert_eq!(limit_errors(json!({ "name": "abc", "kind": "Known", "note": "abcde" })), []);
        let error = |name: &str, max: usize| [(name.into(), format!("{name} can have at most {max} characters"))];
        assert_eq!(limit_errors(json!({ "name": "abcd", "kind": "Known" })), error("name", 3));
        assert_eq!(limit_errors(json!({ "name": long, "kind": "Known" })), error("name", 3));
        assert_eq!(limit_errors(json!({ "name": "abc", "kind": "Known", "note": "abcdef" })), error("note", 5));
        assert_eq!(
            limit_errors(json!({ "name": "abc", "kind": "Known", "other": long })),
            error("other", bounded::MAX_TEXT)
        );
        // The message for an unknown value would contain the value.
        assert_eq!(limit_errors(json!({ "name": "abc", "kind": long })), error("kind", bounded::MAX_TEXT));
    }

    #[test]
    fn names_the_unreadable_field() {
        let error = |field: &str, message: &str| (field.to_owned(), message.to_owned());
        assert_eq!(field_errors(json!({ "date": 7, "more": 1 }))[0], error("date", "date must be text"));
        assert_eq!(field_errors(Value::Null)[0], error("date", "date is required"));
    }
}
