//! Classifies the errors of all AWS services, once, and says how often a failed request is sent again.
//!
//! The SDK sends a request again while [`RetryClassifier`] and its own classifiers find the error retryable, with
//! growing, jittered waits. [`failure`] turns the last error into Larder's own. Both use [`AwsError`], so that the
//! retries and the response to the caller agree.

use crate::Error;
use aws_sdk_dynamodb::{
    error::{DisplayErrorContext, ProvideErrorMetadata, SdkError},
    operation::{
        delete_item::DeleteItemError, put_item::PutItemError, transact_write_items::TransactWriteItemsError,
        update_item::UpdateItemError,
    },
};
use aws_smithy_runtime_api::client::{
    interceptors::context::InterceptorContext,
    retries::classifiers::{ClassifyRetry, RetryAction, RetryClassifierPriority},
};
use aws_smithy_types::{retry::RetryConfig, timeout::TimeoutConfig};
use std::{error::Error as StdError, time::Duration};

/// How often one request is sent, the first time included.
const MAX_ATTEMPTS: u32 = 6;
/// The longest wait before the first retry. It doubles with each further retry.
const INITIAL_BACKOFF: Duration = Duration::from_millis(100);
/// The longest wait between two attempts. All waits of a request together take 3.1 s at most.
const MAX_BACKOFF: Duration = Duration::from_secs(2);
/// How long a connection may take to open.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// How long one attempt may take.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a request may take with all its attempts. The adapters stop earlier where the function's time ends earlier.
const OPERATION_TIMEOUT: Duration = Duration::from_secs(20);

/// Codes of requests that exceed a rate or a capacity.
const THROTTLED: &[&str] = &[
    "BandwidthLimitExceeded",
    "EC2ThrottledException",
    "KMS.ThrottlingException",
    "KmsThrottled",
    "LimitExceededException",
    "OverLimit",
    "PriorRequestNotComplete",
    "ProvisionedThroughputExceeded",
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "RequestThrottled",
    "RequestThrottledException",
    "SlowDown",
    "ThrottledException",
    "Throttling",
    "ThrottlingError",
    "ThrottlingException",
    "TooManyRequestsException",
];
/// Codes of failures inside a service. They come with a status of 500 or above, except the two timeouts.
const TRANSIENT: &[&str] = &[
    "InternalErrorException",
    "InternalFailure",
    "InternalServerError",
    "InternalServiceError",
    "RequestTimeout",
    "RequestTimeoutException",
    "ServiceUnavailable",
];
/// Codes of requests that met another write of the same data, or an earlier attempt of themselves.
const CONFLICT: &[&str] = &[
    "ConcurrentModificationException",
    "OperationAborted",
    "ReplicatedWriteConflictException",
    "TransactionConflict",
    "TransactionConflictException",
    "TransactionInProgressException",
];
/// Codes of writes whose condition does not hold.
const CONDITION_FAILED: &[&str] = &["ConditionalCheckFailed", "ConditionalCheckFailedException", "PreconditionFailed"];

/// What an error of an AWS service means for the request that met it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum AwsError {
    /// The request exceeds a rate or a capacity. A later one can succeed.
    Throttled,
    /// The service is out of reach, slow or failing. A later request can succeed; this one may have been carried out.
    Transient,
    /// Another request writes the same data right now. A later one can succeed.
    Conflict,
    /// The conditions of these actions, by position, do not hold. Nothing was written.
    ConditionFailed(Vec<usize>),
    /// The same request always fails.
    Permanent,
}

impl AwsError {
    /// Classifies the error of a request.
    pub fn of<E>(error: &SdkError<E>) -> Self
    where
        E: ProvideErrorMetadata + StdError + 'static,
    {
        match error {
            SdkError::TimeoutError(_) | SdkError::DispatchFailure(_) | SdkError::ResponseError(_) => Self::Transient,
            SdkError::ServiceError(service) => match Self::of_service(service.err()) {
                Self::Permanent if service.raw().status().as_u16() >= 500 => Self::Transient,
                class => class,
            },
            _ => Self::Permanent,
        }
    }

    /// Whether the same request can succeed later.
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Throttled | Self::Transient | Self::Conflict => true,
            Self::ConditionFailed(_) | Self::Permanent => false,
        }
    }

    fn of_service<E>(error: &E) -> Self
    where
        E: ProvideErrorMetadata + StdError + 'static,
    {
        let error_type: &(dyn StdError + 'static) = error;
        match error_type.downcast_ref() {
            Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) => {
                let reasons = cancelled.cancellation_reasons().iter();
                Self::of_reasons(reasons.map(|reason| reason.code().unwrap_or(NO_REASON)))
            }
            _ => Self::of_code(error.code().unwrap_or_default()),
        }
    }

    fn of_code(code: &str) -> Self {
        let is_in = |codes: &[&str]| codes.contains(&code);
        if is_in(THROTTLED) {
            Self::Throttled
        } else if is_in(TRANSIENT) {
            Self::Transient
        } else if is_in(CONFLICT) {
            Self::Conflict
        } else if is_in(CONDITION_FAILED) {
            Self::ConditionFailed(vec![0])
        } else {
            Self::Permanent
        }
    }

    /// Classifies a cancelled transaction by the reasons of its actions, in their order. A condition that does not hold
    /// decides, because a retry cannot change it; then a reason that lasts; then one that passes.
    fn of_reasons<'a>(reasons: impl Iterator<Item = &'a str>) -> Self {
        let (mut failed, mut class) = (Vec::new(), None);
        for (position, code) in reasons.enumerate().filter(|(_, code)| *code != NO_REASON) {
            class = match (Self::of_code(code), class) {
                (Self::ConditionFailed(_), class) => {
                    failed.push(position);
                    class
                }
                (Self::Permanent, _) | (_, Some(Self::Permanent)) => Some(Self::Permanent),
                (Self::Throttled, _) | (_, Some(Self::Throttled)) => Some(Self::Throttled),
                (class, _) => Some(class),
            };
        }
        if failed.is_empty() { class.unwrap_or(Self::Permanent) } else { Self::ConditionFailed(failed) }
    }
}

/// The code of an action that is not a reason of its transaction's cancellation.
const NO_REASON: &str = "None";

/// The error of a request as Larder's own: retryable where a later request can succeed.
#[expect(clippy::needless_pass_by_value, reason = "map_err passes its error by value")]
pub fn failure<E>(error: SdkError<E>) -> Error
where
    E: ProvideErrorMetadata + StdError + Send + Sync + 'static,
{
    let cause = DisplayErrorContext(&error).to_string();
    Error::Unavailable { retryable: AwsError::of(&error).is_retryable(), cause: cause.into() }
}

/// How often, and after which waits, the clients of all services send a request again.
pub fn retry_config() -> RetryConfig {
    RetryConfig::standard()
        .with_max_attempts(MAX_ATTEMPTS)
        .with_initial_backoff(INITIAL_BACKOFF)
        .with_max_backoff(MAX_BACKOFF)
}

/// How long the clients of all services wait for a response.
pub fn timeout_config() -> TimeoutConfig {
    TimeoutConfig::builder()
        .connect_timeout(CONNECT_TIMEOUT)
        .operation_attempt_timeout(ATTEMPT_TIMEOUT)
        .operation_timeout(OPERATION_TIMEOUT)
        .build()
}

/// Has the SDK retry the errors of DynamoDB's writes that it would otherwise give up on: a cancelled transaction, by
/// its reasons, and a conflict of a single write with a transaction.
///
/// The SDK's own classifiers retry what all services have in common: throttling, timeouts and lost connections.
#[derive(Clone, Copy, Debug)]
pub struct RetryClassifier;

impl RetryClassifier {
    fn class(context: &InterceptorContext) -> Option<AwsError> {
        let error = context.output_or_error()?.err()?.as_operation_error()?;
        let transaction = error.downcast_ref::<TransactWriteItemsError>().map(AwsError::of_service);
        transaction
            .or_else(|| error.downcast_ref::<PutItemError>().map(AwsError::of_service))
            .or_else(|| error.downcast_ref::<UpdateItemError>().map(AwsError::of_service))
            .or_else(|| error.downcast_ref::<DeleteItemError>().map(AwsError::of_service))
    }
}

impl ClassifyRetry for RetryClassifier {
    fn classify_retry(&self, context: &InterceptorContext) -> RetryAction {
        match Self::class(context) {
            Some(AwsError::Throttled) => RetryAction::throttling_error(),
            Some(AwsError::Conflict | AwsError::Transient) => RetryAction::transient_error(),
            // The classifiers that ran before decide by the status.
            Some(AwsError::ConditionFailed(_) | AwsError::Permanent) | None => RetryAction::NoActionIndicated,
        }
    }

    fn name(&self) -> &'static str {
        "DynamoDB writes"
    }

    fn priority(&self) -> RetryClassifierPriority {
        RetryClassifierPriority::run_after(RetryClassifierPriority::transient_error_classifier())
    }
}

#[cfg(test)]
mod tests;
