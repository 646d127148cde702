//! The client of LogiNext.

use crate::routes_of_center::CenterRoute;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::{Environment, FromEnvironment, Result, partner::Partner, patience::Patience};
use std::time::Duration;
use uuid::Uuid;

/// Two tries take 21 seconds at most; then the message waits, so that the service can catch its breath.
const PATIENCE: Patience =
    Patience { attempt: Duration::from_secs(10), again: 1, first_wait: Duration::from_millis(500) };

/// The service.
#[derive(Debug)]
pub struct LogiNext(Partner);

/// One fulfillment center's part of a sync. It replaces what the service knows of those days.
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
    /// All routes of those days that stop at the center's locations.
    pub routes: Vec<CenterRoute>,
}

impl RouteSync<'_> {
    /// By which the service knows that it has done this already.
    fn key(&self) -> String {
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
        Partner::from_environment(environment, "LogiNext", variables, PATIENCE).map(Self)
    }
}

impl LogiNext {
    /// Hands it the routes; answers its name for what it took. Made again, the call changes nothing.
    ///
    /// # Errors
    /// A failure that may pass where the service is slow, out of reach or in trouble; a lasting one where it refuses
    /// us or answers what it never should.
    pub async fn sync(&self, sync: &RouteSync<'_>) -> Result<String> {
        let Accepted { reference } = self.0.post_once("/route-syncs", &sync.key(), sync).await?;
        Ok(reference)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use partners::loginext::Behaviour::{self, Failing, Garbage, Losing, Refusing, Slow};
    use rstest::rstest;
    use shared::Error;

    const QUICK: Patience =
        Patience { attempt: Duration::from_millis(300), again: 1, first_wait: Duration::from_millis(10) };

    /// What comes of a sync with a service that behaves so for that many calls; how often it was called, and what it
    /// has.
    async fn synced(behaviour: Behaviour, times: u32) -> (Result<String>, u32, usize) {
        let partners = partners::Partners::start(0).await.unwrap();
        partners.loginext().behave(behaviour, times, None);
        let url = format!("{}/loginext", partners.url());
        let service = LogiNext(Partner::with_secret("LogiNext", &url, "secret", QUICK));
        let sync = RouteSync {
            sync_id: Uuid::now_v7(),
            fulfillment_center: "Chicago",
            start_date: "2026-11-21".parse().unwrap(),
            end_date: "2026-11-22".parse().unwrap(),
            routes: Vec::new(),
        };
        let answer = service.sync(&sync).await;
        (answer, partners.loginext().calls(), partners.loginext().arrived().len())
    }

    #[rstest]
    #[case::well(Behaviour::Well, 0, 1)]
    #[case::slow_once(Slow, 1, 2)]
    #[case::failing_once(Failing, 1, 2)]
    #[case::losing_its_answer_once(Losing, 1, 2)]
    #[tokio::test]
    async fn troubles_that_pass_are_tried_through_and_it_arrives_once(
        #[case] behaviour: Behaviour,
        #[case] times: u32,
        #[case] calls: u32,
    ) {
        let (answer, made, arrived) = synced(behaviour, times).await;
        assert!(!answer.unwrap().is_empty());
        assert_eq!((made, arrived), (calls, 1));
    }

    #[rstest]
    #[case::slow(Slow)]
    #[case::failing(Failing)]
    #[tokio::test]
    async fn troubles_that_last_end_after_two_tries(#[case] behaviour: Behaviour) {
        let (answer, made, arrived) = synced(behaviour, 99).await;
        assert!(matches!(answer, Err(Error::Unavailable { retryable: true, .. })), "{answer:?}");
        assert_eq!((made, arrived), (2, 0));
    }

    #[rstest]
    #[case::no_json(Garbage)]
    #[case::refused(Refusing)]
    #[tokio::test]
    async fn garbage_and_refusals_are_not_tried_again(#[case] behaviour: Behaviour) {
        let (answer, made, _) = synced(behaviour, 99).await;
        assert!(matches!(answer, Err(Error::Unavailable { retryable: false, .. })), "{answer:?}");
        assert_eq!(made, 1);
    }

    #[test]
    fn each_center_of_each_sync_has_a_key_of_its_own_always_the_same() {
        let sync = |sync_id, fulfillment_center| RouteSync {
            sync_id,
            fulfillment_center,
            start_date: NaiveDate::MIN,
            end_date: NaiveDate::MIN,
            routes: Vec::new(),
        };
        let (one, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        assert_eq!(sync(one, "Chicago").key(), sync(one, "Chicago").key());
        assert_ne!(sync(one, "Chicago").key(), sync(one, "Dallas").key());
        assert_ne!(sync(one, "Chicago").key(), sync(other, "Chicago").key());
    }
}
