//! What the tests of this area share: prices of a schema that no other test has.

use serde_json::{Value, json};
use testkit::Person;
use uuid::Uuid;

pub(crate) const UPDATE: &str = "mutation ($input: [ItemPriceInput!]!, $newSchemas: [String!]) {
    updateItemPrices(input: $input, newSchemas: $newSchemas) {
        message errors rowErrors { schemaId item price errors } rows { outcome errors }
    }
}";

pub(crate) const PRICES: &str = "query ($schemaIds: [ID!], $nextToken: String) {
    itemPrices(schemaIds: $schemaIds, nextToken: $nextToken) { items { schemaId item price exists } nextToken }
}";

const HISTORY: &str = "query ($schemaId: ID!, $item: ID!) {
    itemPriceHistory(schemaId: $schemaId, item: $item) { items { user event from to } nextToken }
}";

/// A schema that no other test has.
pub(crate) fn new_schema() -> String {
    format!("TEST_{}", Uuid::now_v7().simple())
}

pub(crate) fn row(schema: &str, item: &str, price: &str) -> Value {
    json!({ "schemaId": schema, "item": item, "price": price })
}

/// The arguments that update prices and confirm their schemas.
pub(crate) fn confirmed(rows: &[Value]) -> Value {
    let schemas: Vec<&Value> = rows.iter().map(|row| &row["schemaId"]).collect();
    json!({ "input": rows, "newSchemas": schemas })
}

/// Updates prices; answers the message.
pub(crate) async fn update(person: &Person<'_>, rows: &[Value]) -> Value {
    let answer = person.ask(UPDATE, confirmed(rows)).await;
    assert_eq!((&answer["errors"], &answer["rowErrors"]), (&json!([]), &json!([])), "{answer}");
    answer["message"].clone()
}

/// The prices of schemas (of all where none are named), page by page.
pub(crate) async fn pages(person: &Person<'_>, schemas: Option<&[&str]>) -> Vec<Vec<Value>> {
    let (mut pages, mut next) = (Vec::new(), Value::Null);
    loop {
        let mut page = person.ask(PRICES, json!({ "schemaIds": schemas, "nextToken": next })).await;
        pages.push(page["items"].as_array_mut().map(std::mem::take).unwrap_or_default());
        next = page["nextToken"].take();
        if next.is_null() {
            return pages;
        }
    }
}

/// Items and prices of one schema.
pub(crate) async fn prices_of(person: &Person<'_>, schema: &str) -> Vec<(String, String)> {
    let text = |price: &Value, name: &str| price[name].as_str().unwrap_or_default().to_owned();
    let all = pages(person, Some(&[schema])).await.concat();
    all.iter()
        .filter(|price| price["exists"] == true)
        .map(|price| (text(price, "item"), text(price, "price")))
        .collect()
}

/// The changes of a price, newest first: event, before and after.
pub(crate) async fn history(person: &Person<'_>, schema: &str, item: &str) -> Vec<Value> {
    let mut page = person.ask(HISTORY, json!({ "schemaId": schema, "item": item })).await;
    page["items"].as_array_mut().map(std::mem::take).unwrap_or_default()
}
