//! Lists and saves pilots. Requirements: `docs/requirements/software.md`, SWR-5 to SWR-8.

use crate::{
    model::Pilot,
    rules::{self, PilotDraft, PilotFields},
    store::PilotStore,
};
use locations::{model::LocationId, store::LocationStore};
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{
    Error, FieldError, Page, Request, Result,
    audit::{self, AuditTable, Change, Subject},
    table::Transaction,
};
use std::collections::BTreeSet;

/// Arguments of `getFridgeSoftwarePilots`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct GetFridgeSoftwarePilotsArguments {
    only_show_active: Option<bool>,
    next_token: Option<String>,
}

/// A page of pilots. A page of active pilots can be short or empty and still have a next page.
pub async fn get_fridge_software_pilots(
    store: &PilotStore,
    arguments: GetFridgeSoftwarePilotsArguments,
) -> Result<Page<Pilot>> {
    let Page { mut items, next_token } = store.page(arguments.next_token.as_deref()).await?;
    if arguments.only_show_active == Some(true) {
        items.retain(|pilot| pilot.active);
    }
    Ok(Page { items, next_token })
}

/// Arguments of `putFridgeSoftwarePilot`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PutFridgeSoftwarePilotArguments {
    #[serde(flatten)]
    draft: PilotDraft,
    fridge_ids: Vec<String>,
    active: bool,
    /// The version that the caller read. `None` for a new pilot.
    #[serde(default)]
    version: Option<u64>,
}

/// Saves all fields of a pilot. Saving the same fields again changes nothing.
///
/// # Errors
/// [`Error::Invalid`] with all invalid fields; [`Error::Conflict`] if another user saved the pilot since the caller
/// read it. Nothing is written in these cases.
pub async fn put_fridge_software_pilot(
    (locations, store, audit): &(LocationStore, PilotStore, AuditTable),
    Request { permit, now, input }: Request<PutFridgeSoftwarePilotArguments>,
) -> Result<bool> {
    let PutFridgeSoftwarePilotArguments { draft, fridge_ids, active, version: expected } = input;
    let mut errors = Vec::new();
    let fields = rules::validate_pilot(&draft).map_err(|invalid| errors.extend(invalid)).ok();
    let fridge_ids = resolve_fridges(locations, &fridge_ids).await?.map_err(|invalid| errors.push(invalid)).ok();
    let (Some(fields), Some(fridge_ids)) = (fields, fridge_ids) else { return Err(Error::Invalid(errors)) };
    let PilotFields { id, display_name, stage, start_date, end_date, description } = fields;
    let version = expected.unwrap_or_default() + 1;
    let pilot = Pilot { id, fridge_ids, display_name, stage, start_date, end_date, description, active, version };

    let before = store.get(&pilot.id).await?;
    if before.as_ref().is_some_and(|before| is_unchanged(before, &pilot)) {
        return Ok(true);
    }
    if before.as_ref().map(|before| before.version) != expected {
        return Err(conflict(&pilot.id, expected, before.as_ref()));
    }
    let event = if before.is_some() { "UPDATED" } else { "CREATED" };
    let entry = audit::Entry::new(Subject::FridgeSoftwarePilot(&pilot.id), event, &permit, now)
        .with(changes(before.as_ref(), &pilot));
    let transaction = Transaction::new().with(store.put(&permit, &pilot, expected)?).audited(audit, &entry)?;
    if transaction.send(store.client()).await?.is_written() {
        return Ok(true);
    }
    Err(conflict(&pilot.id, expected, store.get(&pilot.id).await?.as_ref()))
}

/// The pilot's fridges without duplicates, or an error that lists the unknown ids.
async fn resolve_fridges(
    locations: &LocationStore,
    requested: &[String],
) -> Result<Result<Vec<LocationId>, FieldError>> {
    let invalid = |message: String| Ok(Err(FieldError::new("fridgeIds", message)));
    if !(1..=rules::MAX_FRIDGES).contains(&requested.len()) {
        return invalid(format!("A pilot needs 1 to {} fridges", rules::MAX_FRIDGES));
    }
    let known = locations.resolve(requested.iter().filter_map(|id| id.parse().ok()).collect()).await?;
    let unknown: BTreeSet<&str> =
        requested.iter().map(String::as_str).filter(|id| !id.parse().is_ok_and(|id| known.contains_key(&id))).collect();
    if unknown.is_empty() {
        let fridges: BTreeSet<LocationId> = known.into_values().collect();
        return Ok(Ok(fridges.into_iter().collect()));
    }
    let list = unknown.into_iter().collect::<Vec<_>>().join(", ");
    invalid(format!("The following fridges IDs do not exist in the Locations table: {list}"))
}

fn is_unchanged(one: &Pilot, other: &Pilot) -> bool {
    *one == Pilot { version: one.version, ..other.clone() }
}

fn conflict(id: &str, expected: Option<u64>, stored: Option<&Pilot>) -> Error {
    let message = match (expected, stored) {
        // The screens do not show inactive pilots.
        (None, Some(stored)) if !stored.active => {
            format!("An earlier pilot already has the ID {id}. Choose another Pilot ID.")
        }
        (_, Some(_)) => format!("Another user saved pilot {id} first. Your changes were not saved."),
        (_, None) => format!("Pilot {id} no longer exists. Your changes were not saved."),
    };
    Error::Conflict { message, current: stored.map(|pilot| json!(pilot)) }
}

/// The changes for the audit entry: each changed attribute, and the added and removed fridges.
fn changes(before: Option<&Pilot>, after: &Pilot) -> Vec<Change> {
    let previous = before.map(|before| json!(before)).unwrap_or_default();
    let mut changes = audit::changes(&previous, &json!(after), &["version", "fridgeIds"]);
    let fridges = |pilot: Option<&Pilot>| -> BTreeSet<LocationId> {
        pilot.into_iter().flat_map(|pilot| pilot.fridge_ids.iter().cloned()).collect()
    };
    let (old, new) = (fridges(before), fridges(Some(after)));
    let list = |ids: Vec<&LocationId>| -> Option<Value> { (!ids.is_empty()).then(|| json!(ids)) };
    let (from, to) = (list(old.difference(&new).collect()), list(new.difference(&old).collect()));
    if from.is_some() || to.is_some() {
        changes.push(Change { attribute: "fridgeIds".into(), from, to });
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pilot(fridges: &[&str]) -> Pilot {
        Pilot {
            id: "canary".into(),
            fridge_ids: fridges.iter().map(|id| id.parse().unwrap()).collect(),
            display_name: "Canary".into(),
            stage: 1,
            start_date: "2026-11-21".parse().unwrap(),
            end_date: "2026-12-05".parse().unwrap(),
            description: "Ten fridges first".into(),
            active: true,
            version: 3,
        }
    }

    #[test]
    fn a_pilot_with_another_version_is_unchanged() {
        assert!(is_unchanged(&pilot(&["A"]), &Pilot { version: 9, ..pilot(&["A"]) }));
        assert!(!is_unchanged(&pilot(&["A"]), &Pilot { stage: 2, ..pilot(&["A"]) }));
        assert!(!is_unchanged(&pilot(&["A"]), &pilot(&["A", "B"])));
    }

    #[test]
    fn changes_contain_changed_attributes_and_added_and_removed_fridges() {
        let after = Pilot { stage: 2, version: 4, ..pilot(&["B", "C"]) };
        let changes: Vec<_> = changes(Some(&pilot(&["A", "B"])), &after)
            .into_iter()
            .map(|change| (change.attribute, change.from, change.to))
            .collect();
        let expected =
            [("stage", Some(json!(1)), Some(json!(2))), ("fridgeIds", Some(json!(["A"])), Some(json!(["C"])))];
        assert_eq!(changes, expected.map(|(name, from, to)| (name.to_owned(), from, to)));
        assert!(super::changes(None, &pilot(&["A"])).iter().all(|change| change.from.is_none()));
    }

    #[test]
    fn a_conflict_contains_the_current_pilot() {
        let Error::Conflict { message, current } = conflict("canary", Some(2), Some(&pilot(&["A"]))) else { panic!() };
        assert_eq!(message, "Another user saved pilot canary first. Your changes were not saved.");
        assert_eq!(current.map(|pilot| pilot["version"].clone()), Some(json!(3)));
    }

    #[test]
    fn rejects_the_id_of_an_inactive_pilot() {
        let inactive = Pilot { active: false, ..pilot(&["A"]) };
        let message = conflict("canary", None, Some(&inactive)).to_string();
        assert_eq!(message, "An earlier pilot already has the ID canary. Choose another Pilot ID.");
    }
}
