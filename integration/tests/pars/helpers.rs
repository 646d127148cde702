//! Helpers: par groups on a day and of a location that other tests do not use.

use chrono::{Days, NaiveDate};
use integration::{NewLocation, Person, Stack, in_seconds};
use orders::{
    model::{Order, OrderItem},
    store::OrderStore,
};
use serde_json::{Value, json};
use uuid::Uuid;

pub(crate) const UPLOAD: &str =
    "mutation ($input: [ParMap!]!) { uploadParMaps(input: $input) { group outcome errors } }";

/// Returns a random future day, which other tests do not use.
pub(crate) fn unique_day() -> NaiveDate {
    let random = Uuid::now_v7().as_u64_pair().1;
    NaiveDate::from_ymd_opt(2100, 1, 1).unwrap() + Days::new(random % 300_000)
}

/// Creates a fridge with all tags that a delivery needs.
pub(crate) async fn create_fridge(stack: &Stack) -> String {
    let id = NewLocation::default().create(&stack.person("admin").await).await;
    let tags = [("routingTag", "CHI-1"), ("fulfillmentCenter", "CHI"), ("parkToFridgeInstructions", "Dock 3")];
    stack.aws().set_attributes("Locations", ("id", &id), &tags).await;
    id
}

/// Returns a par group with one item.
pub(crate) fn group(location: &str, day: NaiveDate, par: u32, jit: bool) -> Value {
    json!({
        "location": location, "dropOffDate": day, "deliveryDate": day, "jit": jit, "stockingIndex": 1,
        "parsAndItems": [{ "pars": par, "itemName": "Harvest Salad" }],
        "overCapacityAmountsAndItems": [{ "overCapacityAmount": 2.5, "itemName": "Harvest Salad" }],
        "priorityBoostItems": ["Harvest Salad"],
    })
}

/// Uploads groups and returns their results.
pub(crate) async fn upload(person: &Person<'_>, groups: &[Value]) -> Vec<Value> {
    let mut results = person.call(UPLOAD, json!({ "input": groups })).await;
    results.as_array_mut().map(std::mem::take).unwrap_or_default()
}

/// Stores an order for the location's first stocking and returns its id.
pub(crate) async fn create_order(stack: &Stack, location: &str, day: NaiveDate, status: &str) -> String {
    let unique_id = format!("O-{}", Uuid::now_v7());
    let order = Order {
        unique_id: unique_id.clone(),
        location_id: location.parse().unwrap(),
        drop_off_date: day,
        delivery_date: day,
        stocking_index: 1,
        order_type: "ORDER".into(),
        order_owner: "planner".into(),
        client_code: "LARDER".into(),
        status: status.into(),
        address_for_delivery: None,
        delivery_special_notes: None,
        order_upload_id: None,
        items: vec![OrderItem { item: "Harvest Salad".into(), quantity: 4 }],
        occurred_at: in_seconds(0),
    };
    let store: OrderStore = stack.aws().store(&[("ORDERS_TABLE", "Orders")]);
    store.put_all(&[order]).await.unwrap();
    unique_id
}
