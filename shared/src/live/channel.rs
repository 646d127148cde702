//! What a channel is called. The web app's `api/channels.ts` says the same; both are held to `cases/live-channels.json`.

use chrono::NaiveDate;

/// The most letters of a fridge's id in one segment of a path: AppSync takes fifty, of which two are ours.
const LETTERS: usize = 48;
/// The longest id of a location.
const LONGEST: usize = 100;

/// To whom an event is told.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Channel<'a> {
    /// Who looks at one fridge, by its location's id.
    Fridge(&'a str),
    /// Who looks at all fridges: only what such a page shows of each.
    Fleet,
    /// Who looks at the stocking of a day.
    StockingDay(NaiveDate),
}

impl Channel<'_> {
    /// The channel's path; `None` for what is no location's id.
    ///
    /// A segment is letters, digits and inner dashes. An id has no dash, so a dash stands for its underscore; the
    /// letters around it keep the dashes inside. No two ids have the same path.
    pub fn path(&self) -> Option<String> {
        match self {
            Self::Fridge(id) => {
                let known = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
                if id.is_empty() || id.len() > LONGEST || !id.bytes().all(known) {
                    return None;
                }
                let letters: Vec<char> = id.chars().map(|letter| if letter == '_' { '-' } else { letter }).collect();
                let segments = letters.chunks(LETTERS).map(|part| format!("/x{}x", part.iter().collect::<String>()));
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
    fn a_fridges_channel_is_called_as_the_shared_cases_say() -> Result<(), serde_json::Error> {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../../cases/live-channels.json"))?;
        for case in cases {
            assert_eq!(Channel::Fridge(&case.fridge).path(), case.path, "{}", case.fridge);
        }
        Ok(())
    }

    #[test]
    fn the_fleet_and_a_day_have_a_channel_each() -> Result<(), chrono::ParseError> {
        assert_eq!(Channel::Fleet.path().as_deref(), Some("/fleet/all"));
        let day = Channel::StockingDay("2026-11-21".parse()?).path();
        assert_eq!(day.as_deref(), Some("/stocking/2026-11-21"));
        Ok(())
    }

    proptest! {
        #[test]
        fn every_location_has_a_channel_that_appsync_takes(id in "[A-Za-z0-9_]{1,100}") {
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
        fn no_two_locations_share_a_channel(a in "[A-B_]{1,100}", b in "[A-B_]{1,100}") {
            prop_assert_eq!(a == b, Channel::Fridge(&a).path() == Channel::Fridge(&b).path());
        }
    }
}
