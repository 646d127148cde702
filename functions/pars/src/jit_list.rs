//! GraphQL query `jitLocations`: the JIT status of a day's stockings, with pars if a location is given.

use crate::{response, store::ParStore};
use jit::{
    list::{self, JitLocationsArguments},
    model::JitLocationResponse,
    store::JitStore,
};
use serde::Serialize;
use shared::{Page, Result};
use std::collections::BTreeMap;
use stocking::decision::DropDecisionStore;

/// The JIT status of a stocking, with its pars.
#[derive(Debug, Serialize)]
pub struct JitLocationWithPars {
    #[serde(flatten)]
    jit: JitLocationResponse,
    /// Absent if the request is for a whole day.
    pars: Option<Vec<response::ParResponse>>,
}

/// Returns one page of the JIT status of a day's stockings, in no order. The stockings of a single location have their
/// pars. The pars of a whole day would exceed the size of a response, and no screen shows them.
///
/// # Errors
/// [`shared::Error::Invalid`] if the date or the location is not valid, or the token does not belong to this list.
pub async fn jit_locations(
    (jit, drops, pars): &(JitStore, DropDecisionStore, ParStore),
    arguments: JitLocationsArguments,
) -> Result<Page<JitLocationWithPars>> {
    let has_location = arguments.has_location();
    let Page { items, next_token } = list::jit_locations(jit, drops, arguments).await?;
    let mut stored = if has_location {
        pars.get_all(items.iter().map(JitLocationResponse::stocking_id)).await?
    } else {
        BTreeMap::default()
    };
    let with_pars = |jit: JitLocationResponse| {
        let pars = has_location.then(|| {
            stored.remove(jit.stocking_id()).map(|stored| response::par_responses(stored.pars)).unwrap_or_default()
        });
        JitLocationWithPars { jit, pars }
    };
    Ok(Page { items: items.into_iter().map(with_pars).collect(), next_token })
}
