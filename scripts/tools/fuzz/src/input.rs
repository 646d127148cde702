//! Arbitrary inputs: random bytes, and valid inputs with random changes. The number of an input determines it, so that a
//! failure can be repeated.

use fastrand::Rng;
use serde_json::{Map, Value, json};

/// Texts that parsers often treat wrongly.
const WORDS: [&str; 44] = [
    "",
    " ",
    "\0",
    "\u{feff}",
    "\r\n",
    "\t",
    "\"",
    "'",
    "\\",
    "\u{202e}",
    "é",
    "😀",
    "\u{1d7d8}",
    "%00",
    "\\ud800",
    "0",
    "-0",
    "-1",
    "00",
    "1e400",
    "1E-400",
    "NaN",
    "Infinity",
    "0x10",
    "1_000",
    "１",
    "9999999999999999999999",
    "18446744073709551616",
    "-9223372036854775809",
    "0.1",
    ".5",
    "5.",
    "79228162514264337593543950336",
    "0000-01-01",
    "9999-12-31",
    "+262142-12-31",
    "-262143-01-01",
    "2026-02-30",
    "9999-12-31T23:59:59-23:59",
    "0000-01-01T00:00:00+23:59",
    "2026-06-30T23:59:60Z",
    "24:00",
    "null",
    "=1+1",
];
/// Bytes that separate the parts of most formats.
const SEPARATORS: &[u8] = b",;|\t\n\r\"'#:./-+ {}[]\\";
/// The maximum length of random bytes.
const MAX_RANDOM_BYTES: usize = 64;
/// The maximum number of changes of a valid input.
const MAX_CHANGES: usize = 6;
/// The maximum length of an input, so that repeated parts do not grow without limit.
const MAX_BYTES: usize = 64 * 1024;

/// Generates the inputs of a parser.
pub(crate) struct Generator<'a> {
    /// Valid inputs.
    pub(crate) seeds: &'a [&'a str],
}

impl Generator<'_> {
    /// The input with this number.
    pub(crate) fn input(&self, number: u64) -> Vec<u8> {
        let mut random = Rng::with_seed(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut input = match random.u8(..16) {
            0 => random_bytes(&mut random),
            1 => word(&mut random).into(),
            _ => self.seed(&mut random).into(),
        };
        if random.bool()
            && let Ok(mut value) = serde_json::from_slice::<Value>(&input)
        {
            for _ in 0..=random.usize(..MAX_CHANGES) {
                change_value(&mut random, &mut value);
            }
            input = value.to_string().into();
        }
        // Every fourth input keeps its syntax.
        if random.u8(..4) > 0 {
            for _ in 0..random.usize(..=MAX_CHANGES) {
                self.change_bytes(&mut random, &mut input);
            }
        }
        input.truncate(MAX_BYTES);
        input
    }

    fn seed(&self, random: &mut Rng) -> &str {
        random.choice(self.seeds).copied().unwrap_or_default()
    }

    fn change_bytes(&self, random: &mut Rng, input: &mut Vec<u8>) {
        let start = random.usize(..=input.len());
        let end = (start + random.usize(..=8)).min(input.len());
        match random.u8(..8) {
            0 => drop(input.splice(start..end, [random.u8(..)])),
            1 => drop(input.splice(start..start, random.choice(SEPARATORS).copied())),
            2 => drop(input.splice(start..end, word(random).bytes())),
            3 => drop(input.drain(start..end)),
            4 => input.truncate(start),
            5 => {
                let part: Vec<u8> = input.get(start..end).unwrap_or_default().repeat(random.usize(1..=40));
                drop(input.splice(start..start, part));
            }
            6 => {
                let other = self.seed(random).as_bytes();
                let from = random.usize(..=other.len());
                drop(input.splice(start..end, other.get(from..).unwrap_or_default().iter().copied()));
            }
            _ => {
                if let Some(byte) = input.get_mut(start) {
                    *byte ^= 1 << random.u8(..8);
                }
            }
        }
    }
}

fn word(random: &mut Rng) -> &'static str {
    random.choice(WORDS).unwrap_or_default()
}

fn random_bytes(random: &mut Rng) -> Vec<u8> {
    let length = random.usize(..=MAX_RANDOM_BYTES);
    (0..length).map(|_| random.u8(..)).collect()
}

/// Changes a random part of a JSON value.
fn change_value(random: &mut Rng, value: &mut Value) {
    // A text often contains JSON as well, or another format.
    if let Value::String(text) = value
        && random.bool()
    {
        let at = random.usize(..=text.chars().count());
        *text = text.chars().take(at).chain(word(random).chars()).chain(text.chars().skip(at + 1)).collect();
        return;
    }
    let part = match value {
        Value::Array(entries) if !random.u8(..4).eq(&0) => random.choice(entries.iter_mut()),
        Value::Object(fields) if !random.u8(..4).eq(&0) => random.choice(fields.values_mut()),
        _ => None,
    };
    match part {
        Some(part) => change_value(random, part),
        None => change_whole(random, value),
    }
}

fn change_whole(random: &mut Rng, value: &mut Value) {
    match (random.u8(..4), &mut *value) {
        (0, Value::Object(fields)) => {
            let name = random.choice(fields.keys()).cloned().unwrap_or_default();
            fields.remove(&name);
        }
        (1, Value::Array(entries)) => {
            let first = entries.first().cloned();
            let copies = first.into_iter().cycle().take(random.usize(1..=20));
            entries.extend(copies);
        }
        (2, _) => *value = json!([value.take()]),
        _ => *value = any_value(random, 3),
    }
}

fn any_value(random: &mut Rng, depth: u8) -> Value {
    match random.u8(..if depth == 0 { 6 } else { 8 }) {
        0 => Value::Null,
        1 => json!(random.bool()),
        2 => json!(random.i64(..)),
        3 => json!(f64::from_bits(random.u64(..))),
        4 => json!(word(random)),
        5 => json!(String::from_utf8_lossy(&random_bytes(random))),
        6 => (0..random.u8(..4)).map(|_| any_value(random, depth - 1)).collect(),
        _ => {
            let fields = (0..random.u8(..4)).map(|_| (word(random).to_owned(), any_value(random, depth - 1)));
            Value::Object(fields.collect::<Map<_, _>>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_an_input_determines_it() {
        let generator = Generator { seeds: &["2026-11-21", r#"{"a": [1, "b"]}"#] };
        let inputs = |from: u64| (from..from + 500).map(|number| generator.input(number)).collect::<Vec<_>>();
        assert_eq!(inputs(0), inputs(0));
        assert_ne!(inputs(0), inputs(500));
    }

    #[test]
    fn inputs_are_valid_seeds_changed_seeds_and_garbage() {
        let generator = Generator { seeds: &[r#"{"a": [1, "b"]}"#] };
        let inputs: Vec<_> = (0..2000).map(|number| generator.input(number)).collect();
        assert!(inputs.iter().any(|input| input == br#"{"a": [1, "b"]}"#));
        assert!(inputs.iter().any(Vec::is_empty));
        assert!(inputs.iter().any(|input| std::str::from_utf8(input).is_err()));
        let json = inputs.iter().filter(|input| serde_json::from_slice::<Value>(input).is_ok()).count();
        assert!((300..1900).contains(&json), "{json}");
    }
}
