//! A day's stockings with their JIT.

use crate::{
    model::ToldJitLocation,
    stocked::{self, Stocked},
    store::JitStore,
};
use chrono::NaiveDate;
use locations::rules::Field;
use serde::Deserialize;
use serde_json::Value;
use shared::{Error, FieldError, Page, Result};
use stocking::driver_action::DriverActionStore;

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
}

/// The stockings of a day of which JIT knows, in no order, each with when its location was stocked.
///
/// # Errors
/// [`Error::Invalid`] where the date is none, or the token is not one that this list gave out.
pub async fn jit_locations(
    (store, actions): &(JitStore, DriverActionStore),
    JitLocationsArguments { input, next_token }: JitLocationsArguments,
) -> Result<Page<ToldJitLocation>> {
    let date = drop_off_date(&input.drop_off_date).map_err(|error| Error::Invalid(vec![error]))?;
    let Page { items, next_token } = store.of_day(date, next_token.as_deref()).await?;
    // Asked once for the page, and not at all where there is nothing to lock.
    let stocked = if items.is_empty() { Stocked::default() } else { stocked::of_day(actions, date).await? };
    let told = items.into_iter().map(|row| {
        let at = stocked.at(&row.stocking_id.location, row.stocking_id.stocking_index);
        row.told(at)
    });
    Ok(Page { items: told.collect(), next_token })
}

fn drop_off_date(value: &Value) -> Result<NaiveDate, FieldError> {
    let field = Field { name: "dropOffDate", value };
    field.date().map_err(|error| FieldError::new("input.dropOffDate", error.message))
}
