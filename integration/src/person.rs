//! A signed-in user and their calls.

use crate::{Rejection, Rest, Stack, must};
use reqwest::Method;
use serde_json::{Value, json};

/// All fields of a location that the detail page reads.
const LOCATION: &str = "query ($id: ID!) { location(id: $id) {
    id type version lastModified accessTo address { street city state zipCode } deviceAddress baseCommission covid19
    directions fridgeModel fridgeSchema hostname hours
    workHours { monday tuesday wednesday thursday friday saturday sunday }
    holidayScreenEnabled holidayScreenFridgeSpecific holidayScreenStartDate holidayScreenEndDate ip latitude longitude
    layoutName market onlineDate paymentGateway percentage prettyName priceMapTemplate prod publicStatus reserve route
    serialPort status stockingSchedule { monday tuesday wednesday thursday friday saturday sunday } stop taxRate
    timeZone updateReason { prod reserve } vertical accountTier fulfillmentCenter opportunityName routingTag
    parkToFridgeInstructions
} }";

const HISTORY: &str = "query ($id: ID!, $nextToken: String) { locationHistory(id: $id, nextToken: $nextToken) {
    items { id at user event changes { attribute from to } reason note } nextToken
} }";

/// A user who is signed in to a stack.
#[derive(Debug)]
pub struct Person<'a> {
    stack: &'a Stack,
    token: String,
}

impl<'a> Person<'a> {
    pub(crate) fn new(stack: &'a Stack, token: String) -> Self {
        Self { stack, token }
    }

    /// Calls GraphQL.
    ///
    /// # Errors
    /// The first error of the response.
    pub async fn graphql(&self, query: &str, variables: Value) -> Result<Value, Rejection> {
        self.stack.graphql(Some(&self.token), query, variables).await
    }

    /// Calls one GraphQL field and returns its value. Fails the test on an error.
    pub async fn call(&self, query: &str, variables: Value) -> Value {
        let data = must(query, self.graphql(query, variables).await);
        let value = data.as_object().and_then(|data| data.values().next()).cloned();
        must(query, value.ok_or("the response has no field"))
    }

    /// Calls one GraphQL field that must be rejected. Fails the test if the call succeeds.
    pub async fn call_rejected(&self, query: &str, variables: Value) -> Rejection {
        let rejection = self.graphql(query, variables).await.err();
        must(query, rejection.ok_or("the call succeeded"))
    }

    /// Sends a `GET` request.
    pub async fn get(&self, path: &str) -> Rest {
        self.stack.rest(Some(&self.token), Method::GET, path, None).await
    }

    /// Sends a `POST` request.
    pub async fn post(&self, path: &str, body: Value) -> Rest {
        self.stack.rest(Some(&self.token), Method::POST, path, Some(body)).await
    }

    /// Sends a `PUT` request.
    pub async fn put(&self, path: &str, body: Value) -> Rest {
        self.stack.rest(Some(&self.token), Method::PUT, path, Some(body)).await
    }

    /// Sends a `PATCH` request.
    pub async fn patch(&self, path: &str, body: Value) -> Rest {
        self.stack.rest(Some(&self.token), Method::PATCH, path, Some(body)).await
    }

    /// Edits a location and returns it. Fails the test on an error.
    pub async fn edit(&self, id: &str, body: Value) -> Value {
        self.patch(&format!("/locations/{id}"), body).await.expect(200)
    }

    /// The location; null if it does not exist.
    pub async fn location(&self, id: &str) -> Value {
        self.call(LOCATION, json!({ "id": id })).await
    }

    /// The complete history of a location, newest first.
    pub async fn history(&self, id: &str) -> Vec<Value> {
        let (mut entries, mut next) = (Vec::new(), Value::Null);
        loop {
            let mut page = self.history_page(id, &next).await;
            entries.extend(page["items"].as_array_mut().into_iter().flat_map(std::mem::take));
            next = page["nextToken"].take();
            if next.is_null() {
                return entries;
            }
        }
    }

    /// One page of a location's history.
    pub async fn history_page(&self, id: &str, next_token: &Value) -> Value {
        self.call(HISTORY, json!({ "id": id, "nextToken": next_token })).await
    }

    /// The entries of a location's history with this event, newest first.
    pub async fn events(&self, id: &str, event: &str) -> Vec<Value> {
        self.history(id).await.into_iter().filter(|entry| entry["event"] == event).collect()
    }
}
