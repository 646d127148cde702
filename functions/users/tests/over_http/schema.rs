//! Every field of `Query` and `Mutation` in `infra/schema.graphql`, as a call with arguments of the right types.

use apollo_parser::{
    Parser,
    cst::{Definition, Document, FieldDefinition, InputValueDefinition, Name, NamedType, ObjectTypeDefinition, Type},
};

const SCHEMA: &str = include_str!("../../../../infra/schema.graphql");

/// The name of each field, and a document that calls it.
pub(crate) fn calls() -> Vec<(String, String)> {
    let parsed = Parser::new(SCHEMA).parse();
    assert_eq!(parsed.errors().len(), 0, "{:?}", parsed.errors().collect::<Vec<_>>());
    let schema = Schema(parsed.document());
    let calls = |operation: &str, root: &str| -> Vec<(String, String)> {
        let fields = fields(&schema.object(root).unwrap_or_else(|| panic!("there is no type {root}")));
        fields.iter().map(|field| (text(field.name()), format!("{operation} {{ {} }}", schema.call(field)))).collect()
    };
    [calls("query", "Query"), calls("mutation", "Mutation")].concat()
}

struct Schema(Document);

impl Schema {
    fn object(&self, name: &str) -> Option<ObjectTypeDefinition> {
        self.0.definitions().find_map(|definition| match definition {
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
        let value = |input: InputValueDefinition| format!("{}: {}", text(input.name()), self.value(input.ty()));
        inputs.map(value).collect::<Vec<_>>().join(", ")
    }

    /// A literal of the type. The test ends at a type for which there is none: no operation is left out unseen.
    fn value(&self, kind: Option<Type>) -> String {
        match kind {
            Some(Type::ListType(list)) => format!("[{}]", self.value(list.ty())),
            Some(Type::NonNullType(inner)) => {
                let list = inner.list_type().map(Type::ListType);
                self.value(list.or(inner.named_type().map(Type::NamedType)))
            }
            kind => match named(kind).as_str() {
                "ID" | "String" => "\"walk\"".into(),
                "Int" => "1".into(),
                "Float" => "1.5".into(),
                "Boolean" => "true".into(),
                "AWSDate" => "\"2026-11-21\"".into(),
                "AWSDateTime" => "\"2026-11-21T10:00:00.000Z\"".into(),
                name => self
                    .0
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
