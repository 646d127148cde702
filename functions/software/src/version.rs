//! Versions of software: which texts are one, which of two is newer, which are offered for a deployment. Pure; the
//! browser follows the same cases (`cases/versions.json`). Source: sections 4.1 and 9, and what was decided on them.

use crate::model::ArtifactType;
use serde::{Deserialize, Serialize};
use std::{cmp::Ordering, collections::BTreeMap, fmt};

/// How many versions of a software are offered: the newest.
pub const OFFERED: usize = 5;

/// The version of a software: numbers, separated by dots, or by spaces for the heartbeat.
#[derive(Clone, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Version(String);

impl Version {
    /// The version that `text` is of that software, if it is one.
    pub fn parse(artifact: ArtifactType, text: &str) -> Option<Self> {
        let number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let separator = if artifact == ArtifactType::FridgeHeartbeat { ' ' } else { '.' };
        text.split(separator).all(number).then(|| Self(text.into()))
    }

    /// The version in what follows the software's name in the key of an object: its folder, or its file without the
    /// endings (`1.10.2/`, `1.10.2.tar.gz`).
    pub fn of_raw(artifact: ArtifactType, raw: &str) -> Option<Self> {
        let name = match raw.split_once('/') {
            Some((folder, _)) => folder,
            None => without_endings(raw),
        };
        Self::parse(artifact, name)
    }

    /// Its text.
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
    /// By the numbers, so that 1.10 is newer than 1.9; however many digits they have. What is the same by its numbers is
    /// ordered by its text.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_size = |number: &str| (number.len(), number.to_owned());
        self.numbers().map(by_size).cmp(other.numbers().map(by_size)).then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The versions among `raw`, newest first, each with one of the texts that it stands in.
pub fn newest_first<'a>(
    artifact: ArtifactType,
    raw: impl IntoIterator<Item = &'a str>,
) -> impl Iterator<Item = (Version, &'a str)> {
    let mut versions = BTreeMap::new();
    for raw in raw {
        if let Some(version) = Version::of_raw(artifact, raw) {
            versions.entry(version).or_insert(raw);
        }
    }
    versions.into_iter().rev()
}

/// A file's name without its endings: those that begin with a letter, as no number does.
fn without_endings(name: &str) -> &str {
    let mut rest = name;
    while let Some((before, ending)) = rest.rsplit_once('.') {
        let is_ending = ending.bytes().next().is_some_and(|first| first.is_ascii_alphabetic())
            && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !is_ending {
            break;
        }
        rest = before;
    }
    rest
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
    fn versions_that_match_the_softwares_pattern_are_offered_newest_first_and_five_of_them() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../cases/versions.json")).unwrap();
        for Case { name, artifact_type, raw, offered } in cases {
            let versions = newest_first(artifact_type, raw.iter().map(String::as_str)).take(OFFERED);
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
        fn versions_sort_as_their_numbers_do(
            one in prop::collection::vec(any::<u64>(), 1..5), other in prop::collection::vec(any::<u64>(), 1..5),
        ) {
            prop_assert_eq!(version(&one).cmp(&version(&other)), one.cmp(&other));
        }

        #[test]
        fn no_text_is_a_version_of_the_heartbeat_and_of_another_software_unless_it_is_one_number(text in "[0-9. ]{0,8}") {
            let heartbeat = Version::parse(ArtifactType::FridgeHeartbeat, &text);
            let agent = Version::parse(ArtifactType::FridgeAgent, &text);
            if heartbeat.is_some() && agent.is_some() {
                prop_assert!(text.bytes().all(|byte| byte.is_ascii_digit()));
            }
        }
    }
}
