//! Pages of long lists, and the tokens between them.

use crate::{Error, Result};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::{Serialize, de::DeserializeOwned};

/// One page of a list.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    /// What is on it.
    pub items: Vec<T>,
    /// Give it back to get the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_token: Option<String>,
}

/// Makes a token of where a list stopped. It is opaque to callers, and no secret.
pub fn encode_token(position: &impl Serialize) -> Result<String> {
    Ok(BASE64_URL_SAFE_NO_PAD.encode(serde_json::to_vec(position).map_err(Error::internal)?))
}

/// Reads a token that [`encode_token`] made.
///
/// # Errors
/// [`Error::Invalid`] for anything else: a token is input like any other.
pub fn decode_token<T: DeserializeOwned>(token: &str) -> Result<T> {
    BASE64_URL_SAFE_NO_PAD
        .decode(token)
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .ok_or_else(unknown_token)
}

/// The refusal of a token that the list did not give out.
pub fn unknown_token() -> Error {
    Error::invalid("nextToken", "nextToken is not one that this list gave out")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_survives_its_journey() -> Result<()> {
        let position = ("LIVE".to_owned(), 7);
        assert_eq!(decode_token::<(String, i32)>(&encode_token(&position)?)?, position);
        Ok(())
    }

    #[test]
    fn a_token_of_somebody_elses_making_is_invalid() {
        for token in ["", "!", "e30", "bm90IGpzb24"] {
            assert!(matches!(decode_token::<(String, i32)>(token), Err(Error::Invalid(_))), "{token}");
        }
    }
}
