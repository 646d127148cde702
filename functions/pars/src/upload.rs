//! Storing the pars of stockings in place of those before.

use crate::{
    model::Pars,
    rules::{self, Checked, Known, ParMap},
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
    dynamo::{self, Transaction},
};
use std::collections::BTreeSet;

/// How often it is tried again where somebody else stores pars of the same stocking meanwhile.
const TRIES: u32 = 3;
/// Groups that are written at once.
const AT_ONCE: usize = 16;

/// Arguments of `uploadParMaps`.
#[derive(Debug, Deserialize)]
pub struct UploadParMapsArguments {
    input: Vec<ParMap>,
}

/// What became of a group.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum ParMapOutcome {
    /// The stocking had no pars before.
    Created,
    /// It had others.
    Replaced,
    /// It had the same; nothing was written.
    Unchanged,
    /// Something is wrong with it; nothing of it was written.
    Refused,
    /// It could not be written; the same again may go better.
    Failed,
}

/// What `uploadParMaps` answers of a group.
#[derive(Clone, Debug, Serialize)]
pub struct ParMapResult {
    group: String,
    outcome: ParMapOutcome,
    errors: Vec<String>,
}

/// What the operation uses.
#[derive(Debug)]
pub struct Uses {
    store: ParStore,
    locations: LocationStore,
    orders: OrderStore,
    jit: JitStore,
    audit: AuditTable,
}

impl FromEnvironment for Uses {
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

/// What is stored of a stocking: its pars, and its JIT.
type Before = (Option<Stored>, Option<JitLocation>);

/// Stores the pars of stockings, each group whole or not at all and each by itself; answers what became of each, in
/// their order. The same group again changes nothing: a call whose answer was lost may be made again.
///
/// # Errors
/// [`Error::Invalid`] where the call has too many groups or none. Nothing is written then.
pub async fn upload_par_maps(
    uses: &Uses,
    Request { permit, now, input: UploadParMapsArguments { input } }: Request<UploadParMapsArguments>,
) -> Result<Vec<ParMapResult>> {
    rules::count(&input)?;
    let stockings = rules::stockings(&input);
    let checked = rules::check(&input, &known(uses, &stockings).await?);
    let sound: BTreeSet<&StockingId> =
        checked.iter().filter_map(|group| Some(&group.pars.as_ref().ok()?.stocking_id)).collect();
    let (mut stored, mut planned) =
        try_join!(uses.store.get_all(sound.iter().copied()), uses.jit.get_all(sound.iter().copied()))?;
    let results = checked.into_iter().map(|Checked { group, pars }| {
        let before = pars.as_ref().ok().map(|pars| &pars.stocking_id);
        let before: Before = before.map(|id| (stored.remove(id), planned.remove(id))).unwrap_or_default();
        let permit = &permit;
        async move {
            let (outcome, errors) = match pars {
                Err(errors) => (ParMapOutcome::Refused, errors),
                Ok(pars) => match store(uses, permit, now, &pars, before).await {
                    Ok(outcome) => (outcome, Vec::new()),
                    Err(error) => (ParMapOutcome::Failed, vec![error.to_string()]),
                },
            };
            ParMapResult { group, outcome, errors }
        }
    });
    Ok(stream::iter(results.collect::<Vec<_>>()).buffered(AT_ONCE).collect().await)
}

async fn known(uses: &Uses, stockings: &BTreeSet<StockingId>) -> Result<Known> {
    let locations = uses.locations.ops(stockings.iter().map(|id| id.location.clone()).collect()).await?;
    let named = |id: &StockingId| -> Option<Stocking> {
        Some((id.drop_off_date, locations.get(&id.location)?.id.clone(), id.stocking_index))
    };
    let ordered = uses.orders.ordered(stockings.iter().filter_map(named).collect()).await?;
    let id = |(drop_off_date, location, stocking_index)| StockingId { drop_off_date, location, stocking_index };
    Ok(Known { ordered: ordered.into_iter().map(id).collect(), locations })
}

/// Stores the pars of one stocking, with its JIT where nobody has decided about that, and the audit entry.
async fn store(uses: &Uses, permit: &Permit, now: Instant, pars: &Pars, mut before: Before) -> Result<ParMapOutcome> {
    let id = &pars.stocking_id;
    for _ in 0..TRIES {
        let (stored, planned) = &before;
        let outcome = outcome(stored.as_ref(), pars);
        let plan = plan::differs(planned.as_ref(), pars.jit, id.drop_off_date < now.central_date());
        if outcome == ParMapOutcome::Unchanged && !plan {
            return Ok(outcome);
        }
        let event = if stored.is_some() { "REPLACED" } else { "CREATED" };
        let subject = Subject::Pars(id.drop_off_date, id.location.as_str(), id.stocking_index);
        let changes = changes(stored.as_ref().map(|stored| &stored.pars), pars);
        let changes = if changes.is_empty() { jit_changes(planned.as_ref(), pars.jit) } else { changes };
        let at = stored.as_ref().map_or(now, |stored| now.or_after(stored.since));
        let entry = audit::Entry::new(subject, event, permit, at).with(changes);
        let mut actions = vec![uses.audit.put(&entry)?];
        if outcome != ParMapOutcome::Unchanged {
            actions.push(uses.store.put(pars, stored.as_ref().map(|stored| stored.version), permit, at)?);
        }
        if plan {
            actions.push(uses.jit.plan(id, pars.jit)?);
        }
        if dynamo::transact(uses.store.client(), actions).await? == Transaction::Written {
            return Ok(if outcome == ParMapOutcome::Unchanged { ParMapOutcome::Replaced } else { outcome });
        }
        let (mut stored, mut planned) =
            try_join!(uses.store.get_all(std::iter::once(id)), uses.jit.get_all(std::iter::once(id)))?;
        before = (stored.remove(id), planned.remove(id));
    }
    Err(Error::conflict("Somebody else is storing pars of this stocking as well. Please try again."))
}

fn outcome(before: Option<&Stored>, pars: &Pars) -> ParMapOutcome {
    match before {
        None => ParMapOutcome::Created,
        Some(before) if before.pars == *pars => ParMapOutcome::Unchanged,
        Some(_) => ParMapOutcome::Replaced,
    }
}

/// What history tells: the delivery day, JIT, and each item that came, went or changed.
fn changes(before: Option<&Pars>, after: &Pars) -> Vec<Change> {
    let told = |pars: &Pars| -> Value {
        let items = pars.items.iter().map(|(item, par)| (format!("items.{item}"), json!(par)));
        let own = [("deliveryDate".to_owned(), json!(pars.delivery_date)), ("jit".to_owned(), json!(pars.jit))];
        items.chain(own).collect::<Map<_, _>>().into()
    };
    audit::changes(&before.map(told).unwrap_or_default(), &told(after), &[])
}

/// The pars are as they were: what is written is that JIT is planned for them.
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
    fn the_same_pars_again_are_unchanged() {
        let since = "2026-11-21T10:00:00Z".parse().unwrap();
        let stored = Stored { pars: pars(4, true), version: 3, since };
        assert_eq!(outcome(None, &pars(4, true)), ParMapOutcome::Created);
        assert_eq!(outcome(Some(&stored), &pars(4, true)), ParMapOutcome::Unchanged);
        assert_eq!(outcome(Some(&stored), &pars(5, true)), ParMapOutcome::Replaced);
        assert_eq!(outcome(Some(&stored), &pars(4, false)), ParMapOutcome::Replaced);
    }

    #[test]
    fn history_names_each_item_that_changed() {
        let named = |before: Option<&Pars>, after: &Pars| -> Vec<String> {
            changes(before, after).into_iter().map(|change| change.attribute).collect()
        };
        assert_eq!(named(None, &pars(4, true)), ["deliveryDate", "items.Salad", "jit"]);
        assert_eq!(named(Some(&pars(4, true)), &pars(5, true)), ["items.Salad"]);
        assert_eq!(named(Some(&pars(4, true)), &pars(4, false)), ["jit"]);
    }
}
