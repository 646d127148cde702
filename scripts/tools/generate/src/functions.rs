//! The functions with their declarations.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use shared::{
    Operation,
    bounded::Limits,
    declaration::{Declaration, Kind, Role, Source, declaration_of, operation_name},
    resource::{Access, Parameter, Queue, Statement, Table, TableAction, UserPool, UserPoolAction},
};

/// A function: one binary of an area.
#[derive(Debug)]
pub(crate) struct Function {
    /// The name of the binary: `read-schedule-change`.
    pub(crate) name: &'static str,
    /// The area: `schedules`.
    pub(crate) area: &'static str,
    /// The first sentence of the binary's documentation.
    pub(crate) summary: &'static str,
    /// The declaration.
    pub(crate) declaration: Declaration,
    /// The types of a route. `None` for other functions.
    pub(crate) route: Option<RouteTypes>,
}

/// The types of a route's input and output.
#[derive(Debug)]
pub(crate) struct RouteTypes {
    /// Adds the schema of the input to a generator.
    pub(crate) input: fn(&mut SchemaGenerator) -> Schema,
    /// Adds the schema of the output to a generator.
    pub(crate) output: fn(&mut SchemaGenerator) -> Schema,
    /// The maximum lengths of texts in the input.
    pub(crate) limits: Limits,
}

impl RouteTypes {
    fn of<O: Operation<Input: JsonSchema, Output: JsonSchema>>() -> Self {
        Self {
            input: SchemaGenerator::subschema_for::<O::Input>,
            output: SchemaGenerator::subschema_for::<O::Output>,
            limits: O::LIMITS,
        }
    }
}

macro_rules! function {
    ($name:literal, $area:literal, $summary:literal, $function:ty, $route:expr) => {
        Function {
            name: $name,
            area: $area,
            summary: $summary,
            declaration: declaration_of::<$function, _>(),
            route: $route,
        }
    };
}

/// The sources of the binaries, as `build.rs` lists them.
#[allow(dead_code, reason = "the main functions of the binaries are not called here")]
#[allow(clippy::too_many_lines, reason = "the generated list has a line for each function")]
mod binaries {
    use super::{Function, RouteTypes, declaration_of};

    include!(concat!(env!("OUT_DIR"), "/functions.rs"));
}

/// All functions, by area and name.
pub(crate) fn all() -> Vec<Function> {
    binaries::all()
}

/// The variables of every operation, which the templates of operations define for all functions.
pub(crate) const OPERATION_VARIABLES: [&str; 1] = ["PERMISSIONS_TABLE"];

/// The queue of events that a function could not handle or the broker could not hand over to it.
pub(crate) const FAILED_EVENTS: Queue = Queue::ForwardingDeadLetter;

impl Function {
    /// The function's logical id: `ReadScheduleChangeFunction`.
    pub(crate) fn logical_id(&self) -> String {
        pascal_case(self.name) + "Function"
    }

    /// The kind of an operation. `None` for a worker.
    pub(crate) fn kind(&self) -> Option<&Kind> {
        match &self.declaration.role {
            Role::Operation { kind, .. } => Some(kind),
            Role::Worker(_) => None,
        }
    }

    /// The source of a worker's calls. `None` for an operation.
    pub(crate) fn source(&self) -> Option<Source> {
        match self.declaration.role {
            Role::Operation { .. } => None,
            Role::Worker(source) => Some(source),
        }
    }

    /// The field's or route's name. `None` for a worker.
    pub(crate) fn operation(&self) -> Option<String> {
        match &self.declaration.role {
            Role::Operation { kind, field, .. } => Some(operation_name(self.name, kind, *field)),
            Role::Worker(_) => None,
        }
    }

    /// Whether the function serves a GraphQL field.
    pub(crate) fn is_field(&self) -> bool {
        matches!(self.kind(), Some(Kind::Query | Kind::Mutation))
    }

    /// Whether the function serves a route.
    pub(crate) fn is_route(&self) -> bool {
        matches!(self.kind(), Some(Kind::Route { .. }))
    }

    /// Whether the operation requires `ManagePermissions`, so that it checks MFA.
    fn checks_mfa(&self) -> bool {
        matches!(&self.declaration.role, Role::Operation { permission, .. } if permission.includes_manage_permissions())
    }

    /// The declared access, and the access that follows from the function's role.
    fn access(&self) -> Vec<Access> {
        let mut access = Vec::new();
        if self.kind().is_some() {
            access.push(Table::Permissions.allows(&[TableAction::GetItem]));
        }
        access.extend_from_slice(self.declaration.access);
        if self.checks_mfa() {
            access.push(UserPool.allows(&[UserPoolAction::AdminGetUser]));
        }
        if let Some(Source::Queue(source)) = self.source() {
            access.push(Access::Receive(source.queue));
        }
        access
    }

    /// Whether topic rules of the broker invoke the function.
    fn has_topic_rules(&self) -> bool {
        matches!(self.source(), Some(Source::Topics(_)))
    }

    /// The function's own variables: each name, and the parameter that is its value.
    pub(crate) fn variables(&self) -> Vec<(String, String)> {
        let mut variables: Vec<_> = self.access().iter().flat_map(Access::variables).collect();
        if self.checks_mfa() {
            variables.push(("ADMINISTRATOR_MFA".into(), "AdministratorMfa".into()));
        }
        if self.kind().is_some() {
            variables.retain(|(name, _)| !OPERATION_VARIABLES.contains(&name.as_str()));
        }
        variables.sort();
        variables.dedup();
        variables
    }

    /// The statements of the function's policy, one for each resource.
    pub(crate) fn statements(&self) -> Vec<Statement> {
        let mut statements: Vec<Statement> = Vec::new();
        let mut allowed: Vec<_> = self.access().iter().flat_map(Access::statements).collect();
        if self.has_topic_rules() {
            // Lambda sends the events of failed calls with the role of the function.
            let resource = format!("!Ref {FAILED_EVENTS}QueueArn");
            allowed.push(Statement { actions: vec!["sqs:SendMessage".into()], resource });
        }
        for Statement { actions, resource } in allowed {
            match statements.iter_mut().find(|statement| statement.resource == resource) {
                Some(statement) => {
                    let added = actions.into_iter().filter(|action| !statement.actions.contains(action));
                    let added: Vec<_> = added.collect();
                    statement.actions.extend(added);
                }
                None => statements.push(Statement { actions, resource }),
            }
        }
        statements
    }

    /// The parameters that the function's template needs for it.
    pub(crate) fn parameters(&self) -> Vec<Parameter> {
        let mut parameters: Vec<_> = self.access().iter().flat_map(Access::parameters).collect();
        if self.checks_mfa() {
            let value = "!If [IsHosted, required, optional]".into();
            parameters.push(Parameter { name: "AdministratorMfa".into(), value });
        }
        if self.has_topic_rules() {
            let names =
                [format!("{FAILED_EVENTS}QueueArn"), format!("{FAILED_EVENTS}QueueUrl"), "ForwardingRoleArn".into()];
            parameters.extend(names.map(|name| Parameter::output("Messaging", name)));
        }
        parameters
    }
}

/// `read-schedule-change` as `ReadScheduleChange`.
pub(crate) fn pascal_case(name: &str) -> String {
    let capitalized = |word: &str| {
        let (initial, rest) = word.split_at(word.len().min(1));
        initial.to_ascii_uppercase() + rest
    };
    name.split('-').map(capitalized).collect()
}
