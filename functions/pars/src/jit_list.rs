//! A day's stockings with their JIT; of one location with their pars as well.

use crate::{store::ParStore, told};
use jit::{
    list::{self, JitLocationsArguments},
    model::ToldJitLocation,
    store::JitStore,
};
use serde::Serialize;
use shared::{Page, Result};
use std::collections::BTreeMap;
use stocking::driver_action::DriverActionStore;

/// A stocking of which JIT knows.
#[derive(Debug, Serialize)]
pub struct JitLocationWithPars {
    #[serde(flatten)]
    jit: ToldJitLocation,
    /// Absent where a whole day was asked for.
    pars: Option<Vec<told::ToldPar>>,
}

/// The stockings of a day of which JIT knows, in no order. Those of one location have their pars: a whole day's would be
/// too much for an answer, and nobody looks at them.
///
/// # Errors
/// [`shared::Error::Invalid`] where the date or the location is none, or the token is not one that this list gave out.
pub async fn jit_locations(
    (jit, actions, pars): &(JitStore, DriverActionStore, ParStore),
    arguments: JitLocationsArguments,
) -> Result<Page<JitLocationWithPars>> {
    let of_one = arguments.names_location();
    let Page { items, next_token } = list::jit_locations(jit, actions, arguments).await?;
    let mut stored =
        if of_one { pars.get_all(items.iter().map(ToldJitLocation::stocking_id)).await? } else { BTreeMap::default() };
    let with = |jit: ToldJitLocation| {
        let pars =
            of_one.then(|| stored.remove(jit.stocking_id()).map(|stored| told::items(stored.pars)).unwrap_or_default());
        JitLocationWithPars { jit, pars }
    };
    Ok(Page { items: items.into_iter().map(with).collect(), next_token })
}
