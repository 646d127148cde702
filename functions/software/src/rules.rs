//! The rules of deployments, rollbacks and pilots. They are pure. The web app has the same rules for pilots; both are
//! tested with `cases/pilots.json`. Requirements: `docs/requirements/software.md`.

use crate::{
    model::{ArtifactType, Deployed},
    version::Version,
};
use chrono::NaiveDate;
use locations::rules::Field;
use serde::Deserialize;
use serde_json::Value;
use shared::{Error, FieldError, Result, time};

/// Maximum number of fridges in one deployment and in one pilot.
pub const MAX_FRIDGES: usize = 2500;
/// Maximum stage of a pilot.
const MAX_STAGE: u32 = 1000;
/// Maximum length of the id and name of a pilot, in characters.
const MAX_NAME: usize = 100;
/// Maximum length of a description, in characters.
const MAX_DESCRIPTION: usize = 2000;

/// Parses the version of a deployment.
///
/// # Errors
/// [`Error::Invalid`] if the text is not a version of the artifact.
pub fn parse_version(artifact: ArtifactType, text: &str) -> Result<Version> {
    Version::parse(artifact, text).ok_or_else(|| unknown_version(artifact, text))
}

/// The error for a version that does not exist.
pub fn unknown_version(artifact: ArtifactType, text: &str) -> Error {
    Error::invalid("version", unknown_version_message(artifact, text))
}

/// The message for a version that does not exist.
pub(crate) fn unknown_version_message(artifact: ArtifactType, text: &str) -> String {
    format!("There is no version {text} of {artifact}")
}

/// Rejects an empty list of fridges and one that is too long.
///
/// # Errors
/// [`Error::Invalid`].
pub fn check_count(fridges: usize) -> Result<()> {
    if (1..=MAX_FRIDGES).contains(&fridges) {
        Ok(())
    } else {
        Err(Error::invalid("fridges", format!("Select 1 to {MAX_FRIDGES} fridges")))
    }
}

/// The state of a fridge after deploying `version`. `None` if the fridge already has it.
pub fn plan_deployment(before: Option<&Deployed>, version: &Version) -> Option<Deployed> {
    let previous = before.map(|before| before.version.clone());
    (previous.as_ref() != Some(version)).then(|| Deployed {
        version: version.clone(),
        previous,
        rolled_back_from: None,
    })
}

/// The result of rolling a fridge back.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum RollBack {
    /// The fridge gets this state with the previous version.
    To(Deployed),
    /// The fridge was already rolled back to this version.
    AlreadyDone(Version),
    /// The fridge cannot be rolled back. Contains the reason.
    Rejected(String),
}

/// Plans the rollback from `version`. A fridge that was already rolled back from it stays unchanged, so the call can be
/// repeated. A fridge with another version keeps it.
pub fn plan_roll_back(before: Option<&Deployed>, version: &Version) -> RollBack {
    match before {
        Some(Deployed { version: current, previous: Some(previous), .. }) if current == version => {
            RollBack::To(Deployed {
                version: previous.clone(),
                previous: None,
                rolled_back_from: Some(version.clone()),
            })
        }
        Some(Deployed { version: current, rolled_back_from: Some(left), .. }) if left == version => {
            RollBack::AlreadyDone(current.clone())
        }
        Some(Deployed { version: current, .. }) if current == version => {
            RollBack::Rejected(format!("No version before {version} is known"))
        }
        Some(Deployed { version: current, .. }) => {
            RollBack::Rejected(format!("It has version {current}, not {version}"))
        }
        None => RollBack::Rejected("It has no version of this software".into()),
    }
}

/// The fields of a pilot as sent by the caller.
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

/// The validated fields of a pilot.
#[derive(Clone, Debug, Eq, PartialEq)]
#[expect(missing_docs, reason = "documented in Pilot")]
pub struct PilotFields {
    pub id: String,
    pub display_name: String,
    pub stage: u32,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    pub description: String,
}

/// Validates the fields of a pilot, all of which are required.
///
/// # Errors
/// All invalid fields.
pub fn validate_pilot(draft: &PilotDraft) -> Result<PilotFields, Vec<FieldError>> {
    let id = required_text("id", "Pilot ID", &draft.id, MAX_NAME);
    let display_name = required_text("displayName", "Display Name", &draft.display_name, MAX_NAME);
    let stage = parse_stage(&draft.stage);
    let start_date = parse_day("startDate", "Start Date", &draft.start_date);
    let end_date = parse_day("endDate", "End Date", &draft.end_date).and_then(|end| match &start_date {
        Ok(start) if end < *start => Err(FieldError::new("endDate", "End Date cannot be before Start Date")),
        _ => Ok(end),
    });
    let description = required_text("description", "Description", &draft.description, MAX_DESCRIPTION);
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

fn required_text(name: &str, label: &str, value: &Value, max_length: usize) -> Result<String, FieldError> {
    let text = Field { name, value }.as_text();
    let text = text.ok_or_else(|| FieldError::new(name, format!("{label} cannot be empty")))?;
    if text.chars().count() > max_length {
        return Err(FieldError::new(name, format!("{label} can have at most {max_length} characters")));
    }
    Ok(text.into_owned())
}

fn parse_stage(value: &Value) -> Result<u32, FieldError> {
    let text = required_text("stage", "Pilot Stage", value, MAX_NAME)?;
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let stage = text.parse().ok().filter(|stage| digits && *stage <= MAX_STAGE);
    stage.ok_or_else(|| FieldError::new("stage", format!("Pilot Stage should be a whole number from 0 to {MAX_STAGE}")))
}

fn parse_day(name: &str, label: &str, value: &Value) -> Result<NaiveDate, FieldError> {
    let text = required_text(name, label, value, MAX_NAME)?;
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
    fn validates_pilots_as_in_the_shared_cases() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../cases/pilots.json")).unwrap();
        for Case { name, pilot: draft, errors } in cases {
            assert_eq!(validate_pilot(&draft).err().unwrap_or_default(), errors, "{name}");
        }
    }

    fn agent(text: &str) -> Version {
        parse_version(ArtifactType::FridgeAgent, text).unwrap()
    }

    fn with(version: &str, previous: Option<&str>, rolled_back_from: Option<&str>) -> Deployed {
        Deployed {
            version: agent(version),
            previous: previous.map(agent),
            rolled_back_from: rolled_back_from.map(agent),
        }
    }

    #[test]
    fn a_deployment_stores_the_previous_version() {
        let first = plan_deployment(None, &agent("1.1")).unwrap();
        assert_eq!(first, with("1.1", None, None));
        let second = plan_deployment(Some(&first), &agent("1.2")).unwrap();
        assert_eq!(second, with("1.2", Some("1.1"), None));
        assert_eq!(plan_deployment(Some(&second), &agent("1.2")), None);
    }

    #[test]
    fn a_repeated_rollback_changes_nothing() {
        let before = with("1.2", Some("1.1"), None);
        let RollBack::To(after) = plan_roll_back(Some(&before), &agent("1.2")) else { panic!("expected a rollback") };
        assert_eq!(after, with("1.1", None, Some("1.2")));
        assert_eq!(plan_roll_back(Some(&after), &agent("1.2")), RollBack::AlreadyDone(agent("1.1")));
    }

    #[test]
    fn rejects_a_rollback_from_another_version_or_without_a_previous_one() {
        let rejection = |before: Option<&Deployed>| match plan_roll_back(before, &agent("1.2")) {
            RollBack::Rejected(why) => why,
            other => panic!("{other:?}"),
        };
        assert_eq!(rejection(Some(&with("1.3", Some("1.2"), None))), "It has version 1.3, not 1.2");
        assert_eq!(rejection(Some(&with("1.2", None, None))), "No version before 1.2 is known");
        assert_eq!(rejection(None), "It has no version of this software");
    }

    #[test]
    fn accepts_1_to_2500_fridges() {
        assert!(check_count(1).is_ok() && check_count(MAX_FRIDGES).is_ok());
        assert!(check_count(0).is_err() && check_count(MAX_FRIDGES + 1).is_err());
    }

    proptest! {
        /// After any sequence of steps, a deployment leads to its version, a rollback leads to the previous version or
        /// is rejected, and repeating either changes nothing.
        #[test]
        fn deployments_and_rollbacks_lead_to_their_versions(steps in prop::collection::vec((any::<bool>(), 1_u8..5), 1..30)) {
            let mut state: Option<Deployed> = None;
            for (deploy, number) in steps {
                let target = agent(&format!("1.{number}"));
                let before = state.clone();
                if deploy {
                    state = plan_deployment(state.as_ref(), &target).or(state);
                    prop_assert_eq!(&state.as_ref().unwrap().version, &target);
                    prop_assert_eq!(plan_deployment(state.as_ref(), &target), None);
                } else if let RollBack::To(after) = plan_roll_back(state.as_ref(), &target) {
                    let before = before.unwrap();
                    prop_assert_eq!(&before.version, &target);
                    prop_assert_eq!(before.previous.as_ref(), Some(&after.version));
                    let repeated = plan_roll_back(Some(&after), &target);
                    prop_assert_eq!(repeated, RollBack::AlreadyDone(after.version.clone()));
                    state = Some(after);
                }
            }
        }
    }
}
