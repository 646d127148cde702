//! Each code's class, and what the SDK does with a request that meets it.

use super::*;
use crate::{
    Environment, Result,
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
};

fn response(status: u16, body: &Value) -> HttpResponse {
    HttpResponse::new(status.try_into().unwrap(), SdkBody::from(body.to_string()))
}

/// The error that a service answers with this status and code.
fn answered(status: u16, code: &str) -> SdkError<ErrorMetadata> {
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
    assert_eq!(AwsError::of(&answered(400, code)), class);
    let retryable = matches!(class, AwsError::Throttled | AwsError::Transient | AwsError::Conflict);
    assert!(matches!(failure(answered(400, code)), Error::Unavailable { retryable: found, .. } if found == retryable));
}

#[rstest]
#[case::server_error(answered(500, "InternalServerError"))]
#[case::unknown_server_error(answered(503, "Whatever"))]
#[case::timeout(SdkError::timeout_error("late"))]
#[case::lost_connection(SdkError::dispatch_failure(ConnectorError::io("reset".into())))]
#[case::broken_response(SdkError::response_error("cut off", response(200, &json!({}))))]
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
#[case::no_reason(&["None", "None"], AwsError::Permanent)]
#[case::nothing(&[], AwsError::Permanent)]
fn classifies_a_cancelled_transaction_by_its_reasons(#[case] reasons: &[&str], #[case] class: AwsError) {
    assert_eq!(AwsError::of_reasons(reasons.iter().copied()), class);
}

/// What the service does with one attempt.
#[derive(Clone, Debug)]
enum Attempt {
    Answers(u16, Value),
    LosesTheResponse,
}

/// Stands in for DynamoDB: handles one attempt after the other, the last one again and again, and keeps the requests.
#[derive(Clone, Debug, Default)]
struct Service(Arc<Mutex<(VecDeque<Attempt>, Vec<Value>)>>);

impl Service {
    fn new(attempts: impl IntoIterator<Item = Attempt>) -> Self {
        Self(Arc::new(Mutex::new((attempts.into_iter().collect(), Vec::new()))))
    }

    /// A client that retries as in production, after shorter waits.
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
        self.0.lock().unwrap_or_else(PoisonError::into_inner).1.clone()
    }
}

impl HttpConnector for Service {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.1.push(serde_json::from_slice(request.body().bytes().unwrap()).unwrap());
        let attempt = if state.0.len() > 1 { state.0.pop_front() } else { state.0.front().cloned() };
        HttpConnectorFuture::ready(match attempt.unwrap() {
            Attempt::Answers(status, body) => Ok(response(status, &body)),
            Attempt::LosesTheResponse => Err(ConnectorError::io("connection reset".into())),
        })
    }
}

fn error(code: &str) -> Attempt {
    Attempt::Answers(400, json!({ "__type": format!("com.amazonaws.dynamodb.v20120810#{code}"), "message": "no" }))
}

fn cancelled(reasons: &[&str]) -> Attempt {
    let reasons: Vec<Value> = reasons.iter().map(|code| json!({ "Code": code })).collect();
    let code = "com.amazonaws.dynamodb.v20120810#TransactionCanceledException";
    Attempt::Answers(400, json!({ "__type": code, "message": "cancelled", "CancellationReasons": reasons }))
}

fn written() -> Attempt {
    Attempt::Answers(200, json!({}))
}

fn item() -> Item {
    Item::from([("id".into(), text("FRIDGE_1"))])
}

fn actions() -> Vec<TransactWriteItem> {
    let put = Put::builder().table_name("Locations").set_item(Some(item())).build().unwrap();
    vec![TransactWriteItem::builder().put(put).build()]
}

async fn transact(attempts: impl IntoIterator<Item = Attempt>) -> (Result<Transaction>, Vec<Value>) {
    let service = Service::new(attempts);
    (dynamo::transact(&service.client(), actions()).await, service.requests())
}

#[rstest]
#[case::throttled_action(cancelled(&["ThrottlingError"]))]
#[case::action_without_capacity(cancelled(&["ProvisionedThroughputExceeded"]))]
#[case::conflict(cancelled(&["TransactionConflict"]))]
#[case::throttled(error("ThrottlingException"))]
#[case::earlier_attempt_in_progress(error("TransactionInProgressException"))]
#[case::lost_response(Attempt::LosesTheResponse)]
#[case::outage(Attempt::Answers(500, json!({})))]
#[tokio::test]
async fn retries_a_transaction_under_one_token(#[case] attempt: Attempt) {
    let (outcome, requests) = transact([attempt.clone(), attempt, written()]).await;
    assert!(matches!(outcome, Ok(Transaction::Written)), "{outcome:?}");
    let mut tokens: Vec<&str> = requests.iter().map(|body| body["ClientRequestToken"].as_str().unwrap()).collect();
    assert_eq!(tokens.len(), 3);
    tokens.dedup();
    assert_eq!(tokens.len(), 1, "{tokens:?}");
}

#[tokio::test]
async fn two_transactions_have_two_tokens() {
    let service = Service::new([written()]);
    for _ in 0..2 {
        dynamo::transact(&service.client(), actions()).await.unwrap();
    }
    let requests = service.requests();
    assert_ne!(requests[0]["ClientRequestToken"], requests[1]["ClientRequestToken"]);
}

#[rstest]
#[case::throttled(cancelled(&["ThrottlingError"]))]
#[case::conflict(cancelled(&["TransactionConflict"]))]
#[case::outage(Attempt::LosesTheResponse)]
#[tokio::test]
async fn returns_a_retryable_error_after_the_last_attempt(#[case] attempt: Attempt) {
    let (outcome, requests) = transact([attempt]).await;
    let error = outcome.unwrap_err();
    assert_eq!(error.to_string(), "Larder is busy at the moment. Please try again.");
    assert_eq!(requests.len(), 6);
}

#[rstest]
#[case::full_partition(cancelled(&["ItemCollectionSizeLimitExceeded"]))]
#[case::invalid_action(cancelled(&["ValidationError"]))]
#[case::invalid_request(error("ValidationException"))]
#[case::missing_policy(error("AccessDeniedException"))]
#[tokio::test]
async fn does_not_retry_a_permanent_error(#[case] attempt: Attempt) {
    let (outcome, requests) = transact([attempt]).await;
    assert!(matches!(outcome, Err(Error::Unavailable { retryable: false, .. })), "{outcome:?}");
    assert_eq!(requests.len(), 1);
}

#[tokio::test]
async fn does_not_retry_a_condition_that_does_not_hold() {
    let (outcome, requests) = transact([cancelled(&["None", "ConditionalCheckFailed"])]).await;
    assert_eq!(outcome.unwrap(), Transaction::Refused(vec![1]));
    assert_eq!(requests.len(), 1);
}

#[tokio::test]
async fn retries_single_writes_that_conflict_with_a_transaction() {
    let service =
        Service::new([error("TransactionConflictException"), error("TransactionConflictException"), written()]);
    let client = service.client();
    client.put_item().table_name("Locations").set_item(Some(item())).send().await.unwrap();
    assert_eq!(service.requests().len(), 3);

    let service = Service::new([error("TransactionConflictException")]);
    let client = service.client();
    let update = client.update_item().table_name("Locations").set_key(Some(item())).send().await;
    let delete = client.delete_item().table_name("Locations").set_key(Some(item())).send().await;
    assert!(matches!(update.map_err(failure), Err(Error::Unavailable { retryable: true, .. })));
    assert!(matches!(delete.map_err(failure), Err(Error::Unavailable { retryable: true, .. })));
    assert_eq!(service.requests().len(), 12);
}

#[tokio::test]
async fn returns_none_when_the_condition_of_a_single_write_does_not_hold() {
    let service = Service::new([error("ConditionalCheckFailedException")]);
    let put = service.client().put_item().table_name("Locations").set_item(Some(item()));
    let sent = put.condition_expression("attribute_not_exists(id)").send().await;
    assert!(dynamo::unless_refused(sent).unwrap().is_none());
    assert_eq!(service.requests().len(), 1);
}
