//! The client of the card-reader service, which generates device addresses. Requirement: LOC-70 in
//! `docs/requirements/locations.md`.

use crate::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::{Environment, Error, FromEnvironment, Result, partner::Partner, retry::RetryPolicy};
use std::time::Duration;

/// Three attempts take at most eight seconds, so three addresses can be requested within the function's timeout.
const RETRY_POLICY: RetryPolicy =
    RetryPolicy { timeout: Duration::from_millis(2500), max_retries: 2, initial_backoff: Duration::from_millis(200) };

/// The card-reader service.
#[derive(Debug)]
pub struct CardReaderService(Partner);

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AddressRequest<'a> {
    location_id: &'a LocationId,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AddressResponse {
    device_address: String,
}

impl FromEnvironment for CardReaderService {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let variables = ["CARD_READER_URL", "CARD_READER_SECRET"];
        Partner::from_environment(environment, "the card-reader service", variables, RETRY_POLICY).map(Self)
    }
}

impl CardReaderService {
    /// Requests a device address for the location. The service can return the address of another location.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if the service fails or the response is not an address.
    pub async fn generate_address(&self, location: &LocationId) -> Result<String> {
        let response: AddressResponse =
            self.0.post("/device-addresses", &AddressRequest { location_id: location }).await?;
        let address = response.device_address;
        if is_address(&address) {
            Ok(address)
        } else {
            Err(Error::internal(format!("the card-reader service returned an invalid address: {address:?}")))
        }
    }
}

/// Whether `text` has the form of a device address: 4 to 32 letters, digits and dashes.
fn is_address(text: &str) -> bool {
    (4..=32).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;
    use partners::card_reader::Behavior::{self, Failing, Garbage, InvalidAddress, Slow, Unauthorized};
    use rstest::rstest;

    const QUICK: RetryPolicy =
        RetryPolicy { timeout: Duration::from_millis(300), max_retries: 2, initial_backoff: Duration::from_millis(10) };

    /// Requests an address from a service that shows `behavior` for its first `times` calls. Returns the result and the
    /// number of calls.
    async fn request_address(behavior: Behavior, times: u32) -> (Result<String>, u32) {
        let partners = partners::Partners::start(0).await.unwrap();
        let location: LocationId = "FRIDGE_1".parse().unwrap();
        partners.card_reader().behave(behavior, times, None);
        let url = format!("{}/card-reader", partners.url());
        let service = CardReaderService(Partner::with_secret("the service", &url, "secret", QUICK));
        let response = service.generate_address(&location).await;
        (response, partners.card_reader().calls())
    }

    #[rstest]
    #[case::well(Behavior::Normal, 0, 1)]
    #[case::slow_once(Slow, 1, 2)]
    #[case::failing_once(Failing, 1, 2)]
    #[case::failing_twice(Failing, 2, 3)]
    #[tokio::test]
    async fn retries_until_the_service_succeeds(#[case] behavior: Behavior, #[case] times: u32, #[case] calls: u32) {
        let (response, call_count) = request_address(behavior, times).await;
        assert!(is_address(&response.unwrap()));
        assert_eq!(call_count, calls);
    }

    #[rstest]
    #[case::slow(Slow)]
    #[case::failing(Failing)]
    #[tokio::test]
    async fn returns_a_retryable_error_after_three_failed_attempts(#[case] behavior: Behavior) {
        let (response, call_count) = request_address(behavior, 99).await;
        assert!(matches!(response, Err(Error::Unavailable { retryable: true, .. })), "{response:?}");
        assert_eq!(call_count, 3);
    }

    #[rstest]
    #[case::not_json(Garbage)]
    #[case::not_an_address(InvalidAddress)]
    #[case::rejected(Unauthorized)]
    #[tokio::test]
    async fn does_not_retry_invalid_responses_and_rejections(#[case] behavior: Behavior) {
        let (response, call_count) = request_address(behavior, 99).await;
        assert!(matches!(response, Err(Error::Unavailable { retryable: false, .. })), "{response:?}");
        assert_eq!(call_count, 1);
    }

    #[tokio::test]
    async fn returns_a_retryable_error_if_the_service_is_unreachable() {
        let service = CardReaderService(Partner::with_secret("the service", "http://127.0.0.1:9", "secret", QUICK));
        let response = service.generate_address(&"FRIDGE_1".parse().unwrap()).await;
        assert!(matches!(response, Err(Error::Unavailable { retryable: true, .. })), "{response:?}");
    }

    #[rstest]
    #[case("50123456", true)]
    #[case("APR-01-2F", true)]
    #[case("", false)]
    #[case("123", false)]
    #[case("<html>", false)]
    #[case("5012 3456", false)]
    #[case("012345678901234567890123456789012", false)]
    fn accepts_4_to_32_letters_digits_and_dashes_as_an_address(#[case] text: &str, #[case] accepted: bool) {
        assert_eq!(is_address(text), accepted);
    }
}
