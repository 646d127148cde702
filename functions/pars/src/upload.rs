//! GraphQL mutation `uploadParMaps`: replaces the pars of stockings.

use crate::{
    model::{Par, Pars},
    rules::{self, CheckedGroup, ParMap, StoredData},
    store::{ParStore, Stored},
};
use chrono::NaiveDate;
use futures::try_join;
use jit::{
    model::{JitLocation, StockingId},
    plan,
    store::JitStore,
};
use locations::store::LocationStore;
use orders::store::{OrderStore, Stocking};
use serde::{Deserialize, Serialize};
use shared::{
    Environment, Error, FromEnvironment, Instant, Permit, Request, Result,
    audit::{self, AuditTable, Change, Subject},
    table::{self, RowWriter, Step, Transaction},
};
use std::collections::BTreeSet;

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

/// Stores the par groups independently of each other and returns the results in the order of the input. A repeated group
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
    // Frees the memory of a large upload.
    drop(input);
    let (groups, valid) = split(checked);
    let ids = || valid.iter().map(|pars| &pars.stocking_id);
    let (mut stored, mut planned) = try_join!(dependencies.store.get_all(ids()), dependencies.jit.get_all(ids()))?;
    let rows = valid.into_iter().map(|pars| {
        let id = &pars.stocking_id;
        Group { stored: stored.remove(id), planned: planned.remove(id), pars }
    });
    let writer =
        Writer { store: &dependencies.store, jit: &dependencies.jit, audit: &dependencies.audit, permit: &permit, now };
    let written = table::write_rows(dependencies.store.client(), &writer, rows.collect()).await;
    Ok(results(groups, written.into_iter().map(|(_, result)| result)))
}

/// The name of a group, and its errors if it is not valid.
type CheckedName = (String, Result<(), Vec<String>>);

/// All groups, and the pars of the valid ones, both in order.
fn split(checked: Vec<CheckedGroup>) -> (Vec<CheckedName>, Vec<Pars>) {
    let mut valid = Vec::new();
    let groups = checked.into_iter().map(|CheckedGroup { group, pars }| (group, pars.map(|pars| valid.push(pars))));
    (groups.collect(), valid)
}

/// The results of the groups. `written` contains the results of the valid ones, in order.
fn results(groups: Vec<CheckedName>, mut written: impl Iterator<Item = Result<ParMapOutcome>>) -> Vec<ParMapResult> {
    let result = |(group, checked): CheckedName| {
        let written = match checked {
            Err(errors) => return ParMapResult { group, outcome: ParMapOutcome::Refused, errors },
            Ok(()) => written.next().unwrap_or_else(|| Err(Error::internal("a par group has no result"))),
        };
        match written {
            Ok(outcome) => ParMapResult { group, outcome, errors: Vec::new() },
            Err(error) => ParMapResult { group, outcome: ParMapOutcome::Failed, errors: vec![error.to_string()] },
        }
    };
    groups.into_iter().map(result).collect()
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

/// A valid group with the stored pars and the JIT row of its stocking.
struct Group {
    pars: Pars,
    stored: Option<Stored>,
    planned: Option<JitLocation>,
}

/// Stores the pars of stockings, each with an audit entry, and their planned JIT status unless a user has decided about
/// it.
struct Writer<'a> {
    store: &'a ParStore,
    jit: &'a JitStore,
    audit: &'a AuditTable,
    permit: &'a Permit,
    now: Instant,
}

impl RowWriter for Writer<'_> {
    type Row = Group;
    type Outcome = ParMapOutcome;
    const MAX_ATTEMPTS: u32 = 3;

    fn step(&self, Group { pars, stored, planned }: &Group) -> Result<Step<ParMapOutcome>> {
        let id = &pars.stocking_id;
        let (stored, planned) = (stored.as_ref(), planned.as_ref());
        let outcome = outcome(stored, pars);
        let plan = plan::needs_write(planned, pars.jit, id.drop_off_date < self.now.central_date());
        if outcome == ParMapOutcome::Unchanged && !plan {
            return Ok(Step::Done(outcome));
        }
        let event = if stored.is_some() { "REPLACED" } else { "CREATED" };
        let subject = Subject::Pars(id.drop_off_date, id.location.as_str(), id.stocking_index);
        let mut changes = changes(stored.map(|stored| &stored.pars), pars);
        if changes.is_empty() {
            changes.extend(jit_change(planned.and_then(|row| row.jit), pars.jit));
        }
        let at = stored.map_or(self.now, |stored| self.now.or_after(stored.updated_at));
        let entry = audit::Entry::new(subject, event, self.permit, at).with(changes);
        let mut transaction = Transaction::new().audited(self.audit, &entry)?;
        if outcome != ParMapOutcome::Unchanged {
            let expected = stored.map(|stored| stored.version);
            transaction = transaction.with(self.store.put(pars, expected, self.permit, at)?);
        }
        if plan {
            transaction = transaction.with(self.jit.plan(id, pars.jit)?);
        }
        let written = if outcome == ParMapOutcome::Unchanged { ParMapOutcome::Replaced } else { outcome };
        Ok(Step::Write(transaction, written))
    }

    async fn refresh(&self, groups: Vec<&mut Group>) -> Result<()> {
        let ids: Vec<StockingId> = groups.iter().map(|group| group.pars.stocking_id.clone()).collect();
        let (mut stored, mut planned) = try_join!(self.store.get_all(ids.iter()), self.jit.get_all(ids.iter()))?;
        for group in groups {
            let id = &group.pars.stocking_id;
            (group.stored, group.planned) = (stored.remove(id), planned.remove(id));
        }
        Ok(())
    }

    fn exhausted(&self, _: &Group) -> Result<ParMapOutcome> {
        Err(Error::conflict("Another user is updating this stocking's pars. Please try again."))
    }
}

fn outcome(before: Option<&Stored>, pars: &Pars) -> ParMapOutcome {
    match before {
        None => ParMapOutcome::Created,
        Some(before) if before.pars == *pars => ParMapOutcome::Unchanged,
        Some(_) => ParMapOutcome::Replaced,
    }
}

/// A value in the audit entry of a par group.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
enum AuditValue<'a> {
    DeliveryDate(NaiveDate),
    Jit(bool),
    Par(&'a Par),
}

/// Returns the changes for the audit entry, sorted by attribute: delivery day, each added, removed or changed item, and
/// JIT.
fn changes<'a>(before: Option<&'a Pars>, after: &'a Pars) -> Vec<Change<AuditValue<'a>>> {
    let delivery_date = |pars: &Pars| AuditValue::DeliveryDate(pars.delivery_date);
    let item_change = |item: &String, from: Option<&'a Par>, to: Option<&'a Par>| {
        change(|| ["items.", item].concat(), from.map(AuditValue::Par), to.map(AuditValue::Par))
    };
    let mut changes = Vec::with_capacity(after.items.len() + 2);
    changes.extend(change(|| "deliveryDate".into(), before.map(delivery_date), Some(delivery_date(after))));
    changes.extend(after.items.iter().filter_map(|(item, par)| {
        let stored = before.and_then(|pars| pars.items.get(item));
        item_change(item, stored, Some(par))
    }));
    let stored = before.iter().flat_map(|pars| &pars.items);
    let removed = stored.filter(|(item, _)| !after.items.contains_key(*item));
    changes.extend(removed.filter_map(|(item, par)| item_change(item, Some(par), None)));
    changes.extend(jit_change(before.map(|pars| pars.jit), after.jit));
    changes.sort_by(|one, other| one.attribute.cmp(&other.attribute));
    changes
}

/// Returns the change for the audit entry if JIT changes.
fn jit_change<'a>(before: Option<bool>, after: bool) -> Option<Change<AuditValue<'a>>> {
    change(|| "jit".into(), before.map(AuditValue::Jit), Some(AuditValue::Jit(after)))
}

fn change<'a>(
    attribute: impl Fn() -> String,
    from: Option<AuditValue<'a>>,
    to: Option<AuditValue<'a>>,
) -> Option<Change<AuditValue<'a>>> {
    (from != to).then(|| Change { attribute: attribute(), from, to })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Par;
    use rust_decimal::dec;
    use serde_json::{Value, json};

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

    /// The transactions that replace the pars of `groups` stockings with these items.
    fn transactions(groups: usize, items: usize) -> Vec<Transaction> {
        let (store, jit, audit) = (ParStore::unconnected(), JitStore::unconnected(), AuditTable::unconnected());
        let permit = Permit::system("test");
        let now = "2026-11-21T10:00:00Z".parse().unwrap();
        let writer = Writer { store: &store, jit: &jit, audit: &audit, permit: &permit, now };
        let transaction = |index: usize| {
            let named = |number| (format!("Harvest Salad With Chicken {number}"), pars(4, true).items["Salad"].clone());
            let stocking_id = format!("2026-11-23#CHI_{index:04}#1").parse().unwrap();
            let pars = Pars { stocking_id, items: (0..items).map(named).collect(), ..pars(4, true) };
            let stored = Stored { pars: Pars { items: [].into(), ..pars.clone() }, version: 3, updated_at: now };
            match writer.step(&Group { pars, stored: Some(stored), planned: None }).unwrap() {
                Step::Write(transaction, ParMapOutcome::Replaced) => transaction,
                step => panic!("{step:?}"),
            }
        };
        (0..groups).map(transaction).collect()
    }

    #[test]
    fn a_full_upload_needs_at_most_20_write_calls() {
        // Each group writes its pars, its JIT status and its audit entry.
        assert_eq!(table::testing::request_count(&transactions(500, 40)), 16);
        assert_eq!(table::testing::request_count(&transactions(34, 40)), 2);
    }

    #[test]
    fn large_groups_share_write_calls_up_to_the_size_limit() {
        // By the number of actions alone, 66 groups would be 2 calls.
        let count = table::testing::request_count(&transactions(66, 500));
        assert!((3..=4).contains(&count), "{count}");
    }

    #[test]
    fn returns_the_results_of_all_groups_in_order() {
        let group = |group: &str, pars| CheckedGroup { group: group.into(), pars };
        let checked = vec![
            group("a", Ok(pars(1, true))),
            group("b", Err(vec!["invalid".into()])),
            group("c", Ok(pars(2, true))),
            group("d", Ok(pars(3, true))),
        ];
        let written = [Ok(ParMapOutcome::Created), Err(Error::conflict("changed")), Ok(ParMapOutcome::Unchanged)];
        let (groups, valid) = split(checked);
        assert_eq!(valid, [pars(1, true), pars(2, true), pars(3, true)]);
        let results = results(groups, written.into_iter());
        let found: Vec<_> =
            results.iter().map(|result| (result.group.as_str(), result.outcome, result.errors.concat())).collect();
        let expected = [
            ("a", ParMapOutcome::Created, ""),
            ("b", ParMapOutcome::Refused, "invalid"),
            ("c", ParMapOutcome::Failed, "changed"),
            ("d", ParMapOutcome::Unchanged, ""),
        ];
        assert_eq!(found, expected.map(|(group, outcome, errors)| (group, outcome, errors.to_owned())));
    }

    #[test]
    fn audits_each_changed_item() {
        let attributes = |before: Option<&Pars>, after: &Pars| -> Vec<String> {
            changes(before, after).into_iter().map(|change| change.attribute).collect()
        };
        assert_eq!(attributes(None, &pars(4, true)), ["deliveryDate", "items.Salad", "jit"]);
        assert_eq!(attributes(Some(&pars(4, true)), &pars(5, true)), ["items.Salad"]);
        assert_eq!(attributes(Some(&pars(4, true)), &pars(4, false)), ["jit"]);
        let other =
            Pars { items: [("Apple".to_owned(), pars(4, true).items["Salad"].clone())].into(), ..pars(4, true) };
        assert_eq!(attributes(Some(&pars(4, true)), &other), ["items.Apple", "items.Salad"]);
        assert_eq!(attributes(Some(&pars(4, true)), &pars(4, true)), [""; 0]);
    }

    #[test]
    fn an_audit_entry_contains_the_values_before_and_after() {
        let before = Pars { delivery_date: "2026-11-24".parse().unwrap(), ..pars(4, false) };
        let par = |par: u32| json!({ "par": par, "overCapacityAmount": "0", "priorityBoost": false });
        let change =
            |attribute: &str, from: Value, to: Value| json!({ "attribute": attribute, "from": from, "to": to });
        let expected = json!([
            change("deliveryDate", json!("2026-11-24"), json!("2026-11-23")),
            change("items.Salad", par(4), par(5)),
            change("jit", json!(false), json!(true)),
        ]);
        assert_eq!(serde_json::to_value(changes(Some(&before), &pars(5, true))).unwrap(), expected);
        let jit = jit_change(None, true).unwrap();
        assert_eq!(serde_json::to_value(jit).unwrap(), change("jit", Value::Null, json!(true)));
        assert_eq!(jit_change(Some(true), true), None);
    }
}
