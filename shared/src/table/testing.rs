//! Help for unit tests of requests: they compare the meaning of an expression and not its placeholders, and they count
//! the requests of a bulk write.

use super::{TransactWriteItem, Transaction, bulk, json::Attributes, transaction::ActionKind};
use aws_sdk_dynamodb::types::{self, AttributeValue, ConditionCheck, Delete, Put, Update};
use serde::Deserialize;
use std::{cmp::Reverse, collections::HashMap};

/// The expression of a request with its placeholders replaced by names and values: text is quoted, numbers are not.
#[expect(clippy::implicit_hasher, reason = "the SDK uses the default hasher")]
pub fn readable(
    expression: &str,
    names: Option<&HashMap<String, String>>,
    values: Option<&HashMap<String, AttributeValue>>,
) -> String {
    let names = names.into_iter().flatten().map(|(placeholder, name)| (placeholder, name.clone()));
    let values = values.into_iter().flatten().map(|(placeholder, value)| (placeholder, readable_value(value)));
    let mut replacements: Vec<_> = names.chain(values).collect();
    // `#n10` before `#n1`.
    replacements.sort_by_key(|(placeholder, _)| Reverse(placeholder.len()));
    replacements.iter().fold(expression.to_owned(), |text, (placeholder, value)| text.replace(*placeholder, value))
}

/// The number of requests in which [`send_all`](super::send_all) sends these transactions if all conditions hold.
pub fn request_count<N>(transactions: &[Transaction<N>]) -> usize {
    bulk::request_count(transactions.iter().map(|transaction| transaction.actions().collect()))
}

/// The fields of an action.
#[derive(Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct Fields {
    table_name: String,
    item: Attributes,
    key: Attributes,
    update_expression: String,
    condition_expression: Option<String>,
    expression_attribute_names: Option<HashMap<String, String>>,
    expression_attribute_values: Option<Attributes>,
}

impl TransactWriteItem {
    /// The action as a type of the SDK, for unit tests.
    pub fn into_request(self) -> types::TransactWriteItem {
        let fields: Fields = serde_json::from_slice(&self.json).unwrap_or_default();
        let Fields { table_name, condition_expression: condition, expression_attribute_names: names, .. } = fields;
        let (item, key) = (fields.item.0, fields.key.0);
        let values = fields.expression_attribute_values.map(|values| values.0);
        let request = types::TransactWriteItem::builder();
        macro_rules! with_expressions {
            ($builder:expr) => {
                $builder
                    .table_name(table_name)
                    .set_condition_expression(condition)
                    .set_expression_attribute_names(names)
                    .set_expression_attribute_values(values)
                    .build()
                    .ok()
            };
        }
        match self.kind {
            ActionKind::Put => request.set_put(with_expressions!(Put::builder().set_item(Some(item)))),
            ActionKind::Update => request.set_update(with_expressions!(
                Update::builder().set_key(Some(key)).update_expression(fields.update_expression)
            )),
            ActionKind::Delete => request.set_delete(with_expressions!(Delete::builder().set_key(Some(key)))),
            ActionKind::ConditionCheck => {
                request.set_condition_check(with_expressions!(ConditionCheck::builder().set_key(Some(key))))
            }
        }
        .build()
    }
}

fn readable_value(value: &AttributeValue) -> String {
    match value {
        AttributeValue::S(text) => format!("{text:?}"),
        AttributeValue::N(number) => number.clone(),
        other => format!("{other:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{number, text};

    #[test]
    fn replaces_each_placeholder_by_its_name_or_value() {
        let names =
            HashMap::from([("#n1", "state"), ("#n10", "at")].map(|(key, name)| (key.to_owned(), name.to_owned())));
        let values = HashMap::from([(":v1".to_owned(), text("OPEN")), (":v10".to_owned(), number(7))]);
        let expression = "#n1 = :v1 AND #n10 < :v10";
        assert_eq!(readable(expression, Some(&names), Some(&values)), "state = \"OPEN\" AND at < 7");
    }
}
