//! Classifies the errors of all AWS services. [`crate::aws_client`] defines how often a failed request is retried.
//!
//! The SDK retries a request with exponential backoff while [`RetryClassifier`] or its own classifiers classify the error
//! as retryable. [`failure`] converts the last error to Larder's [`Error`]. Both use [`AwsError`], so that retries and
//! responses agree.

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
use std::error::Error as StdError;

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
/// Codes of requests that conflict with another write of the same data or with their own earlier attempt.
const CONFLICT: &[&str] = &[
    "ConcurrentModificationException",
    "OperationAborted",
    "ReplicatedWriteConflictException",
    "TransactionConflict",
    "TransactionConflictException",
    "TransactionInProgressException",
];
/// Codes of writes whose condition failed.
const CONDITION_FAILED: &[&str] = &["ConditionalCheckFailed", "ConditionalCheckFailedException", "PreconditionFailed"];

/// The class of an AWS error.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum AwsError {
    /// The request exceeds a rate or a capacity. A later one can succeed.
    Throttled,
    /// The service is unreachable, slow or failing. A later request can succeed. This one may have been carried out.
    Transient,
    /// Another request is writing the same data. A later one can succeed.
    Conflict,
    /// The conditions of the actions at these positions failed. Nothing was written.
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
            Some(TransactWriteItemsError::TransactionCanceledException(canceled)) => {
                let reasons = canceled.cancellation_reasons().iter();
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

    /// Classifies a canceled transaction by the reasons of its actions. A failed condition has priority, because a retry
    /// does not change it; then a permanent reason; then a temporary one.
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

/// The code of an action that did not cause the cancellation.
const NO_REASON: &str = "None";

/// Converts the error of a request. The result is retryable if a later request can succeed.
#[expect(clippy::needless_pass_by_value, reason = "map_err passes its error by value")]
pub fn failure<E>(error: SdkError<E>) -> Error
where
    E: ProvideErrorMetadata + StdError + Send + Sync + 'static,
{
    let cause = DisplayErrorContext(&error).to_string();
    Error::Unavailable { retryable: AwsError::of(&error).is_retryable(), cause: cause.into() }
}

/// Makes the SDK retry errors of DynamoDB writes that it would not retry itself: transactions that were canceled for
/// temporary reasons, and conflicts of a single write with a transaction.
///
/// The SDK's own classifiers retry errors that all services share: throttling, timeouts and lost connections.
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
            // The classifiers that ran before have classified the status.
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
