//! The client of the card readers' service, which knows the address of each device. Source: the spec of locations,
//! section 7.

use crate::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::{Environment, Error, FromEnvironment, Result, partner::Partner, patience::Patience};
use std::time::Duration;

/// Three tries take eight seconds at most: three addresses are asked for well within the function's time.
const PATIENCE: Patience =
    Patience { attempt: Duration::from_millis(2500), again: 2, first_wait: Duration::from_millis(200) };

/// The service.
#[derive(Debug)]
pub struct CardReaderService(Partner);

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AddressRequest<'a> {
    location_id: &'a LocationId,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AddressAnswer {
    device_address: String,
}

impl FromEnvironment for CardReaderService {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let variables = ["CARD_READER_URL", "CARD_READER_SECRET"];
        Partner::from_environment(environment, "the card readers' service", variables, PATIENCE).map(Self)
    }
}

impl CardReaderService {
    /// Has it make a device address for the location.
    ///
    /// # Errors
    /// Where the service fails, or answers what is no address.
    pub async fn new_address(&self, location: &LocationId) -> Result<String> {
        let answer: AddressAnswer = self.0.post("/device-addresses", &AddressRequest { location_id: location }).await?;
        let address = answer.device_address;
        if is_address(&address) {
            Ok(address)
        } else {
            Err(Error::internal(format!("the card readers' service answered no address: {address:?}")))
        }
    }
}

/// Whether it could be an address: some letters, digits and dashes.
fn is_address(text: &str) -> bool {
    (4..=32).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;
    use partners::card_reader::Behaviour::{self, Failing, Garbage, Nonsense, Refusing, Slow};
    use rstest::rstest;

    const QUICK: Patience =
        Patience { attempt: Duration::from_millis(300), again: 2, first_wait: Duration::from_millis(10) };

    /// What comes of asking a service that behaves so for that many calls; and how often it was called.
    async fn asked(behaviour: Behaviour, times: u32) -> (Result<String>, u32) {
        let partners = partners::Partners::start(0).await.unwrap();
        let location: LocationId = "FRIDGE_1".parse().unwrap();
        partners.card_reader().behave(behaviour, times, None);
        let url = format!("{}/card-reader", partners.url());
        let service = CardReaderService(Partner::with_secret("the service", &url, "secret", QUICK));
        let answer = service.new_address(&location).await;
        (answer, partners.card_reader().calls())
    }

    #[rstest]
    #[case::well(Behaviour::Well, 0, 1)]
    #[case::slow_once(Slow, 1, 2)]
    #[case::failing_once(Failing, 1, 2)]
    #[case::failing_twice(Failing, 2, 3)]
    #[tokio::test]
    async fn troubles_that_pass_are_tried_through(
        #[case] behaviour: Behaviour,
        #[case] times: u32,
        #[case] calls: u32,
    ) {
        let (answer, made) = asked(behaviour, times).await;
        assert!(is_address(&answer.unwrap()));
        assert_eq!(made, calls);
    }

    #[rstest]
    #[case::slow(Slow)]
    #[case::failing(Failing)]
    #[tokio::test]
    async fn troubles_that_last_end_after_three_tries(#[case] behaviour: Behaviour) {
        let (answer, made) = asked(behaviour, 99).await;
        assert!(matches!(answer, Err(Error::Unavailable { retryable: true, .. })), "{answer:?}");
        assert_eq!(made, 3);
    }

    #[rstest]
    #[case::no_json(Garbage)]
    #[case::no_address(Nonsense)]
    #[case::refused(Refusing)]
    #[tokio::test]
    async fn garbage_and_refusals_are_not_tried_again(#[case] behaviour: Behaviour) {
        let (answer, made) = asked(behaviour, 99).await;
        assert!(matches!(answer, Err(Error::Unavailable { retryable: false, .. })), "{answer:?}");
        assert_eq!(made, 1);
    }

    #[tokio::test]
    async fn a_service_that_is_not_there_is_a_trouble_that_may_pass() {
        let service = CardReaderService(Partner::with_secret("the service", "http://127.0.0.1:9", "secret", QUICK));
        let answer = service.new_address(&"FRIDGE_1".parse().unwrap()).await;
        assert!(matches!(answer, Err(Error::Unavailable { retryable: true, .. })), "{answer:?}");
    }

    #[rstest]
    #[case("50123456", true)]
    #[case("APR-01-2F", true)]
    #[case("", false)]
    #[case("123", false)]
    #[case("<html>", false)]
    #[case("5012 3456", false)]
    #[case("012345678901234567890123456789012", false)]
    fn an_address_is_some_letters_digits_and_dashes(#[case] text: &str, #[case] accepted: bool) {
        assert_eq!(is_address(text), accepted);
    }
}
