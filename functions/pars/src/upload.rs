//! GraphQL mutation `uploadParMaps`: replaces the pars of stockings.

use crate::{
    model::Pars,
    rules::{self, CheckedGroup, ParMap, StoredData},
    store::{ParStore, Stored},
};
use futures::{StreamExt, stream, try_join};
use jit::{
    model::{JitLocation, StockingId},
    plan,
    store::JitStore,
};
use locations::store::LocationStore;
use orders::store::{OrderStore, Stocking};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use shared::{
    Environment, Error, FromEnvironment, Instant, Permit, Request, Result,
    audit::{self, AuditTable, Change, Subject},
    table::Transaction,
};
use std::collections::BTreeSet;

/// Attempts to write while other users upload pars of the same stocking.
const MAX_ATTEMPTS: u32 = 3;
/// Groups that are written concurrently.
const CONCURRENCY: usize = 16;

/// Arguments of `uploadParMaps`.
#[derive(Debug, Deserialize)]
pub struct UploadParMapsArguments {
    input: Vec<ParMap>,
}

/// The result of uploading a par group.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum ParMapOutcome {
    /// The stocking did not have pars. They are stored.
    Created,
    /// Different pars were replaced.
    Replaced,
    /// The same pars were already stored. Nothing was written.
    Unchanged,
    /// The group is not valid. Nothing was written.
    Refused,
    /// The group could not be written. The call can be repeated.
    Failed,
}

/// The response of `uploadParMaps` for one group.
#[derive(Clone, Debug, Serialize)]
pub struct ParMapResult {
    group: String,
    outcome: ParMapOutcome,
    errors: Vec<String>,
}

/// Dependencies of the operation.
#[derive(Debug)]
pub struct Dependencies {
    store: ParStore,
    locations: LocationStore,
    orders: OrderStore,
    jit: JitStore,
    audit: AuditTable,
}

impl FromEnvironment for Dependencies {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self {
            store: ParStore::from_environment(environment)?,
            locations: LocationStore::from_environment(environment)?,
            orders: OrderStore::from_environment(environment)?,
            jit: JitStore::from_environment(environment)?,
            audit: AuditTable::from_environment(environment)?,
        })
    }
}

/// The stored pars and JIT row of a stocking.
type Before = (Option<Stored>, Option<JitLocation>);

/// Stores each par group in its own transaction and returns the results in the order of the input. A repeated group
/// changes nothing, so that a call without a response can be repeated.
///
/// # Errors
/// [`Error::Invalid`] if the call has no groups or too many. Nothing is written then.
pub async fn upload_par_maps(
    dependencies: &Dependencies,
    Request { permit, now, input: UploadParMapsArguments { input } }: Request<UploadParMapsArguments>,
) -> Result<Vec<ParMapResult>> {
    rules::check_count(&input)?;
    let stocking_ids = rules::stocking_ids(&input);
    let checked = rules::check(&input, &stored_data(dependencies, &stocking_ids).await?);
    let valid: BTreeSet<&StockingId> =
        checked.iter().filter_map(|group| Some(&group.pars.as_ref().ok()?.stocking_id)).collect();
    let (mut stored, mut planned) =
        try_join!(dependencies.store.get_all(valid.iter().copied()), dependencies.jit.get_all(valid.iter().copied()))?;
    let results = checked.into_iter().map(|CheckedGroup { group, pars }| {
        let before = pars.as_ref().ok().map(|pars| &pars.stocking_id);
        let before: Before = before.map(|id| (stored.remove(id), planned.remove(id))).unwrap_or_default();
        let permit = &permit;
        async move {
            let (outcome, errors) = match pars {
                Err(errors) => (ParMapOutcome::Refused, errors),
                Ok(pars) => match store(dependencies, permit, now, &pars, before).await {
                    Ok(outcome) => (outcome, Vec::new()),
                    Err(error) => (ParMapOutcome::Failed, vec![error.to_string()]),
                },
            };
            ParMapResult { group, outcome, errors }
        }
    });
    Ok(stream::iter(results.collect::<Vec<_>>()).buffered(CONCURRENCY).collect().await)
}

async fn stored_data(dependencies: &Dependencies, stocking_ids: &BTreeSet<StockingId>) -> Result<StoredData> {
    let locations = dependencies.locations.ops(stocking_ids.iter().map(|id| id.location.clone()).collect()).await?;
    let stocking = |id: &StockingId| -> Option<Stocking> {
        Some((id.drop_off_date, locations.get(&id.location)?.id.clone(), id.stocking_index))
    };
    let with_orders = dependencies.orders.with_orders(stocking_ids.iter().filter_map(stocking).collect()).await?;
    let id = |(drop_off_date, location, stocking_index)| StockingId { drop_off_date, location, stocking_index };
    Ok(StoredData { with_orders: with_orders.into_iter().map(id).collect(), locations })
}

/// Stores the pars of one stocking with an audit entry, and its planned JIT status unless a user has decided about it.
async fn store(
    dependencies: &Dependencies,
    permit: &Permit,
    now: Instant,
    pars: &Pars,
    mut before: Before,
) -> Result<ParMapOutcome> {
    let id = &pars.stocking_id;
    for _ in 0..MAX_ATTEMPTS {
        let (stored, planned) = &before;
        let outcome = outcome(stored.as_ref(), pars);
        let plan = plan::needs_write(planned.as_ref(), pars.jit, id.drop_off_date < now.central_date());
        if outcome == ParMapOutcome::Unchanged && !plan {
            return Ok(outcome);
        }
        let event = if stored.is_some() { "REPLACED" } else { "CREATED" };
        let subject = Subject::Pars(id.drop_off_date, id.location.as_str(), id.stocking_index);
        let changes = changes(stored.as_ref().map(|stored| &stored.pars), pars);
        let changes = if changes.is_empty() { jit_changes(planned.as_ref(), pars.jit) } else { changes };
        let at = stored.as_ref().map_or(now, |stored| now.or_after(stored.updated_at));
        let entry = audit::Entry::new(subject, event, permit, at).with(changes);
        let mut transaction = Transaction::new().audited(&dependencies.audit, &entry)?;
        if outcome != ParMapOutcome::Unchanged {
            let expected = stored.as_ref().map(|stored| stored.version);
            transaction = transaction.with(dependencies.store.put(pars, expected, permit, at)?);
        }
        if plan {
            transaction = transaction.with(dependencies.jit.plan(id, pars.jit)?);
        }
        if transaction.send(dependencies.store.client()).await?.is_written() {
            return Ok(if outcome == ParMapOutcome::Unchanged { ParMapOutcome::Replaced } else { outcome });
        }
        let (mut stored, mut planned) =
            try_join!(dependencies.store.get_all(std::iter::once(id)), dependencies.jit.get_all(std::iter::once(id)))?;
        before = (stored.remove(id), planned.remove(id));
    }
    Err(Error::conflict("Another user is updating this stocking's pars. Please try again."))
}

fn outcome(before: Option<&Stored>, pars: &Pars) -> ParMapOutcome {
    match before {
        None => ParMapOutcome::Created,
        Some(before) if before.pars == *pars => ParMapOutcome::Unchanged,
        Some(_) => ParMapOutcome::Replaced,
    }
}

/// Returns the changes for the audit entry: delivery day, JIT, and each added, removed or changed item.
fn changes(before: Option<&Pars>, after: &Pars) -> Vec<Change> {
    let attributes = |pars: &Pars| -> Value {
        let items = pars.items.iter().map(|(item, par)| (format!("items.{item}"), json!(par)));
        let group = [("deliveryDate".to_owned(), json!(pars.delivery_date)), ("jit".to_owned(), json!(pars.jit))];
        items.chain(group).collect::<Map<_, _>>().into()
    };
    audit::changes(&before.map(attributes).unwrap_or_default(), &attributes(after), &[])
}

/// Returns the change for the audit entry if only the planned JIT status changes.
fn jit_changes(before: Option<&JitLocation>, jit: bool) -> Vec<Change> {
    audit::changes(&json!({ "jit": before.and_then(|row| row.jit) }), &json!({ "jit": jit }), &[])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Par;
    use rust_decimal::dec;

    fn pars(par: u32, jit: bool) -> Pars {
        let par = Par { par, over_capacity_amount: dec!(0), priority_boost: false };
        Pars {
            stocking_id: "2026-11-23#A#1".parse().unwrap(),
            delivery_date: "2026-11-23".parse().unwrap(),
            jit,
            items: [("Salad".to_owned(), par)].into(),
        }
    }

    #[test]
    fn repeated_pars_are_unchanged() {
        let updated_at = "2026-11-21T10:00:00Z".parse().unwrap();
        let stored = Stored { pars: pars(4, true), version: 3, updated_at };
        assert_eq!(outcome(None, &pars(4, true)), ParMapOutcome::Created);
        assert_eq!(outcome(Some(&stored), &pars(4, true)), ParMapOutcome::Unchanged);
        assert_eq!(outcome(Some(&stored), &pars(5, true)), ParMapOutcome::Replaced);
        assert_eq!(outcome(Some(&stored), &pars(4, false)), ParMapOutcome::Replaced);
    }

    #[test]
    fn audits_each_changed_item() {
        let attributes = |before: Option<&Pars>, after: &Pars| -> Vec<String> {
            changes(before, after).into_iter().map(|change| change.attribute).collect()
        };
        assert_eq!(attributes(None, &pars(4, true)), ["deliveryDate", "items.Salad", "jit"]);
        assert_eq!(attributes(Some(&pars(4, true)), &pars(5, true)), ["items.Salad"]);
        assert_eq!(attributes(Some(&pars(4, true)), &pars(4, false)), ["jit"]);
    }
}
