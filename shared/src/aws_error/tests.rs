//! Tests of the error classes and of the SDK's retries.

use super::*;
use crate::{
    Result,
    table::{
        Changes, Item, Outcome, Table, Transaction, attribute,
        fake::{Attempt, FakeDynamoDb, KEY, canceled_response, error_response, response, success_response},
    },
};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_types::error::ErrorMetadata;
use rstest::rstest;
use serde_json::{Value, json};

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
fn classifies_a_canceled_transaction_by_its_reasons(#[case] reasons: &[&str], #[case] class: AwsError) {
    assert_eq!(AwsError::of_reasons(reasons.iter().copied()), class);
}

fn item() -> Item {
    KEY.of("FRIDGE_1").into()
}

/// Sends a transaction of two actions.
async fn transact_on(table: &Table) -> Result<Outcome<&'static str>> {
    let put = |id| table.put(KEY.of(id)).action().unwrap();
    let transaction = Transaction::named().with_named("first", put("FRIDGE_1")).with_named("second", put("FRIDGE_2"));
    transaction.send(table.client()).await
}

async fn transact(attempts: impl IntoIterator<Item = Attempt>) -> (Result<Outcome<&'static str>>, Vec<Value>) {
    let service = FakeDynamoDb::new(attempts);
    (transact_on(&service.table()).await, service.requests())
}

#[rstest]
#[case::throttled_action(canceled_response(["ThrottlingError"]))]
#[case::action_without_capacity(canceled_response(["ProvisionedThroughputExceeded"]))]
#[case::conflict(canceled_response(["TransactionConflict"]))]
#[case::throttled(error_response("ThrottlingException"))]
#[case::earlier_attempt_in_progress(error_response("TransactionInProgressException"))]
#[case::lost_response(Attempt::LostResponse)]
#[case::outage(Attempt::Response(500, json!({})))]
#[tokio::test]
async fn retries_a_transaction_with_the_same_token(#[case] attempt: Attempt) {
    let (result, requests) = transact([attempt.clone(), attempt, success_response()]).await;
    assert!(matches!(result, Ok(Outcome::Written)), "{result:?}");
    let mut tokens: Vec<&str> = requests.iter().map(|body| body["ClientRequestToken"].as_str().unwrap()).collect();
    assert_eq!(tokens.len(), 3);
    tokens.dedup();
    assert_eq!(tokens.len(), 1, "{tokens:?}");
}

#[tokio::test]
async fn transactions_have_different_tokens() {
    let service = FakeDynamoDb::new([success_response()]);
    for _ in 0..2 {
        assert!(transact_on(&service.table()).await.unwrap().is_written());
    }
    let requests = service.requests();
    assert_ne!(requests[0]["ClientRequestToken"], requests[1]["ClientRequestToken"]);
}

#[rstest]
#[case::throttled(canceled_response(["ThrottlingError"]))]
#[case::conflict(canceled_response(["TransactionConflict"]))]
#[case::outage(Attempt::LostResponse)]
#[tokio::test]
async fn returns_a_retryable_error_after_the_last_attempt(#[case] attempt: Attempt) {
    let (result, requests) = transact([attempt]).await;
    let error = result.unwrap_err();
    assert_eq!(error.to_string(), "Larder is busy at the moment. Please try again.");
    assert_eq!(requests.len(), 6);
}

#[rstest]
#[case::full_partition(canceled_response(["ItemCollectionSizeLimitExceeded"]))]
#[case::invalid_action(canceled_response(["ValidationError"]))]
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
    let (result, requests) = transact([canceled_response(["None", "ConditionalCheckFailed"])]).await;
    assert_eq!(result.unwrap(), Outcome::ConditionFailed(vec!["second"]));
    assert_eq!(requests.len(), 1);
}

#[tokio::test]
async fn retries_single_writes_that_conflict_with_a_transaction() {
    let service = FakeDynamoDb::new([
        error_response("TransactionConflictException"),
        error_response("TransactionConflictException"),
        success_response(),
    ]);
    assert!(service.table().put(item()).send().await.unwrap());
    assert_eq!(service.requests().len(), 3);

    let service = FakeDynamoDb::new([error_response("TransactionConflictException")]);
    let table = service.table();
    let update = table.update(KEY.of("FRIDGE_1"), Changes::new().set("status", "LIVE")).send().await;
    let delete = table.delete(KEY.of("FRIDGE_1")).send().await;
    assert!(matches!(update, Err(Error::Unavailable { retryable: true, .. })));
    assert!(matches!(delete, Err(Error::Unavailable { retryable: true, .. })));
    assert_eq!(service.requests().len(), 12);
}

#[tokio::test]
async fn a_single_write_returns_false_if_its_condition_fails() {
    let service = FakeDynamoDb::new([error_response("ConditionalCheckFailedException")]);
    assert!(!service.table().put(item()).when(attribute("id").not_exists()).send().await.unwrap());
    assert_eq!(service.requests().len(), 1);
}
