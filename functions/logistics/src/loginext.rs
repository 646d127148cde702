//! The client of LogiNext.

use crate::center_routes::CenterRoute;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::{Environment, FromEnvironment, Result, partner::Partner, retry::RetryPolicy};
use std::time::Duration;
use uuid::Uuid;

/// Two attempts take at most 21 seconds. Then the worker enqueues the message again with a backoff.
const RETRY_POLICY: RetryPolicy =
    RetryPolicy { timeout: Duration::from_secs(10), max_retries: 1, initial_backoff: Duration::from_millis(500) };

/// The LogiNext service.
#[derive(Debug)]
pub struct LogiNext(Partner);

/// The request for one fulfillment center of a sync. It replaces the center's routes of these days in LogiNext.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RouteSync<'a> {
    /// The sync.
    pub sync_id: Uuid,
    /// The center.
    pub fulfillment_center: &'a str,
    /// The first day.
    pub start_date: NaiveDate,
    /// The last day.
    pub end_date: NaiveDate,
    /// The routes of these days that stop at the center's locations.
    pub routes: Vec<CenterRoute>,
}

impl RouteSync<'_> {
    /// The idempotency key: equal for repeated requests of the same sync and center.
    fn idempotency_key(&self) -> String {
        Uuid::new_v5(&self.sync_id, self.fulfillment_center.as_bytes()).to_string()
    }
}

#[derive(Deserialize)]
struct Accepted {
    reference: String,
}

impl FromEnvironment for LogiNext {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let variables = ["LOGI_NEXT_URL", "LOGI_NEXT_SECRET"];
        Partner::from_environment(environment, "LogiNext", variables, RETRY_POLICY).map(Self)
    }
}

impl LogiNext {
    /// Sends the routes and returns LogiNext's reference. The request is idempotent.
    ///
    /// # Errors
    /// [`shared::Error::Unavailable`]: retryable if the service is slow, unreachable or failing; not retryable if it
    /// rejects the request or its response is invalid.
    pub async fn send(&self, sync: &RouteSync<'_>) -> Result<String> {
        let Accepted { reference } = self.0.post_once("/route-syncs", &sync.idempotency_key(), sync).await?;
        Ok(reference)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use partners::loginext::Behavior::{self, Failing, Garbage, LostResponse, Slow, Unauthorized};
    use rstest::rstest;
    use shared::Error;

    const QUICK: RetryPolicy =
        RetryPolicy { timeout: Duration::from_millis(300), max_retries: 1, initial_backoff: Duration::from_millis(10) };

    /// Sends a sync to a service that shows `behavior` for its first `times` calls. Returns the result, the number of
    /// calls and the number of stored syncs.
    async fn send_sync(behavior: Behavior, times: u32) -> (Result<String>, u32, usize) {
        let partners = partners::Partners::start(0).await.unwrap();
        partners.loginext().behave(behavior, times, None);
        let url = format!("{}/loginext", partners.url());
        let service = LogiNext(Partner::with_secret("LogiNext", &url, "secret", QUICK));
        let sync = RouteSync {
            sync_id: Uuid::now_v7(),
            fulfillment_center: "Chicago",
            start_date: "2026-11-21".parse().unwrap(),
            end_date: "2026-11-22".parse().unwrap(),
            routes: Vec::new(),
        };
        let result = service.send(&sync).await;
        (result, partners.loginext().calls(), partners.loginext().arrived().len())
    }

    #[rstest]
    #[case::normal(Behavior::Normal, 0, 1)]
    #[case::slow_once(Slow, 1, 2)]
    #[case::failing_once(Failing, 1, 2)]
    #[case::losing_its_response_once(LostResponse, 1, 2)]
    #[tokio::test]
    async fn retries_until_the_service_has_received_the_sync_once(
        #[case] behavior: Behavior,
        #[case] times: u32,
        #[case] calls: u32,
    ) {
        let (result, calls_made, arrived) = send_sync(behavior, times).await;
        assert!(!result.unwrap().is_empty());
        assert_eq!(calls_made, calls);
        assert_eq!(arrived, 1);
    }

    #[rstest]
    #[case::slow(Slow)]
    #[case::failing(Failing)]
    #[tokio::test]
    async fn returns_a_retryable_error_after_two_failed_attempts(#[case] behavior: Behavior) {
        let (result, calls_made, arrived) = send_sync(behavior, 99).await;
        assert!(matches!(result, Err(Error::Unavailable { retryable: true, .. })), "{result:?}");
        assert_eq!(calls_made, 2);
        assert_eq!(arrived, 0);
    }

    #[rstest]
    #[case::not_json(Garbage)]
    #[case::rejected(Unauthorized)]
    #[tokio::test]
    async fn does_not_retry_invalid_responses_and_rejections(#[case] behavior: Behavior) {
        let (result, calls_made, _) = send_sync(behavior, 99).await;
        assert!(matches!(result, Err(Error::Unavailable { retryable: false, .. })), "{result:?}");
        assert_eq!(calls_made, 1);
    }

    #[test]
    fn idempotency_key_depends_only_on_sync_and_center() {
        let sync = |sync_id, fulfillment_center| RouteSync {
            sync_id,
            fulfillment_center,
            start_date: NaiveDate::MIN,
            end_date: NaiveDate::MIN,
            routes: Vec::new(),
        };
        let (one, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        assert_eq!(sync(one, "Chicago").idempotency_key(), sync(one, "Chicago").idempotency_key());
        assert_ne!(sync(one, "Chicago").idempotency_key(), sync(one, "Dallas").idempotency_key());
        assert_ne!(sync(one, "Chicago").idempotency_key(), sync(other, "Chicago").idempotency_key());
    }
}
