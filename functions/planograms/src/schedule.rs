//! Scheduling planograms. Source: the spec of planning and reporting, sections 3, 5 and 7.

use crate::{
    history::told,
    model::Change,
    rules::{self, Request, Row, UpdateInput},
    store::{PlanogramStore, Stored},
};
use futures::{StreamExt, TryStreamExt, stream};
use locations::names::{Kind, Name, NameStore};
use serde::{Deserialize, Serialize};
use shared::{
    Error, Instant, Permit, Result,
    audit::{self, AuditTable, Subject},
    dynamo::{self, Transaction},
};

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
    errors: Vec<String>,
    total_count: usize,
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
    let request = rules::check(&input, now).map_err(Error::Invalid)?;
    let errors = match request {
        Request::Create(rows) => create(uses, &permit, now, &rows).await?,
        Request::Update(rows) => update_all(uses, &permit, now, rows).await?,
    };
    let total_count = input.len();
    Ok(SchedulePlanogramUpdateResult { success_count: total_count - errors.len(), errors, total_count })
}

/// Updates each layout by itself; answers an error for each row that was not written.
async fn update_all(uses: &Uses, permit: &Permit, now: Instant, rows: Vec<Row>) -> Result<Vec<String>> {
    let (_, names, _) = uses;
    let layouts = rules::by_layout(rows);
    let there = names.existing(layouts.keys().map(|layout| name(layout)).collect()).await?;
    let updates = layouts.iter().map(|(layout, rows)| {
        let exists = there.has(Kind::Planogram, layout);
        async move {
            if exists {
                update(uses, permit, now, layout, rows).await
            } else {
                Ok(refusals(rows, &format!("There is no planogram {layout}. Create it first.")))
            }
        }
    });
    // Boxed: a stream of borrowing futures would not be known to be Send.
    let updates: Vec<futures::future::BoxFuture<'_, Result<Vec<String>>>> =
        updates.map(|update| Box::pin(update) as _).collect();
    let errors: Vec<Vec<String>> = stream::iter(updates).buffered(AT_ONCE).try_collect().await?;
    Ok(errors.concat())
}

async fn update(uses: &Uses, permit: &Permit, now: Instant, layout: &str, rows: &[Row]) -> Result<Vec<String>> {
    let mut errors = Vec::new();
    let changes = rules::changes(layout, rows, false, permit.user(), now);
    for hours in changes.chunks(HOURS) {
        if let Err(message) = write(uses, permit, now, layout, hours).await? {
            let refused = rows.iter().filter(|row| hours.iter().any(|hour| hour.active_hour == row.active_hour));
            errors.extend(refused.map(|row| refusal(row, &message)));
        }
    }
    Ok(errors)
}

/// Writes changes of a layout together; answers why they cannot be.
async fn write(
    (store, _, audit): &Uses,
    permit: &Permit,
    now: Instant,
    layout: &str,
    changes: &[Change],
) -> Result<Result<(), String>> {
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
            return Ok(Ok(()));
        }
        if let Err(message) = writes.iter().try_for_each(|(_, change)| rules::fits(change)) {
            return Ok(Err(message));
        }
        let told = writes.iter().flat_map(|(before, after)| told(before.map(|stored| &stored.change), after)).collect();
        let entry = audit::Entry::new(Subject::Planogram(layout), "SCHEDULED", permit, now).with(told);
        let puts = writes.iter().map(|(before, after)| store.put(after, before.map(|stored| stored.version)));
        let actions = puts.chain([audit.put(&entry)]).collect::<Result<Vec<_>>>()?;
        if dynamo::transact(store.client(), actions).await? == Transaction::Written {
            return Ok(Ok(()));
        }
    }
    Ok(Err("Somebody else is scheduling the same planogram at this moment. Please try again.".into()))
}

/// Makes a layout with its name, so that locations can choose it; answers an error for each row where it cannot be made.
async fn create(uses: &Uses, permit: &Permit, now: Instant, rows: &[Row]) -> Result<Vec<String>> {
    let (store, names, audit) = uses;
    let Some(layout) = rows.first().map(|row| row.layout_name.as_str()) else { return Ok(Vec::new()) };
    let changes = rules::changes(layout, rows, true, permit.user(), now);
    if let Err(message) = changes.iter().try_for_each(rules::fits) {
        return Ok(refusals(rows, &message));
    }
    if !names.existing(vec![name(layout)]).await?.has(Kind::Planogram, layout) {
        let told = changes.iter().flat_map(|change| told(None, change)).collect();
        let entry = audit::Entry::new(Subject::Planogram(layout), "CREATED", permit, now).with(told);
        let puts = changes.iter().map(|change| store.put(change, None));
        let actions = [names.put_new(&name(layout))].into_iter().chain(puts).chain([audit.put(&entry)]);
        let actions = actions.collect::<Result<Vec<_>>>()?;
        if dynamo::transact(store.client(), actions).await? == Transaction::Written {
            return Ok(Vec::new());
        }
    }
    // It is there: either by this very creation, whose answer was lost, or by another one.
    let stored = store.creation(layout).await?;
    if stored.is_some_and(|stored| changes.iter().all(|change| same(&stored, change))) {
        return Ok(Vec::new());
    }
    Ok(refusals(rows, &format!("There is a planogram {layout} already. Update it instead.")))
}

/// Whether a layout was created with the same items in the same slots.
fn same(stored: &Change, change: &Change) -> bool {
    stored.slots.len() == change.slots.len()
        && stored.slots.iter().all(|(slot, before)| change.slots.get(slot).is_some_and(|after| after.shows(before)))
}

fn name(layout: &str) -> Name {
    Name { kind: Kind::Planogram, name: layout.into() }
}

fn refusals(rows: &[Row], message: &str) -> Vec<String> {
    rows.iter().map(|row| refusal(row, message)).collect()
}

/// What is told of a row that was not written.
fn refusal(row: &Row, message: &str) -> String {
    format!("{} {}: {message}", row.layout_name, row.slot)
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
    fn a_creation_is_the_same_with_the_same_items_in_the_same_slots_and_no_other() {
        let created = change(&[("1:1", "SOUP"), ("1:2", "SALAD")]);
        assert!(same(&created, &change(&[("1:2", "SALAD"), ("1:1", "SOUP")])));
        for other in [&[("1:1", "SOUP")][..], &[("1:1", "SOUP"), ("1:2", "WRAP")], &[("1:1", "SOUP"), ("1:3", "SALAD")]]
        {
            assert!(!same(&created, &change(other)));
        }
    }
}
