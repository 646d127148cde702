//! The code of a coupon. A customer reads it on a screen or in a letter and types it at a fridge.

use schemars::json_schema;
use serde::{Deserialize, Serialize};
use shared::{Error, Result};
use std::fmt;

/// Length of a code, in characters.
pub const LENGTH: usize = 10;
/// The characters of codes. Of characters that look alike, at most one is included. There are no vowels, so that a code
/// is never a word. 25 characters give 25^10 (about 95 trillion) codes.
pub const ALPHABET: &[u8; 25] = b"23456789CDFGHJKMNPQRTVWXY";
/// Upper limit of the random bytes that are used: the largest multiple of the alphabet's size. Larger bytes are
/// discarded, so that each character is equally likely.
const BYTE_LIMIT: u8 = 250;

/// A coupon code of [`LENGTH`] characters from [`ALPHABET`].
#[derive(Clone, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct CouponCode(String);

impl CouponCode {
    /// Generates an unpredictable code.
    ///
    /// # Errors
    /// An internal error if the system's random number generator fails.
    pub fn generate() -> Result<Self> {
        let mut code = String::with_capacity(LENGTH);
        while code.len() < LENGTH {
            let mut bytes = [0_u8; 2 * LENGTH];
            getrandom::fill(&mut bytes).map_err(|error| Error::internal(error.to_string()))?;
            code.extend(bytes.into_iter().filter_map(letter).take(LENGTH - code.len()));
        }
        Ok(Self(code))
    }

    /// Returns the code as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Maps a random byte to a character. Returns `None` for a byte that must be discarded.
fn letter(byte: u8) -> Option<char> {
    let index = usize::from(byte) % ALPHABET.len();
    ALPHABET.get(index).filter(|_| byte < BYTE_LIMIT).map(|letter| char::from(*letter))
}

shared::inline_schema!(CouponCode, "CouponCode", {
    json_schema!({ "type": "string", "pattern": format!("^[{}]{{{LENGTH}}}$", ALPHABET.escape_ascii()) })
});

impl fmt::Display for CouponCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn each_character_is_equally_likely() {
        let mut counts = BTreeMap::new();
        for letter in (0..=u8::MAX).filter_map(letter) {
            *counts.entry(letter).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), ALPHABET.len());
        assert!(counts.values().all(|count| *count == 10));
    }

    #[test]
    fn the_alphabet_excludes_look_alikes_and_vowels() {
        for alike in ["0OQ", "1IL", "2Z", "5S", "8B", "UV"] {
            let included: Vec<char> = alike.chars().filter(|letter| ALPHABET.contains(&(*letter as u8))).collect();
            assert!(included.len() <= 1, "{included:?}");
        }
        assert!(!ALPHABET.iter().any(|letter| b"AEIOU".contains(letter)));
    }

    #[test]
    fn generates_unique_codes_of_10_characters_of_the_alphabet() {
        let codes: BTreeSet<String> = (0..2000).map(|_| CouponCode::generate().unwrap().to_string()).collect();
        assert_eq!(codes.len(), 2000);
        assert!(codes.iter().all(|code| code.len() == LENGTH && code.bytes().all(|byte| ALPHABET.contains(&byte))));
    }
}
