//! The rules of the report and of its zones: pure.

use crate::model::{BAYS, Layout, ReportLocation, ZONES};
use chrono::NaiveDate;
use locations::model::LocationId;
use pars::model::Pars;
use shared::{Error, FieldError, Result};
use std::collections::{BTreeMap, BTreeSet};

/// The most items of a bay.
pub const MOST: usize = 300;
/// The most characters of an item's name.
const LONGEST: usize = 100;

/// The day of the report's address.
///
/// # Errors
/// [`Error::Invalid`] for what is not written as YYYYMMDD.
pub fn day(text: &str) -> Result<NaiveDate> {
    let digits = text.len() == "YYYYMMDD".len() && text.bytes().all(|byte| byte.is_ascii_digit());
    let day = digits.then(|| NaiveDate::parse_from_str(text, "%Y%m%d").ok()).flatten();
    day.ok_or_else(|| Error::invalid("date", "date should be a date in the format YYYYMMDD"))
}

/// What the locations of these stockings need; `driver_of` knows who comes to a location.
pub fn needs(pars: Vec<Pars>, driver_of: impl Fn(&LocationId) -> Option<String>) -> Vec<ReportLocation> {
    let mut needs: BTreeMap<LocationId, BTreeMap<String, u32>> = BTreeMap::new();
    for Pars { stocking_id, items, .. } in pars {
        let needed = items.into_iter().filter(|(_, par)| par.par > 0);
        for (item, par) in needed {
            let count = needs.entry(stocking_id.location.clone()).or_default().entry(item).or_default();
            *count = count.saturating_add(par.par);
        }
    }
    let told = |(location, data_ids)| ReportLocation { driver: driver_of(&location), location, data_ids };
    needs.into_iter().map(told).collect()
}

/// The layout with the bay's new items, or everything that is wrong with them.
///
/// # Errors
/// By field, such as `items.3`.
pub fn with_items(layout: &Layout, zone: &str, bay: &str, items: &[String]) -> Result<Layout, Vec<FieldError>> {
    let mut wrong = Vec::new();
    if !ZONES.contains(&zone) {
        wrong.push(FieldError::new("zone", format!("zone should be one of {}", ZONES.join(", "))));
    }
    if !BAYS.contains(&bay) {
        wrong.push(FieldError::new("bay", format!("bay should be one of {}", BAYS.join(", "))));
    }
    if items.len() > MOST {
        wrong.push(FieldError::new("items", format!("A bay can have at most {MOST} items")));
    }
    let others = layout.bays.iter().filter(|other| (other.zone.as_str(), other.bay.as_str()) != (zone, bay));
    let elsewhere: BTreeMap<&str, String> = others
        .flat_map(|other| {
            other.items.iter().map(|item| (item.as_str(), format!("zone {}, bay {}", other.zone, other.bay)))
        })
        .collect();
    let (mut seen, mut kept) = (BTreeSet::new(), Vec::new());
    for (position, item) in items.iter().enumerate() {
        let item = item.trim();
        let message = if item.is_empty() {
            Some("Item cannot be empty".to_owned())
        } else if item.chars().count() > LONGEST {
            Some(format!("Item can have at most {LONGEST} characters"))
        } else if item.chars().any(char::is_control) {
            Some("Item cannot have line breaks or other control characters".into())
        } else if !seen.insert(item) {
            Some(format!("{item} is there twice"))
        } else {
            elsewhere.get(item).map(|place| format!("{item} is in {place} already"))
        };
        match message {
            Some(message) => wrong.push(FieldError::new(format!("items.{position}"), message)),
            None => kept.push(item.to_owned()),
        }
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let mut layout = layout.clone();
    for other in &mut layout.bays {
        if (other.zone.as_str(), other.bay.as_str()) == (zone, bay) {
            other.items.clone_from(&kept);
        }
    }
    Ok(layout)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pars::model::Par;
    use proptest::prelude::*;

    #[test]
    fn spec_7_the_date_is_written_as_yyyymmdd() {
        assert_eq!(day("20261123").unwrap(), "2026-11-23".parse().unwrap());
        for text in ["", "2026-11-23", "20261131", "2026112", "+2026112", "202611230"] {
            assert!(matches!(day(text), Err(Error::Invalid(_))), "{text}");
        }
    }

    fn pars(location: &str, index: u32, items: &[(&str, u32)]) -> Pars {
        let par = |(item, par): &(&str, u32)| {
            ((*item).to_owned(), Par { par: *par, over_capacity_amount: 0.into(), priority_boost: false })
        };
        Pars {
            stocking_id: format!("2026-11-23#{location}#{index}").parse().unwrap(),
            delivery_date: "2026-11-23".parse().unwrap(),
            jit: false,
            items: items.iter().map(par).collect(),
        }
    }

    #[test]
    fn spec_2_a_location_needs_the_pars_of_its_stockings_and_only_what_is_above_0() {
        let stockings = vec![
            pars("B", 1, &[("Salad", 2), ("Juice", 0)]),
            pars("A", 1, &[("Salad", 3)]),
            pars("B", 2, &[("Salad", 4), ("Soup", 1)]),
            pars("C", 1, &[("Salad", 0)]),
        ];
        let driver = |location: &LocationId| (location.as_str() == "B").then(|| "chi_ana".to_owned());
        let told: Vec<_> = needs(stockings, driver)
            .into_iter()
            .map(|needs| (needs.location.to_string(), needs.driver, needs.data_ids.into_iter().collect::<Vec<_>>()))
            .collect();
        let expected = [
            ("A".to_owned(), None, vec![("Salad".to_owned(), 3)]),
            ("B".to_owned(), Some("chi_ana".to_owned()), vec![("Salad".to_owned(), 6), ("Soup".to_owned(), 1)]),
        ];
        assert_eq!(told, expected);
    }

    fn edit(layout: &Layout, zone: &str, bay: &str, items: &[&str]) -> Result<Layout, Vec<FieldError>> {
        with_items(layout, zone, bay, &items.iter().map(|item| (*item).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn an_item_is_packed_from_one_bay() {
        let layout = edit(&Layout::empty(), "2", "B", &["Salad", " Soup "]).unwrap();
        assert_eq!(layout.bays[3].items, ["Salad", "Soup"]);
        let wrong = edit(&layout, "1", "A", &["Juice", "Soup"]).unwrap_err();
        assert_eq!(
            (wrong[0].field.as_str(), wrong[0].message.as_str()),
            ("items.1", "Soup is in zone 2, bay B already")
        );
        assert!(edit(&layout, "2", "B", &["Soup"]).is_ok());
    }

    #[test]
    fn everything_that_is_wrong_with_a_bays_items_is_told() {
        let long = "x".repeat(LONGEST + 1);
        let wrong = edit(&Layout::empty(), "5", "C", &["", "A", "A", &long, "a\nb"]).unwrap_err();
        let fields: Vec<_> = wrong.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(fields, ["zone", "bay", "items.0", "items.2", "items.3", "items.4"]);
        let many: Vec<String> = (0..=MOST).map(|item| item.to_string()).collect();
        assert_eq!(with_items(&Layout::empty(), "1", "A", &many).unwrap_err()[0].field, "items");
    }

    proptest! {
        /// However bays are edited, what is stored has each item once.
        #[test]
        fn whatever_is_edited_an_item_is_in_one_bay_at_most(
            edits in proptest::collection::vec((0_usize..4, 0_usize..2, proptest::collection::vec(0_u8..12, 0..6)), 0..20)
        ) {
            let mut layout = Layout::empty();
            for (zone, bay, items) in edits {
                let items: Vec<String> = items.iter().map(|item| format!("I{item}")).collect();
                if let Ok(after) = with_items(&layout, ZONES[zone], BAYS[bay], &items) {
                    layout = after;
                }
            }
            let all: Vec<&String> = layout.bays.iter().flat_map(|bay| &bay.items).collect();
            prop_assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
            prop_assert_eq!(layout.bays.len(), ZONES.len() * BAYS.len());
        }
    }
}
