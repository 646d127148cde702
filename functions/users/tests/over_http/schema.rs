//! Every field of `Query` and `Mutation` in `infra/schema.graphql`, as a call with arguments of the right types.

use apollo_parser::{
    Parser,
    cst::{Definition, Document, FieldDefinition, InputValueDefinition, Name, NamedType, ObjectTypeDefinition, Type},
};

use std::cell::{Cell, RefCell};

const SCHEMA: &str = include_str!("../../../../infra/schema.graphql");

/// The name of each field, and a document that calls it.
pub(crate) fn calls() -> Vec<(String, String)> {
    let schema = Schema::read(&Oversize::default());
    schema
        .roots()
        .into_iter()
        .map(|(operation, field)| (text(field.name()), schema.document(operation, &field)))
        .collect()
}

/// How long the text and the list are that a call sends in place of a usual one.
#[derive(Clone, Copy, Default)]
pub(crate) struct Oversize {
    /// Characters.
    pub(crate) text: usize,
    /// Entries.
    pub(crate) list: usize,
}

/// A call of a field with one text or one list that is too long.
pub(crate) struct OversizeCall {
    /// The field.
    pub(crate) name: String,
    /// Where what is too long is, such as `input.data`.
    pub(crate) path: String,
    /// The document.
    pub(crate) document: String,
}

/// For each text and each list among each field's arguments a call in which that one is too long.
pub(crate) fn oversize_calls(oversize: Oversize) -> Vec<OversizeCall> {
    let schema = Schema::read(&oversize);
    let mut calls = Vec::new();
    for (operation, field) in schema.roots() {
        for target in 0.. {
            schema.target.set(Some(target));
            let document = schema.document(operation, &field);
            let Some(path) = schema.found.take() else { break };
            calls.push(OversizeCall { name: text(field.name()), path, document });
        }
    }
    calls
}

/// The schema, and which of the texts and lists of a call is too long.
struct Schema {
    document: Document,
    oversize: Oversize,
    /// The position of the one that is too long among those of the call, if one is.
    target: Cell<Option<usize>>,
    /// Those that were written so far.
    seen: Cell<usize>,
    /// Names of the arguments around the value that is written.
    path: RefCell<Vec<String>>,
    /// Where the one that is too long is.
    found: RefCell<Option<String>>,
}

impl Schema {
    fn read(oversize: &Oversize) -> Self {
        let parsed = Parser::new(SCHEMA).parse();
        assert_eq!(parsed.errors().len(), 0, "{:?}", parsed.errors().collect::<Vec<_>>());
        Self {
            document: parsed.document(),
            oversize: *oversize,
            target: Cell::default(),
            seen: Cell::default(),
            path: RefCell::default(),
            found: RefCell::default(),
        }
    }

    /// Every field of the roots, with the kind of operation.
    fn roots(&self) -> Vec<(&'static str, FieldDefinition)> {
        let of = |operation: &'static str, root: &str| -> Vec<(&'static str, FieldDefinition)> {
            let root = self.object(root).unwrap_or_else(|| panic!("there is no type {root}"));
            fields(&root).into_iter().map(|field| (operation, field)).collect()
        };
        [of("query", "Query"), of("mutation", "Mutation")].concat()
    }

    fn document(&self, operation: &str, field: &FieldDefinition) -> String {
        self.seen.set(0);
        format!("{operation} {{ {} }}", self.call(field))
    }

    /// Whether the text or list that is written now is the one that is too long.
    fn is_target(&self) -> bool {
        let position = self.seen.replace(self.seen.get() + 1);
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

    fn call(&self, field: &FieldDefinition) -> String {
        let arguments = field.arguments_definition().map(|all| self.values(all.input_value_definitions()));
        let arguments = arguments.map(|arguments| format!("({arguments})")).unwrap_or_default();
        format!("{}{arguments}{}", text(field.name()), self.selection(&named(field.ty())))
    }

    /// The first field of an object, and of what that is; nothing of a scalar.
    fn selection(&self, name: &str) -> String {
        let first = self.object(name).and_then(|object| fields(&object).into_iter().next());
        first.map(|field| format!(" {{ {} }}", self.call(&field))).unwrap_or_default()
    }

    fn values(&self, inputs: impl Iterator<Item = InputValueDefinition>) -> String {
        let value = |input: InputValueDefinition| {
            let name = text(input.name());
            self.path.borrow_mut().push(name.clone());
            let value = self.value(input.ty());
            self.path.borrow_mut().pop();
            format!("{name}: {value}")
        };
        inputs.map(value).collect::<Vec<_>>().join(", ")
    }

    /// A literal of the type. The test ends at a type for which there is none: no operation is left out unseen.
    fn value(&self, kind: Option<Type>) -> String {
        match kind {
            Some(Type::ListType(list)) => {
                let count = if self.is_target() { self.oversize.list } else { 1 };
                format!("[{}]", vec![self.value(list.ty()); count].join(", "))
            }
            Some(Type::NonNullType(inner)) => {
                let list = inner.list_type().map(Type::ListType);
                self.value(list.or(inner.named_type().map(Type::NamedType)))
            }
            kind => match named(kind).as_str() {
                "ID" | "String" if self.is_target() => format!("{:?}", "A".repeat(self.oversize.text)),
                "ID" | "String" => "\"walk\"".into(),
                "Int" => "1".into(),
                "Float" => "1.5".into(),
                "Boolean" => "true".into(),
                "AWSDate" => "\"2026-11-21\"".into(),
                "AWSDateTime" => "\"2026-11-21T10:00:00.000Z\"".into(),
                name => self
                    .document
                    .definitions()
                    .find_map(|definition| self.declared(&definition, name))
                    .unwrap_or_else(|| panic!("say here what a value of type {name} looks like")),
            },
        }
    }

    /// A literal of the enum or the input that the definition makes, where it is the one of that name.
    fn declared(&self, definition: &Definition, name: &str) -> Option<String> {
        match definition {
            Definition::EnumTypeDefinition(choice) if text(choice.name()) == name => {
                let first = choice.enum_values_definition()?.enum_value_definitions().next()?;
                Some(text(first.enum_value()?.name()))
            }
            Definition::InputObjectTypeDefinition(input) if text(input.name()) == name => {
                let inputs = input.input_fields_definition()?.input_value_definitions();
                Some(format!("{{ {} }}", self.values(inputs)))
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

/// The name of a type without what is around it.
fn named(kind: Option<Type>) -> String {
    let name = |named: Option<NamedType>| text(named.and_then(|named| named.name()));
    match kind {
        Some(Type::NamedType(inner)) => name(Some(inner)),
        Some(Type::ListType(inner)) => named(inner.ty()),
        Some(Type::NonNullType(inner)) => match inner.list_type() {
            Some(list) => named(list.ty()),
            None => name(inner.named_type()),
        },
        None => String::new(),
    }
}
