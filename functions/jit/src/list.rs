//! Lists the JIT status of a day's stockings.

use crate::{model::JitLocationResponse, store::JitStore};
use chrono::NaiveDate;
use locations::{model::LocationId, rules::Field};
use serde::Deserialize;
use serde_json::Value;
use shared::{Error, FieldError, Page, Result};
use stocking::decision::DropDecisionStore;

/// Arguments of `jitLocations`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JitLocationsArguments {
    input: JitLocationsInput,
    #[serde(default)]
    next_token: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct JitLocationsInput {
    drop_off_date: Value,
    #[serde(default)]
    location: Value,
}

impl JitLocationsArguments {
    /// Whether the request is for the stockings of one location.
    pub fn has_location(&self) -> bool {
        !self.input.location.is_null()
    }
}

/// Returns one page of the JIT status of a day's stockings, or all stockings of one location on that day, in no order.
/// Each has the time at which it was stocked.
///
/// # Errors
/// [`Error::Invalid`] if the date or the location is not valid, or the token does not belong to this list.
pub async fn jit_locations(
    store: &JitStore,
    drops: &DropDecisionStore,
    JitLocationsArguments { input, next_token }: JitLocationsArguments,
) -> Result<Page<JitLocationResponse>> {
    let (date, location) = parse_input(&input)?;
    let Page { items, next_token } = match location {
        Some(location) => Page { items: store.of_location(date, &location).await?, next_token: None },
        None => store.of_day(date, next_token.as_deref()).await?,
    };
    let stocked = drops.stocked_times(date, items.iter().map(|row| &row.stocking_id.location)).await?;
    let responses = items.into_iter().map(|row| {
        let at = stocked.at(&row.stocking_id.location, row.stocking_id.stocking_index);
        row.into_response(at)
    });
    Ok(Page { items: responses.collect(), next_token })
}

fn parse_input(input: &JitLocationsInput) -> Result<(NaiveDate, Option<LocationId>)> {
    let location = Field { name: "location", value: &input.location };
    let location = location.optional(|field| field.text()?.parse::<LocationId>().map_err(|why| field.error(why)));
    match (drop_off_date(&input.drop_off_date), location) {
        (Ok(date), Ok(location)) => Ok((date, location)),
        (date, location) => {
            let location = location.err().map(|error| FieldError::new("input.location", error.message));
            Err(Error::Invalid(date.err().into_iter().chain(location).collect()))
        }
    }
}

fn drop_off_date(value: &Value) -> Result<NaiveDate, FieldError> {
    let field = Field { name: "dropOffDate", value };
    field.date().map_err(|error| FieldError::new("input.dropOffDate", error.message))
}
