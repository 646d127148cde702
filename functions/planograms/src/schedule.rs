//! GraphQL mutation `schedulePlanogramUpdate`: schedules changes of planograms, or creates a planogram.

use crate::{
    history::audit_changes,
    model::{Change, Slot},
    rules::{self, Request, Row, UpdateInput},
    store::PlanogramStore,
};
use locations::names::{Kind, Name, NameStore};
use serde::{Deserialize, Serialize};
use shared::{
    Error, Instant, Permit, Result,
    audit::{self, AuditTable, Subject},
    rows::RowResult,
    table::{self, RowWriter, Step, Transaction, Versioned},
};
use std::collections::{BTreeMap, BTreeSet};

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

/// Updates the layouts independently of each other, each in chunks of hours. An error of one chunk is the result of its
/// rows. The other chunks are stored.
async fn update_all<'a>(
    (store, names, audit): &'a Dependencies,
    permit: &'a Permit,
    now: Instant,
    rows: &'a [Row],
) -> Result<Results<'a>> {
    let layouts = rules::by_layout(rows);
    let existing = names.existing(layouts.keys().map(|layout| name(layout)).collect()).await?;
    let (mut results, mut chunks) = (Results::new(), Vec::new());
    for (layout, rows) in layouts {
        if existing.contains(Kind::Planogram, layout) {
            chunks.extend(Chunk::all(layout, &rows, permit, now));
        } else {
            results.extend(rejected(&rows, format!("There is no planogram {layout}. Create it first.")));
        }
    }
    let writer = Writer { store, audit, permit, now };
    if let Err(error) = writer.refresh(chunks.iter_mut().collect()).await {
        let rows = chunks.into_iter().flat_map(|chunk| chunk.rows);
        results.extend(same_result(rows, &RowResult::of(&error)));
        return Ok(results);
    }
    for (chunk, result) in table::write_rows(store.client(), &writer, chunks).await {
        results.extend(chunk.results(result));
    }
    Ok(results)
}

/// Changes of a layout that are written together.
struct Chunk<'a> {
    layout: &'a str,
    /// The changes, one per hour.
    changes: Vec<Change>,
    /// The rows of these hours.
    rows: Vec<&'a Row>,
    /// The stored changes, by hour.
    stored: BTreeMap<Instant, Versioned<Change>>,
}

/// The hours and slots that a chunk changed.
type Written = BTreeSet<(Instant, Slot)>;

impl<'a> Chunk<'a> {
    /// The chunks of a layout, without the stored changes.
    fn all(layout: &'a str, rows: &[&'a Row], permit: &Permit, now: Instant) -> Vec<Self> {
        let changes = rules::changes(layout, rows, false, permit.user(), now);
        let chunk = |changes: &[Change]| {
            let has_hour = |row: &&Row| changes.iter().any(|change| change.active_hour == row.active_hour);
            let rows = rows.iter().copied().filter(has_hour).collect();
            Self { layout, changes: changes.to_vec(), rows, stored: BTreeMap::new() }
        };
        changes.chunks(MAX_HOURS_PER_TRANSACTION).map(chunk).collect()
    }

    /// The results of the rows.
    fn results(self, result: Result<Written>) -> Results<'a> {
        match result {
            Ok(written) => {
                let result = |row: &Row| {
                    if written.contains(&(row.active_hour, row.slot)) {
                        RowResult::written()
                    } else {
                        RowResult::unchanged()
                    }
                };
                self.rows.into_iter().map(|row| (key(row), result(row))).collect()
            }
            Err(error) => same_result(self.rows.into_iter(), &RowResult::of(&error)),
        }
    }
}

/// Stores chunks of changes, each with an audit entry.
struct Writer<'a> {
    store: &'a PlanogramStore,
    audit: &'a AuditTable,
    permit: &'a Permit,
    now: Instant,
}

impl<'a> RowWriter for Writer<'a> {
    type Row = Chunk<'a>;
    type Outcome = Written;
    const MAX_ATTEMPTS: u32 = 6;

    /// # Errors
    /// [`Error::Invalid`] if the layout would be too large.
    fn step(&self, Chunk { layout, changes, stored, .. }: &Chunk<'a>) -> Result<Step<Written>> {
        let writes: Vec<(Option<&Versioned<Change>>, Change)> = changes
            .iter()
            .filter_map(|change| {
                let before = stored.get(&change.active_hour);
                Some((before, rules::merge(before.map(|stored| &stored.value), change)?))
            })
            .collect();
        if writes.is_empty() {
            return Ok(Step::Done(Written::new()));
        }
        writes
            .iter()
            .try_for_each(|(_, change)| rules::check_size(change))
            .map_err(|message| Error::invalid("input", message))?;
        let slot_changes = writes
            .iter()
            .flat_map(|(before, after)| audit_changes(before.map(|stored| &stored.value), after))
            .collect();
        let entry =
            audit::Entry::new(Subject::Planogram(layout), "SCHEDULED", self.permit, self.now).with(slot_changes);
        let puts = writes.iter().map(|(before, after)| self.store.put(after, before.map(|stored| stored.version)));
        let transaction = Transaction::new().with_all(puts.collect::<Result<Vec<_>>>()?).audited(self.audit, &entry)?;
        let written = |(before, after): &(Option<&Versioned<Change>>, Change)| {
            rules::changed_slots(before.map(|stored| &stored.value), after)
        };
        Ok(Step::Write(transaction, writes.iter().flat_map(written).collect()))
    }

    async fn refresh(&self, chunks: Vec<&mut Chunk<'a>>) -> Result<()> {
        let hours = |chunk: &Chunk<'a>| -> Vec<(String, Instant)> {
            chunk.changes.iter().map(|change| (chunk.layout.to_owned(), change.active_hour)).collect()
        };
        let hours = chunks.iter().flat_map(|chunk| hours(chunk)).collect();
        let mut stored: BTreeMap<(String, Instant), Versioned<Change>> = BTreeMap::new();
        for change in self.store.hours(hours).await? {
            stored.insert((change.value.layout_name.clone(), change.value.active_hour), change);
        }
        for Chunk { layout, changes, stored: before, .. } in chunks {
            let hours = changes.iter().map(|change| change.active_hour);
            *before = hours.filter_map(|hour| Some((hour, stored.remove(&((*layout).to_owned(), hour))?))).collect();
        }
        Ok(())
    }

    fn exhausted(&self, _: &Chunk<'a>) -> Result<Written> {
        Err(Error::conflict("Another user is updating this planogram. Please try again."))
    }
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
        let puts = changes.iter().map(|change| store.put(change, None)).collect::<Result<Vec<_>>>()?;
        let transaction =
            Transaction::new().with(names.put_new(&name(layout))?).with_all(puts).audited(audit, &entry)?;
        if transaction.send(store.client()).await?.is_written() {
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

    fn row(layout: &str) -> Row {
        Row {
            layout_name: layout.into(),
            slot: "1:1".parse().unwrap(),
            vend_item_name: "SOUP".into(),
            active_hour: "2026-11-23T06:00:00Z".parse().unwrap(),
            physical_fridge_config: None,
        }
    }

    /// The number of write calls for these rows, whose hours have no stored changes.
    fn request_count(rows: &[Row]) -> usize {
        let (store, audit) = (PlanogramStore::unconnected(), AuditTable::unconnected());
        let (permit, now) = (Permit::system("test"), Instant::now());
        let writer = Writer { store: &store, audit: &audit, permit: &permit, now };
        let layouts = rules::by_layout(rows);
        let chunks = layouts.into_iter().flat_map(|(layout, rows)| Chunk::all(layout, &rows, &permit, now));
        let transaction = |chunk| match writer.step(&chunk).unwrap() {
            Step::Write(transaction, written) => {
                assert_eq!(written.len(), chunk.rows.len());
                transaction
            }
            step @ Step::Done(_) => panic!("{step:?}"),
        };
        table::testing::request_count(&chunks.map(transaction).collect::<Vec<_>>())
    }

    #[test]
    fn a_full_update_needs_two_write_calls() {
        let layouts: Vec<Row> = (0..100).map(|index| row(&format!("L{index}"))).collect();
        assert_eq!(request_count(&layouts), 2);
        let first: Instant = "2026-11-23T06:00:00Z".parse().unwrap();
        let hours = (0..100).map(|hour| Row { active_hour: first.plus(chrono::Duration::hours(hour)), ..row("L") });
        assert_eq!(request_count(&hours.collect::<Vec<_>>()), 2);
    }

    #[test]
    fn lists_counts_and_results_in_the_order_of_the_input() {
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
