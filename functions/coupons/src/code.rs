//! A coupon's code: what a customer reads on a screen or in a letter, and types at a fridge.

use serde::{Deserialize, Serialize};
use shared::{Error, Result};
use std::fmt;

/// Characters of a code.
pub const LENGTH: usize = 10;
/// Of two characters that look alike at most one, and no vowels, so that a code is no word. With 25 of them there are
/// 95 million million codes.
pub const ALPHABET: &[u8; 25] = b"23456789CDFGHJKMNPQRTVWXY";
/// The bytes below this many are as many for each character: a byte beyond them is drawn again, so that no character is
/// likelier than another.
const FAIR: u8 = 250;

/// A code.
#[derive(Clone, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct CouponCode(String);

impl CouponCode {
    /// A code that nobody can foresee.
    ///
    /// # Errors
    /// Where the system has no randomness to give.
    pub fn draw() -> Result<Self> {
        let mut code = String::with_capacity(LENGTH);
        while code.len() < LENGTH {
            let mut bytes = [0_u8; 2 * LENGTH];
            getrandom::fill(&mut bytes).map_err(|error| Error::internal(error.to_string()))?;
            code.extend(bytes.into_iter().filter_map(letter).take(LENGTH - code.len()));
        }
        Ok(Self(code))
    }

    /// The code as people see it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The character that a random byte stands for; `None` where it stands for none.
fn letter(byte: u8) -> Option<char> {
    let at = usize::from(byte) % ALPHABET.len();
    ALPHABET.get(at).filter(|_| byte < FAIR).map(|letter| char::from(*letter))
}

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
    fn no_character_is_likelier_than_another() {
        let mut counts = BTreeMap::new();
        for letter in (0..=u8::MAX).filter_map(letter) {
            *counts.entry(letter).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), ALPHABET.len());
        assert!(counts.values().all(|count| *count == 10));
    }

    #[test]
    fn the_alphabet_has_no_look_alikes() {
        for alike in ["0OQ", "1IL", "2Z", "5S", "8B", "UV"] {
            let there: Vec<char> = alike.chars().filter(|letter| ALPHABET.contains(&(*letter as u8))).collect();
            assert!(there.len() <= 1, "{there:?}");
        }
        assert!(!ALPHABET.iter().any(|letter| b"AEIOU".contains(letter)));
    }

    #[test]
    fn codes_are_of_10_characters_of_the_alphabet_and_no_two_the_same() {
        let codes: BTreeSet<String> = (0..2000).map(|_| CouponCode::draw().unwrap().to_string()).collect();
        assert_eq!(codes.len(), 2000);
        assert!(codes.iter().all(|code| code.len() == LENGTH && code.bytes().all(|byte| ALPHABET.contains(&byte))));
    }
}
