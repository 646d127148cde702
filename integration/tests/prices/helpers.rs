//! Helpers: prices of schemas that other tests do not use.

use integration::Person;
use serde_json::{Value, json};
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

/// Returns a unique schema id.
pub(crate) fn unique_schema() -> String {
    format!("TEST_{}", Uuid::now_v7().simple())
}

pub(crate) fn row(schema: &str, item: &str, price: &str) -> Value {
    json!({ "schemaId": schema, "item": item, "price": price })
}

/// Returns the arguments that update prices and confirm their schemas.
pub(crate) fn with_confirmed_schemas(rows: &[Value]) -> Value {
    let schemas: Vec<&Value> = rows.iter().map(|row| &row["schemaId"]).collect();
    json!({ "input": rows, "newSchemas": schemas })
}

/// Updates prices and returns the message.
pub(crate) async fn update(person: &Person<'_>, rows: &[Value]) -> Value {
    let response = person.call(UPDATE, with_confirmed_schemas(rows)).await;
    assert_eq!(&response["errors"], &json!([]), "{response}");
    assert_eq!(&response["rowErrors"], &json!([]), "{response}");
    response["message"].clone()
}

/// Returns the pages of the prices of schemas, or of all schemas.
pub(crate) async fn price_pages(person: &Person<'_>, schemas: Option<&[&str]>) -> Vec<Vec<Value>> {
    let (mut pages, mut next) = (Vec::new(), Value::Null);
    loop {
        let mut page = person.call(PRICES, json!({ "schemaIds": schemas, "nextToken": next })).await;
        pages.push(page["items"].as_array_mut().map(std::mem::take).unwrap_or_default());
        next = page["nextToken"].take();
        if next.is_null() {
            return pages;
        }
    }
}

/// Returns items and prices of one schema.
pub(crate) async fn prices_of(person: &Person<'_>, schema: &str) -> Vec<(String, String)> {
    let text = |price: &Value, name: &str| price[name].as_str().unwrap_or_default().to_owned();
    let all = price_pages(person, Some(&[schema])).await.concat();
    all.iter()
        .filter(|price| price["exists"] == true)
        .map(|price| (text(price, "item"), text(price, "price")))
        .collect()
}

/// Returns the changes of a price, newest first.
pub(crate) async fn history(person: &Person<'_>, schema: &str, item: &str) -> Vec<Value> {
    let mut page = person.call(HISTORY, json!({ "schemaId": schema, "item": item })).await;
    page["items"].as_array_mut().map(std::mem::take).unwrap_or_default()
}
