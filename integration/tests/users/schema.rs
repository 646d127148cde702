//! Sample calls of every field of `Query` and `Mutation` in `infra/schema.graphql`, with arguments of valid types.

use apollo_parser::{
    Parser,
    cst::{
        CstNode, Definition, Document, FieldDefinition, InputValueDefinition, Name, NamedType, ObjectTypeDefinition,
        Type,
    },
};
use serde_json::{Map, Value};
use std::cell::{Cell, RefCell};

const SCHEMA: &str = include_str!("../../../infra/schema.graphql");

/// A call of a field. All arguments are variables of the same name, as in the calls of screens.
pub(crate) struct Call {
    /// The field.
    pub(crate) name: String,
    /// The document.
    pub(crate) document: String,
    /// The values of the arguments: an object.
    pub(crate) variables: Value,
}

/// Returns a call of each field.
pub(crate) fn calls() -> Vec<Call> {
    let schema = Schema::read(Oversize::default());
    schema.roots().iter().map(|(operation, field)| schema.call(operation, field)).collect()
}

/// The sizes of oversize values.
#[derive(Clone, Copy, Default)]
pub(crate) struct Oversize {
    /// Length of an oversize text, in characters.
    pub(crate) text: usize,
    /// Length of an oversize list. Without it, no list is oversize.
    pub(crate) list: Option<usize>,
}

/// A call with one oversize text or list.
pub(crate) struct OversizeCall {
    /// The path of the oversize value, such as `input.data`.
    pub(crate) path: String,
    /// The call.
    pub(crate) call: Call,
}

/// Returns one call for each text and each list in the arguments of each field, with that value oversize.
pub(crate) fn oversize_calls(oversize: Oversize) -> Vec<OversizeCall> {
    let schema = Schema::read(oversize);
    let mut calls = Vec::new();
    for (operation, field) in schema.roots() {
        for target in 0.. {
            schema.target.set(Some(target));
            let call = schema.call(operation, &field);
            let Some(path) = schema.found.take() else { break };
            calls.push(OversizeCall { path, call });
        }
    }
    calls
}

/// The schema, and the state of generating a call.
struct Schema {
    document: Document,
    oversize: Oversize,
    /// The position of the oversize value among the texts and lists of the call, if there is one.
    target: Cell<Option<usize>>,
    /// The number of texts and lists generated so far.
    generated: Cell<usize>,
    /// The names of the arguments around the current value.
    path: RefCell<Vec<String>>,
    /// The path of the oversize value, once it is generated.
    found: RefCell<Option<String>>,
    /// The types of the call's variables, and their values.
    variables: RefCell<(Vec<String>, Map<String, Value>)>,
}

impl Schema {
    fn read(oversize: Oversize) -> Self {
        let parsed = Parser::new(SCHEMA).parse();
        assert_eq!(parsed.errors().len(), 0, "{:?}", parsed.errors().collect::<Vec<_>>());
        Self {
            document: parsed.document(),
            oversize,
            target: Cell::default(),
            generated: Cell::default(),
            path: RefCell::default(),
            found: RefCell::default(),
            variables: RefCell::default(),
        }
    }

    /// Returns every field of the root types, with the kind of operation.
    fn roots(&self) -> Vec<(&'static str, FieldDefinition)> {
        let fields_of = |operation: &'static str, root: &str| -> Vec<(&'static str, FieldDefinition)> {
            let root = self.object(root).unwrap_or_else(|| panic!("there is no type {root}"));
            fields(&root).into_iter().map(|field| (operation, field)).collect()
        };
        [fields_of("query", "Query"), fields_of("mutation", "Mutation")].concat()
    }

    fn call(&self, operation: &str, field: &FieldDefinition) -> Call {
        self.generated.set(0);
        let selected = self.field(field);
        let (types, variables) = self.variables.take();
        let types = if types.is_empty() { String::new() } else { format!(" ({})", types.join(", ")) };
        Call {
            name: text(field.name()),
            document: format!("{operation}{types} {{ {selected} }}"),
            variables: variables.into(),
        }
    }

    /// Whether the text or list that is generated now is the oversize one. Increments the counter.
    fn is_target(&self) -> bool {
        let position = self.generated.replace(self.generated.get() + 1);
        let is_target = self.target.get() == Some(position);
        if is_target {
            self.found.replace(Some(self.path.borrow().join(".")));
        }
        is_target
    }

    fn object(&self, name: &str) -> Option<ObjectTypeDefinition> {
        self.document.definitions().find_map(|definition| match definition {
            Definition::ObjectTypeDefinition(object) if text(object.name()) == name => Some(object),
            _ => None,
        })
    }

    /// Returns a field as it is selected, and adds its arguments to the variables.
    fn field(&self, field: &FieldDefinition) -> String {
        let inputs = field.arguments_definition().into_iter().flat_map(|all| all.input_value_definitions());
        let argument = |input: InputValueDefinition| {
            let (name, value) = self.input(&input);
            let kind = input.ty().map(|kind| kind.source_string()).unwrap_or_default();
            let mut variables = self.variables.borrow_mut();
            variables.0.push(format!("${name}: {}", kind.trim()));
            assert_eq!(variables.1.insert(name.clone(), value), None, "two arguments of a call are named {name}");
            format!("{name}: ${name}")
        };
        let arguments = inputs.map(argument).collect::<Vec<_>>().join(", ");
        let arguments = if arguments.is_empty() { arguments } else { format!("({arguments})") };
        format!("{}{arguments}{}", text(field.name()), self.selection(&type_name(field.ty())))
    }

    /// Returns a selection of the first field of an object, recursively. Empty for a scalar.
    fn selection(&self, name: &str) -> String {
        let first = self.object(name).and_then(|object| fields(&object).into_iter().next());
        first.map(|field| format!(" {{ {} }}", self.field(&field))).unwrap_or_default()
    }

    /// Returns the name of an input and a value of its type.
    fn input(&self, input: &InputValueDefinition) -> (String, Value) {
        let name = text(input.name());
        self.path.borrow_mut().push(name.clone());
        let value = self.value(input.ty());
        self.path.borrow_mut().pop();
        (name, value)
    }

    /// Returns a value of the type. Panics for a type without sample value, so that no operation is skipped.
    fn value(&self, kind: Option<Type>) -> Value {
        match kind {
            Some(Type::ListType(list)) => {
                let count = self.oversize.list.filter(|_| self.is_target()).unwrap_or(1);
                vec![self.value(list.ty()); count].into()
            }
            Some(Type::NonNullType(inner)) => {
                let list = inner.list_type().map(Type::ListType);
                self.value(list.or(inner.named_type().map(Type::NamedType)))
            }
            kind => match type_name(kind).as_str() {
                "ID" | "String" if self.is_target() => "A".repeat(self.oversize.text).into(),
                "ID" | "String" => "sample".into(),
                "Int" => 1.into(),
                "Float" => 1.5.into(),
                "Boolean" => true.into(),
                "AWSDate" => "2026-11-21".into(),
                "AWSDateTime" => "2026-11-21T10:00:00.000Z".into(),
                name => self
                    .document
                    .definitions()
                    .find_map(|definition| self.declared(&definition, name))
                    .unwrap_or_else(|| panic!("add a sample value for the type {name}")),
            },
        }
    }

    /// Returns a value of the enum or input type if the definition has that name.
    fn declared(&self, definition: &Definition, name: &str) -> Option<Value> {
        match definition {
            Definition::EnumTypeDefinition(choice) if text(choice.name()) == name => {
                let first = choice.enum_values_definition()?.enum_value_definitions().next()?;
                Some(text(first.enum_value()?.name()).into())
            }
            Definition::InputObjectTypeDefinition(input) if text(input.name()) == name => {
                let inputs = input.input_fields_definition()?.input_value_definitions();
                Some(inputs.map(|input| self.input(&input)).collect::<Map<_, _>>().into())
            }
            _ => None,
        }
    }
}

fn text(name: Option<Name>) -> String {
    name.map(|name| name.text().to_string()).unwrap_or_default()
}

fn fields(object: &ObjectTypeDefinition) -> Vec<FieldDefinition> {
    object.fields_definition().into_iter().flat_map(|fields| fields.field_definitions()).collect()
}

/// Returns the name of a type without list and non-null wrappers.
fn type_name(kind: Option<Type>) -> String {
    let name = |named: Option<NamedType>| text(named.and_then(|named| named.name()));
    match kind {
        Some(Type::NamedType(inner)) => name(Some(inner)),
        Some(Type::ListType(inner)) => type_name(inner.ty()),
        Some(Type::NonNullType(inner)) => match inner.list_type() {
            Some(list) => type_name(list.ty()),
            None => name(inner.named_type()),
        },
        None => String::new(),
    }
}
