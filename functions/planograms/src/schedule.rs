//! Scheduling planograms. Source: the spec of planning and reporting, sections 3, 5 and 7.

use crate::{
    history::told,
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

/// How often it is tried again where somebody else schedules for the same hours of a layout meanwhile.
const TRIES: u32 = 6;
/// Layouts that are written at once.
const AT_ONCE: usize = 8;
/// Hours that are written together: with their audit entry, what a transaction takes.
const HOURS: usize = 99;

/// What the operation uses.
pub type Uses = (PlanogramStore, NameStore, AuditTable);

/// Arguments of `schedulePlanogramUpdate`.
#[derive(Debug, Deserialize)]
pub struct SchedulePlanogramUpdateArguments {
    input: Vec<UpdateInput>,
}

/// What became of the rows.
#[derive(Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SchedulePlanogramUpdateResult {
    success_count: usize,
    /// Of each row that is not stored, which one and why.
    errors: Vec<String>,
    total_count: usize,
    /// The result of each row, in the order of the input.
    rows: Vec<RowResult>,
}

/// Schedules rows: those of a layout together or not at all. The same rows again change nothing. What cannot be is told
/// by row, and the rows of other layouts are written.
///
/// # Errors
/// [`Error::Invalid`] with everything that is wrong; nothing is written then.
pub async fn schedule_planogram_update(
    uses: &Uses,
    shared::Request { permit, now, input: SchedulePlanogramUpdateArguments { input } }: shared::Request<
        SchedulePlanogramUpdateArguments,
    >,
) -> Result<SchedulePlanogramUpdateResult> {
    Ok(match rules::check(&input, now).map_err(Error::Invalid)? {
        Request::Create(rows) => {
            let results = create(uses, &permit, now, &rows).await?;
            SchedulePlanogramUpdateResult::of(&rows, &results)
        }
        Request::Update(rows) => {
            let results = update_all(uses, &permit, now, &rows).await?;
            SchedulePlanogramUpdateResult::of(&rows, &results)
        }
    })
}

/// What tells the rows of a call apart.
type RowKey<'a> = (&'a str, Slot, Instant);
/// The results of rows.
type Results<'a> = BTreeMap<RowKey<'a>, RowResult>;

fn key(row: &Row) -> RowKey<'_> {
    (&row.layout_name, row.slot, row.active_hour)
}

/// All of the rows with the same result.
fn all<'a>(rows: impl Iterator<Item = &'a Row>, result: &RowResult) -> Results<'a> {
    rows.map(|row| (key(row), result.clone())).collect()
}

fn rejected<'a>(rows: &[&'a Row], message: String) -> Results<'a> {
    all(rows.iter().copied(), &RowResult::rejected(vec![message]))
}

impl SchedulePlanogramUpdateResult {
    fn of(rows: &[Row], results: &Results<'_>) -> Self {
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

/// Updates each layout by itself.
async fn update_all<'a>(uses: &Uses, permit: &Permit, now: Instant, rows: &'a [Row]) -> Result<Results<'a>> {
    let (_, names, _) = uses;
    let layouts = rules::by_layout(rows);
    let there = names.existing(layouts.keys().map(|layout| name(layout)).collect()).await?;
    let updates = layouts.iter().map(|(layout, rows)| {
        let exists = there.has(Kind::Planogram, layout);
        async move {
            if exists {
                update(uses, permit, now, layout, rows).await
            } else {
                rejected(rows, format!("There is no planogram {layout}. Create it first."))
            }
        }
    });
    // Boxed: a stream of borrowing futures would not be known to be Send.
    let updates: Vec<futures::future::BoxFuture<'_, Results<'a>>> =
        updates.map(|update| Box::pin(update) as _).collect();
    Ok(stream::iter(updates).buffered(AT_ONCE).concat().await)
}

/// Updates a layout, some hours at a time. An error of one part is the result of its rows: the other parts are stored.
async fn update<'a>(uses: &Uses, permit: &Permit, now: Instant, layout: &str, rows: &[&'a Row]) -> Results<'a> {
    let mut results = Results::new();
    let changes = rules::changes(layout, rows, false, permit.user(), now);
    for hours in changes.chunks(HOURS) {
        let part: Vec<&Row> =
            rows.iter().copied().filter(|row| hours.iter().any(|hour| hour.active_hour == row.active_hour)).collect();
        results.extend(match write(uses, permit, now, layout, hours).await {
            Ok(written) => {
                let of = |row: &Row| {
                    if written.contains(&(row.active_hour, row.slot)) {
                        RowResult::written()
                    } else {
                        RowResult::unchanged()
                    }
                };
                part.into_iter().map(|row| (key(row), of(row))).collect()
            }
            Err(error) => all(part.into_iter(), &RowResult::of(&error)),
        });
    }
    results
}

/// The hours and slots that a write changed.
type Written = BTreeSet<(Instant, Slot)>;

/// Writes changes of a layout together.
///
/// # Errors
/// [`Error::Invalid`] where the layout would be too large; [`Error::Conflict`] where others keep scheduling for it.
async fn write(
    (store, _, audit): &Uses,
    permit: &Permit,
    now: Instant,
    layout: &str,
    changes: &[Change],
) -> Result<Written> {
    for _ in 0..TRIES {
        let stored = store.hours(layout, changes.iter().map(|change| change.active_hour)).await?;
        let of = |change: &Change| stored.iter().find(|stored| stored.change.active_hour == change.active_hour);
        let writes: Vec<(Option<&Stored>, Change)> = changes
            .iter()
            .filter_map(|change| {
                let before = of(change);
                Some((before, rules::merged(before.map(|stored| &stored.change), change)?))
            })
            .collect();
        if writes.is_empty() {
            return Ok(Written::new());
        }
        writes
            .iter()
            .try_for_each(|(_, change)| rules::fits(change))
            .map_err(|message| Error::invalid("input", message))?;
        let told = writes.iter().flat_map(|(before, after)| told(before.map(|stored| &stored.change), after)).collect();
        let entry = audit::Entry::new(Subject::Planogram(layout), "SCHEDULED", permit, now).with(told);
        let puts = writes.iter().map(|(before, after)| store.put(after, before.map(|stored| stored.version)));
        let actions = puts.chain([audit.put(&entry)]).collect::<Result<Vec<_>>>()?;
        if dynamo::transact(store.client(), actions).await? == Transaction::Written {
            let written = |(before, after): &(Option<&Stored>, Change)| {
                rules::changed_slots(before.map(|stored| &stored.change), after)
            };
            return Ok(writes.iter().flat_map(written).collect());
        }
    }
    Err(Error::conflict("Another user is scheduling the same planogram at this moment. Please try again."))
}

/// Makes a layout with its name, so that locations can choose it. All of its rows have the same result.
async fn create<'a>(uses: &Uses, permit: &Permit, now: Instant, rows: &'a [Row]) -> Result<Results<'a>> {
    let (store, names, audit) = uses;
    let Some(layout) = rows.first().map(|row| row.layout_name.as_str()) else { return Ok(Results::new()) };
    let rows: Vec<&Row> = rows.iter().collect();
    let changes = rules::changes(layout, &rows, true, permit.user(), now);
    if let Err(message) = changes.iter().try_for_each(rules::fits) {
        return Ok(rejected(&rows, message));
    }
    if !names.existing(vec![name(layout)]).await?.has(Kind::Planogram, layout) {
        let told = changes.iter().flat_map(|change| told(None, change)).collect();
        let entry = audit::Entry::new(Subject::Planogram(layout), "CREATED", permit, now).with(told);
        let puts = changes.iter().map(|change| store.put(change, None));
        let actions = [names.put_new(&name(layout))].into_iter().chain(puts).chain([audit.put(&entry)]);
        let actions = actions.collect::<Result<Vec<_>>>()?;
        if dynamo::transact(store.client(), actions).await? == Transaction::Written {
            return Ok(all(rows.into_iter(), &RowResult::written()));
        }
    }
    // It is there: either by this very creation, whose answer was lost, or by another one.
    let stored = store.creation(layout).await?;
    if stored.is_some_and(|stored| changes.iter().all(|change| same(&stored, change))) {
        return Ok(all(rows.into_iter(), &RowResult::unchanged()));
    }
    Ok(rejected(&rows, format!("There is a planogram {layout} already. Update it instead.")))
}

/// Whether a layout was created with the same items in the same slots.
fn same(stored: &Change, change: &Change) -> bool {
    stored.slots.len() == change.slots.len()
        && stored.slots.iter().all(|(slot, before)| change.slots.get(slot).is_some_and(|after| after.shows(before)))
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
    fn counts_and_results_of_rows_are_in_the_order_of_the_input() {
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
        let result = SchedulePlanogramUpdateResult::of(&rows, &results);
        assert_eq!((result.success_count, result.total_count), (2, 4));
        let busy_text = format!("D 1:1: {}", busy.errors[0]);
        assert_eq!(result.errors, ["A 1:1: There is no planogram A. Create it first.", &busy_text]);
        assert_eq!(result.rows[0], RowResult::written());
        assert_eq!(result.rows[2], RowResult::unchanged());
        assert_eq!(result.rows[3], busy);
    }

    #[test]
    fn a_creation_is_the_same_with_the_same_items_in_the_same_slots_and_no_other() {
        let created = change(&[("1:1", "SOUP"), ("1:2", "SALAD")]);
        assert!(same(&created, &change(&[("1:2", "SALAD"), ("1:1", "SOUP")])));
        for other in [&[("1:1", "SOUP")][..], &[("1:1", "SOUP"), ("1:2", "WRAP")], &[("1:1", "SOUP"), ("1:3", "SALAD")]]
        {
            assert!(!same(&created, &change(other)));
        }
    }
}
