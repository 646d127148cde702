//! Validation rules for forecasts, without I/O. Requirements: `docs/requirements/planning.md`, section "Forecast". The
//! web app implements the same rules; tests of both use `cases/forecast.json`.

use crate::model::{Forecast, ForecastDay};
use chrono::NaiveDate;
use serde_json::{Value, json};
use shared::audit::Change;
use std::collections::{BTreeMap, BTreeSet};
use uploads::model::LineError;

/// Maximum quantity of one item.
pub const MAX_QUANTITY: u32 = 1_000_000;
/// Maximum length of an item name, in characters.
pub const MAX_ITEM_CHARS: usize = 80;
/// Maximum number of lines in a file.
pub const MAX_LINES: usize = 5_000;
/// Maximum number of days in a file: one transaction writes the days and an audit entry for each.
pub const MAX_DAYS: usize = 45;
/// Maximum number of items per day.
pub const MAX_ITEMS: usize = 500;
/// Maximum number of lines that a message lists.
const MAX_LINES_NAMED: usize = 5;

/// A line of a forecast file.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Line {
    /// Line number in the file. The header is line 1.
    pub number: u32,
    /// The reason why the line cannot be parsed.
    pub malformed: Option<String>,
    /// Cell of the column Item.
    pub item: String,
    /// Cell of the column AllocationDate.
    pub allocation_date: String,
    /// Cell of the column Quantity.
    pub quantity: String,
    /// Cell of the column ProductionDate.
    pub production_date: String,
}

/// A valid line.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Entry {
    /// Line number in the file.
    pub line: u32,
    /// The item.
    pub item: String,
    /// The allocation day.
    pub date: NaiveDate,
    /// The forecast.
    pub forecast: Forecast,
}

/// Validates all lines of a file. A file with an error is rejected completely.
///
/// # Errors
/// All errors with their line numbers, from line 2.
pub fn check(lines: &[Line]) -> Result<Vec<Entry>, Vec<LineError>> {
    let mut line_numbers: BTreeMap<(&str, &str), Vec<u32>> = BTreeMap::new();
    for line in lines {
        line_numbers.entry((&line.item, &line.allocation_date)).or_default().push(line.number);
    }
    let (mut entries, mut errors, mut days) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (position, line) in lines.iter().enumerate() {
        let mut messages = Vec::new();
        let entry = parse_line(line, &mut messages);
        if let Some(entry) = &entry {
            let duplicates = line_numbers.get(&(&line.item, &line.allocation_date)).filter(|lines| lines.len() > 1);
            messages.extend(duplicates.map(|lines| duplicate_message(line, lines)));
            if days.len() == MAX_DAYS && !days.contains(&entry.date) {
                messages.push(format!("A file can have at most {MAX_DAYS} days"));
            } else {
                days.insert(entry.date);
            }
        }
        if position >= MAX_LINES {
            messages.push(format!("A file can have at most {MAX_LINES} lines"));
        }
        match entry {
            Some(entry) if messages.is_empty() => entries.push(entry),
            _ => errors.extend(messages.into_iter().map(|message| LineError { line: Some(line.number), message })),
        }
    }
    if errors.is_empty() { Ok(entries) } else { Err(errors) }
}

fn duplicate_message(line: &Line, lines: &[u32]) -> String {
    let mut named: Vec<String> = lines.iter().take(MAX_LINES_NAMED).map(u32::to_string).collect();
    if lines.len() > MAX_LINES_NAMED {
        named.push("…".into());
    }
    let (item, date, times) = (&line.item, &line.allocation_date, lines.len());
    format!("{item} on {date} appears {times} times: lines {}", named.join(", "))
}

/// Parses a line. Returns `None` and adds to `messages` if the line is not valid.
fn parse_line(line: &Line, messages: &mut Vec<String>) -> Option<Entry> {
    if let Some(malformed) = &line.malformed {
        messages.push(malformed.clone());
        return None;
    }
    messages.extend(item_fault(&line.item));
    let mut collect = |result: Result<_, String>| result.map_err(|message| messages.push(message)).ok();
    let date = collect(parse_day("AllocationDate", &line.allocation_date));
    let mut quantity = None;
    match parse_quantity("Quantity", &line.quantity) {
        Ok(number) => quantity = Some(number),
        Err(message) => messages.push(message),
    }
    let mut collect = |result: Result<_, String>| result.map_err(|message| messages.push(message)).ok();
    let production_date = collect(parse_day("ProductionDate", &line.production_date));
    if !messages.is_empty() {
        return None;
    }
    let forecast = Forecast { quantity: quantity?, production_date: Some(production_date?) };
    Some(Entry { line: line.number, item: line.item.clone(), date: date?, forecast })
}

/// Returns the error of an item name, if any.
pub fn item_fault(item: &str) -> Option<String> {
    if item.is_empty() {
        Some("Item cannot be empty".into())
    } else if item.chars().count() > MAX_ITEM_CHARS {
        Some(format!("Item can have at most {MAX_ITEM_CHARS} characters"))
    } else {
        item.chars().any(char::is_control).then(|| "Item cannot have line breaks or other control characters".into())
    }
}

/// Parses a date in the format YYYY/MM/DD.
fn parse_day(column: &str, text: &str) -> Result<NaiveDate, String> {
    if text.is_empty() {
        return Err(format!("{column} cannot be empty"));
    }
    let is_strict = text.len() == "YYYY/MM/DD".len()
        && text.bytes().enumerate().all(|(index, byte)| match index {
            4 | 7 => byte == b'/',
            _ => byte.is_ascii_digit(),
        })
        && !text.starts_with("0000");
    let day = is_strict.then(|| NaiveDate::parse_from_str(text, "%Y/%m/%d").ok()).flatten();
    day.ok_or_else(|| format!("{column} must be in strict YYYY/MM/DD format"))
}

/// Parses an integer from 0 to [`MAX_QUANTITY`].
pub fn parse_quantity(column: &str, text: &str) -> Result<u32, String> {
    if text.is_empty() {
        return Err(format!("{column} cannot be empty"));
    }
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    match unsigned.split_once('.') {
        Some((integer, decimals)) if digits(integer) && digits(decimals) => {
            Err(format!("{column} cannot be a decimal number"))
        }
        _ => digits(unsigned)
            .then(|| text.parse::<i64>().ok())
            .flatten()
            .and_then(|number| u32::try_from(number).ok())
            .filter(|number| *number <= MAX_QUANTITY)
            .ok_or_else(|| format!("{column} should be a number in the range of 0 to {MAX_QUANTITY}!")),
    }
}

/// Merges the entries of a file into the stored days. Items that the file does not contain stay unchanged.
///
/// # Errors
/// An error at the first line of each day that would have too many items.
pub fn merge(
    mut stored: BTreeMap<NaiveDate, ForecastDay>,
    entries: &[Entry],
) -> Result<BTreeMap<NaiveDate, ForecastDay>, Vec<LineError>> {
    let mut first = BTreeMap::new();
    for Entry { line, item, date, forecast } in entries {
        first.entry(*date).or_insert(*line);
        let day = stored.entry(*date).or_insert_with(|| ForecastDay::empty(*date));
        day.rows.insert(item.clone(), forecast.clone());
    }
    let full = stored.values().filter(|day| day.rows.len() > MAX_ITEMS).map(|day| LineError {
        line: first.get(&day.date).copied(),
        message: format!("{} would have more than {MAX_ITEMS} items", day.date),
    });
    let full: Vec<LineError> = full.collect();
    if full.is_empty() { Ok(stored) } else { Err(full) }
}

/// Returns the changes between two states of a day, one per item.
pub fn changes(before: &ForecastDay, after: &ForecastDay) -> Vec<Change> {
    let changed = after.rows.iter().filter(|(item, forecast)| before.rows.get(*item) != Some(*forecast));
    let quantity = |forecast: &Forecast| -> Value { json!(forecast.quantity) };
    let change = |(item, forecast): (&String, &Forecast)| Change {
        attribute: item.clone(),
        from: before.rows.get(item).map(quantity),
        to: Some(quantity(forecast)),
    };
    changed.map(change).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde::Deserialize;

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Case {
        name: String,
        lines: Vec<[String; 4]>,
        errors: Vec<(u32, String)>,
    }

    fn line((position, [item, allocation_date, quantity, production_date]): (usize, &[String; 4])) -> Line {
        Line {
            number: u32::try_from(position).unwrap() + 2,
            malformed: None,
            item: item.clone(),
            allocation_date: allocation_date.clone(),
            quantity: quantity.clone(),
            production_date: production_date.clone(),
        }
    }

    #[test]
    fn shared_cases_give_the_expected_errors_by_line() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../cases/forecast.json")).unwrap();
        for Case { name, lines, errors } in cases {
            let lines: Vec<Line> = lines.iter().enumerate().map(line).collect();
            let found = check(&lines).err().unwrap_or_default();
            let found: Vec<_> = found.into_iter().map(|error| (error.line.unwrap(), error.message)).collect();
            assert_eq!(found, errors, "{name}");
        }
    }

    fn row(item: &str, date: &str, quantity: &str) -> Line {
        Line {
            number: 2,
            item: item.into(),
            allocation_date: date.into(),
            quantity: quantity.into(),
            production_date: date.into(),
            malformed: None,
        }
    }

    #[test]
    fn a_malformed_line_has_only_one_error() {
        let malformed = Line { malformed: Some("has 5 cells, but the header has 4".into()), ..row("", "", "") };
        assert_eq!(check(&[malformed]).unwrap_err().len(), 1);
    }

    #[test]
    fn rejects_files_with_too_many_lines_or_days() {
        let of_items: Vec<Line> = (0..=MAX_LINES).map(|item| row(&format!("I{item}"), "2026/11/23", "1")).collect();
        assert_eq!(check(&of_items).unwrap_err().len(), 1);
        let first: NaiveDate = "2026-01-01".parse().unwrap();
        let of_days = |days: usize| {
            let dates = first.iter_days().take(days).map(|date| date.format("%Y/%m/%d").to_string());
            dates.map(|date| row("A", &date, "1")).collect::<Vec<_>>()
        };
        assert_eq!(check(&of_days(MAX_DAYS)).unwrap().len(), MAX_DAYS);
        assert_eq!(check(&of_days(MAX_DAYS + 2)).unwrap_err().len(), 2);
    }

    #[test]
    fn rejects_days_with_too_many_items() {
        let entries: Vec<Line> = (0..=MAX_ITEMS).map(|item| row(&format!("I{item}"), "2026/11/23", "1")).collect();
        let entries = check(&entries).unwrap();
        assert!(merge(BTreeMap::new(), &entries[1..]).is_ok());
        assert_eq!(merge(BTreeMap::new(), &entries).unwrap_err()[0].line, Some(2));
    }

    fn entries() -> impl Strategy<Value = Vec<Entry>> {
        proptest::collection::vec((0_u32..6, 1_u32..5, 0_u32..50), 0..40).prop_map(|rows| {
            let entry = |(item, day, quantity)| Entry {
                line: 2,
                item: format!("I{item}"),
                date: NaiveDate::from_ymd_opt(2026, 11, day).unwrap(),
                forecast: Forecast { quantity, production_date: None },
            };
            rows.into_iter().map(entry).collect()
        })
    }

    proptest! {
        /// Merging a file changes exactly the items that the file contains.
        #[test]
        fn merging_changes_only_the_items_of_the_file(stored in entries(), file in entries()) {
            let before = merge(BTreeMap::new(), &stored).unwrap();
            let after = merge(before.clone(), &file).unwrap();
            for (date, day) in &after {
                for (item, forecast) in &day.rows {
                    let in_file = file.iter().rev().find(|entry| entry.item == *item && entry.date == *date);
                    let old = before.get(date).and_then(|day| day.rows.get(item));
                    prop_assert_eq!(Some(forecast), in_file.map(|entry| &entry.forecast).or(old));
                }
            }
            prop_assert_eq!(&merge(after.clone(), &file).unwrap(), &after);
            let none = ForecastDay::empty(NaiveDate::MIN);
            for (date, day) in &after {
                let changed = changes(before.get(date).unwrap_or(&none), day);
                prop_assert!(changed.iter().all(|change| change.from != change.to));
            }
        }
    }
}
