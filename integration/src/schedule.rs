//! Scheduled changes of a location through the operations of the console.

use crate::{Person, Rejection, must};
use chrono::Duration;
use serde_json::{Value, json};
use shared::Instant;

const CHANGE: &str = "uuid actionTime id user version change { id table attribute value } pairedWith state failure";

/// The instant in `seconds` seconds.
pub fn in_seconds(seconds: i64) -> Instant {
    Instant::now().plus(Duration::seconds(seconds))
}

impl Person<'_> {
    /// Calls `createScheduleChanges`. Returns the created changes and the failed rows.
    ///
    /// # Errors
    /// The first error of the response.
    pub async fn schedule_all(&self, input: &Value) -> Result<(Vec<Value>, Vec<Value>), Rejection> {
        let mutation = format!(
            "mutation ($input: [CreateScheduleChangeInput!]!) {{ createScheduleChanges(input: $input) {{ \
             created {{ {CHANGE} }} failed {{ position message }} }} }}"
        );
        let mut data = self.graphql(&mutation, json!({ "input": input })).await?;
        let result = &mut data["createScheduleChanges"];
        Ok((list(&mut result["created"]), list(&mut result["failed"])))
    }

    /// As [`Person::schedule_all`]. Fails the test if a row failed.
    ///
    /// # Errors
    /// The first error of the response.
    pub async fn schedule(&self, input: Value) -> Result<Vec<Value>, Rejection> {
        let (created, failed) = self.schedule_all(&input).await?;
        assert!(failed.is_empty(), "{failed:?}");
        Ok(created)
    }

    /// Schedules one change of a location and returns it. Fails the test on an error.
    pub async fn schedule_one(&self, location: &str, attribute: &str, value: Value, at: Instant) -> Value {
        let input =
            json!([{ "location": location, "attribute": attribute, "value": value.to_string(), "dateTime": at }]);
        let created = must(attribute, self.schedule(input).await);
        must(attribute, created.into_iter().next().ok_or("the response has no change"))
    }

    /// Calls `readScheduleChange`: the pending and failed changes of a location.
    pub async fn scheduled(&self, location: &str) -> Vec<Value> {
        let query = format!("query ($id: ID!) {{ readScheduleChange(filter: {{ id: $id }}) {{ {CHANGE} }} }}");
        list(&mut self.call(&query, json!({ "id": location })).await)
    }

    /// The newest page of `failedScheduleChanges`.
    pub async fn failed_changes(&self) -> Vec<Value> {
        let query = format!("{{ failedScheduleChanges {{ items {{ {CHANGE} }} nextToken }} }}");
        list(&mut self.call(&query, json!({})).await["items"])
    }

    /// Calls a mutation of a scheduled change, such as `completeScheduleChange`.
    ///
    /// # Errors
    /// The first error of the response.
    pub async fn act_on(&self, change: &Value, mutation: &str) -> Result<Vec<Value>, Rejection> {
        let query =
            format!("mutation ($input: ScheduleChangeKeyInput!) {{ {mutation}(input: $input) {{ {CHANGE} }} }}");
        let input = json!({ "uuid": change["uuid"], "actionTime": change["actionTime"] });
        self.graphql(&query, json!({ "input": input })).await.map(|mut data| list(&mut data[mutation]))
    }
}

fn list(value: &mut Value) -> Vec<Value> {
    value.as_array_mut().map(std::mem::take).unwrap_or_default()
}
