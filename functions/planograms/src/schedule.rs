//! GraphQL mutation `schedulePlanogramUpdate`: schedules changes of planograms, or creates a planogram.

use crate::{
    history::audit_changes,
    model::{Change, Slot},
    rules::{self, Request, Row, UpdateInput},
    store::{PlanogramStore, Stored},
};
use futures::{StreamExt, stream};
use locations::names::{Kind, Name, NameStore};
use serde::{Deserialize, Serialize};
use shared::{
    Error, Instant, Permit, Result,
    audit::{self, AuditTable, Subject},
    dynamo::{self, Transaction},
    rows::RowResult,
};
use std::collections::{BTreeMap, BTreeSet};

/// Attempts to write while other users schedule changes for the same hours of a layout.
const MAX_ATTEMPTS: u32 = 6;
/// Layouts that are written concurrently.
const CONCURRENCY: usize = 8;
/// Maximum number of hours per transaction. A transaction has 100 actions, one of which is the audit entry.
const MAX_HOURS_PER_TRANSACTION: usize = 99;

/// Dependencies of the operation.
pub type Dependencies = (PlanogramStore, NameStore, AuditTable);

/// Arguments of `schedulePlanogramUpdate`.
#[derive(Debug, Deserialize)]
pub struct SchedulePlanogramUpdateArguments {
    input: Vec<UpdateInput>,
}

/// The results of the rows.
#[derive(Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SchedulePlanogramUpdateResult {
    success_count: usize,
    /// One message per row that is not stored, with layout and slot.
    errors: Vec<String>,
    total_count: usize,
    /// The result of each row, in the order of the input.
    rows: Vec<RowResult>,
}

/// Stores the rows of each layout. Repeated rows change nothing. Rejected rows are listed in the result, and the rows
/// of other layouts are still written.
///
/// # Errors
/// [`Error::Invalid`] with all invalid fields. Nothing is written then.
pub async fn schedule_planogram_update(
    dependencies: &Dependencies,
    shared::Request { permit, now, input: SchedulePlanogramUpdateArguments { input } }: shared::Request<
        SchedulePlanogramUpdateArguments,
    >,
) -> Result<SchedulePlanogramUpdateResult> {
    Ok(match rules::check(&input, now).map_err(Error::Invalid)? {
        Request::Create(rows) => {
            let results = create(dependencies, &permit, now, &rows).await?;
            SchedulePlanogramUpdateResult::new(&rows, &results)
        }
        Request::Update(rows) => {
            let results = update_all(dependencies, &permit, now, &rows).await?;
            SchedulePlanogramUpdateResult::new(&rows, &results)
        }
    })
}

/// Identifies a row within a call.
type RowKey<'a> = (&'a str, Slot, Instant);
/// Results by row.
type Results<'a> = BTreeMap<RowKey<'a>, RowResult>;

fn key(row: &Row) -> RowKey<'_> {
    (&row.layout_name, row.slot, row.active_hour)
}

/// Returns the same result for all rows.
fn same_result<'a>(rows: impl Iterator<Item = &'a Row>, result: &RowResult) -> Results<'a> {
    rows.map(|row| (key(row), result.clone())).collect()
}

fn rejected<'a>(rows: &[&'a Row], message: String) -> Results<'a> {
    same_result(rows.iter().copied(), &RowResult::rejected(vec![message]))
}

impl SchedulePlanogramUpdateResult {
    fn new(rows: &[Row], results: &Results<'_>) -> Self {
        let missing = || RowResult::of(&Error::internal("a row has no result"));
        let results: Vec<RowResult> =
            rows.iter().map(|row| results.get(&key(row)).cloned().unwrap_or_else(missing)).collect();
        let error = |(row, result): (&Row, &RowResult)| {
            let errors = result.errors.join(" ");
            (!result.is_stored()).then(|| format!("{} {}: {errors}", row.layout_name, row.slot))
        };
        Self {
            success_count: results.iter().filter(|result| result.is_stored()).count(),
            errors: rows.iter().zip(&results).filter_map(error).collect(),
            total_count: rows.len(),
            rows: results,
        }
    }
}

/// Updates the layouts independently of each other.
async fn update_all<'a>(
    dependencies: &Dependencies,
    permit: &Permit,
    now: Instant,
    rows: &'a [Row],
) -> Result<Results<'a>> {
    let (_, names, _) = dependencies;
    let layouts = rules::by_layout(rows);
    let existing = names.existing(layouts.keys().map(|layout| name(layout)).collect()).await?;
    let updates = layouts.iter().map(|(layout, rows)| {
        let exists = existing.contains(Kind::Planogram, layout);
        async move {
            if exists {
                update(dependencies, permit, now, layout, rows).await
            } else {
                rejected(rows, format!("There is no planogram {layout}. Create it first."))
            }
        }
    });
    // The futures are boxed because the compiler cannot prove that a stream of borrowing futures is Send.
    let updates: Vec<futures::future::BoxFuture<'_, Results<'a>>> =
        updates.map(|update| Box::pin(update) as _).collect();
    Ok(stream::iter(updates).buffered(CONCURRENCY).concat().await)
}

/// Updates a layout in chunks of hours. An error of one chunk is the result of its rows. The other chunks are stored.
async fn update<'a>(
    dependencies: &Dependencies,
    permit: &Permit,
    now: Instant,
    layout: &str,
    rows: &[&'a Row],
) -> Results<'a> {
    let mut results = Results::new();
    let changes = rules::changes(layout, rows, false, permit.user(), now);
    for hours in changes.chunks(MAX_HOURS_PER_TRANSACTION) {
        let chunk_rows: Vec<&Row> =
            rows.iter().copied().filter(|row| hours.iter().any(|hour| hour.active_hour == row.active_hour)).collect();
        results.extend(match write(dependencies, permit, now, layout, hours).await {
            Ok(written) => {
                let result = |row: &Row| {
                    if written.contains(&(row.active_hour, row.slot)) {
                        RowResult::written()
                    } else {
                        RowResult::unchanged()
                    }
                };
                chunk_rows.into_iter().map(|row| (key(row), result(row))).collect()
            }
            Err(error) => same_result(chunk_rows.into_iter(), &RowResult::of(&error)),
        });
    }
    results
}

/// The hours and slots that a transaction changed.
type Written = BTreeSet<(Instant, Slot)>;

/// Writes changes of a layout in one transaction.
///
/// # Errors
/// [`Error::Invalid`] if the layout would be too large; [`Error::Conflict`] if other users keep changing it.
async fn write(
    (store, _, audit): &Dependencies,
    permit: &Permit,
    now: Instant,
    layout: &str,
    changes: &[Change],
) -> Result<Written> {
    for _ in 0..MAX_ATTEMPTS {
        let stored = store.hours(layout, changes.iter().map(|change| change.active_hour)).await?;
        let stored_for = |change: &Change| stored.iter().find(|stored| stored.change.active_hour == change.active_hour);
        let writes: Vec<(Option<&Stored>, Change)> = changes
            .iter()
            .filter_map(|change| {
                let before = stored_for(change);
                Some((before, rules::merge(before.map(|stored| &stored.change), change)?))
            })
            .collect();
        if writes.is_empty() {
            return Ok(Written::new());
        }
        writes
            .iter()
            .try_for_each(|(_, change)| rules::check_size(change))
            .map_err(|message| Error::invalid("input", message))?;
        let slot_changes = writes
            .iter()
            .flat_map(|(before, after)| audit_changes(before.map(|stored| &stored.change), after))
            .collect();
        let entry = audit::Entry::new(Subject::Planogram(layout), "SCHEDULED", permit, now).with(slot_changes);
        let puts = writes.iter().map(|(before, after)| store.put(after, before.map(|stored| stored.version)));
        let actions = puts.chain([audit.put(&entry)]).collect::<Result<Vec<_>>>()?;
        if dynamo::transact(store.client(), actions).await? == Transaction::Written {
            let written = |(before, after): &(Option<&Stored>, Change)| {
                rules::changed_slots(before.map(|stored| &stored.change), after)
            };
            return Ok(writes.iter().flat_map(written).collect());
        }
    }
    Err(Error::conflict("Another user is updating this planogram. Please try again."))
}

/// Creates a layout and its name, so that locations can select it. All rows have the same result.
async fn create<'a>(
    dependencies: &Dependencies,
    permit: &Permit,
    now: Instant,
    rows: &'a [Row],
) -> Result<Results<'a>> {
    let (store, names, audit) = dependencies;
    let Some(layout) = rows.first().map(|row| row.layout_name.as_str()) else { return Ok(Results::new()) };
    let rows: Vec<&Row> = rows.iter().collect();
    let changes = rules::changes(layout, &rows, true, permit.user(), now);
    if let Err(message) = changes.iter().try_for_each(rules::check_size) {
        return Ok(rejected(&rows, message));
    }
    if !names.existing(vec![name(layout)]).await?.contains(Kind::Planogram, layout) {
        let slot_changes = changes.iter().flat_map(|change| audit_changes(None, change)).collect();
        let entry = audit::Entry::new(Subject::Planogram(layout), "CREATED", permit, now).with(slot_changes);
        let puts = changes.iter().map(|change| store.put(change, None));
        let actions = [names.put_new(&name(layout))].into_iter().chain(puts).chain([audit.put(&entry)]);
        let actions = actions.collect::<Result<Vec<_>>>()?;
        if dynamo::transact(store.client(), actions).await? == Transaction::Written {
            return Ok(same_result(rows.into_iter(), &RowResult::written()));
        }
    }
    // The layout exists: either this creation was repeated after a lost response, or there was another one.
    let stored = store.creation(layout).await?;
    if stored.is_some_and(|stored| changes.iter().all(|change| is_same_creation(&stored, change))) {
        return Ok(same_result(rows.into_iter(), &RowResult::unchanged()));
    }
    Ok(rejected(&rows, format!("Planogram {layout} already exists. Update it instead.")))
}

/// Whether the layout was created with the same items in the same slots.
fn is_same_creation(stored: &Change, change: &Change) -> bool {
    stored.slots.len() == change.slots.len()
        && stored
            .slots
            .iter()
            .all(|(slot, before)| change.slots.get(slot).is_some_and(|after| after.is_equivalent(before)))
}

fn name(layout: &str) -> Name {
    Name { kind: Kind::Planogram, name: layout.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Placement;

    fn change(slots: &[(&str, &str)]) -> Change {
        let placement = |item: &str| Placement {
            vend_item_name: item.into(),
            physical_fridge_config: None,
            scheduled_by: "ann@larder.example".into(),
            scheduled_at: "2026-11-21T10:00:00Z".parse().unwrap(),
        };
        Change {
            layout_name: "L".into(),
            active_hour: "2026-11-23T06:00:00Z".parse().unwrap(),
            slots: slots.iter().map(|(slot, item)| (slot.parse().unwrap(), placement(item))).collect(),
            creation: false,
        }
    }

    #[test]
    fn lists_counts_and_results_in_the_order_of_the_input() {
        let row = |layout: &str| Row {
            layout_name: layout.into(),
            slot: "1:1".parse().unwrap(),
            vend_item_name: "SOUP".into(),
            active_hour: "2026-11-23T06:00:00Z".parse().unwrap(),
            physical_fridge_config: None,
        };
        let rows = [row("C"), row("A"), row("B"), row("D")];
        let [written, rejected, unchanged, _] = &rows;
        let busy = RowResult::of(&Error::retryable("throttled"));
        let results = Results::from([
            (key(unchanged), RowResult::unchanged()),
            (key(written), RowResult::written()),
            (key(rejected), RowResult::rejected(vec!["There is no planogram A. Create it first.".into()])),
            (key(&rows[3]), busy.clone()),
        ]);
        let result = SchedulePlanogramUpdateResult::new(&rows, &results);
        assert_eq!(result.success_count, 2);
        assert_eq!(result.total_count, 4);
        let busy_text = format!("D 1:1: {}", busy.errors[0]);
        assert_eq!(result.errors, ["A 1:1: There is no planogram A. Create it first.", &busy_text]);
        assert_eq!(result.rows[0], RowResult::written());
        assert_eq!(result.rows[2], RowResult::unchanged());
        assert_eq!(result.rows[3], busy);
    }

    #[test]
    fn a_creation_is_the_same_only_with_the_same_items_in_the_same_slots() {
        let created = change(&[("1:1", "SOUP"), ("1:2", "SALAD")]);
        assert!(is_same_creation(&created, &change(&[("1:2", "SALAD"), ("1:1", "SOUP")])));
        for other in [&[("1:1", "SOUP")][..], &[("1:1", "SOUP"), ("1:2", "WRAP")], &[("1:1", "SOUP"), ("1:3", "SALAD")]]
        {
            assert!(!is_same_creation(&created, &change(other)));
        }
    }
}
