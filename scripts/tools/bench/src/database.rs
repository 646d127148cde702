//! Tables in memory that answer DynamoDB's batch writes and reads: keys, ranges of keys, limits, filters, projections and
//! pages of 1 MB. Conditional writes are accepted and change nothing, so that the same event can be sent thousands of times.

use crate::capacity::item_bytes;
use anyhow::{Context, Result, bail, ensure};
use bytes::Bytes;
use serde_json::{Map, Value, json};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    ops::Bound,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The size of the items at which DynamoDB ends a page, in bytes.
const PAGE_BYTES: usize = 1_048_576;
/// The maximum number of values in one list of a filter.
const MAX_FILTER_VALUES: usize = 100;

/// The name of a table or index, its keys, and the attributes that it contains (`None`: all).
struct Schema {
    table: &'static str,
    index: &'static str,
    partition: &'static str,
    sort: Option<&'static str>,
    /// The key of the table, for an index.
    item: Option<&'static str>,
    attributes: Option<&'static [&'static str]>,
}

/// The tables and indexes that the measured operations read. All others are empty.
#[rustfmt::skip]
const SCHEMAS: [Schema; 9] = [
    Schema { table: "Locations", index: "", partition: "id", sort: None, item: None, attributes: None },
    Schema {
        table: "Locations", index: "fleet", partition: "fleetShard", sort: Some("fleetSort"), item: Some("id"),
        attributes: Some(&crate::items::PROJECTED_ATTRIBUTES),
    },
    Schema { table: "FridgeHealth", index: "", partition: "locationId", sort: None, item: None, attributes: None },
    Schema {
        table: "FridgeHealth", index: "byFleet", partition: "checkShard", sort: Some("locationId"), item: None,
        attributes: Some(&["timestamp", "receivedAt", "summary"]),
    },
    Schema { table: "RouteStops", index: "", partition: "dayShard", sort: Some("route"), item: None, attributes: None },
    Schema { table: "PackingSlips", index: "", partition: "dayShard", sort: Some("slip"), item: None, attributes: None },
    Schema { table: "JitLocations", index: "", partition: "dayShard", sort: Some("stocking"), item: None, attributes: None },
    Schema { table: "DropDecisions", index: "", partition: "locationDay", sort: Some("drop"), item: None, attributes: None },
    Schema { table: "StopTimes", index: "", partition: "weekdayShard", sort: Some("stop"), item: None, attributes: None },
];

/// The items of a partition, by sort key.
type Partition = BTreeMap<String, Item>;

/// An item as JSON text, with its size as DynamoDB counts it.
struct Item {
    json: String,
    bytes: usize,
}

/// The tables and the responses that were already created.
#[derive(Default)]
pub(crate) struct Database {
    /// The partitions, by table, index and partition key.
    partitions: Mutex<HashMap<(String, String, String), Partition>>,
    /// The responses of reads. The same event repeats the same reads, and the stub should use little CPU time.
    responses: Mutex<HashMap<(String, String), Bytes>>,
}

impl Database {
    /// The response to a request, or `None` if the operation does not read or write these tables.
    pub(crate) fn respond(&self, operation: &str, body: &str) -> Result<Option<Bytes>> {
        let input = || serde_json::from_str::<Value>(body).context("a request is not JSON");
        match operation {
            "BatchWriteItem" => self.write(&input()?).map(|response| Some(response.into())),
            "GetItem" | "BatchGetItem" | "Query" => {
                let input = input()?;
                // The order of the values differs between equal requests. The text of the parsed request is sorted.
                let key = (operation.to_owned(), input.to_string());
                if let Some(known) = lock(&self.responses).get(&key) {
                    return Ok(Some(known.clone()));
                }
                let response = match operation {
                    "GetItem" => self.get(&input)?,
                    "BatchGetItem" => Some(self.batch_get(&input)?),
                    _ => self.query(&input)?,
                };
                let response = response.map(Bytes::from);
                if let Some(response) = &response {
                    lock(&self.responses).insert(key, response.clone());
                }
                Ok(response)
            }
            _ => Ok(None),
        }
    }

    /// The average size of an item of each table and index, in bytes as DynamoDB counts them: `FridgeHealth/byFleet`.
    pub(crate) fn average_bytes(&self) -> BTreeMap<String, usize> {
        let mut sums: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for ((table, index, _), partition) in lock(&self.partitions).iter() {
            let name = if index.is_empty() { table.clone() } else { format!("{table}/{index}") };
            let (bytes, items) = sums.entry(name).or_default();
            *bytes += partition.values().map(|item| item.bytes).sum::<usize>();
            *items += partition.len();
        }
        sums.into_iter().map(|(name, (bytes, items))| (name, bytes / items.max(1))).collect()
    }

    fn write(&self, input: &Value) -> Result<String> {
        let mut partitions = lock(&self.partitions);
        for (table, requests) in objects(input.get("RequestItems")) {
            for request in requests.as_array().into_iter().flatten() {
                let item = request.pointer("/PutRequest/Item").and_then(Value::as_object).context("no item is put")?;
                for schema in SCHEMAS.iter().filter(|schema| schema.table == table) {
                    let Some(partition) = text(item, schema.partition) else { continue };
                    let sort = schema.sort.and_then(|name| text(item, name)).unwrap_or_default();
                    let projected = schema.projected(item);
                    let stored = Item { bytes: item_bytes(&projected), json: Value::Object(projected).to_string() };
                    let key = (table.clone(), schema.index.to_owned(), partition.to_owned());
                    partitions.entry(key).or_default().insert(sort.to_owned(), stored);
                }
            }
        }
        lock(&self.responses).clear();
        Ok(r#"{"UnprocessedItems":{}}"#.into())
    }

    /// `None` if the table is not one of these.
    fn get(&self, input: &Value) -> Result<Option<String>> {
        let table = input.get("TableName").and_then(Value::as_str).unwrap_or_default();
        let Some(schema) = schema(table, "") else { return Ok(None) };
        let found = self.item(schema, input.get("Key").and_then(Value::as_object).context("a read has no key")?);
        Ok(Some(found.map_or_else(|| "{}".into(), |item| format!(r#"{{"Item":{item}}}"#))))
    }

    fn item(&self, schema: &Schema, key: &Map<String, Value>) -> Option<String> {
        let partition = text(key, schema.partition)?;
        let sort = schema.sort.and_then(|name| text(key, name)).unwrap_or_default();
        let key = (schema.table.to_owned(), String::new(), partition.to_owned());
        lock(&self.partitions).get(&key)?.get(sort).map(|item| item.json.clone())
    }

    fn batch_get(&self, input: &Value) -> Result<String> {
        let mut tables = Vec::new();
        for (table, request) in objects(input.get("RequestItems")) {
            let projection = projection(request);
            let keys = request.get("Keys").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object);
            let found = keys.filter_map(|key| self.item(schema(table, "")?, key));
            let items: Vec<String> = found.map(|item| project(&item, &projection)).collect::<Result<_>>()?;
            tables.push(format!(r#""{table}":[{}]"#, items.join(",")));
        }
        Ok(format!(r#"{{"Responses":{{{}}},"UnprocessedKeys":{{}}}}"#, tables.join(",")))
    }

    /// `None` if the table is not one of these.
    fn query(&self, input: &Value) -> Result<Option<String>> {
        let name = |name: &str| input.get(name).and_then(Value::as_str).unwrap_or_default();
        let Some(schema) = schema(name("TableName"), name("IndexName")) else { return Ok(None) };
        let range = KeyRange::parse(input)?;
        let limit = input.get("Limit").and_then(Value::as_u64).map_or(Ok(usize::MAX), usize::try_from)?;
        let start = schema.sort.and_then(|sort| text(input.get("ExclusiveStartKey")?.as_object()?, sort));
        let (projection, filter) = (projection(input), Filter::parse(schema, input)?);
        let partitions = lock(&self.partitions);
        let key = (schema.table.to_owned(), schema.index.to_owned(), range.partition.clone());
        let (mut items, mut read, mut bytes, mut last) = (Vec::new(), 0, 0, None);
        let empty = Partition::new();
        let mut found = partitions
            .get(&key)
            .unwrap_or(&empty)
            .range::<str, _>((start.map_or(Bound::Unbounded, Bound::Excluded), Bound::Unbounded))
            .filter(|(sort, _)| range.contains(sort))
            .peekable();
        while let Some((sort, item)) = found.next() {
            if filter.accepts(&item.json)? {
                items.push(project(&item.json, &projection)?);
            }
            read += 1;
            bytes += item.bytes;
            if read == limit || bytes >= PAGE_BYTES && found.peek().is_some() {
                last = Some(schema.last_key(&range.partition, sort, &item.json)?);
                break;
            }
        }
        let count = items.len();
        let last = last.map(|key| format!(r#","LastEvaluatedKey":{key}"#)).unwrap_or_default();
        Ok(Some(format!(r#"{{"Count":{count},"ScannedCount":{read},"Items":[{}]{last}}}"#, items.join(","))))
    }
}

/// The filter of a query: each of these attributes has one of the values.
#[derive(Default)]
struct Filter(Vec<(String, BTreeSet<String>)>);

impl Filter {
    fn parse(schema: &Schema, input: &Value) -> Result<Self> {
        let Some(filter) = input.get("FilterExpression").and_then(Value::as_str) else { return Ok(Self::default()) };
        let resolve = |parameter: &str, placeholder: &str| input.get(parameter)?.get(placeholder).cloned();
        let condition = |condition: &str| {
            let words: Vec<&str> = condition.split([' ', '(', ')', ',']).filter(|word| !word.is_empty()).collect();
            let [name, "=" | "IN", values @ ..] = words.as_slice() else {
                bail!("the stub does not support the filter {condition}");
            };
            ensure!((1..=MAX_FILTER_VALUES).contains(&values.len()), "a filter has {} values", values.len());
            let name = resolve("ExpressionAttributeNames", name).context("a filter has no name")?;
            let value = |placeholder: &&str| {
                let value = resolve("ExpressionAttributeValues", placeholder);
                value.and_then(|value| Some(value.get("S")?.as_str()?.to_owned())).context("a value is not a text")
            };
            let values = values.iter().map(value).collect::<Result<_>>()?;
            let name = name.as_str().context("a name is not a text")?;
            ensure!(![Some(schema.partition), schema.sort].contains(&Some(name)), "a filter contains the key {name}");
            Ok((name.to_owned(), values))
        };
        Ok(Self(filter.split(" AND ").map(condition).collect::<Result<_>>()?))
    }

    fn accepts(&self, item: &str) -> Result<bool> {
        if self.0.is_empty() {
            return Ok(true);
        }
        let item: Map<String, Value> = serde_json::from_str(item)?;
        Ok(self.0.iter().all(|(name, values)| text(&item, name).is_some_and(|value| values.contains(value))))
    }
}

impl Schema {
    fn projected(&self, item: &Map<String, Value>) -> Map<String, Value> {
        let Some(attributes) = self.attributes else { return item.clone() };
        let keys = [Some(self.partition), self.sort, self.item];
        let is_projected = |name: &str| attributes.contains(&name) || keys.contains(&Some(name));
        item.iter().filter(|(name, _)| is_projected(name)).map(|(name, value)| (name.clone(), value.clone())).collect()
    }

    fn last_key(&self, partition: &str, sort: &str, item: &str) -> Result<Value> {
        let mut key = json!({ self.partition: { "S": partition } });
        let item: Map<String, Value> = serde_json::from_str(item)?;
        let object = key.as_object_mut().context("a key is an object")?;
        object.extend(self.sort.map(|name| (name.to_owned(), json!({ "S": sort }))));
        object.extend(self.item.and_then(|name| Some((name.to_owned(), item.get(name)?.clone()))));
        Ok(key)
    }
}

/// The condition of the keys of a query.
struct KeyRange {
    partition: String,
    sort: Sort,
}

enum Sort {
    All,
    Prefix(String),
    Between(String, String),
    After(String),
    AtMost(String),
}

impl KeyRange {
    fn parse(input: &Value) -> Result<Self> {
        let condition = input.get("KeyConditionExpression").and_then(Value::as_str).context("a query has no keys")?;
        let values =
            input.get("ExpressionAttributeValues").and_then(Value::as_object).context("a query has no values")?;
        let words: Vec<&str> = condition.split([' ', '(', ')', ',']).filter(|word| !word.is_empty()).collect();
        let value = |name: &str| text(values, name).map(str::to_owned).context("a key is not a text");
        let (partition, sort) = match words.as_slice() {
            [_, "=", partition] => (partition, Sort::All),
            [_, "=", partition, "AND", "begins_with", _, prefix] => (partition, Sort::Prefix(value(prefix)?)),
            [_, "=", partition, "AND", _, "BETWEEN", first, "AND", last] => {
                (partition, Sort::Between(value(first)?, value(last)?))
            }
            [_, "=", partition, "AND", _, ">", after] => (partition, Sort::After(value(after)?)),
            [_, "=", partition, "AND", _, "<=", last] => (partition, Sort::AtMost(value(last)?)),
            _ => bail!("the stub does not support the key condition {condition}"),
        };
        Ok(Self { partition: value(partition)?, sort })
    }

    fn contains(&self, key: &str) -> bool {
        match &self.sort {
            Sort::All => true,
            Sort::Prefix(prefix) => key.starts_with(prefix),
            Sort::Between(first, last) => first.as_str() <= key && key <= last.as_str(),
            Sort::After(after) => key > after.as_str(),
            Sort::AtMost(last) => key <= last.as_str(),
        }
    }
}

fn schema(table: &str, index: &str) -> Option<&'static Schema> {
    SCHEMAS.iter().find(|schema| schema.table == table && schema.index == index)
}

/// The names of the attributes to return; empty for all.
fn projection(request: &Value) -> Vec<String> {
    let names = request.get("ExpressionAttributeNames");
    let expression = request.get("ProjectionExpression").and_then(Value::as_str).unwrap_or_default();
    let name = |placeholder: &str| names?.get(placeholder)?.as_str().map(str::to_owned);
    expression.split(", ").filter_map(name).collect()
}

fn project(item: &str, projection: &[String]) -> Result<String> {
    if projection.is_empty() {
        return Ok(item.to_owned());
    }
    let mut item: Map<String, Value> = serde_json::from_str(item)?;
    item.retain(|name, _| projection.contains(name));
    Ok(Value::Object(item).to_string())
}

fn objects(value: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    value.and_then(Value::as_object).into_iter().flatten()
}

fn text<'a>(item: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    item.get(name)?.get("S")?.as_str()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn database(items: usize, filler: usize) -> Database {
        let database = Database::default();
        let put = |number: usize| {
            let item = json!({
                "dayShard": {"S": "2026-11-23#1"}, "route": {"S": format!("r{number:04}")},
                "filler": {"S": "x".repeat(filler)},
            });
            json!({"PutRequest": {"Item": item}})
        };
        let requests: Vec<Value> = (0..items).map(put).collect();
        let body = json!({"RequestItems": {"RouteStops": requests}}).to_string();
        database.respond("BatchWriteItem", &body).unwrap().unwrap();
        database
    }

    fn query(database: &Database, condition: &str, extra: &Value) -> Value {
        let mut body = json!({
            "TableName": "RouteStops", "KeyConditionExpression": condition,
            "ExpressionAttributeNames": {"#n0": "dayShard", "#n1": "route"},
            "ExpressionAttributeValues": {
                ":v0": {"S": "2026-11-23#1"}, ":v1": {"S": "r0002"}, ":v2": {"S": "r0004"},
            },
        });
        body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        serde_json::from_slice(&database.respond("Query", &body.to_string()).unwrap().unwrap()).unwrap()
    }

    #[test]
    fn a_query_returns_the_range_of_its_sort_keys() {
        let database = database(6, 1);
        for (condition, count) in [
            ("#n0 = :v0", 6),
            ("#n0 = :v0 AND begins_with(#n1, :v1)", 1),
            ("#n0 = :v0 AND #n1 BETWEEN :v1 AND :v2", 3),
            ("#n0 = :v0 AND #n1 > :v1", 3),
            ("#n0 = :v0 AND #n1 <= :v1", 3),
        ] {
            assert_eq!(query(&database, condition, &json!({}))["Count"], count, "{condition}");
        }
    }

    #[test]
    fn a_filter_leaves_out_items_but_the_limit_counts_them() {
        let database = Database::default();
        let put = |number: usize| {
            let (market, route) = (["MW", "NE", "S"][number % 3], format!("r{number:04}"));
            let item = json!({"dayShard": {"S": "1"}, "route": {"S": route}, "market": {"S": market}});
            json!({"PutRequest": {"Item": item}})
        };
        let requests: Vec<Value> = (0..6).map(put).collect();
        let body = json!({"RequestItems": {"RouteStops": requests}}).to_string();
        database.respond("BatchWriteItem", &body).unwrap().unwrap();
        let filtered = |filter: &str| {
            let body = json!({
                "TableName": "RouteStops", "KeyConditionExpression": "#n0 = :v0", "FilterExpression": filter, "Limit": 4,
                "ExpressionAttributeNames": {"#n0": "dayShard", "#n1": "market", "#n2": "route"},
                "ExpressionAttributeValues": {":v0": {"S": "1"}, ":v1": {"S": "NE"}, ":v2": {"S": "S"}},
            });
            let response = database.respond("Query", &body.to_string())?.context("the table is unknown")?;
            anyhow::Ok(serde_json::from_slice::<Value>(&response)?)
        };
        let some = filtered("#n1 IN (:v1, :v2)").unwrap();
        assert_eq!((&some["Count"], &some["ScannedCount"]), (&json!(2), &json!(4)));
        assert_eq!(some["Items"][1]["route"]["S"], "r0002");
        assert_eq!(some["LastEvaluatedKey"]["route"]["S"], "r0003");
        assert_eq!(filtered("#n1 = :v2").unwrap()["Items"][0]["route"]["S"], "r0002");
        assert!(filtered("#n2 = :v2").is_err(), "DynamoDB accepts no key in a filter");
    }

    #[test]
    fn equal_requests_with_values_in_another_order_have_one_response() {
        let database = database(1, 1);
        for values in [r#"":v0":{"S":"a"},":v1":{"S":"b"}"#, r#"":v1":{"S":"b"},":v0":{"S":"a"}"#] {
            let body = format!(
                r##"{{"TableName":"RouteStops","KeyConditionExpression":"#n0 = :v0","ExpressionAttributeValues":{{{values}}}}}"##
            );
            database.respond("Query", &body).unwrap().unwrap();
        }
        assert_eq!(lock(&database.responses).len(), 1);
    }

    #[test]
    fn a_page_ends_at_its_limit_or_at_1_mb_and_names_its_last_key() {
        let limited = query(&database(6, 1), "#n0 = :v0", &json!({"Limit": 2}));
        assert_eq!(limited["LastEvaluatedKey"]["route"]["S"], "r0001");
        let large = database(30, 100_000);
        let first = query(&large, "#n0 = :v0", &json!({}));
        assert_eq!(first["Count"], 11);
        let next = json!({"ExclusiveStartKey": first["LastEvaluatedKey"]});
        assert_eq!(query(&large, "#n0 = :v0", &next)["Items"][0]["route"]["S"], "r0011");
    }

    #[test]
    fn counts_the_average_size_of_an_item() {
        // "dayShard" and "2026-11-23#1" are 8 and 12 bytes, "route" and "r0000" 5 each, "filler" and its value 6 and 10.
        assert_eq!(database(3, 10).average_bytes(), BTreeMap::from([("RouteStops".to_owned(), 46)]));
    }

    #[test]
    fn a_projection_returns_only_its_attributes() {
        let projected = query(&database(1, 9), "#n0 = :v0", &json!({"ProjectionExpression": "#n1"}));
        assert_eq!(projected["Items"], json!([{"route": {"S": "r0000"}}]));
    }
}
