//! Versions of artifacts: their format, their order, and which ones are offered for a deployment. The rules are pure.
//! The web app has the same rules; both are tested with `cases/versions.json`. Requirements:
//! `docs/requirements/software.md`, SWR-2.

use health::model::ArtifactType;
use serde::{Deserialize, Serialize};
use std::{cmp::Ordering, collections::BTreeMap, fmt};

/// Number of versions of an artifact that are offered: the newest.
pub const MAX_OFFERED: usize = 5;

/// The version of an artifact: numbers separated by dots, or by spaces for the heartbeat.
#[derive(Clone, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Version(String);

shared::inline_schema!(Version, "Version", {
    schemars::json_schema!({ "type": "string", "pattern": "^[0-9]+([. ][0-9]+)*$" })
});

impl Version {
    /// Parses a version of the artifact. `None` if `text` is not one.
    pub fn parse(artifact: ArtifactType, text: &str) -> Option<Self> {
        let number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let separator = if artifact == ArtifactType::FridgeHeartbeat { ' ' } else { '.' };
        text.split(separator).all(number).then(|| Self(text.into()))
    }

    /// Parses the version from an object key without the prefix `ARTIFACT_TYPE/`: the name of a folder, or of a file
    /// without its extensions (`1.10.2/`, `1.10.2.tar.gz`).
    pub fn from_object_name(artifact: ArtifactType, raw: &str) -> Option<Self> {
        let name = match raw.split_once('/') {
            Some((folder, _)) => folder,
            None => strip_extensions(raw),
        };
        Self::parse(artifact, name)
    }

    /// The text of the version.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn numbers(&self) -> impl Iterator<Item = &str> {
        self.0.split(['.', ' ']).map(|number| number.trim_start_matches('0'))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl Ord for Version {
    /// Compares the numbers, so that 1.10 is newer than 1.9. The numbers can have any number of digits. Versions with
    /// equal numbers are ordered by their texts.
    fn cmp(&self, other: &Self) -> Ordering {
        let numeric_order = |number: &str| (number.len(), number.to_owned());
        self.numbers().map(numeric_order).cmp(other.numbers().map(numeric_order)).then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The versions in `raw`, newest first, each with the first object name that contains it.
pub fn newest_first<'a>(
    artifact: ArtifactType,
    raw: impl IntoIterator<Item = &'a str>,
) -> impl Iterator<Item = (Version, &'a str)> {
    let mut versions = BTreeMap::new();
    for raw in raw {
        if let Some(version) = Version::from_object_name(artifact, raw) {
            versions.entry(version).or_insert(raw);
        }
    }
    versions.into_iter().rev()
}

/// A file name without its extensions. An extension starts with a letter, unlike the numbers of a version.
fn strip_extensions(name: &str) -> &str {
    let mut stem = name;
    while let Some((before, extension)) = stem.rsplit_once('.') {
        let is_extension = extension.bytes().next().is_some_and(|first| first.is_ascii_alphabetic())
            && extension.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !is_extension {
            break;
        }
        stem = before;
    }
    stem
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Case {
        name: String,
        artifact_type: ArtifactType,
        raw: Vec<String>,
        offered: Vec<String>,
    }

    #[test]
    fn offers_the_five_newest_matching_versions() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../cases/versions.json")).unwrap();
        for Case { name, artifact_type, raw, offered } in cases {
            let versions = newest_first(artifact_type, raw.iter().map(String::as_str)).take(MAX_OFFERED);
            let texts: Vec<String> = versions.map(|(version, _)| version.0).collect();
            assert_eq!(texts, offered, "{name}");
        }
    }

    fn version(numbers: &[u64]) -> Version {
        let text = numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(".");
        Version::parse(ArtifactType::FridgeAgent, &text).unwrap()
    }

    proptest! {
        #[test]
        fn versions_sort_by_their_numbers(
            one in prop::collection::vec(any::<u64>(), 1..5), other in prop::collection::vec(any::<u64>(), 1..5),
        ) {
            prop_assert_eq!(version(&one).cmp(&version(&other)), one.cmp(&other));
        }

        #[test]
        fn only_a_single_number_is_a_version_of_both_the_heartbeat_and_another_artifact(text in "[0-9. ]{0,8}") {
            let heartbeat = Version::parse(ArtifactType::FridgeHeartbeat, &text);
            let agent = Version::parse(ArtifactType::FridgeAgent, &text);
            if heartbeat.is_some() && agent.is_some() {
                prop_assert!(text.bytes().all(|byte| byte.is_ascii_digit()));
            }
        }
    }
}
