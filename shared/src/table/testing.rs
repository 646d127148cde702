//! Help for unit tests of requests: they compare the meaning of an expression and not its placeholders, and they count
//! the requests of a bulk write.

use super::{Transaction, bulk};
use aws_sdk_dynamodb::types::AttributeValue;
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
