//! Sends reads whose items are deserialized directly from the body of the response ([`super::json`]).
//!
//! The SDK builds, signs, sends and retries the request and reads its errors. An interceptor replaces only the
//! deserializer of a successful response.

use super::{
    FromItem, Item,
    item::{Row, malformed},
    json::Attributes,
};
use crate::{Error, Result, aws_error::failure};
use aws_sdk_dynamodb::{
    error::ErrorMetadata,
    operation::{
        batch_get_item::{BatchGetItemError, BatchGetItemOutput, builders::BatchGetItemFluentBuilder},
        query::{QueryError, QueryOutput, builders::QueryFluentBuilder},
    },
};
use aws_smithy_runtime_api::{
    box_error::BoxError,
    client::{
        interceptors::{
            Intercept,
            context::{BeforeDeserializationInterceptorContextMut, Error as ErasedError, Output},
        },
        orchestrator::{HttpResponse, OrchestratorError},
        runtime_components::RuntimeComponents,
        ser_de::{DeserializeResponse, SharedResponseDeserializer},
    },
};
use aws_smithy_types::config_bag::ConfigBag;
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor},
};
use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

/// The header with the id of a request.
const REQUEST_ID_HEADER: &str = "x-amzn-requestid";
/// The field in which the SDK keeps the id of a request.
const REQUEST_ID: &str = "aws_request_id";

/// The items of a response.
#[derive(Debug)]
pub(super) struct Rows<T> {
    /// The items, each with the captured attribute.
    pub(super) items: Vec<(Option<String>, T)>,
    /// The key of the last item that was read, if there are more.
    pub(super) last_key: Option<Item>,
    /// The keys that a batch read left out.
    pub(super) unprocessed: Vec<Item>,
}

/// Where the items of a response come from, for the error of a malformed item.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    /// The table's name.
    pub(crate) table: String,
    /// The attribute that identifies an item.
    pub(crate) id: &'static str,
    /// The attribute that is captured, such as the sort key.
    pub(crate) captured: &'static str,
}

/// Sends a query.
///
/// # Errors
/// The error of the service, or an internal error that names the table and the malformed item.
pub(super) async fn query<T: FromItem>(request: QueryFluentBuilder, origin: Origin) -> Result<Rows<T>> {
    let kind = Kind {
        output: || Output::erase(QueryOutput::builder().count(0).scanned_count(0).build()),
        error: |metadata| ErasedError::erase(QueryError::generic(metadata)),
    };
    let reader = Reader::new(origin, kind);
    request.customize().interceptor(reader.clone()).send().await.map_err(failure)?;
    reader.rows()
}

/// Sends a batch read of one table.
///
/// # Errors
/// As [`query`].
pub(super) async fn batch<T: FromItem>(request: BatchGetItemFluentBuilder, origin: Origin) -> Result<Rows<T>> {
    let kind = Kind {
        output: || Output::erase(BatchGetItemOutput::builder().build()),
        error: |metadata| ErasedError::erase(BatchGetItemError::generic(metadata)),
    };
    let reader = Reader::new(origin, kind);
    request.customize().interceptor(reader.clone()).send().await.map_err(failure)?;
    reader.rows()
}

/// The types that the SDK expects of an operation.
#[derive(Clone, Copy, Debug)]
struct Kind {
    output: fn() -> Output,
    error: fn(ErrorMetadata) -> ErasedError,
}

/// Deserializes the items of a response and keeps them until [`Reader::rows`].
struct Reader<T> {
    origin: Origin,
    kind: Kind,
    read: Arc<Mutex<Option<Result<Rows<T>>>>>,
}

impl<T> fmt::Debug for Reader<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Reader").field("origin", &self.origin).finish_non_exhaustive()
    }
}

impl<T> Clone for Reader<T> {
    fn clone(&self) -> Self {
        Self { origin: self.origin.clone(), kind: self.kind, read: Arc::clone(&self.read) }
    }
}

impl<T: FromItem> Reader<T> {
    fn new(origin: Origin, kind: Kind) -> Self {
        Self { origin, kind, read: Arc::default() }
    }

    fn rows(self) -> Result<Rows<T>> {
        let read = self.read.lock().unwrap_or_else(PoisonError::into_inner).take();
        read.unwrap_or_else(|| Err(Error::internal("the response was not read")))
    }

    fn read(&self, body: &[u8]) -> Result<Rows<T>> {
        // Checking the whole body once is faster than checking each text.
        let text = str::from_utf8(body).map_err(|error| malformed(&self.origin.table, "", error))?;
        let mut json = serde_json::Deserializer::from_str(text);
        let seed = ResponseSeed(Row::capturing(self.origin.captured));
        seed.deserialize(&mut json).map_err(|error| self.malformed(body, &error))
    }

    /// The error of a body that cannot be deserialized: names the first malformed item.
    fn malformed(&self, body: &[u8], error: &serde_json::Error) -> Error {
        let Origin { table, id, captured } = &self.origin;
        let response: AnyResponse = serde_json::from_slice(body).unwrap_or_default();
        let items = response.items.into_iter().chain(response.responses.into_values().flatten());
        for item in items {
            if let Err(error) = Row::<T>::capturing(captured).deserialize(&item) {
                let id = item.pointer(&format!("/{id}/S")).and_then(serde_json::Value::as_str).unwrap_or_default();
                return malformed(table, id, error);
            }
        }
        malformed(table, "", error)
    }
}

/// A response whose items are of any type.
#[derive(Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct AnyResponse {
    items: Vec<serde_json::Value>,
    responses: HashMap<String, Vec<serde_json::Value>>,
}

impl<T: FromItem> Intercept for Reader<T> {
    fn name(&self) -> &'static str {
        "TypedReader"
    }

    fn modify_before_deserialization(
        &self,
        _: &mut BeforeDeserializationInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        cfg: &mut ConfigBag,
    ) -> std::result::Result<(), BoxError> {
        cfg.interceptor_state().store_put(SharedResponseDeserializer::new(self.clone()));
        Ok(())
    }
}

impl<T: FromItem> DeserializeResponse for Reader<T> {
    fn deserialize_nonstreaming_with_config(
        &self,
        response: &HttpResponse,
        _: &ConfigBag,
    ) -> std::result::Result<Output, OrchestratorError<ErasedError>> {
        let body = response.body().bytes().unwrap_or_default();
        if !response.status().is_success() {
            return Err(OrchestratorError::operation((self.kind.error)(metadata(
                body,
                response.headers().get(REQUEST_ID_HEADER),
            ))));
        }
        *self.read.lock().unwrap_or_else(PoisonError::into_inner) = Some(self.read(body));
        Ok((self.kind.output)())
    }
}

/// Code and message of an error's body, and the id of the request.
fn metadata(body: &[u8], request_id: Option<&str>) -> ErrorMetadata {
    #[derive(Default, Deserialize)]
    struct Problem {
        #[serde(rename = "__type", default)]
        code: String,
        #[serde(alias = "Message", default)]
        message: Option<String>,
    }
    let problem: Problem = serde_json::from_slice(body).unwrap_or_default();
    let code = problem.code.rsplit('#').next().unwrap_or_default();
    let mut metadata = ErrorMetadata::builder().code(code);
    if let Some(message) = problem.message {
        metadata = metadata.message(message);
    }
    if let Some(id) = request_id {
        metadata = metadata.custom(REQUEST_ID, id);
    }
    metadata.build()
}

/// Deserializes the response of a query or of a batch read.
struct ResponseSeed<T>(Row<'static, T>);

impl<'de, T: FromItem> DeserializeSeed<'de> for ResponseSeed<T> {
    type Value = Rows<T>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> std::result::Result<Rows<T>, D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de, T: FromItem> Visitor<'de> for ResponseSeed<T> {
    type Value = Rows<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a response")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> std::result::Result<Rows<T>, A::Error> {
        let mut response = Rows { items: Vec::new(), last_key: None, unprocessed: Vec::new() };
        while let Some(field) = fields.next_key()? {
            match field {
                Field::Items => response.items = fields.next_value_seed(Many(self.0, Depth::Items))?,
                Field::Responses => response.items = fields.next_value_seed(Many(self.0, Depth::Tables))?,
                Field::LastEvaluatedKey => response.last_key = Some(fields.next_value::<Attributes>()?.0),
                Field::UnprocessedKeys => {
                    let tables: HashMap<String, Unprocessed> = fields.next_value()?;
                    let keys = tables.into_values().flat_map(|table| table.keys);
                    response.unprocessed = keys.map(|Attributes(key)| key).collect();
                }
                Field::Other => {
                    fields.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(response)
    }
}

/// The fields of a response.
#[derive(Deserialize)]
enum Field {
    Items,
    Responses,
    LastEvaluatedKey,
    UnprocessedKeys,
    #[serde(other)]
    Other,
}

/// The keys of one table that a batch read left out.
#[derive(Deserialize)]
struct Unprocessed {
    #[serde(rename = "Keys")]
    keys: Vec<Attributes>,
}

/// Whether the JSON is a list of items or an object with such lists by table.
#[derive(Clone, Copy)]
enum Depth {
    Items,
    Tables,
}

/// Deserializes the items of a list, or of the lists of an object.
struct Many<T>(Row<'static, T>, Depth);

impl<'de, T: FromItem> DeserializeSeed<'de> for Many<T> {
    type Value = Vec<(Option<String>, T)>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> std::result::Result<Self::Value, D::Error> {
        match self.1 {
            Depth::Items => json.deserialize_seq(self),
            Depth::Tables => json.deserialize_map(self),
        }
    }
}

impl<'de, T: FromItem> Visitor<'de> for Many<T> {
    type Value = Vec<(Option<String>, T)>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("items")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> std::result::Result<Self::Value, A::Error> {
        let mut rows = Vec::new();
        while let Some(row) = items.next_element_seed(self.0)? {
            rows.push(row);
        }
        Ok(rows)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut tables: A) -> std::result::Result<Self::Value, A::Error> {
        let mut rows = Vec::new();
        while tables.next_key::<IgnoredAny>()?.is_some() {
            rows.extend(tables.next_value_seed(Many(self.0, Depth::Items))?);
        }
        Ok(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        shards::Slice,
        table::{
            CompositeKey, Cursor,
            fake::{Attempt, FakeDynamoDb, KEY, error_response},
        },
    };
    use rstest::rstest;
    use serde_json::{Value, json};

    const BY_STATE: CompositeKey = CompositeKey::new("state", "dueAt");

    #[derive(Debug, Deserialize, Eq, PartialEq)]
    struct Fridge {
        id: String,
        stop: u32,
    }

    fn fridge(id: &str, stop: u32) -> Fridge {
        Fridge { id: id.to_owned(), stop }
    }

    fn item(id: &str, stop: &str) -> Value {
        json!({ "id": { "S": id }, "stop": { "N": stop }, "dueAt": { "S": format!("at {id}") }, "tags": { "SS": ["a"] } })
    }

    fn page(items: &[Value], last: Option<&str>) -> Attempt {
        let mut body = json!({ "Count": items.len(), "Items": items, "ScannedCount": items.len() });
        if let Some(last) = last {
            body["LastEvaluatedKey"] = json!({ "id": { "S": last }, "dueAt": { "S": format!("at {last}") } });
        }
        Attempt::Response(200, body)
    }

    fn cause(error: &Error) -> String {
        error.cause().unwrap_or_default()
    }

    #[tokio::test]
    async fn a_query_reads_rows_with_their_sort_keys_and_the_cursor() {
        let service = FakeDynamoDb::new([page(&[item("A", "1"), item("B", "2")], Some("B"))]);
        let table = service.table();
        let slice: Slice<Fridge> = table.query(BY_STATE.partition("OPEN")).slice().await.unwrap();
        let items = vec![("at A".to_owned(), fridge("A", 1)), ("at B".to_owned(), fridge("B", 2))];
        assert_eq!(slice, Slice { items, cursor: Some("at B".to_owned()) });
    }

    #[tokio::test]
    async fn a_query_of_all_items_continues_after_the_last_key() {
        let service = FakeDynamoDb::new([page(&[item("A", "1")], Some("A")), page(&[item("B", "2")], None)]);
        let all: Vec<Fridge> = service.table().query(BY_STATE.partition("OPEN")).all().await.unwrap();
        assert_eq!(all, [fridge("A", 1), fridge("B", 2)]);
        let requests = service.requests();
        assert_eq!(requests.len(), 2);
        assert_eq!(requests[1]["ExclusiveStartKey"], json!({ "id": { "S": "A" }, "dueAt": { "S": "at A" } }));
    }

    #[tokio::test]
    async fn a_page_has_the_token_of_its_last_key() {
        let service = FakeDynamoDb::new([page(&[item("A", "1")], Some("A")), page(&[], None)]);
        let table = service.table();
        let query =
            |token| table.query(BY_STATE.partition("OPEN")).page::<Fridge>(Cursor::new(&["id"], |_| true), token);
        let first = query(None).await.unwrap();
        assert_eq!(first.items, [fridge("A", 1)]);
        let last = query(first.next_token.as_deref()).await.unwrap();
        assert_eq!((last.items, last.next_token), (Vec::new(), None));
        assert_eq!(service.requests()[1]["ExclusiveStartKey"]["id"], json!({ "S": "A" }));
    }

    #[tokio::test]
    async fn a_batch_read_repeats_unprocessed_keys() {
        let left = json!({ "Locations": { "Keys": [{ "id": { "S": "B" } }], "ConsistentRead": true } });
        let responses = |id, stop| json!({ "Locations": [item(id, stop)] });
        let service = FakeDynamoDb::new([
            Attempt::Response(200, json!({ "Responses": responses("A", "1"), "UnprocessedKeys": left })),
            Attempt::Response(200, json!({ "Responses": responses("B", "2"), "UnprocessedKeys": {} })),
        ]);
        let read: Vec<Fridge> = service.table().get_all(["A", "B"].map(|id| KEY.of(id))).await.unwrap();
        assert_eq!(read, [fridge("A", 1), fridge("B", 2)]);
        assert_eq!(service.requests()[1]["RequestItems"]["Locations"]["Keys"], json!([{ "id": { "S": "B" } }]));
    }

    #[rstest]
    #[case::query(page(&[item("A", "1"), item("B", "x"), item("C", "y")], None))]
    #[case::batch(Attempt::Response(200, json!({ "Responses": { "Locations": [item("A", "1"), item("B", "x")] } })))]
    #[tokio::test]
    async fn the_error_of_a_malformed_item_names_table_and_key(#[case] response: Attempt) {
        let service = FakeDynamoDb::new([response]);
        let table = service.table();
        let error = table.query(BY_STATE.partition("OPEN")).all::<Fridge>().await.unwrap_err();
        assert_eq!(cause(&error), "table Locations, item \"B\": invalid digit found in string");
        assert_eq!(service.requests().len(), 1, "a malformed item is not read again");
    }

    #[tokio::test]
    async fn a_response_that_is_not_json_is_an_error_that_names_the_table() {
        let service = FakeDynamoDb::new([Attempt::Response(200, json!("x"))]);
        let error = service.table().query(BY_STATE.partition("OPEN")).all::<Fridge>().await.unwrap_err();
        assert!(cause(&error).starts_with("table Locations, item \"\": invalid type: string"), "{}", cause(&error));
    }

    #[rstest]
    #[case::throttled(error_response("ThrottlingException"))]
    #[case::without_capacity(error_response("ProvisionedThroughputExceededException"))]
    #[case::outage(Attempt::Response(500, json!({})))]
    #[case::lost_response(Attempt::LostResponse)]
    #[tokio::test]
    async fn a_read_is_retried(#[case] attempt: Attempt) {
        let service = FakeDynamoDb::new([attempt.clone(), attempt.clone(), page(&[item("A", "1")], None)]);
        let read: Vec<Fridge> = service.table().query(BY_STATE.partition("OPEN")).all().await.unwrap();
        assert_eq!((read, service.requests().len()), (vec![fridge("A", 1)], 3));

        let service = FakeDynamoDb::new([attempt]);
        let error = service.table().get_all::<Fridge>([KEY.of("A")]).await.unwrap_err();
        assert!(matches!(error, Error::Unavailable { retryable: true, .. }), "{error:?}");
        assert_eq!(service.requests().len(), 6);
    }

    #[rstest]
    #[case::missing_policy("AccessDeniedException")]
    #[case::invalid_request("ValidationException")]
    #[case::missing_table("ResourceNotFoundException")]
    #[tokio::test]
    async fn a_permanent_error_is_not_retried_and_keeps_its_code_and_message(#[case] code: &str) {
        let service = FakeDynamoDb::new([error_response(code)]);
        let error = service.table().query(BY_STATE.partition("OPEN")).all::<Fridge>().await.unwrap_err();
        assert!(matches!(error, Error::Unavailable { retryable: false, .. }), "{error:?}");
        assert!(cause(&error).contains(code) && cause(&error).contains("no"), "{}", cause(&error));
        assert_eq!(service.requests().len(), 1);
    }

    #[test]
    fn metadata_contains_code_message_and_request_id() {
        let body = json!({ "__type": "com.amazonaws#ThrottlingException", "message": "Rate exceeded" }).to_string();
        let read = metadata(body.as_bytes(), Some("4KBNVRGD25RG1KEO9UT4V3FQDJVV4KQNSO5AEMVJF66Q9ASUAAJG"));
        assert_eq!((read.code(), read.message()), (Some("ThrottlingException"), Some("Rate exceeded")));
        assert_eq!(read.extra(REQUEST_ID), Some("4KBNVRGD25RG1KEO9UT4V3FQDJVV4KQNSO5AEMVJF66Q9ASUAAJG"));
        assert_eq!(metadata(b"<html>", None).message(), None);
    }
}
