//! Tests of the error classes and of the SDK's retries.

use super::*;
use crate::{
    Environment, Result,
    aws_client::{retry_config, timeout_config},
    dynamo::{self, Item, TransactWriteItem, Transaction, text},
};
use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_credential_types::{Credentials, provider::SharedCredentialsProvider};
use aws_sdk_dynamodb::types::Put;
use aws_smithy_runtime_api::client::{
    http::{HttpConnector, HttpConnectorFuture, SharedHttpConnector, http_client_fn},
    orchestrator::{HttpRequest, HttpResponse},
    result::ConnectorError,
};
use aws_smithy_types::{body::SdkBody, error::ErrorMetadata};
use rstest::rstest;
use serde_json::{Value, json};
use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

fn response(status: u16, body: &Value) -> HttpResponse {
    HttpResponse::new(status.try_into().unwrap(), SdkBody::from(body.to_string()))
}

/// The SDK's error for a response with this status and code.
fn service_error(status: u16, code: &str) -> SdkError<ErrorMetadata> {
    SdkError::service_error(ErrorMetadata::builder().code(code).build(), response(status, &json!({})))
}

#[rstest]
#[case::rate_of_requests("ThrottlingException", AwsError::Throttled)]
#[case::capacity_of_a_table("ProvisionedThroughputExceededException", AwsError::Throttled)]
#[case::quota_of_the_account("RequestLimitExceeded", AwsError::Throttled)]
#[case::user_pool("TooManyRequestsException", AwsError::Throttled)]
#[case::user_pool_limit("LimitExceededException", AwsError::Throttled)]
#[case::queue("RequestThrottled", AwsError::Throttled)]
#[case::queue_in_flight("OverLimit", AwsError::Throttled)]
#[case::key_of_a_queue("KMS.ThrottlingException", AwsError::Throttled)]
#[case::bucket("SlowDown", AwsError::Throttled)]
#[case::slow_upload("RequestTimeout", AwsError::Transient)]
#[case::single_write_in_a_transaction("TransactionConflictException", AwsError::Conflict)]
#[case::earlier_attempt("TransactionInProgressException", AwsError::Conflict)]
#[case::other_region("ReplicatedWriteConflictException", AwsError::Conflict)]
#[case::condition("ConditionalCheckFailedException", AwsError::ConditionFailed(vec![0]))]
#[case::condition_of_an_object("PreconditionFailed", AwsError::ConditionFailed(vec![0]))]
#[case::full_partition("ItemCollectionSizeLimitExceededException", AwsError::Permanent)]
#[case::invalid_request("ValidationException", AwsError::Permanent)]
#[case::missing_policy("AccessDeniedException", AwsError::Permanent)]
#[case::missing_table("ResourceNotFoundException", AwsError::Permanent)]
#[case::reused_token("IdempotentParameterMismatchException", AwsError::Permanent)]
#[case::unknown("SomethingElseExceeded", AwsError::Permanent)]
#[case::no_code("", AwsError::Permanent)]
fn classifies_each_code(#[case] code: &str, #[case] class: AwsError) {
    assert_eq!(AwsError::of(&service_error(400, code)), class);
    let retryable = matches!(class, AwsError::Throttled | AwsError::Transient | AwsError::Conflict);
    assert!(
        matches!(failure(service_error(400, code)), Error::Unavailable { retryable: actual, .. } if actual == retryable)
    );
}

#[rstest]
#[case::server_error(service_error(500, "InternalServerError"))]
#[case::unknown_server_error(service_error(503, "UnknownError"))]
#[case::timeout(SdkError::timeout_error("timeout"))]
#[case::lost_connection(SdkError::dispatch_failure(ConnectorError::io("reset".into())))]
#[case::broken_response(SdkError::response_error("incomplete", response(200, &json!({}))))]
fn classifies_outages_as_transient(#[case] error: SdkError<ErrorMetadata>) {
    assert_eq!(AwsError::of(&error), AwsError::Transient);
}

#[test]
fn classifies_a_request_that_cannot_be_built_as_permanent() {
    assert_eq!(AwsError::of(&SdkError::<ErrorMetadata>::construction_failure("no region")), AwsError::Permanent);
}

#[rstest]
#[case::throttled(&["None", "ThrottlingError"], AwsError::Throttled)]
#[case::no_capacity(&["ProvisionedThroughputExceeded"], AwsError::Throttled)]
#[case::conflict(&["TransactionConflict", "None"], AwsError::Conflict)]
#[case::conflict_and_throttled(&["TransactionConflict", "ThrottlingError"], AwsError::Throttled)]
#[case::condition(&["None", "ConditionalCheckFailed", "ConditionalCheckFailed"], AwsError::ConditionFailed(vec![1, 2]))]
#[case::condition_and_conflict(&["TransactionConflict", "ConditionalCheckFailed"], AwsError::ConditionFailed(vec![1]))]
#[case::full_partition(&["ItemCollectionSizeLimitExceeded"], AwsError::Permanent)]
#[case::invalid_and_throttled(&["ValidationError", "ThrottlingError"], AwsError::Permanent)]
#[case::throttled_and_invalid(&["ThrottlingError", "ValidationError"], AwsError::Permanent)]
#[case::only_none(&["None", "None"], AwsError::Permanent)]
#[case::no_reasons(&[], AwsError::Permanent)]
fn classifies_a_cancelled_transaction_by_its_reasons(#[case] reasons: &[&str], #[case] class: AwsError) {
    assert_eq!(AwsError::of_reasons(reasons.iter().copied()), class);
}

/// The outcome of one attempt.
#[derive(Clone, Debug)]
enum Attempt {
    Response(u16, Value),
    LostResponse,
}

/// A fake DynamoDB with the given outcomes of attempts. The last one repeats. It records the requests.
#[derive(Clone, Debug, Default)]
struct FakeDynamoDb(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    attempts: VecDeque<Attempt>,
    requests: Vec<Value>,
}

impl FakeDynamoDb {
    fn new(attempts: impl IntoIterator<Item = Attempt>) -> Self {
        let attempts = attempts.into_iter().collect();
        Self(Arc::new(Mutex::new(State { attempts, requests: Vec::new() })))
    }

    /// A client that retries as in production, with shorter backoffs.
    fn client(&self) -> aws_sdk_dynamodb::Client {
        let connector = SharedHttpConnector::new(self.clone());
        let credentials = Credentials::new("key", "secret", None, None, "test");
        let sdk = SdkConfig::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("us-east-1"))
            .credentials_provider(SharedCredentialsProvider::new(credentials))
            .http_client(http_client_fn(move |_, _| connector.clone()))
            .retry_config(retry_config().with_initial_backoff(Duration::from_millis(1)))
            .timeout_config(timeout_config())
            .build();
        dynamo::client(&Environment::new(sdk, HashMap::new()))
    }

    /// The bodies of the requests.
    fn requests(&self) -> Vec<Value> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).requests.clone()
    }
}

impl HttpConnector for FakeDynamoDb {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.requests.push(serde_json::from_slice(request.body().bytes().unwrap()).unwrap());
        let attempt =
            if state.attempts.len() > 1 { state.attempts.pop_front() } else { state.attempts.front().cloned() };
        HttpConnectorFuture::ready(match attempt.unwrap() {
            Attempt::Response(status, body) => Ok(response(status, &body)),
            Attempt::LostResponse => Err(ConnectorError::io("connection reset".into())),
        })
    }
}

fn error_response(code: &str) -> Attempt {
    Attempt::Response(400, json!({ "__type": format!("com.amazonaws.dynamodb.v20120810#{code}"), "message": "no" }))
}

fn cancelled_response(reasons: &[&str]) -> Attempt {
    let reasons: Vec<Value> = reasons.iter().map(|code| json!({ "Code": code })).collect();
    let code = "com.amazonaws.dynamodb.v20120810#TransactionCanceledException";
    Attempt::Response(400, json!({ "__type": code, "message": "cancelled", "CancellationReasons": reasons }))
}

fn success_response() -> Attempt {
    Attempt::Response(200, json!({}))
}

fn item() -> Item {
    Item::from([("id".into(), text("FRIDGE_1"))])
}

fn actions() -> Vec<TransactWriteItem> {
    let put = Put::builder().table_name("Locations").set_item(Some(item())).build().unwrap();
    vec![TransactWriteItem::builder().put(put).build()]
}

async fn transact(attempts: impl IntoIterator<Item = Attempt>) -> (Result<Transaction>, Vec<Value>) {
    let service = FakeDynamoDb::new(attempts);
    (dynamo::transact(&service.client(), actions()).await, service.requests())
}

#[rstest]
#[case::throttled_action(cancelled_response(&["ThrottlingError"]))]
#[case::action_without_capacity(cancelled_response(&["ProvisionedThroughputExceeded"]))]
#[case::conflict(cancelled_response(&["TransactionConflict"]))]
#[case::throttled(error_response("ThrottlingException"))]
#[case::earlier_attempt_in_progress(error_response("TransactionInProgressException"))]
#[case::lost_response(Attempt::LostResponse)]
#[case::outage(Attempt::Response(500, json!({})))]
#[tokio::test]
async fn retries_a_transaction_with_the_same_token(#[case] attempt: Attempt) {
    let (result, requests) = transact([attempt.clone(), attempt, success_response()]).await;
    assert!(matches!(result, Ok(Transaction::Written)), "{result:?}");
    let mut tokens: Vec<&str> = requests.iter().map(|body| body["ClientRequestToken"].as_str().unwrap()).collect();
    assert_eq!(tokens.len(), 3);
    tokens.dedup();
    assert_eq!(tokens.len(), 1, "{tokens:?}");
}

#[tokio::test]
async fn transactions_have_different_tokens() {
    let service = FakeDynamoDb::new([success_response()]);
    for _ in 0..2 {
        dynamo::transact(&service.client(), actions()).await.unwrap();
    }
    let requests = service.requests();
    assert_ne!(requests[0]["ClientRequestToken"], requests[1]["ClientRequestToken"]);
}

#[rstest]
#[case::throttled(cancelled_response(&["ThrottlingError"]))]
#[case::conflict(cancelled_response(&["TransactionConflict"]))]
#[case::outage(Attempt::LostResponse)]
#[tokio::test]
async fn returns_a_retryable_error_after_the_last_attempt(#[case] attempt: Attempt) {
    let (result, requests) = transact([attempt]).await;
    let error = result.unwrap_err();
    assert_eq!(error.to_string(), "Larder is busy at the moment. Please try again.");
    assert_eq!(requests.len(), 6);
}

#[rstest]
#[case::full_partition(cancelled_response(&["ItemCollectionSizeLimitExceeded"]))]
#[case::invalid_action(cancelled_response(&["ValidationError"]))]
#[case::invalid_request(error_response("ValidationException"))]
#[case::missing_policy(error_response("AccessDeniedException"))]
#[tokio::test]
async fn does_not_retry_a_permanent_error(#[case] attempt: Attempt) {
    let (result, requests) = transact([attempt]).await;
    assert!(matches!(result, Err(Error::Unavailable { retryable: false, .. })), "{result:?}");
    assert_eq!(requests.len(), 1);
}

#[tokio::test]
async fn does_not_retry_a_failed_condition() {
    let (result, requests) = transact([cancelled_response(&["None", "ConditionalCheckFailed"])]).await;
    assert_eq!(result.unwrap(), Transaction::ConditionFailed(vec![1]));
    assert_eq!(requests.len(), 1);
}

#[tokio::test]
async fn retries_single_writes_that_conflict_with_a_transaction() {
    let service = FakeDynamoDb::new([
        error_response("TransactionConflictException"),
        error_response("TransactionConflictException"),
        success_response(),
    ]);
    let client = service.client();
    client.put_item().table_name("Locations").set_item(Some(item())).send().await.unwrap();
    assert_eq!(service.requests().len(), 3);

    let service = FakeDynamoDb::new([error_response("TransactionConflictException")]);
    let client = service.client();
    let update = client.update_item().table_name("Locations").set_key(Some(item())).send().await;
    let delete = client.delete_item().table_name("Locations").set_key(Some(item())).send().await;
    assert!(matches!(update.map_err(failure), Err(Error::Unavailable { retryable: true, .. })));
    assert!(matches!(delete.map_err(failure), Err(Error::Unavailable { retryable: true, .. })));
    assert_eq!(service.requests().len(), 12);
}

#[tokio::test]
async fn returns_none_when_the_condition_of_a_single_write_fails() {
    let service = FakeDynamoDb::new([error_response("ConditionalCheckFailedException")]);
    let put = service.client().put_item().table_name("Locations").set_item(Some(item()));
    let result = put.condition_expression("attribute_not_exists(id)").send().await;
    assert!(dynamo::condition_failed_as_none(result).unwrap().is_none());
    assert_eq!(service.requests().len(), 1);
}
