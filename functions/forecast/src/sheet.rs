//! Parses a forecast file into lines. The web app parses the file in the same way; tests of both use
//! `cases/files.json`.

use crate::rules::Line;
use csv::{ReaderBuilder, StringRecord};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// The columns of the file. Requirements: `docs/requirements/planning.md` (FCT-1).
pub const COLUMNS: [&str; 4] = ["Item", "AllocationDate", "Quantity", "ProductionDate"];
const DELIMITERS: [u8; 4] = *b",;\t|";
/// Bytes that are checked to detect UTF-16 without a byte order mark.
const SAMPLE_BYTES: usize = 512;

/// Parses the lines of the file. Blank lines are skipped.
///
/// # Errors
/// The reason why the file is not a forecast file.
pub fn read(bytes: &[u8]) -> Result<Vec<Line>, String> {
    let text = decode(bytes);
    if text.trim().is_empty() {
        return Err("The file is empty".into());
    }
    if text.contains('\0') {
        return Err("This is not a text file. Choose a CSV file.".into());
    }
    let (delimiter, header) = parse_header(&text);
    let mut records = parse_records(&text, delimiter).into_iter();
    // Skip the header.
    records.next();
    let mut missing = COLUMNS.iter().filter(|column| column_index(&header, column).is_none()).peekable();
    if missing.peek().is_some() {
        let missing: Vec<&str> = missing.copied().collect();
        return Err(format!(
            "This is not a forecast file. The first line must contain the columns {}. Missing: {}",
            COLUMNS.join(", "),
            missing.join(", ")
        ));
    }
    if let Some(duplicate) =
        COLUMNS.iter().find(|column| header.iter().filter(|name| is_column(name, column)).count() > 1)
    {
        return Err(format!("The column {duplicate} appears twice"));
    }
    let indexes = COLUMNS.map(|column| column_index(&header, column).unwrap_or_default());
    let lines: Vec<Line> = records.map(|(number, record)| parse_line(number, &record, header.len(), indexes)).collect();
    if lines.is_empty() { Err("The file has a header but no rows".into()) } else { Ok(lines) }
}

fn parse_line(number: u32, record: &StringRecord, columns: usize, indexes: [usize; 4]) -> Line {
    let has_extra_cells = record.iter().skip(columns).any(|cell| !cell.trim().is_empty());
    let [item, allocation_date, quantity, production_date] =
        indexes.map(|index| unescape(record.get(index).unwrap_or_default().trim()).to_owned());
    Line {
        number,
        malformed: has_extra_cells.then(|| format!("has {} cells, but the header has {columns}", record.len())),
        item,
        allocation_date,
        quantity,
        production_date,
    }
}

/// Removes the apostrophe that an export adds to cells that a spreadsheet would evaluate as a formula, and to cells with
/// apostrophes before such a text.
fn unescape(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(text) if text.trim_start_matches('\'').starts_with(['=', '+', '-', '@', '\t', '\r', '\0']) => text,
        _ => cell,
    }
}

/// Decodes the file: UTF-8 with or without a byte order mark, UTF-16 (Excel's "Unicode Text"), or Windows-1252. The
/// result has `\n` line ends.
fn decode(bytes: &[u8]) -> String {
    let (text, _, malformed) = Encoding::for_bom(bytes)
        .map_or_else(|| detect_utf16(bytes).unwrap_or(UTF_8).decode(bytes), |(encoding, _)| encoding.decode(bytes));
    let text = if malformed { WINDOWS_1252.decode(bytes).0 } else { text };
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Detects UTF-16 without a byte order mark: Latin letters have a zero in every other byte.
fn detect_utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    let sample = bytes.get(..SAMPLE_BYTES).unwrap_or(bytes);
    let zeros = |odd: usize| sample.iter().skip(odd).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd, pairs) = (zeros(0), zeros(1), sample.len() / 2);
    let is_majority = |count: usize| pairs > 2 && count * 10 >= (pairs - 1) * 8;
    match (even, odd) {
        (0, odd) if is_majority(odd) => Some(UTF_16LE),
        (even, 0) if is_majority(even) => Some(UTF_16BE),
        _ => None,
    }
}

/// Compares column names without case, whitespace, dashes and underscores, so that "Allocation Date" matches.
fn is_column(name: &str, column: &str) -> bool {
    let letters = name.chars().filter(|letter| !letter.is_whitespace() && !matches!(letter, '_' | '-'));
    letters.flat_map(char::to_lowercase).eq(column.chars().flat_map(char::to_lowercase))
}

fn column_index(header: &[String], column: &str) -> Option<usize> {
    header.iter().position(|name| is_column(name, column))
}

/// Returns the delimiter with which the header contains the most known columns, and the header's column names.
fn parse_header(text: &str) -> (u8, Vec<String>) {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let names = |delimiter: u8| -> Vec<String> {
        let record = parse_records(first, delimiter).into_iter().next();
        record.map(|(_, record)| record.iter().map(|name| name.trim().to_owned()).collect()).unwrap_or_default()
    };
    let known_columns =
        |header: &[String]| COLUMNS.iter().filter(|column| column_index(header, column).is_some()).count();
    let candidates = DELIMITERS.map(|delimiter| (delimiter, names(delimiter)));
    // Of equal candidates, the first delimiter wins.
    let best = candidates.into_iter().rev().max_by_key(|(_, header)| (known_columns(header), header.len()));
    best.unwrap_or((b',', Vec::new()))
}

/// Returns the non-blank records, each with the number of its first line.
fn parse_records(text: &str, delimiter: u8) -> Vec<(u32, StringRecord)> {
    // With a final line end, the reader's position is always at a line start, so that the record's first line is known.
    let text = format!("{text}\n");
    let mut reader =
        ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
    let (mut records, mut record) = (Vec::new(), StringRecord::new());
    while matches!(reader.read_record(&mut record), Ok(true)) {
        let line_breaks: usize = record.iter().map(|cell| cell.matches('\n').count()).sum();
        let end = usize::try_from(reader.position().line()).unwrap_or(usize::MAX);
        if record.iter().any(|cell| !cell.trim().is_empty()) {
            let number = u32::try_from(end.saturating_sub(1 + line_breaks)).unwrap_or(u32::MAX);
            records.push((number, record.clone()));
        }
    }
    records
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::{Value, json};

    #[derive(Deserialize)]
    struct Case {
        name: String,
        file: String,
        lines: Option<Vec<Value>>,
        fault: Option<String>,
    }

    fn cases() -> Vec<Case> {
        serde_json::from_str(include_str!("../cases/files.json")).unwrap()
    }

    fn cells(lines: Vec<Line>) -> Vec<Value> {
        let to_json = |line: Line| match line.malformed {
            Some(malformed) => json!([line.number, malformed]),
            None => json!([line.number, line.item, line.allocation_date, line.quantity, line.production_date]),
        };
        lines.into_iter().map(to_json).collect()
    }

    #[test]
    fn parses_the_shared_cases_like_the_web_app() {
        for Case { name, file, lines, fault } in cases() {
            let read = read(file.as_bytes());
            match fault {
                None => assert_eq!(Some(cells(read.unwrap())), lines, "{name}"),
                Some(fault) => assert!(read.unwrap_err().starts_with(&fault), "{name}"),
            }
        }
    }

    #[test]
    fn decodes_all_supported_encodings() {
        let file = "Item,AllocationDate,Quantity,ProductionDate\r\nJalapeño Bowl,2026/11/23,4,2026/11/22\r\n";
        let utf16 = |mark: &[u8], bytes: fn(u16) -> [u8; 2]| {
            mark.iter().copied().chain(file.encode_utf16().flat_map(bytes)).collect::<Vec<u8>>()
        };
        let files = [
            file.as_bytes().to_vec(),
            [b"\xEF\xBB\xBF", file.as_bytes()].concat(),
            utf16(b"\xFF\xFE", u16::to_le_bytes),
            utf16(b"\xFE\xFF", u16::to_be_bytes),
            utf16(b"", u16::to_le_bytes),
            WINDOWS_1252.encode(file).0.into_owned(),
        ];
        for (number, file) in files.iter().enumerate() {
            let lines = read(file).unwrap();
            assert_eq!(cells(lines), [json!([2, "Jalapeño Bowl", "2026/11/23", "4", "2026/11/22"])], "{number}");
        }
    }

    #[test]
    fn rejects_files_that_are_not_text() {
        for file in [&b""[..], b" \n", b"PK\x03\x04\0\0\0\x01\x02\x03zip", b"\x89PNG"] {
            assert!(read(file).is_err());
        }
    }
}
