//! Conditions and changes of items. They are rendered as expressions in which all attribute names and values are
//! placeholders, because some names are reserved words.

use super::value::{IntoValue, Item};
use aws_sdk_dynamodb::types::AttributeValue;
use std::{
    collections::{BTreeSet, HashMap},
    ops::Not,
};

/// The names and values of a request's expressions. All expressions of one request share them.
#[derive(Clone, Debug, Default)]
pub(super) struct Placeholders {
    names: Vec<String>,
    values: Vec<AttributeValue>,
}

impl Placeholders {
    /// The placeholder of a name.
    fn name(&mut self, name: &str) -> String {
        let position = self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        });
        format!("#n{position}")
    }

    /// The placeholder of a value.
    fn value(&mut self, value: &AttributeValue) -> String {
        self.values.push(value.clone());
        format!(":v{}", self.values.len() - 1)
    }

    /// The projection expression of these attributes; `None` for all attributes.
    pub(super) fn projection(&mut self, attributes: &[impl AsRef<str>]) -> Option<String> {
        let names: Vec<String> = attributes.iter().map(|attribute| self.name(attribute.as_ref())).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }

    /// The names by placeholder; `None` if there are none, because DynamoDB rejects an empty map.
    pub(super) fn names(&self) -> Option<HashMap<String, String>> {
        let names = self.names.iter().enumerate();
        (!self.names.is_empty())
            .then(|| names.map(|(position, name)| (format!("#n{position}"), name.clone())).collect())
    }

    /// The values by placeholder; `None` if there are none.
    pub(super) fn values(self) -> Option<HashMap<String, AttributeValue>> {
        let values = self.values.into_iter().enumerate();
        let values: HashMap<_, _> = values.map(|(position, value)| (format!(":v{position}"), value)).collect();
        (!values.is_empty()).then_some(values)
    }
}

/// An attribute of an item, or a member of a nested map.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Attribute(Vec<String>);

/// The attribute `name`. Dots and other characters have no special meaning.
pub fn attribute(name: impl Into<String>) -> Attribute {
    Attribute(vec![name.into()])
}

impl From<&str> for Attribute {
    fn from(name: &str) -> Self {
        attribute(name)
    }
}

impl From<String> for Attribute {
    fn from(name: String) -> Self {
        attribute(name)
    }
}

impl Attribute {
    /// The member `name` of the map in this attribute.
    #[must_use]
    pub fn member(mut self, name: impl Into<String>) -> Self {
        self.0.push(name.into());
        self
    }

    /// The attribute has this value.
    pub fn equals(self, value: impl IntoValue) -> Condition {
        self.compare("=", value)
    }

    /// The attribute has this value, or does not exist if there is none.
    pub fn equals_or_not_exists(self, value: Option<impl IntoValue>) -> Condition {
        match value {
            Some(value) => self.equals(value),
            None => self.not_exists(),
        }
    }

    /// The attribute exists and has another value, or does not exist.
    pub fn differs_from(self, value: impl IntoValue) -> Condition {
        self.compare("<>", value)
    }

    /// The attribute is less than the value.
    pub fn less_than(self, value: impl IntoValue) -> Condition {
        self.compare("<", value)
    }

    /// The attribute is less than the value or equal.
    pub fn at_most(self, value: impl IntoValue) -> Condition {
        self.compare("<=", value)
    }

    /// The attribute is greater than the value.
    pub fn greater_than(self, value: impl IntoValue) -> Condition {
        self.compare(">", value)
    }

    /// The attribute is greater than the value or equal.
    pub fn at_least(self, value: impl IntoValue) -> Condition {
        self.compare(">=", value)
    }

    /// The attribute is in the range. Both bounds belong to it.
    pub fn between(self, first: impl IntoValue, last: impl IntoValue) -> Condition {
        Condition(Expression::Between(self, first.into_value(), last.into_value()))
    }

    /// The attribute has one of these values. DynamoDB accepts 1 to 100 values.
    pub fn is_one_of(self, values: impl IntoIterator<Item = impl IntoValue>) -> Condition {
        Condition(Expression::In(self, values.into_iter().map(IntoValue::into_value).collect()))
    }

    /// The text starts with the value.
    pub fn begins_with(self, value: impl IntoValue) -> Condition {
        Condition(Expression::Call("begins_with", self, Some(value.into_value())))
    }

    /// The set or text contains the value.
    pub fn contains(self, value: impl IntoValue) -> Condition {
        Condition(Expression::Call("contains", self, Some(value.into_value())))
    }

    /// The attribute exists.
    pub fn exists(self) -> Condition {
        Condition(Expression::Call("attribute_exists", self, None))
    }

    /// The attribute does not exist.
    pub fn not_exists(self) -> Condition {
        Condition(Expression::Call("attribute_not_exists", self, None))
    }

    fn compare(self, operator: &'static str, value: impl IntoValue) -> Condition {
        Condition(Expression::Compare(self, operator, value.into_value()))
    }

    fn render(&self, placeholders: &mut Placeholders) -> String {
        self.0.iter().map(|name| placeholders.name(name)).collect::<Vec<_>>().join(".")
    }
}

/// A condition of an item, for writes and for filters of queries.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition(Expression);

#[derive(Clone, Debug, PartialEq)]
enum Expression {
    Compare(Attribute, &'static str, AttributeValue),
    Between(Attribute, AttributeValue, AttributeValue),
    In(Attribute, Vec<AttributeValue>),
    Call(&'static str, Attribute, Option<AttributeValue>),
    /// `AND` or `OR` of two conditions.
    Join(&'static str, Box<[Expression; 2]>),
    Not(Box<Expression>),
}

impl Condition {
    /// Both conditions hold.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(Expression::Join("AND", Box::new([self.0, other.0])))
    }

    /// At least one condition holds.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(Expression::Join("OR", Box::new([self.0, other.0])))
    }

    pub(super) fn render(&self, placeholders: &mut Placeholders) -> String {
        self.0.render(placeholders)
    }
}

impl Not for Condition {
    type Output = Self;

    fn not(self) -> Self {
        Self(Expression::Not(Box::new(self.0)))
    }
}

impl Expression {
    fn render(&self, placeholders: &mut Placeholders) -> String {
        match self {
            Self::Compare(attribute, operator, value) => {
                format!("{} {operator} {}", attribute.render(placeholders), placeholders.value(value))
            }
            Self::Between(attribute, first, last) => {
                let (first, last) = (placeholders.value(first), placeholders.value(last));
                format!("{} BETWEEN {first} AND {last}", attribute.render(placeholders))
            }
            Self::In(attribute, values) => {
                let values: Vec<String> = values.iter().map(|value| placeholders.value(value)).collect();
                format!("{} IN ({})", attribute.render(placeholders), values.join(", "))
            }
            Self::Call(function, attribute, None) => format!("{function}({})", attribute.render(placeholders)),
            Self::Call(function, attribute, Some(value)) => {
                format!("{function}({}, {})", attribute.render(placeholders), placeholders.value(value))
            }
            Self::Join(word, parts) => {
                let part = |part: &Self| match part {
                    Self::Join(inner, _) if inner != word => format!("({})", part.render(placeholders)),
                    part => part.render(placeholders),
                };
                parts.iter().map(part).collect::<Vec<_>>().join(&format!(" {word} "))
            }
            Self::Not(inner) => match inner.as_ref() {
                call @ Self::Call(..) => format!("NOT {}", call.render(placeholders)),
                inner => format!("NOT ({})", inner.render(placeholders)),
            },
        }
    }
}

/// The changes of an update. Attributes that it does not name are kept.
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct Changes {
    set: Vec<(Attribute, Value)>,
    remove: Vec<Attribute>,
    add: Vec<(Attribute, AttributeValue)>,
    delete: Vec<(Attribute, AttributeValue)>,
}

/// The value that an attribute is set to.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    New(AttributeValue),
    IfAbsent(AttributeValue),
    Appended(AttributeValue),
}

impl Changes {
    /// No changes.
    pub fn new() -> Self {
        Self::default()
    }

    /// The changes from `before` to `after`. They contain only the attributes that differ, so that concurrent writes of
    /// other attributes are kept.
    pub fn between(before: &Item, after: &Item) -> Self {
        let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
        names.into_iter().fold(Self::new(), |changes, name| match after.get(name) {
            value if value == before.get(name) => changes,
            Some(value) => changes.set(name.clone(), value.clone()),
            None => changes.remove(name.clone()),
        })
    }

    /// Whether there are no changes.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Sets an attribute.
    pub fn set(mut self, attribute: impl Into<Attribute>, value: impl IntoValue) -> Self {
        self.set.push((attribute.into(), Value::New(value.into_value())));
        self
    }

    /// Sets an attribute, or removes it if there is no value.
    pub fn set_or_remove(self, attribute: impl Into<Attribute>, value: Option<impl IntoValue>) -> Self {
        match value {
            Some(value) => self.set(attribute, value),
            None => self.remove(attribute),
        }
    }

    /// Sets an attribute that does not exist yet.
    pub fn set_if_absent(mut self, attribute: impl Into<Attribute>, value: impl IntoValue) -> Self {
        self.set.push((attribute.into(), Value::IfAbsent(value.into_value())));
        self
    }

    /// Appends a value to a list. An absent list counts as empty.
    pub fn append(mut self, attribute: impl Into<Attribute>, value: impl IntoValue) -> Self {
        let list = AttributeValue::L(vec![value.into_value()]);
        self.set.push((attribute.into(), Value::Appended(list)));
        self
    }

    /// Removes an attribute.
    pub fn remove(mut self, attribute: impl Into<Attribute>) -> Self {
        self.remove.push(attribute.into());
        self
    }

    /// Adds a number to a number, or members to a set. An absent number counts as 0, an absent set as empty.
    pub fn add(mut self, attribute: impl Into<Attribute>, value: impl IntoValue) -> Self {
        self.add.push((attribute.into(), value.into_value()));
        self
    }

    /// Deletes members of a set.
    pub fn delete(mut self, attribute: impl Into<Attribute>, members: impl IntoValue) -> Self {
        self.delete.push((attribute.into(), members.into_value()));
        self
    }

    pub(super) fn render(&self, placeholders: &mut Placeholders) -> String {
        let mut clauses = Vec::new();
        let mut clause = |word: &str, parts: Vec<String>| {
            if !parts.is_empty() {
                clauses.push(format!("{word} {}", parts.join(", ")));
            }
        };
        let set = |(attribute, value): &(Attribute, Value)| {
            let name = attribute.render(placeholders);
            match value {
                Value::New(value) => format!("{name} = {}", placeholders.value(value)),
                Value::IfAbsent(value) => format!("{name} = if_not_exists({name}, {})", placeholders.value(value)),
                Value::Appended(list) => {
                    let empty = placeholders.value(&AttributeValue::L(Vec::new()));
                    format!("{name} = list_append(if_not_exists({name}, {empty}), {})", placeholders.value(list))
                }
            }
        };
        clause("SET", self.set.iter().map(set).collect());
        clause("REMOVE", self.remove.iter().map(|attribute| attribute.render(placeholders)).collect());
        let pair = |(attribute, value): &(Attribute, AttributeValue), placeholders: &mut Placeholders| {
            format!("{} {}", attribute.render(placeholders), placeholders.value(value))
        };
        clause("ADD", self.add.iter().map(|change| pair(change, placeholders)).collect());
        clause("DELETE", self.delete.iter().map(|change| pair(change, placeholders)).collect());
        clauses.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{number, testing::readable, text};
    use rstest::rstest;

    fn rendered(render: impl Fn(&mut Placeholders) -> String) -> String {
        let mut placeholders = Placeholders::default();
        let expression = render(&mut placeholders);
        readable(&expression, placeholders.names().as_ref(), placeholders.values().as_ref())
    }

    fn a() -> Condition {
        attribute("a").equals(1_u32)
    }

    fn b() -> Condition {
        attribute("b").not_exists()
    }

    #[rstest]
    #[case::equal(a(), "a = 1")]
    #[case::expected_value(attribute("a").equals_or_not_exists(Some(1_u32)), "a = 1")]
    #[case::no_expected_value(attribute("a").equals_or_not_exists(None::<u32>), "attribute_not_exists(a)")]
    #[case::different(attribute("a").differs_from("x"), "a <> \"x\"")]
    #[case::less(attribute("a").less_than(1_u32), "a < 1")]
    #[case::at_most(attribute("a").at_most(1_u32), "a <= 1")]
    #[case::greater(attribute("a").greater_than(1_u32), "a > 1")]
    #[case::at_least(attribute("a").at_least(1_u32), "a >= 1")]
    #[case::between(attribute("a").between("x", "y"), "a BETWEEN \"x\" AND \"y\"")]
    #[case::one_of(attribute("a").is_one_of(["x", "y"]), "a IN (\"x\", \"y\")")]
    #[case::prefix(attribute("a").begins_with("x"), "begins_with(a, \"x\")")]
    #[case::contains(attribute("a").contains("x"), "contains(a, \"x\")")]
    #[case::contains_not(!attribute("a").contains("x"), "NOT contains(a, \"x\")")]
    #[case::exists(attribute("a").exists(), "attribute_exists(a)")]
    #[case::exists_not(b(), "attribute_not_exists(b)")]
    #[case::member(attribute("open").member("TOO.WARM").exists(), "attribute_exists(open.TOO.WARM)")]
    #[case::and(a().and(b()), "a = 1 AND attribute_not_exists(b)")]
    #[case::three(a().and(b()).and(a()), "a = 1 AND attribute_not_exists(b) AND a = 1")]
    #[case::or_in_and(a().or(b()).and(a()), "(a = 1 OR attribute_not_exists(b)) AND a = 1")]
    #[case::and_in_or(a().or(b().and(a())), "a = 1 OR (attribute_not_exists(b) AND a = 1)")]
    #[case::not_of_and(!(a().and(b())), "NOT (a = 1 AND attribute_not_exists(b))")]
    fn renders_a_condition(#[case] condition: Condition, #[case] expected: &str) {
        assert_eq!(rendered(|placeholders| condition.render(placeholders)), expected);
    }

    #[rstest]
    #[case::set(Changes::new().set("a", 1_u32).set("b", "x"), "SET a = 1, b = \"x\"")]
    #[case::member(Changes::new().set(attribute("centers").member("Chicago, IL"), 1_u32), "SET centers.Chicago, IL = 1")]
    #[case::if_absent(Changes::new().set_if_absent("a", 1_u32), "SET a = if_not_exists(a, 1)")]
    #[case::append(Changes::new().append("a", 1_u32), "SET a = list_append(if_not_exists(a, L([])), L([N(\"1\")]))")]
    #[case::some(Changes::new().set_or_remove("a", Some(1_u32)), "SET a = 1")]
    #[case::none(Changes::new().set_or_remove("a", None::<u32>), "REMOVE a")]
    #[case::all(
        Changes::new().delete("d", "x").add("c", 1_u32).remove("b").remove("e").set("a", 1_u32),
        "SET a = 1 REMOVE b, e ADD c 1 DELETE d \"x\""
    )]
    fn renders_changes(#[case] changes: Changes, #[case] expected: &str) {
        assert_eq!(rendered(|placeholders| changes.render(placeholders)), expected);
        assert!(!changes.is_empty());
    }

    #[test]
    fn names_and_values_are_placeholders() {
        let mut placeholders = Placeholders::default();
        let condition = attribute("state").equals("PENDING").and(attribute("uuid").member("state").not_exists());
        assert_eq!(condition.render(&mut placeholders), "#n0 = :v0 AND attribute_not_exists(#n1.#n0)");
        let names = [("#n0", "state"), ("#n1", "uuid")].map(|(key, name)| (key.to_owned(), name.to_owned()));
        assert_eq!(placeholders.names(), Some(HashMap::from(names)));
        assert_eq!(placeholders.values(), Some(HashMap::from([(":v0".to_owned(), text("PENDING"))])));
        assert_eq!(Placeholders::default().names(), None);
        assert_eq!(Placeholders::default().values(), None);
    }

    fn item(pairs: &[(&str, u32)]) -> Item {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), number(value))).collect()
    }

    #[test]
    fn a_difference_contains_only_changed_attributes() {
        let before = item(&[("kept", 1), ("changed", 1), ("gone", 1)]);
        let after = item(&[("kept", 1), ("changed", 2), ("new", 2)]);
        let changes = Changes::between(&before, &after);
        assert_eq!(rendered(|placeholders| changes.render(placeholders)), "SET changed = 2, new = 2 REMOVE gone");
    }

    #[test]
    fn equal_items_have_no_difference() {
        assert!(Changes::between(&item(&[("a", 1)]), &item(&[("a", 1)])).is_empty());
    }
}
