//! The rules of a forecast: pure. Source: the spec of planning and reporting, section 5 (forecast CSV). The browser has
//! the same ones; `cases/forecast.json` holds both to the same answers.

use crate::model::{Forecast, ForecastDay};
use chrono::NaiveDate;
use serde_json::{Value, json};
use shared::audit::Change;
use std::collections::{BTreeMap, BTreeSet};
use uploads::model::LineError;

/// The most of one item.
pub const MOST: u32 = 1_000_000;
/// The most characters of an item's name.
pub const LONGEST: usize = 80;
/// The most lines of a file.
pub const LINES: usize = 5_000;
/// The most days of a file: what one transaction writes, with an entry of history for each.
pub const DAYS: usize = 45;
/// The most items of a day.
pub const ITEMS: usize = 500;
/// Lines that a message names.
const NAMED: usize = 5;

/// A line of the file.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Line {
    /// As an editor counts: the header is line 1.
    pub number: u32,
    /// Why it cannot be read as it stands.
    pub malformed: Option<String>,
    /// What stands in the column of that name.
    pub item: String,
    /// What stands in the column of that name.
    pub allocation_date: String,
    /// What stands in the column of that name.
    pub quantity: String,
    /// What stands in the column of that name.
    pub production_date: String,
}

/// What a line says.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Entry {
    /// Its line.
    pub line: u32,
    /// The item.
    pub item: String,
    /// The day of the forecast.
    pub date: NaiveDate,
    /// What is forecast.
    pub forecast: Forecast,
}

/// What all lines say, or everything that is wrong, by line: a file with an error is refused whole.
///
/// # Errors
/// By line, from line 2.
pub fn check(lines: &[Line]) -> Result<Vec<Entry>, Vec<LineError>> {
    let mut same: BTreeMap<(&str, &str), Vec<u32>> = BTreeMap::new();
    for line in lines {
        same.entry((&line.item, &line.allocation_date)).or_default().push(line.number);
    }
    let (mut entries, mut errors, mut days) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (position, line) in lines.iter().enumerate() {
        let mut wrong = Vec::new();
        let entry = read(line, &mut wrong);
        if let Some(entry) = &entry {
            let twice = same.get(&(&line.item, &line.allocation_date)).filter(|lines| lines.len() > 1);
            wrong.extend(twice.map(|lines| twice_in_file(line, lines)));
            if days.len() == DAYS && !days.contains(&entry.date) {
                wrong.push(format!("A file can have at most {DAYS} days"));
            } else {
                days.insert(entry.date);
            }
        }
        if position >= LINES {
            wrong.push(format!("A file can have at most {LINES} lines"));
        }
        match entry {
            Some(entry) if wrong.is_empty() => entries.push(entry),
            _ => errors.extend(wrong.into_iter().map(|message| LineError { line: Some(line.number), message })),
        }
    }
    if errors.is_empty() { Ok(entries) } else { Err(errors) }
}

fn twice_in_file(line: &Line, lines: &[u32]) -> String {
    let mut named: Vec<String> = lines.iter().take(NAMED).map(u32::to_string).collect();
    if lines.len() > NAMED {
        named.push("…".into());
    }
    let (item, date, times) = (&line.item, &line.allocation_date, lines.len());
    format!("{item} on {date} is in the file {times} times: lines {}", named.join(", "))
}

/// What the line says; `None` where something is wrong, which `wrong` gets.
fn read(line: &Line, wrong: &mut Vec<String>) -> Option<Entry> {
    if let Some(malformed) = &line.malformed {
        wrong.push(malformed.clone());
        return None;
    }
    wrong.extend(item_fault(&line.item));
    let mut keep = |read: Result<_, String>| read.map_err(|message| wrong.push(message)).ok();
    let date = keep(day("AllocationDate", &line.allocation_date));
    let mut quantity = None;
    match whole("Quantity", &line.quantity) {
        Ok(number) => quantity = Some(number),
        Err(message) => wrong.push(message),
    }
    let mut keep = |read: Result<_, String>| read.map_err(|message| wrong.push(message)).ok();
    let production_date = keep(day("ProductionDate", &line.production_date));
    if !wrong.is_empty() {
        return None;
    }
    let forecast = Forecast { quantity: quantity?, production_date: Some(production_date?) };
    Some(Entry { line: line.number, item: line.item.clone(), date: date?, forecast })
}

/// What is wrong with an item's name.
pub fn item_fault(item: &str) -> Option<String> {
    if item.is_empty() {
        Some("Item cannot be empty".into())
    } else if item.chars().count() > LONGEST {
        Some(format!("Item can have at most {LONGEST} characters"))
    } else {
        item.chars().any(char::is_control).then(|| "Item cannot have line breaks or other control characters".into())
    }
}

/// A day in the one format that the file takes.
fn day(column: &str, text: &str) -> Result<NaiveDate, String> {
    if text.is_empty() {
        return Err(format!("{column} cannot be empty"));
    }
    let strict = text.len() == "YYYY/MM/DD".len()
        && text.bytes().enumerate().all(|(place, byte)| match place {
            4 | 7 => byte == b'/',
            _ => byte.is_ascii_digit(),
        })
        && !text.starts_with("0000");
    let day = strict.then(|| NaiveDate::parse_from_str(text, "%Y/%m/%d").ok()).flatten();
    day.ok_or_else(|| format!("{column} must be in strict YYYY/MM/DD format"))
}

/// A whole number of 0 or more.
pub fn whole(column: &str, text: &str) -> Result<u32, String> {
    if text.is_empty() {
        return Err(format!("{column} cannot be empty"));
    }
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    match unsigned.split_once('.') {
        Some((whole, decimals)) if digits(whole) && digits(decimals) => {
            Err(format!("{column} cannot be a decimal number"))
        }
        _ => digits(unsigned)
            .then(|| text.parse::<i64>().ok())
            .flatten()
            .and_then(|number| u32::try_from(number).ok())
            .filter(|number| *number <= MOST)
            .ok_or_else(|| format!("{column} should be a number in the range of 0 to {MOST}!")),
    }
}

/// The stored days with the file's entries in them: items that the file does not name stay as they are.
///
/// # Errors
/// By the first line of a day that would have too many items.
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
    let full = stored.values().filter(|day| day.rows.len() > ITEMS).map(|day| LineError {
        line: first.get(&day.date).copied(),
        message: format!("{} would have more than {ITEMS} items", day.date),
    });
    let full: Vec<LineError> = full.collect();
    if full.is_empty() { Ok(stored) } else { Err(full) }
}

/// What turned one day into another, by item.
pub fn changes(before: &ForecastDay, after: &ForecastDay) -> Vec<Change> {
    let changed = after.rows.iter().filter(|(item, forecast)| before.rows.get(*item) != Some(*forecast));
    let told = |forecast: &Forecast| -> Value { json!(forecast.quantity) };
    let change = |(item, forecast): (&String, &Forecast)| Change {
        attribute: item.clone(),
        from: before.rows.get(item).map(told),
        to: Some(told(forecast)),
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
    fn spec_5_dates_are_strict_quantities_whole_and_errors_listed_per_line_from_line_2() {
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
    fn a_line_that_cannot_be_read_says_only_that() {
        let malformed = Line { malformed: Some("has 5 cells where the header has 4".into()), ..row("", "", "") };
        assert_eq!(check(&[malformed]).unwrap_err().len(), 1);
    }

    #[test]
    fn a_file_has_so_many_lines_and_days_and_no_more() {
        let of_items: Vec<Line> = (0..=LINES).map(|item| row(&format!("I{item}"), "2026/11/23", "1")).collect();
        assert_eq!(check(&of_items).unwrap_err().len(), 1);
        let first: NaiveDate = "2026-01-01".parse().unwrap();
        let of_days = |days: usize| {
            let dates = first.iter_days().take(days).map(|date| date.format("%Y/%m/%d").to_string());
            dates.map(|date| row("A", &date, "1")).collect::<Vec<_>>()
        };
        assert_eq!(check(&of_days(DAYS)).unwrap().len(), DAYS);
        assert_eq!(check(&of_days(DAYS + 2)).unwrap_err().len(), 2);
    }

    #[test]
    fn a_day_has_so_many_items_and_no_more() {
        let entries: Vec<Line> = (0..=ITEMS).map(|item| row(&format!("I{item}"), "2026/11/23", "1")).collect();
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
        /// A file says what it says, and nothing of what it does not name.
        #[test]
        fn what_a_file_names_is_as_it_says_and_all_else_stays(stored in entries(), file in entries()) {
            let before = merge(BTreeMap::new(), &stored).unwrap();
            let after = merge(before.clone(), &file).unwrap();
            for (date, day) in &after {
                for (item, forecast) in &day.rows {
                    let named = file.iter().rev().find(|entry| entry.item == *item && entry.date == *date);
                    let old = before.get(date).and_then(|day| day.rows.get(item));
                    prop_assert_eq!(Some(forecast), named.map(|entry| &entry.forecast).or(old));
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
