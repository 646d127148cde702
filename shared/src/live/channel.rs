//! Paths of live channels. `cases/live-channels.json` tests this module and the web app's `api/channels.ts`.

use chrono::NaiveDate;

/// The maximum number of characters of a fridge's id in one segment of a path. AppSync allows 50, of which two are
/// delimiters.
const SEGMENT_LENGTH: usize = 48;
/// The maximum length of a location's id.
const MAX_ID_LENGTH: usize = 100;

/// The channel of an event.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Channel<'a> {
    /// Events of one fridge, by its location's id.
    Fridge(&'a str),
    /// Events of all fridges, for the fleet pages.
    Fleet,
    /// Events of a stocking day.
    StockingDay(NaiveDate),
}

impl Channel<'_> {
    /// The channel's path; `None` if the id cannot be a location's.
    ///
    /// A segment may contain letters, digits and inner dashes. Ids contain underscores but no dashes, so a dash represents
    /// an underscore. The delimiters around each segment keep dashes inside. Different ids have different paths.
    pub fn path(&self) -> Option<String> {
        match self {
            Self::Fridge(id) => {
                let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
                if id.is_empty() || id.len() > MAX_ID_LENGTH || !id.bytes().all(is_allowed) {
                    return None;
                }
                let letters: Vec<char> = id.chars().map(|letter| if letter == '_' { '-' } else { letter }).collect();
                let segments =
                    letters.chunks(SEGMENT_LENGTH).map(|part| format!("/x{}x", part.iter().collect::<String>()));
                Some(format!("/fridges{}", segments.collect::<String>()))
            }
            Self::Fleet => Some("/fleet/all".into()),
            Self::StockingDay(date) => Some(format!("/stocking/{date}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde::Deserialize;

    #[derive(Deserialize)]
    struct Case {
        fridge: String,
        path: Option<String>,
    }

    #[test]
    fn paths_of_fridges_match_the_shared_cases() -> Result<(), serde_json::Error> {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../../cases/live-channels.json"))?;
        for case in cases {
            assert_eq!(Channel::Fridge(&case.fridge).path(), case.path, "{}", case.fridge);
        }
        Ok(())
    }

    #[test]
    fn the_fleet_and_each_day_have_a_path() -> Result<(), chrono::ParseError> {
        assert_eq!(Channel::Fleet.path().as_deref(), Some("/fleet/all"));
        let day = Channel::StockingDay("2026-11-21".parse()?).path();
        assert_eq!(day.as_deref(), Some("/stocking/2026-11-21"));
        Ok(())
    }

    proptest! {
        #[test]
        fn every_location_has_a_path_that_appsync_accepts(id in "[A-Za-z0-9_]{1,100}") {
            let path = Channel::Fridge(&id).path().unwrap_or_default();
            let segments: Vec<&str> = path.split('/').skip(1).collect();
            prop_assert!(segments.len() <= 5);
            for segment in segments {
                prop_assert!((1..=50).contains(&segment.len()));
                prop_assert!(segment.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'));
                prop_assert!(!segment.starts_with('-') && !segment.ends_with('-'));
            }
        }

        #[test]
        fn different_locations_have_different_paths(a in "[A-B_]{1,100}", b in "[A-B_]{1,100}") {
            prop_assert_eq!(a == b, Channel::Fridge(&a).path() == Channel::Fridge(&b).path());
        }
    }
}
