//! What a deployment and a pilot have to be (section 5, Deployment). Pure; the browser follows the same cases
//! (`cases/pilots.json`).

use crate::{
    model::{ArtifactType, Deployed},
    version::Version,
};
use chrono::NaiveDate;
use locations::rules::Field;
use serde::Deserialize;
use serde_json::Value;
use shared::{Error, FieldError, Result, time};

/// The most fridges that one call deploys to, and that a pilot has.
pub const MOST: usize = 2500;
/// The highest stage of a pilot.
const HIGHEST_STAGE: u32 = 1000;
/// The longest id and name of a pilot, in letters.
const LONGEST_NAME: usize = 100;
/// The longest description, in letters.
const LONGEST_TEXT: usize = 2000;

/// The version of a deployment.
///
/// # Errors
/// [`Error::Invalid`] where the text is no version of that software.
pub fn version(artifact: ArtifactType, text: &str) -> Result<Version> {
    Version::parse(artifact, text).ok_or_else(|| no_version(artifact, text))
}

/// The refusal of a version that is not there to be deployed.
pub fn no_version(artifact: ArtifactType, text: &str) -> Error {
    Error::invalid("version", format!("There is no version {text} of {artifact}"))
}

/// Refuses a list of fridges that is empty or too long.
///
/// # Errors
/// [`Error::Invalid`].
pub fn count(fridges: usize) -> Result<()> {
    if (1..=MOST).contains(&fridges) {
        Ok(())
    } else {
        Err(Error::invalid("fridges", format!("One call takes 1 to {MOST} fridges")))
    }
}

/// What becomes of a fridge's software when `version` is deployed to it; `None` where it has it already.
pub fn deployed(before: Option<&Deployed>, version: &Version) -> Option<Deployed> {
    let previous = before.map(|before| before.version.clone());
    (previous.as_ref() != Some(version)).then(|| Deployed { version: version.clone(), previous, left: None })
}

/// What becomes of a fridge's software when it leaves `version` for the one before.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum RollBack {
    /// It gets the earlier version.
    To(Deployed),
    /// It left that version already, for this one.
    Already(Version),
    /// It cannot, and why.
    Refused(String),
}

/// Rolls back from `version`. A fridge that left it already stays as it is, so that the same call may be made again; one
/// that has another version keeps it.
pub fn rolled_back(before: Option<&Deployed>, version: &Version) -> RollBack {
    match before {
        Some(Deployed { version: current, previous: Some(previous), .. }) if current == version => {
            RollBack::To(Deployed { version: previous.clone(), previous: None, left: Some(version.clone()) })
        }
        Some(Deployed { version: current, left: Some(left), .. }) if left == version => {
            RollBack::Already(current.clone())
        }
        Some(Deployed { version: current, .. }) if current == version => {
            RollBack::Refused(format!("No version before {version} is known"))
        }
        Some(Deployed { version: current, .. }) => {
            RollBack::Refused(format!("It has version {current}, not {version}"))
        }
        None => RollBack::Refused(format!("It has no version, not {version}")),
    }
}

/// The fields of a pilot as they were sent.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct PilotDraft {
    id: Value,
    display_name: Value,
    stage: Value,
    start_date: Value,
    end_date: Value,
    description: Value,
}

/// The fields of a pilot.
#[derive(Clone, Debug, Eq, PartialEq)]
#[expect(missing_docs, reason = "they are those of the pilot")]
pub struct PilotFields {
    pub id: String,
    pub display_name: String,
    pub stage: u32,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    pub description: String,
}

/// A pilot's fields, all of which are required.
///
/// # Errors
/// Everything that is wrong.
pub fn pilot(draft: &PilotDraft) -> Result<PilotFields, Vec<FieldError>> {
    let id = written("id", "Pilot ID", &draft.id, LONGEST_NAME);
    let display_name = written("displayName", "Display Name", &draft.display_name, LONGEST_NAME);
    let stage = stage(&draft.stage);
    let start_date = day("startDate", "Start Date", &draft.start_date);
    let end_date = day("endDate", "End Date", &draft.end_date).and_then(|end| match &start_date {
        Ok(start) if end < *start => Err(FieldError::new("endDate", "End Date cannot be before Start Date")),
        _ => Ok(end),
    });
    let description = written("description", "Description", &draft.description, LONGEST_TEXT);
    match (id, display_name, stage, start_date, end_date, description) {
        (Ok(id), Ok(display_name), Ok(stage), Ok(start_date), Ok(end_date), Ok(description)) => {
            Ok(PilotFields { id, display_name, stage, start_date, end_date, description })
        }
        (id, display_name, stage, start_date, end_date, description) => {
            let errors = [id.err(), display_name.err(), stage.err(), start_date.err(), end_date.err()];
            Err(errors.into_iter().chain([description.err()]).flatten().collect())
        }
    }
}

fn written(name: &str, label: &str, value: &Value, longest: usize) -> Result<String, FieldError> {
    let text = Field { name, value }.written();
    let text = text.ok_or_else(|| FieldError::new(name, format!("{label} cannot be empty")))?;
    if text.chars().count() > longest {
        return Err(FieldError::new(name, format!("{label} can have at most {longest} characters")));
    }
    Ok(text)
}

fn stage(value: &Value) -> Result<u32, FieldError> {
    let text = written("stage", "Pilot Stage", value, LONGEST_NAME)?;
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let stage = text.parse().ok().filter(|stage| digits && *stage <= HIGHEST_STAGE);
    stage.ok_or_else(|| {
        FieldError::new("stage", format!("Pilot Stage should be a whole number from 0 to {HIGHEST_STAGE}"))
    })
}

fn day(name: &str, label: &str, value: &Value) -> Result<NaiveDate, FieldError> {
    let text = written(name, label, value, LONGEST_NAME)?;
    time::day(&text).ok_or_else(|| FieldError::new(name, format!("{label} should be a day in the format YYYY-MM-DD")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Deserialize)]
    struct Case {
        name: String,
        pilot: PilotDraft,
        errors: Vec<FieldError>,
    }

    #[test]
    fn all_fields_of_a_pilot_are_required_and_have_their_forms() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../cases/pilots.json")).unwrap();
        for Case { name, pilot: draft, errors } in cases {
            assert_eq!(pilot(&draft).err().unwrap_or_default(), errors, "{name}");
        }
    }

    fn agent(text: &str) -> Version {
        version(ArtifactType::FridgeAgent, text).unwrap()
    }

    fn with(version: &str, previous: Option<&str>, left: Option<&str>) -> Deployed {
        Deployed { version: agent(version), previous: previous.map(agent), left: left.map(agent) }
    }

    #[test]
    fn a_deployment_remembers_the_version_before() {
        let first = deployed(None, &agent("1.1")).unwrap();
        assert_eq!(first, with("1.1", None, None));
        let second = deployed(Some(&first), &agent("1.2")).unwrap();
        assert_eq!(second, with("1.2", Some("1.1"), None));
        assert_eq!(deployed(Some(&second), &agent("1.2")), None);
    }

    #[test]
    fn a_fridge_that_was_rolled_back_is_rolled_back_once_however_often_it_is_asked_for() {
        let before = with("1.2", Some("1.1"), None);
        let RollBack::To(after) = rolled_back(Some(&before), &agent("1.2")) else { panic!("it was not rolled back") };
        assert_eq!(after, with("1.1", None, Some("1.2")));
        assert_eq!(rolled_back(Some(&after), &agent("1.2")), RollBack::Already(agent("1.1")));
    }

    #[test]
    fn a_fridge_with_another_version_or_without_an_earlier_one_keeps_what_it_has() {
        let refused = |before: Option<&Deployed>| match rolled_back(before, &agent("1.2")) {
            RollBack::Refused(why) => why,
            other => panic!("{other:?}"),
        };
        assert_eq!(refused(Some(&with("1.3", Some("1.2"), None))), "It has version 1.3, not 1.2");
        assert_eq!(refused(Some(&with("1.2", None, None))), "No version before 1.2 is known");
        assert_eq!(refused(None), "It has no version, not 1.2");
    }

    #[test]
    fn one_call_takes_1_to_2500_fridges() {
        assert!(count(1).is_ok() && count(MOST).is_ok());
        assert!(count(0).is_err() && count(MOST + 1).is_err());
    }

    proptest! {
        /// Whatever is deployed and rolled back in whatever order: a deployment leads to its version, a roll back to the
        /// one before or nowhere, and both twice are as good as once.
        #[test]
        fn deployments_and_roll_backs_end_where_they_say(steps in prop::collection::vec((any::<bool>(), 1_u8..5), 1..30)) {
            let mut state: Option<Deployed> = None;
            for (deploy, number) in steps {
                let wanted = agent(&format!("1.{number}"));
                let before = state.clone();
                if deploy {
                    state = deployed(state.as_ref(), &wanted).or(state);
                    prop_assert_eq!(&state.as_ref().unwrap().version, &wanted);
                    prop_assert_eq!(deployed(state.as_ref(), &wanted), None);
                } else if let RollBack::To(after) = rolled_back(state.as_ref(), &wanted) {
                    let before = before.unwrap();
                    prop_assert_eq!((&before.version, before.previous.as_ref()), (&wanted, Some(&after.version)));
                    let again = rolled_back(Some(&after), &wanted);
                    prop_assert_eq!(again, RollBack::Already(after.version.clone()));
                    state = Some(after);
                }
            }
        }
    }
}
