//! Pilots: which there are, and saving one (sections 2.1, 3, 4.1 and 5).

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
    dynamo::{self, Transaction},
};
use std::collections::BTreeSet;

/// Arguments of `getFridgeSoftwarePilots`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct GetFridgeSoftwarePilotsArguments {
    only_show_active: Option<bool>,
    next_token: Option<String>,
}

/// A page of pilots. One of the active may be short, or empty, and still have a next one.
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
    /// The one that the caller saw; `None` where they saw none.
    #[serde(default)]
    version: Option<u64>,
}

/// Saves a pilot, whole. The same again changes nothing.
///
/// # Errors
/// [`Error::Invalid`] with everything that is wrong; [`Error::Conflict`] where somebody else saved it since the caller
/// saw it. Nothing is written then.
pub async fn put_fridge_software_pilot(
    (locations, store, audit): &(LocationStore, PilotStore, AuditTable),
    Request { permit, now, input }: Request<PutFridgeSoftwarePilotArguments>,
) -> Result<bool> {
    let PutFridgeSoftwarePilotArguments { draft, fridge_ids, active, version: seen } = input;
    let mut errors = Vec::new();
    let fields = rules::pilot(&draft).map_err(|wrong| errors.extend(wrong)).ok();
    let fridge_ids = fridges(locations, &fridge_ids).await?.map_err(|wrong| errors.push(wrong)).ok();
    let (Some(fields), Some(fridge_ids)) = (fields, fridge_ids) else { return Err(Error::Invalid(errors)) };
    let PilotFields { id, display_name, stage, start_date, end_date, description } = fields;
    let version = seen.unwrap_or_default() + 1;
    let pilot = Pilot { id, fridge_ids, display_name, stage, start_date, end_date, description, active, version };

    let before = store.get(&pilot.id).await?;
    if before.as_ref().is_some_and(|before| same(before, &pilot)) {
        return Ok(true);
    }
    if before.as_ref().map(|before| before.version) != seen {
        return Err(conflict(&pilot.id, seen, before.as_ref()));
    }
    let event = if before.is_some() { "UPDATED" } else { "CREATED" };
    let entry = audit::Entry::new(Subject::FridgeSoftwarePilot(&pilot.id), event, &permit, now)
        .with(changes(before.as_ref(), &pilot));
    let actions = vec![store.put(&permit, &pilot, seen)?, audit.put(&entry)?];
    match dynamo::transact(store.client(), actions).await? {
        Transaction::Written => Ok(true),
        Transaction::Refused(_) => Err(conflict(&pilot.id, seen, store.get(&pilot.id).await?.as_ref())),
    }
}

/// The pilot's fridges, each once, where all of them are known.
async fn fridges(locations: &LocationStore, asked: &[String]) -> Result<Result<Vec<LocationId>, FieldError>> {
    let wrong = |message: String| Ok(Err(FieldError::new("fridgeIds", message)));
    if !(1..=rules::MOST).contains(&asked.len()) {
        return wrong(format!("A pilot has 1 to {} fridges", rules::MOST));
    }
    let known = locations.resolve(asked.iter().filter_map(|id| id.parse().ok()).collect()).await?;
    let unknown: BTreeSet<&str> =
        asked.iter().map(String::as_str).filter(|id| !id.parse().is_ok_and(|id| known.contains_key(&id))).collect();
    if unknown.is_empty() {
        let fridges: BTreeSet<LocationId> = known.into_values().collect();
        return Ok(Ok(fridges.into_iter().collect()));
    }
    let list = unknown.into_iter().collect::<Vec<_>>().join(", ");
    wrong(format!("The following fridges IDs do not exist in the Locations table: {list}"))
}

fn same(one: &Pilot, other: &Pilot) -> bool {
    *one == Pilot { version: one.version, ..other.clone() }
}

fn conflict(id: &str, seen: Option<u64>, stored: Option<&Pilot>) -> Error {
    let message = match (seen, stored) {
        // Those that are over are on no screen.
        (None, Some(stored)) if !stored.active => {
            format!("There was a pilot {id} already. Please choose another Pilot ID.")
        }
        (_, Some(_)) => format!("Somebody else saved pilot {id} meanwhile. Nothing of yours was saved."),
        (_, None) => format!("There is no pilot {id} any more. Nothing of yours was saved."),
    };
    Error::Conflict { message, current: stored.map(|pilot| json!(pilot)) }
}

/// What history tells: each attribute that changed; of the fridges, those that came and went.
fn changes(before: Option<&Pilot>, after: &Pilot) -> Vec<Change> {
    let told = before.map(|before| json!(before)).unwrap_or_default();
    let mut changes = audit::changes(&told, &json!(after), &["version", "fridgeIds"]);
    let fridges = |pilot: Option<&Pilot>| -> BTreeSet<LocationId> {
        pilot.into_iter().flat_map(|pilot| pilot.fridge_ids.iter().cloned()).collect()
    };
    let (left, came) = (fridges(before), fridges(Some(after)));
    let list = |ids: Vec<&LocationId>| -> Option<Value> { (!ids.is_empty()).then(|| json!(ids)) };
    let (from, to) = (list(left.difference(&came).collect()), list(came.difference(&left).collect()));
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
    fn the_same_pilot_is_the_same_whichever_version_it_is() {
        assert!(same(&pilot(&["A"]), &Pilot { version: 9, ..pilot(&["A"]) }));
        assert!(!same(&pilot(&["A"]), &Pilot { stage: 2, ..pilot(&["A"]) }));
        assert!(!same(&pilot(&["A"]), &pilot(&["A", "B"])));
    }

    #[test]
    fn history_names_what_changed_and_the_fridges_that_came_and_went() {
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
    fn a_conflict_shows_the_pilot_as_it_is_now() {
        let Error::Conflict { message, current } = conflict("canary", Some(2), Some(&pilot(&["A"]))) else { panic!() };
        assert_eq!(message, "Somebody else saved pilot canary meanwhile. Nothing of yours was saved.");
        assert_eq!(current.map(|pilot| pilot["version"].clone()), Some(json!(3)));
    }

    #[test]
    fn the_id_of_a_pilot_that_is_over_is_taken() {
        let over = Pilot { active: false, ..pilot(&["A"]) };
        let message = conflict("canary", None, Some(&over)).to_string();
        assert_eq!(message, "There was a pilot canary already. Please choose another Pilot ID.");
    }
}
