//! Scheduled changes of a location, as people make and see them.

use crate::{Person, Refusal, must};
use chrono::Duration;
use serde_json::{Value, json};
use shared::Instant;

const CHANGE: &str = "uuid actionTime id user version change { id table attribute value } pairedWith state failure";

/// The moment that lies so many seconds ahead.
pub fn in_seconds(seconds: i64) -> Instant {
    Instant::now().plus(Duration::seconds(seconds))
}

impl Person<'_> {
    /// `createScheduleChanges`: what is scheduled, and what could not be written.
    ///
    /// # Errors
    /// What GraphQL answers as an error.
    pub async fn schedule_all(&self, input: &Value) -> Result<(Vec<Value>, Vec<Value>), Refusal> {
        let mutation = format!(
            "mutation ($input: [CreateScheduleChangeInput!]!) {{ createScheduleChanges(input: $input) {{ \
             created {{ {CHANGE} }} failed {{ position message }} }} }}"
        );
        let mut data = self.graphql(&mutation, json!({ "input": input })).await?;
        let result = &mut data["createScheduleChanges"];
        Ok((list(&mut result["created"]), list(&mut result["failed"])))
    }

    /// The same, where all that is valid must be written.
    ///
    /// # Errors
    /// What GraphQL answers as an error.
    pub async fn schedule(&self, input: Value) -> Result<Vec<Value>, Refusal> {
        let (created, failed) = self.schedule_all(&input).await?;
        assert!(failed.is_empty(), "{failed:?}");
        Ok(created)
    }

    /// Schedules one change of a location, which must succeed; answers it.
    pub async fn schedule_one(&self, location: &str, attribute: &str, value: Value, at: Instant) -> Value {
        let input =
            json!([{ "location": location, "attribute": attribute, "value": value.to_string(), "dateTime": at }]);
        let created = must(attribute, self.schedule(input).await);
        must(attribute, created.into_iter().next().ok_or("no change was answered"))
    }

    /// `readScheduleChange`: what waits for a location, and what failed.
    pub async fn scheduled(&self, location: &str) -> Vec<Value> {
        let query = format!("query ($id: ID!) {{ readScheduleChange(filter: {{ id: $id }}) {{ {CHANGE} }} }}");
        list(&mut self.ask(&query, json!({ "id": location })).await)
    }

    /// The newest page of `failedScheduleChanges`.
    pub async fn failed_changes(&self) -> Vec<Value> {
        let query = format!("{{ failedScheduleChanges {{ items {{ {CHANGE} }} nextToken }} }}");
        list(&mut self.ask(&query, json!({})).await["items"])
    }

    /// A mutation of a scheduled change as this person sees it: `completeScheduleChange`, for instance.
    ///
    /// # Errors
    /// What GraphQL answers as an error.
    pub async fn act_on(&self, change: &Value, mutation: &str) -> Result<Vec<Value>, Refusal> {
        let query =
            format!("mutation ($input: ScheduleChangeKeyInput!) {{ {mutation}(input: $input) {{ {CHANGE} }} }}");
        let input = json!({ "uuid": change["uuid"], "actionTime": change["actionTime"] });
        self.graphql(&query, json!({ "input": input })).await.map(|mut data| list(&mut data[mutation]))
    }
}

fn list(value: &mut Value) -> Vec<Value> {
    value.as_array_mut().map(std::mem::take).unwrap_or_default()
}
