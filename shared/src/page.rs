//! Pages of long lists, and the tokens between them.
//!
//! A token holds where a list stopped, and the query that it belongs to: the operation, the caller and all arguments but
//! the token itself. A token of another list, location or user is rejected before it reaches a database. Tokens are
//! opaque to callers but not secret, so each list also checks that the position is one it can have.

use crate::{Error, Result};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::{
    Deserialize, Serialize,
    de::{DeserializeOwned, IgnoredAny},
};
use serde_json::Value;
use std::future::Future;

/// Characters of the longest token: a list of many partitions keeps a sort key of each.
const MAX_LENGTH: usize = 8192;
/// The argument that carries a token.
const ARGUMENT: &str = "nextToken";

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

/// The query that a call makes, by its hash. Workers make none: theirs is 0.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub(crate) struct Query(u64);

tokio::task_local! {
    static QUERY: Query;
}

impl Query {
    /// The query of a call. Absent arguments and those that are null are the same.
    pub(crate) fn new(operation: &str, caller: &str, input: &Value) -> Self {
        let mut hash = Fnv::default();
        hash.add(operation);
        hash.add(caller);
        hash.add_value(input);
        Self(hash.0)
    }

    /// Runs `call` as this query: its tokens are those of the query.
    pub(crate) async fn run<T>(self, call: impl Future<Output = T>) -> T {
        QUERY.scope(self, call).await
    }

    fn current() -> Self {
        QUERY.try_with(|query| *query).unwrap_or_default()
    }
}

/// FNV-1a of 64 bits: the same in every build, as a token outlives a deployment.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// Adds a text and its end, so that two texts do not read like one.
    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn add_value(&mut self, value: &Value) {
        match value {
            Value::Object(fields) => {
                self.add("{");
                for (name, value) in fields.iter().filter(|(name, value)| *name != ARGUMENT && !value.is_null()) {
                    self.add(name);
                    self.add_value(value);
                }
                self.add("}");
            }
            Value::Array(items) => {
                self.add("[");
                for item in items {
                    self.add_value(item);
                }
                self.add("]");
            }
            Value::String(text) => {
                self.add("\"");
                self.add(text);
            }
            other => self.add(&other.to_string()),
        }
    }
}

/// Makes a token of where a list stopped, for the query that is running.
pub fn encode_token(position: &impl Serialize) -> Result<String> {
    let token = serde_json::to_vec(&(Query::current(), position)).map_err(Error::internal)?;
    Ok(BASE64_URL_SAFE_NO_PAD.encode(token))
}

/// Reads a token that [`encode_token`] made for the query that is running.
///
/// # Errors
/// [`Error::Invalid`] for anything else: a token is input like any other.
pub fn decode_token<T: DeserializeOwned>(token: &str) -> Result<T> {
    let read = || {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(token).ok()?;
        let (query, position): (Query, T) = serde_json::from_slice(&bytes).ok()?;
        (query == Query::current()).then_some(position)
    };
    if token.len() > MAX_LENGTH { Err(unknown_token()) } else { read().ok_or_else(unknown_token) }
}

/// Checks every token in an operation's input for the query that is running, also where the list would not read it.
///
/// # Errors
/// As [`decode_token`].
pub(crate) fn check_tokens(input: &Value) -> Result<()> {
    match input {
        Value::Object(fields) => fields.iter().try_for_each(|(name, value)| match value {
            Value::String(token) if name == ARGUMENT => decode_token::<IgnoredAny>(token).map(drop),
            value => check_tokens(value),
        }),
        _ => Ok(()),
    }
}

/// The error of a token that the list did not make.
pub fn unknown_token() -> Error {
    Error::invalid(ARGUMENT, "nextToken is not valid for this list. Load the list again from its first page.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::executor::block_on;
    use rstest::rstest;
    use serde_json::json;

    fn is_rejected(token: &str) -> bool {
        matches!(decode_token::<(String, i32)>(token), Err(Error::Invalid(errors)) if errors[0].field == "nextToken")
    }

    #[test]
    fn a_token_reads_back_as_its_position() -> Result<()> {
        let position = ("LIVE".to_owned(), 7);
        assert_eq!(decode_token::<(String, i32)>(&encode_token(&position)?)?, position);
        Ok(())
    }

    #[rstest]
    #[case::empty("")]
    #[case::not_base64("!")]
    #[case::an_object("e30")]
    #[case::not_json("bm90IGpzb24")]
    #[case::padded("WzAsWyJMSVZFIiw3XV0=")]
    #[case::another_position(&encode_token(&7).unwrap())]
    #[case::a_position_alone(&BASE64_URL_SAFE_NO_PAD.encode(r#"["LIVE",7]"#))]
    #[case::longer_than_a_key(&"A".repeat(1100))]
    #[case::longer_than_any_token(&encode_token(&("A".repeat(MAX_LENGTH), 7)).unwrap())]
    fn rejects_a_token_that_no_list_made(#[case] token: &str) {
        assert!(is_rejected(token), "{token}");
    }

    const LIST: &str = "listLocationHistory";

    #[test]
    fn checks_tokens_wherever_the_input_has_them() {
        let input = |token: &str| json!({ "filter": { "id": "FRIDGE_1", "nextToken": token } });
        let query = Query::new(LIST, "ann", &input(""));
        let token = block_on(query.run(async { encode_token(&("LIVE", 7)) })).unwrap();
        let check = |input: &Value| block_on(query.run(async { check_tokens(input) }));
        assert!(check(&input(&token)).is_ok());
        assert!(check(&json!({ "nextToken": token })).is_ok());
        assert!(check(&json!({ "nextToken": null, "id": "FRIDGE_1" })).is_ok());
        assert!(check(&input("")).is_err() && check(&json!({ "nextToken": "A".repeat(1100) })).is_err());
    }

    #[rstest]
    #[case::another_list("GET /users/permissions", "ann", json!({ "id": "FRIDGE_1" }))]
    #[case::another_caller(LIST, "bob", json!({ "id": "FRIDGE_1" }))]
    #[case::another_location(LIST, "ann", json!({ "id": "FRIDGE_2" }))]
    #[case::another_argument(LIST, "ann", json!({ "id": "FRIDGE_1", "count": 1 }))]
    #[case::another_shape(LIST, "ann", json!({ "id": ["FRIDGE_1"] }))]
    #[case::no_argument(LIST, "ann", json!({}))]
    fn rejects_a_token_of_another_query(#[case] operation: &str, #[case] caller: &str, #[case] input: Value) {
        let query = Query::new(LIST, "ann", &json!({ "id": "FRIDGE_1" }));
        let token = block_on(query.run(async { encode_token(&("LIVE", 7)) })).unwrap();
        let other = Query::new(operation, caller, &input);
        assert!(block_on(other.run(async { is_rejected(&token) })));
        assert!(is_rejected(&token), "without a query");
    }

    #[rstest]
    #[case::with_the_token(json!({ "id": "FRIDGE_1", "nextToken": "x" }))]
    #[case::with_the_token_within(json!({ "id": "FRIDGE_1", "filter": null, "nextToken": null }))]
    fn accepts_a_token_on_the_next_page_of_its_query(#[case] input: Value) {
        let query = Query::new(LIST, "ann", &json!({ "id": "FRIDGE_1" }));
        let token = block_on(query.run(async { encode_token(&("LIVE", 7)) })).unwrap();
        let next = Query::new(LIST, "ann", &input);
        assert!(block_on(next.run(async { decode_token::<(String, i32)>(&token) })).is_ok());
    }
}
