//! Rules of the packing report and of the zone layout, without I/O.

use crate::model::{BAYS, Layout, ReportLocation, ZONES};
use chrono::NaiveDate;
use locations::model::LocationId;
use pars::model::Pars;
use shared::{Error, FieldError, Result};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of items per bay.
pub const MAX_ITEMS: usize = 300;
/// Maximum length of an item name, in characters.
pub(crate) const MAX_ITEM_CHARS: usize = 100;

/// Parses a date in the format YYYYMMDD.
///
/// # Errors
/// [`Error::Invalid`] for any other text.
pub fn parse_day(text: &str) -> Result<NaiveDate> {
    let digits = text.len() == "YYYYMMDD".len() && text.bytes().all(|byte| byte.is_ascii_digit());
    let day = digits.then(|| NaiveDate::parse_from_str(text, "%Y%m%d").ok()).flatten();
    day.ok_or_else(|| Error::invalid("date", "date should be a date in the format YYYYMMDD"))
}

/// Adds up the needs per location. `driver_of` returns the driver of a location.
pub fn needs(pars: Vec<Pars>, driver_of: impl Fn(&LocationId) -> Option<String>) -> Vec<ReportLocation> {
    let mut needs: BTreeMap<LocationId, BTreeMap<String, u32>> = BTreeMap::new();
    for Pars { stocking_id, items, .. } in pars {
        let needed = items.into_iter().filter(|(_, par)| par.par > 0);
        for (item, par) in needed {
            let count = needs.entry(stocking_id.location.clone()).or_default().entry(item).or_default();
            *count = count.saturating_add(par.par);
        }
    }
    let report_location = |(location, data_ids)| ReportLocation { driver: driver_of(&location), location, data_ids };
    needs.into_iter().map(report_location).collect()
}

/// Replaces the items of a bay.
///
/// # Errors
/// All invalid fields, such as `items.3`.
pub fn with_items(layout: &Layout, zone: &str, bay: &str, items: &[String]) -> Result<Layout, Vec<FieldError>> {
    let mut errors = Vec::new();
    if !ZONES.contains(&zone) {
        errors.push(FieldError::new("zone", format!("zone should be one of {}", ZONES.join(", "))));
    }
    if !BAYS.contains(&bay) {
        errors.push(FieldError::new("bay", format!("bay should be one of {}", BAYS.join(", "))));
    }
    if items.len() > MAX_ITEMS {
        errors.push(FieldError::new("items", format!("A bay can have at most {MAX_ITEMS} items")));
    }
    let others = layout.bays.iter().filter(|other| (other.zone.as_str(), other.bay.as_str()) != (zone, bay));
    let in_other_bays: BTreeMap<&str, String> = others
        .flat_map(|other| {
            other.items.iter().map(|item| (item.as_str(), format!("zone {}, bay {}", other.zone, other.bay)))
        })
        .collect();
    let (mut unique, mut accepted) = (BTreeSet::new(), Vec::new());
    for (position, item) in items.iter().enumerate() {
        let item = item.trim();
        let message = if item.is_empty() {
            Some("Item cannot be empty".to_owned())
        } else if item.chars().count() > MAX_ITEM_CHARS {
            Some(format!("Item can have at most {MAX_ITEM_CHARS} characters"))
        } else if item.chars().any(char::is_control) {
            Some("Item cannot have line breaks or other control characters".into())
        } else if !unique.insert(item) {
            Some(format!("{item} appears twice"))
        } else {
            in_other_bays.get(item).map(|other_bay| format!("{item} is already in {other_bay}"))
        };
        match message {
            Some(message) => errors.push(FieldError::new(format!("items.{position}"), message)),
            None => accepted.push(item.to_owned()),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut layout = layout.clone();
    for other in &mut layout.bays {
        if (other.zone.as_str(), other.bay.as_str()) == (zone, bay) {
            other.items.clone_from(&accepted);
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
    fn parses_only_dates_in_the_format_yyyymmdd() {
        assert_eq!(parse_day("20261123").unwrap(), "2026-11-23".parse().unwrap());
        for text in ["", "2026-11-23", "20261131", "2026112", "+2026112", "202611230"] {
            assert!(matches!(parse_day(text), Err(Error::Invalid(_))), "{text}");
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
    fn adds_up_pars_per_location_and_omits_needs_of_0() {
        let stockings = vec![
            pars("B", 1, &[("Salad", 2), ("Juice", 0)]),
            pars("A", 1, &[("Salad", 3)]),
            pars("B", 2, &[("Salad", 4), ("Soup", 1)]),
            pars("C", 1, &[("Salad", 0)]),
        ];
        let driver = |location: &LocationId| (location.as_str() == "B").then(|| "chi_ana".to_owned());
        let locations: Vec<_> = needs(stockings, driver)
            .into_iter()
            .map(|needs| (needs.location.to_string(), needs.driver, needs.data_ids.into_iter().collect::<Vec<_>>()))
            .collect();
        let expected = [
            ("A".to_owned(), None, vec![("Salad".to_owned(), 3)]),
            ("B".to_owned(), Some("chi_ana".to_owned()), vec![("Salad".to_owned(), 6), ("Soup".to_owned(), 1)]),
        ];
        assert_eq!(locations, expected);
    }

    fn edit(layout: &Layout, zone: &str, bay: &str, items: &[&str]) -> Result<Layout, Vec<FieldError>> {
        with_items(layout, zone, bay, &items.iter().map(|item| (*item).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn rejects_an_item_of_another_bay() {
        let layout = edit(&Layout::empty(), "2", "B", &["Salad", " Soup "]).unwrap();
        assert_eq!(layout.bays[3].items, ["Salad", "Soup"]);
        let errors = edit(&layout, "1", "A", &["Juice", "Soup"]).unwrap_err();
        assert_eq!(errors[0].field.as_str(), "items.1");
        assert_eq!(errors[0].message.as_str(), "Soup is already in zone 2, bay B");
        assert!(edit(&layout, "2", "B", &["Soup"]).is_ok());
    }

    #[test]
    fn rejects_invalid_items_with_all_errors() {
        let long = "x".repeat(MAX_ITEM_CHARS + 1);
        let errors = edit(&Layout::empty(), "5", "C", &["", "A", "A", &long, "a\nb"]).unwrap_err();
        let fields: Vec<_> = errors.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(fields, ["zone", "bay", "items.0", "items.2", "items.3", "items.4"]);
        let many: Vec<String> = (0..=MAX_ITEMS).map(|item| item.to_string()).collect();
        assert_eq!(with_items(&Layout::empty(), "1", "A", &many).unwrap_err()[0].field, "items");
    }

    proptest! {
        /// After any edits, each item is in one bay at most.
        #[test]
        fn an_item_is_in_one_bay_at_most_after_any_edits(
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
