//! The lines of a forecast's file, by its columns: what the browser reads, once more. `cases/files.json` holds both to the
//! same lines.

use crate::rules::Line;
use csv::{ReaderBuilder, StringRecord};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// The columns of the file (spec, section 3).
pub const COLUMNS: [&str; 4] = ["Item", "AllocationDate", "Quantity", "ProductionDate"];
const DELIMITERS: [u8; 4] = *b",;\t|";
/// How much of a file tells whether it is UTF-16 without a mark.
const SAMPLE: usize = 512;

/// The lines of the file, without blank ones.
///
/// # Errors
/// Why it is no file of this kind at all.
pub fn read(bytes: &[u8]) -> Result<Vec<Line>, String> {
    let text = text(bytes);
    if text.trim().is_empty() {
        return Err("The file is empty".into());
    }
    if text.contains('\0') {
        return Err("This is not a text file; a CSV file is needed".into());
    }
    let (delimiter, header) = header(&text);
    let mut records = records(&text, delimiter).into_iter();
    // The header itself.
    records.next();
    let mut missing = COLUMNS.iter().filter(|column| place(&header, column).is_none()).peekable();
    if missing.peek().is_some() {
        let missing: Vec<&str> = missing.copied().collect();
        return Err(format!(
            "This is not a forecast file: its first line should name the columns {}. Missing: {}",
            COLUMNS.join(", "),
            missing.join(", ")
        ));
    }
    if let Some(twice) = COLUMNS.iter().find(|column| header.iter().filter(|name| same(name, column)).count() > 1) {
        return Err(format!("The column {twice} is there twice"));
    }
    let places = COLUMNS.map(|column| place(&header, column).unwrap_or_default());
    let lines: Vec<Line> = records.map(|(number, record)| line(number, &record, header.len(), places)).collect();
    if lines.is_empty() { Err("The file has a header and no lines below it".into()) } else { Ok(lines) }
}

fn line(number: u32, record: &StringRecord, columns: usize, places: [usize; 4]) -> Line {
    let beyond = record.iter().skip(columns).any(|cell| !cell.trim().is_empty());
    let [item, allocation_date, quantity, production_date] =
        places.map(|place| plain(record.get(place).unwrap_or_default().trim()).to_owned());
    Line {
        number,
        malformed: beyond.then(|| format!("has {} cells where the header has {columns}", record.len())),
        item,
        allocation_date,
        quantity,
        production_date,
    }
}

/// A cell as it was before an export made it harmless: what starts as a formula does gets a mark before it there.
fn plain(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(harmless) if harmless.starts_with(['=', '+', '-', '@', '\t', '\r', '\0']) => harmless,
        _ => cell,
    }
}

/// The text, in whatever encoding: UTF-8 with and without mark, UTF-16 as Excel's 'Unicode text' has it, else
/// Windows-1252. Lines end in \n afterwards.
fn text(bytes: &[u8]) -> String {
    let (text, _, malformed) = Encoding::for_bom(bytes)
        .map_or_else(|| utf16(bytes).unwrap_or(UTF_8).decode(bytes), |(encoding, _)| encoding.decode(bytes));
    let text = if malformed { WINDOWS_1252.decode(bytes).0 } else { text };
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Of Latin letters in UTF-16 every other byte is 0.
fn utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
    let zeros = |odd: usize| sample.iter().skip(odd).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd, pairs) = (zeros(0), zeros(1), sample.len() / 2);
    let most = |count: usize| pairs > 2 && count * 10 >= (pairs - 1) * 8;
    match (even, odd) {
        (0, odd) if most(odd) => Some(UTF_16LE),
        (even, 0) if most(even) => Some(UTF_16BE),
        _ => None,
    }
}

/// Columns are the same whatever their letters' case, blanks, dashes and underscores: 'Allocation Date'.
fn same(name: &str, column: &str) -> bool {
    let letters = name.chars().filter(|letter| !letter.is_whitespace() && !matches!(letter, '_' | '-'));
    letters.flat_map(char::to_lowercase).eq(column.chars().flat_map(char::to_lowercase))
}

fn place(header: &[String], column: &str) -> Option<usize> {
    header.iter().position(|name| same(name, column))
}

/// The delimiter that makes most sense of the header, and the names in it.
fn header(text: &str) -> (u8, Vec<String>) {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let names = |delimiter: u8| -> Vec<String> {
        let record = records(first, delimiter).into_iter().next();
        record.map(|(_, record)| record.iter().map(|name| name.trim().to_owned()).collect()).unwrap_or_default()
    };
    let sense = |header: &[String]| COLUMNS.iter().filter(|column| place(header, column).is_some()).count();
    let readings = DELIMITERS.map(|delimiter| (delimiter, names(delimiter)));
    // Of two that make as much sense the first one.
    let best = readings.into_iter().rev().max_by_key(|(_, header)| (sense(header), header.len()));
    best.unwrap_or((b',', Vec::new()))
}

/// The records that are not blank, each with the line on which it begins.
fn records(text: &str, delimiter: u8) -> Vec<(u32, StringRecord)> {
    // With a last line end the reader always stands behind one, and tells where a record began.
    let text = format!("{text}\n");
    let mut reader =
        ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
    let (mut records, mut record) = (Vec::new(), StringRecord::new());
    while matches!(reader.read_record(&mut record), Ok(true)) {
        let within: usize = record.iter().map(|cell| cell.matches('\n').count()).sum();
        let after = usize::try_from(reader.position().line()).unwrap_or(usize::MAX);
        if record.iter().any(|cell| !cell.trim().is_empty()) {
            let number = u32::try_from(after.saturating_sub(1 + within)).unwrap_or(u32::MAX);
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

    fn told(lines: Vec<Line>) -> Vec<Value> {
        let told = |line: Line| match line.malformed {
            Some(malformed) => json!([line.number, malformed]),
            None => json!([line.number, line.item, line.allocation_date, line.quantity, line.production_date]),
        };
        lines.into_iter().map(told).collect()
    }

    #[test]
    fn a_file_is_read_as_the_browser_reads_it() {
        for Case { name, file, lines, fault } in cases() {
            let read = read(file.as_bytes());
            match fault {
                None => assert_eq!(Some(told(read.unwrap())), lines, "{name}"),
                Some(fault) => assert!(read.unwrap_err().starts_with(&fault), "{name}"),
            }
        }
    }

    #[test]
    fn a_file_is_read_whatever_program_wrote_it() {
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
            assert_eq!(told(lines), [json!([2, "Jalapeño Bowl", "2026/11/23", "4", "2026/11/22"])], "{number}");
        }
    }

    #[test]
    fn what_is_no_text_is_no_forecast() {
        for file in [&b""[..], b" \n", b"PK\x03\x04\0\0\0\x01\x02\x03zip", b"\x89PNG"] {
            assert!(read(file).is_err());
        }
    }
}
