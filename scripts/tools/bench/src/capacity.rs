//! DynamoDB's rules of item sizes and capacity units.
//! <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html>
//! <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html>

use serde_json::{Map, Value};
use std::ops::{Add, AddAssign};

/// The size that one read unit reads, in bytes.
const READ_STEP: usize = 4096;
/// The size that one write unit writes, in bytes.
const WRITE_STEP: usize = 1024;
/// The size of an empty list or map, and the size that each element adds to that of its value.
const COLLECTION: usize = 3;
const ELEMENT: usize = 1;

/// The attributes of an item in DynamoDB's JSON format.
pub(crate) type Item = Map<String, Value>;

/// Capacity units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Units {
    /// The read units.
    pub(crate) read: f64,
    /// The write units.
    pub(crate) write: f64,
}

impl Add for Units {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { read: self.read + other.read, write: self.write + other.write }
    }
}

impl AddAssign for Units {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// The consistency of a read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Consistency {
    /// Eventually consistent: half a unit for each step.
    Eventual,
    /// Strongly consistent: one unit for each step.
    Strong,
    /// In a transaction: two units for each step.
    Transactional,
}

impl Consistency {
    /// The consistency that a request states.
    fn of(request: &Value) -> Self {
        if request.get("ConsistentRead") == Some(&Value::Bool(true)) { Self::Strong } else { Self::Eventual }
    }
}

/// Whether a write is an action of a transaction, which costs twice as much.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Write {
    /// A single write, or a write of a batch.
    Single,
    /// An action of a transaction.
    Transactional,
}

/// The units of a read of items with this total size. A read that finds nothing costs as much as that of a small item.
pub(crate) fn read_units(bytes: usize, consistency: Consistency) -> f64 {
    let steps = steps(bytes, READ_STEP);
    match consistency {
        Consistency::Eventual => steps / 2.0,
        Consistency::Strong => steps,
        Consistency::Transactional => steps * 2.0,
    }
}

/// The units of a write of an item with this size.
pub(crate) fn write_units(bytes: usize, write: Write) -> f64 {
    let steps = steps(bytes, WRITE_STEP);
    match write {
        Write::Single => steps,
        Write::Transactional => steps * 2.0,
    }
}

/// The number of started steps, at least one.
fn steps(bytes: usize, step: usize) -> f64 {
    f64::from(u32::try_from(bytes.div_ceil(step).max(1)).unwrap_or(u32::MAX))
}

/// The size of an item: the names and the values of its attributes.
pub(crate) fn item_bytes(item: &Item) -> usize {
    item.iter().map(|(name, value)| name.len() + value_bytes(value)).sum()
}

/// The size of a value such as `{"S": "text"}`.
fn value_bytes(value: &Value) -> usize {
    let typed = |(kind, value): (&String, &Value)| match (kind.as_str(), value) {
        ("S", Value::String(text)) => text.len(),
        ("N", Value::String(number)) => number_bytes(number),
        ("B", Value::String(base64)) => binary_bytes(base64),
        ("SS", Value::Array(texts)) => texts.iter().filter_map(Value::as_str).map(str::len).sum(),
        ("NS", Value::Array(numbers)) => numbers.iter().filter_map(Value::as_str).map(number_bytes).sum(),
        ("L", Value::Array(values)) => {
            COLLECTION + values.iter().map(|value| ELEMENT + value_bytes(value)).sum::<usize>()
        }
        ("M", Value::Object(members)) => COLLECTION + ELEMENT * members.len() + item_bytes(members),
        // BOOL and NULL.
        _ => 1,
    };
    value.as_object().into_iter().flatten().map(typed).sum()
}

/// One byte for two significant digits, and one more. Zeros at both ends are not significant.
fn number_bytes(number: &str) -> usize {
    let mantissa = number.split(['e', 'E']).next().unwrap_or_default();
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').len().div_ceil(2) + 1
}

/// The number of bytes that a text in Base64 encodes.
fn binary_bytes(base64: &str) -> usize {
    base64.trim_end_matches('=').len() * 3 / 4
}

/// The units of a request to DynamoDB, without those of indexes that a write changes. `response` contains the items
/// without a projection, because a projection does not reduce the units. `stored` returns the stored item with a key:
/// DynamoDB charges the larger of the items before and after a write. A put is charged for the new item, because the
/// request does not state its key.
pub(crate) fn units(
    operation: &str,
    request: &Value,
    response: &Value,
    stored: &dyn Fn(&str, &Value) -> Option<Item>,
) -> Units {
    let read = |read| Units { read, write: 0.0 };
    let write = |write| Units { read: 0.0, write };
    match operation {
        "GetItem" => read(read_units(found_bytes(response.get("Item")), Consistency::of(request))),
        "TransactGetItems" => {
            let items = array(response.get("Responses")).map(|found| found_bytes(found.get("Item")));
            read(items.map(|bytes| read_units(bytes, Consistency::Transactional)).sum())
        }
        "Query" | "Scan" => {
            let bytes = array(response.get("Items")).map(|item| found_bytes(Some(item))).sum();
            read(read_units(bytes, Consistency::of(request)))
        }
        "BatchGetItem" => {
            let tables = objects(request.get("RequestItems"));
            read(tables.map(|(table, keys)| batch_read_units(keys, response.get("Responses"), table)).sum())
        }
        "PutItem" | "UpdateItem" | "DeleteItem" => write(write_units(action_bytes(request, stored), Write::Single)),
        "BatchWriteItem" => {
            let requests = objects(request.get("RequestItems")).flat_map(|(table, all)| {
                array(Some(all)).map(move |request| batch_write_bytes(table, request, stored))
            });
            write(requests.map(|bytes| write_units(bytes, Write::Single)).sum())
        }
        "TransactWriteItems" => {
            let actions = array(request.get("TransactItems")).flat_map(|action| objects(Some(action)));
            write(actions.map(|(_, action)| write_units(action_bytes(action, stored), Write::Transactional)).sum())
        }
        _ => Units::default(),
    }
}

/// The units of the keys of one table. Each item is rounded up, and so is each missing one.
fn batch_read_units(keys: &Value, responses: Option<&Value>, table: &str) -> f64 {
    let consistency = Consistency::of(keys);
    let requested = array(keys.get("Keys")).count();
    let found: Vec<usize> =
        array(responses.and_then(|tables| tables.get(table))).map(|item| found_bytes(Some(item))).collect();
    let missing = std::iter::repeat_n(0, requested.saturating_sub(found.len()));
    found.into_iter().chain(missing).map(|bytes| read_units(bytes, consistency)).sum()
}

fn found_bytes(item: Option<&Value>) -> usize {
    item.and_then(Value::as_object).map_or(0, item_bytes)
}

fn batch_write_bytes(table: &str, request: &Value, stored: &dyn Fn(&str, &Value) -> Option<Item>) -> usize {
    match (request.pointer("/PutRequest/Item"), request.pointer("/DeleteRequest/Key")) {
        (Some(item), _) => found_bytes(Some(item)),
        (None, Some(key)) => stored(table, key).map_or(0, |item| item_bytes(&item)),
        (None, None) => 0,
    }
}

/// The size that a put, an update, a deletion or a check of a condition is charged for.
fn action_bytes(action: &Value, stored: &dyn Fn(&str, &Value) -> Option<Item>) -> usize {
    if let Some(item) = action.get("Item") {
        return found_bytes(Some(item));
    }
    let table = action.get("TableName").and_then(Value::as_str).unwrap_or_default();
    let Some(key) = action.get("Key") else { return 0 };
    let before = stored(table, key);
    let bytes_before = before.as_ref().map_or(0, item_bytes);
    if action.get("UpdateExpression").is_none() {
        return bytes_before;
    }
    let item = before.or_else(|| key.as_object().cloned()).unwrap_or_default();
    bytes_before.max(updated_bytes(&item, action))
}

/// The size of the item after an update. A value that is appended, added or set if it is absent counts in addition to the
/// stored one, so that the result can be too large by the size of that value.
fn updated_bytes(item: &Item, update: &Value) -> usize {
    let expression = update.get("UpdateExpression").and_then(Value::as_str).unwrap_or_default();
    let placeholder = |kind: &str, name: &str| update.get(kind)?.get(name);
    let mut bytes = item_bytes(item);
    for Assignment { path, values, replaces } in assignments(expression) {
        let name = |part| placeholder("ExpressionAttributeNames", part).and_then(Value::as_str).unwrap_or(part);
        let names: Vec<&str> = path.split('.').map(name).collect();
        let root = names.first().copied().unwrap_or_default();
        let stored = item.get(root).map(|value| root.len() + value_bytes(value));
        let is_member = names.len() > 1;
        bytes -= stored.filter(|_| replaces && !is_member).unwrap_or_default();
        // The name of an attribute counts once.
        let counted = usize::from(stored.is_some() && (is_member || !replaces));
        bytes += names.iter().skip(counted).map(|name| name.len()).sum::<usize>();
        let values = values.iter().filter_map(|value| placeholder("ExpressionAttributeValues", value));
        bytes += values.map(value_bytes).sum::<usize>();
    }
    bytes
}

/// A change of one attribute in an update expression.
#[derive(Debug, Eq, PartialEq)]
struct Assignment<'a> {
    /// The placeholders of the attribute and of its member: `#n0.#n1`.
    path: &'a str,
    /// The placeholders of the values.
    values: Vec<&'a str>,
    /// Whether the value replaces the stored one.
    replaces: bool,
}

/// The attributes that an update expression sets or adds to. It has no attributes that the update removes: DynamoDB charges
/// the item before the update if that is larger.
fn assignments(expression: &str) -> Vec<Assignment<'_>> {
    let mut found = Vec::<Assignment<'_>>::new();
    let (mut clause, mut previous) = ("", "");
    for word in expression.split([' ', ',', '(', ')']).filter(|word| !word.is_empty()) {
        match (clause, word) {
            (_, "SET" | "REMOVE" | "ADD" | "DELETE") => clause = word,
            ("SET", "=") => found.push(Assignment { path: previous, values: Vec::new(), replaces: true }),
            ("ADD", name) if name.starts_with('#') => {
                found.push(Assignment { path: name, values: Vec::new(), replaces: false });
            }
            ("SET" | "ADD", value) if value.starts_with(':') => {
                if let Some(assignment) = found.last_mut() {
                    assignment.replaces &= previous == "=";
                    assignment.values.push(value);
                }
            }
            _ => {}
        }
        previous = word;
    }
    found
}

fn array(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    value.and_then(Value::as_array).into_iter().flatten()
}

fn objects(value: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    value.and_then(Value::as_object).into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_size_of_an_item_is_that_of_its_names_and_values() {
        for (item, expected) in [
            (json!({}), 0),
            (json!({"id": {"S": "CHI_0001"}}), 10),
            (json!({"é": {"S": "é"}}), 4),
            (json!({"n": {"N": "0"}}), 2),
            (json!({"n": {"N": "7"}}), 3),
            (json!({"n": {"N": "-1234"}}), 4),
            (json!({"n": {"N": "12345"}}), 5),
            (json!({"n": {"N": "0.00120"}}), 3),
            (json!({"n": {"N": "1200000"}}), 3),
            (json!({"n": {"N": "1.25E+40"}}), 4),
            (json!({"b": {"BOOL": true}}), 2),
            (json!({"b": {"NULL": true}}), 2),
            (json!({"b": {"B": "YWJjZA=="}}), 5),
            (json!({"s": {"SS": ["ab", "c"]}}), 4),
            (json!({"s": {"NS": ["12", "345"]}}), 6),
            (json!({"l": {"L": []}}), 4),
            (json!({"l": {"L": [{"S": "ab"}, {"BOOL": true}]}}), 9),
            (json!({"m": {"M": {"a": {"S": "bc"}}}}), 8),
        ] {
            assert_eq!(item_bytes(item.as_object().unwrap()), expected, "{item}");
        }
    }

    fn read(read: f64) -> Units {
        Units { read, write: 0.0 }
    }

    fn write(write: f64) -> Units {
        Units { read: 0.0, write }
    }

    #[test]
    fn a_read_counts_started_steps_of_4_kb() {
        for (bytes, eventual) in [(0, 0.5), (1, 0.5), (4096, 0.5), (4097, 1.0), (8193, 1.5)] {
            assert_eq!(read(read_units(bytes, Consistency::Eventual)), read(eventual), "{bytes}");
            assert_eq!(read(read_units(bytes, Consistency::Strong)), read(2.0 * eventual), "{bytes}");
            assert_eq!(read(read_units(bytes, Consistency::Transactional)), read(4.0 * eventual), "{bytes}");
        }
    }

    #[test]
    fn a_write_counts_started_steps_of_1_kb() {
        for (bytes, single) in [(0, 1.0), (1, 1.0), (1024, 1.0), (1025, 2.0), (2049, 3.0)] {
            assert_eq!(write(write_units(bytes, Write::Single)), write(single), "{bytes}");
            assert_eq!(write(write_units(bytes, Write::Transactional)), write(2.0 * single), "{bytes}");
        }
    }

    /// A text that makes an item `{"id": …}` as large as stated.
    fn sized(bytes: usize) -> Value {
        json!({"id": {"S": "x".repeat(bytes - 2)}})
    }

    /// The table `Stored` has one item with 2,000 bytes.
    fn stored(table: &str, _: &Value) -> Option<Item> {
        (table == "Stored").then(|| sized(2000).as_object().unwrap().clone())
    }

    #[test]
    fn the_units_of_requests() {
        let key = json!({"id": {"S": "a"}});
        let update = |table: &str, bytes: usize| {
            json!({
                "TableName": table, "Key": key, "UpdateExpression": "SET #n0 = :v0",
                "ExpressionAttributeNames": {"#n0": "a"}, "ExpressionAttributeValues": {":v0": {"S": "x".repeat(bytes)}},
            })
        };
        let (eventual, strong) = (json!({}), json!({"ConsistentRead": true}));
        for (operation, request, response, read, write) in [
            ("GetItem", &eventual, json!({"Item": sized(5000)}), 1.0, 0.0),
            ("GetItem", &strong, json!({"Item": sized(5000)}), 2.0, 0.0),
            ("GetItem", &strong, json!({}), 1.0, 0.0),
            // The items of a query are rounded up together.
            ("Query", &eventual, json!({"Items": [sized(2000), sized(2000), sized(2000)]}), 1.0, 0.0),
            ("Query", &strong, json!({"Items": []}), 1.0, 0.0),
            // Those of a batch are rounded up one by one, and the missing ones count as well.
            (
                "BatchGetItem",
                &json!({"RequestItems": {
                    "A": {"Keys": [key, key, key]}, "B": {"Keys": [key], "ConsistentRead": true},
                }}),
                json!({"Responses": {"A": [sized(100), sized(5000)], "B": [sized(4096)]}}),
                0.5 + 1.0 + 0.5 + 1.0,
                0.0,
            ),
            (
                "TransactGetItems",
                &json!({}),
                json!({"Responses": [{"Item": sized(100)}, {"Item": sized(5000)}, {}]}),
                2.0 + 4.0 + 2.0,
                0.0,
            ),
            ("PutItem", &json!({"TableName": "A", "Item": sized(1500)}), json!({}), 0.0, 2.0),
            ("DeleteItem", &json!({"TableName": "Stored", "Key": key}), json!({}), 0.0, 2.0),
            ("DeleteItem", &json!({"TableName": "A", "Key": key}), json!({}), 0.0, 1.0),
            ("UpdateItem", &update("Stored", 40), json!({}), 0.0, 2.0),
            ("UpdateItem", &update("Stored", 48), json!({}), 0.0, 3.0),
            ("UpdateItem", &update("A", 1100), json!({}), 0.0, 2.0),
            (
                "BatchWriteItem",
                &json!({"RequestItems": {
                    "A": [{"PutRequest": {"Item": sized(1500)}}], "Stored": [{"DeleteRequest": {"Key": key}}],
                }}),
                json!({}),
                0.0,
                2.0 + 2.0,
            ),
            (
                "TransactWriteItems",
                &json!({"TransactItems": [
                    {"Put": {"TableName": "A", "Item": sized(1500)}}, {"Update": update("A", 40)},
                    {"ConditionCheck": {"TableName": "Stored", "Key": key, "ConditionExpression": "#n0 = :v0"}},
                ]}),
                json!({}),
                0.0,
                4.0 + 2.0 + 4.0,
            ),
            ("ListUsers", &json!({}), json!({}), 0.0, 0.0),
        ] {
            assert_eq!(units(operation, request, &response, &stored), Units { read, write }, "{operation} {request}");
        }
    }

    #[test]
    fn the_assignments_of_an_update() {
        let assignment =
            |path, values: &[&'static str], replaces| Assignment { path, values: values.to_vec(), replaces };
        let expression = "SET #n0 = :v0, #n1.#n2 = :v1, #n3 = if_not_exists(#n3, :v2), \
                          #n4 = list_append(if_not_exists(#n4, :v3), :v4) REMOVE #n5, #n6 ADD #n7 :v5 DELETE #n8 :v6";
        let expected = vec![
            assignment("#n0", &[":v0"], true),
            assignment("#n1.#n2", &[":v1"], true),
            assignment("#n3", &[":v2"], false),
            assignment("#n4", &[":v3", ":v4"], false),
            assignment("#n7", &[":v5"], false),
        ];
        assert_eq!(assignments(expression), expected);
    }

    #[test]
    fn an_update_replaces_or_adds_to_an_attribute() {
        let item = json!({"id": {"S": "a"}, "name": {"S": "12345"}, "m": {"M": {"one": {"S": "1"}}}});
        let size = item_bytes(item.as_object().unwrap());
        for (expression, expected) in [
            ("SET #name = :four", size - 1),
            ("SET #other = :four", size + 5 + 4),
            ("SET #m.#other = :four", size + 5 + 4),
            ("SET #name = list_append(#name, :four)", size + 4),
            ("ADD #name :four", size + 4),
            ("ADD #other :four", size + 5 + 4),
            ("REMOVE #name", size),
        ] {
            let update = json!({
                "UpdateExpression": expression, "ExpressionAttributeValues": {":four": {"S": "1234"}},
                "ExpressionAttributeNames": {"#name": "name", "#other": "other", "#m": "m"},
            });
            assert_eq!(updated_bytes(item.as_object().unwrap(), &update), expected, "{expression}");
        }
    }
}
