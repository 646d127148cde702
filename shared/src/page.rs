//! Pages of long lists, and the tokens between them.
//!
//! A token contains a cursor and the query that it belongs to: the operation, the caller and all arguments except the
//! token itself. A token of another list, location or user is rejected before any database request. Tokens are opaque
//! to callers but not secret, so each list also validates the cursor.

use crate::{Error, Result};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use schemars::JsonSchema;
use serde::{
    Deserialize, Serialize,
    de::{DeserializeOwned, IgnoredAny},
};
use serde_json::Value;
use std::{future::Future, io};

/// The size at which a page ends, in bytes of JSON. A larger page is slow on a phone. Lists estimate the size of a row.
pub const MAX_PAGE_BYTES: usize = 1_000_000;
/// The size at which the rows of a page end, so that there is room for the token and the names of fields.
pub const MAX_ROWS_BYTES: usize = MAX_PAGE_BYTES - 10_000;
/// The maximum number of characters of a token. A list of many partitions has a cursor for each.
const MAX_TOKEN_LENGTH: usize = 8192;
/// The argument that contains a token.
const TOKEN_ARGUMENT: &str = "nextToken";

/// One page of a list.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "{T}Page")]
pub struct Page<T> {
    /// The items of the page.
    pub items: Vec<T>,
    /// The token of the next page; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_token: Option<String>,
}

/// The size of a row in a response, in bytes of JSON with a comma.
pub fn row_bytes(row: &impl Serialize) -> usize {
    let mut counter = Counter(1);
    // A row that cannot be serialized ends the page, and the response reports the error.
    serde_json::to_writer(&mut counter, row).map_or(MAX_ROWS_BYTES, |()| counter.0)
}

/// Counts bytes.
struct Counter(usize);

impl io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The size of the rows that are on a page so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct FilledBytes(usize);

impl FilledBytes {
    /// The number of the next rows, given by their sizes, that fit on the page. The first row of a page always fits.
    pub fn add_fitting(&mut self, rows: impl IntoIterator<Item = usize>) -> usize {
        let fits = |bytes: &usize| {
            let fits = self.0 == 0 || self.0 + bytes <= MAX_ROWS_BYTES;
            if fits {
                self.0 += bytes;
            }
            fits
        };
        rows.into_iter().take_while(fits).count()
    }
}

/// The hash of a call's query; 0 in workers.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub(crate) struct Query(u64);

tokio::task_local! {
    static QUERY: Query;
}

impl Query {
    /// Creates the query of a call. Null arguments count as absent.
    pub(crate) fn new(operation: &str, caller: &str, input: &Value) -> Self {
        let mut hash = Fnv::default();
        hash.add(operation);
        hash.add(caller);
        hash.add_value(input);
        Self(hash.0)
    }

    /// Runs `call` with this query as the current one.
    pub(crate) async fn run<T>(self, call: impl Future<Output = T>) -> T {
        QUERY.scope(self, call).await
    }

    fn current() -> Self {
        QUERY.try_with(|query| *query).unwrap_or_default()
    }
}

/// 64-bit FNV-1a. It is the same in every build, because tokens remain valid across deployments.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// Adds a text and a terminator, so that two texts differ from their concatenation.
    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn add_value(&mut self, value: &Value) {
        match value {
            Value::Object(fields) => {
                self.add("{");
                for (name, value) in fields.iter().filter(|(name, value)| *name != TOKEN_ARGUMENT && !value.is_null()) {
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

/// Encodes a cursor as a token of the current query.
pub fn encode_token(cursor: &impl Serialize) -> Result<String> {
    let token = serde_json::to_vec(&(Query::current(), cursor)).map_err(Error::internal)?;
    Ok(BASE64_URL_SAFE_NO_PAD.encode(token))
}

/// Decodes a token of the current query.
///
/// # Errors
/// [`Error::Invalid`] for any other token.
pub fn decode_token<T: DeserializeOwned>(token: &str) -> Result<T> {
    let decode = || {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(token).ok()?;
        let (query, cursor): (Query, T) = serde_json::from_slice(&bytes).ok()?;
        (query == Query::current()).then_some(cursor)
    };
    if token.len() > MAX_TOKEN_LENGTH { Err(unknown_token()) } else { decode().ok_or_else(unknown_token) }
}

/// Checks every token in the input of a call with this query, including those that the list does not read.
///
/// # Errors
/// As [`decode_token`].
pub(crate) fn check_tokens(query: Query, input: &Value) -> Result<()> {
    QUERY.sync_scope(query, || check_current_tokens(input))
}

fn check_current_tokens(input: &Value) -> Result<()> {
    match input {
        Value::Object(fields) => fields.iter().try_for_each(|(name, value)| match value {
            Value::String(token) if name == TOKEN_ARGUMENT => decode_token::<IgnoredAny>(token).map(drop),
            value => check_current_tokens(value),
        }),
        _ => Ok(()),
    }
}

/// The error for an invalid token.
pub fn unknown_token() -> Error {
    Error::invalid(TOKEN_ARGUMENT, "nextToken is not valid for this list. Load the list again from its first page.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::executor::block_on;
    use rstest::rstest;
    use serde_json::json;

    #[test]
    fn the_size_of_a_row_is_that_of_its_json_with_a_comma() {
        let rows = [json!({ "name": "Zoë \"Z\"", "count": 7 }), json!([1.5, null])];
        let bytes: usize = rows.iter().map(row_bytes).sum();
        assert_eq!(bytes + 1, serde_json::to_string(&rows).unwrap().len());
    }

    #[test]
    fn rows_fit_until_the_page_is_full_but_the_first_one_always_fits() {
        let mut filled = FilledBytes::default();
        assert_eq!(filled.add_fitting([2 * MAX_ROWS_BYTES, 1]), 1);
        let mut filled = FilledBytes::default();
        assert_eq!(filled.add_fitting([MAX_ROWS_BYTES - 5, 2]), 2);
        assert_eq!(filled.add_fitting([2, 2, 1]), 1);
        assert_eq!(filled.add_fitting([2]), 0);
    }

    fn is_rejected(token: &str) -> bool {
        matches!(decode_token::<(String, i32)>(token), Err(Error::Invalid(errors)) if errors[0].field == "nextToken")
    }

    #[test]
    fn decodes_an_encoded_cursor() -> Result<()> {
        let cursor = ("LIVE".to_owned(), 7);
        assert_eq!(decode_token::<(String, i32)>(&encode_token(&cursor)?)?, cursor);
        Ok(())
    }

    #[rstest]
    #[case::empty("")]
    #[case::not_base64("!")]
    #[case::object("e30")]
    #[case::not_json("bm90IGpzb24")]
    #[case::padded("WzAsWyJMSVZFIiw3XV0=")]
    #[case::cursor_of_another_type(&encode_token(&7).unwrap())]
    #[case::cursor_without_a_query(&BASE64_URL_SAFE_NO_PAD.encode(r#"["LIVE",7]"#))]
    #[case::long(&"A".repeat(1100))]
    #[case::longer_than_the_maximum(&encode_token(&("A".repeat(MAX_TOKEN_LENGTH), 7)).unwrap())]
    fn rejects_an_invalid_token(#[case] token: &str) {
        assert!(is_rejected(token), "{token}");
    }

    const OPERATION: &str = "listLocationHistory";

    #[test]
    fn checks_tokens_at_every_level_of_the_input() {
        let input = |token: &str| json!({ "filter": { "id": "FRIDGE_1", "nextToken": token } });
        let query = Query::new(OPERATION, "ann", &input(""));
        let token = block_on(query.run(async { encode_token(&("LIVE", 7)) })).unwrap();
        let check = |input: &Value| check_tokens(query, input);
        assert!(check(&input(&token)).is_ok());
        assert!(check(&json!({ "nextToken": token })).is_ok());
        assert!(check(&json!({ "nextToken": null, "id": "FRIDGE_1" })).is_ok());
        assert!(check(&input("")).is_err() && check(&json!({ "nextToken": "A".repeat(1100) })).is_err());
    }

    #[rstest]
    #[case::another_list("GET /users/permissions", "ann", json!({ "id": "FRIDGE_1" }))]
    #[case::another_caller(OPERATION, "bob", json!({ "id": "FRIDGE_1" }))]
    #[case::another_location(OPERATION, "ann", json!({ "id": "FRIDGE_2" }))]
    #[case::another_argument(OPERATION, "ann", json!({ "id": "FRIDGE_1", "count": 1 }))]
    #[case::another_type(OPERATION, "ann", json!({ "id": ["FRIDGE_1"] }))]
    #[case::no_argument(OPERATION, "ann", json!({}))]
    fn rejects_a_token_of_another_query(#[case] operation: &str, #[case] caller: &str, #[case] input: Value) {
        let query = Query::new(OPERATION, "ann", &json!({ "id": "FRIDGE_1" }));
        let token = block_on(query.run(async { encode_token(&("LIVE", 7)) })).unwrap();
        let other = Query::new(operation, caller, &input);
        assert!(block_on(other.run(async { is_rejected(&token) })));
        assert!(is_rejected(&token), "without a query");
    }

    #[rstest]
    #[case::with_the_token(json!({ "id": "FRIDGE_1", "nextToken": "x" }))]
    #[case::with_null_arguments(json!({ "id": "FRIDGE_1", "filter": null, "nextToken": null }))]
    fn accepts_a_token_on_the_next_page_of_its_query(#[case] input: Value) {
        let query = Query::new(OPERATION, "ann", &json!({ "id": "FRIDGE_1" }));
        let token = block_on(query.run(async { encode_token(&("LIVE", 7)) })).unwrap();
        let next = Query::new(OPERATION, "ann", &input);
        assert!(block_on(next.run(async { decode_token::<(String, i32)>(&token) })).is_ok());
    }
}
