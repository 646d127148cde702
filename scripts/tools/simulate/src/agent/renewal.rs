//! The renewal of a certificate before it expires.

use chrono::Duration;
use locations::model::LocationId;
use rcgen::{CertificateParams, DistinguishedName, DnType, KeyPair};
use serde::{Deserialize, Serialize};
use shared::Instant;

/// A fridge requests a new certificate this long before the current one expires.
const RENEWAL_TIME: Duration = Duration::days(30);
/// The maximum delay of the request. Each fridge has another one, so that certificates of the same age are not renewed at the
/// same time.
pub const MAX_RENEWAL_DELAY: Duration = Duration::days(7);
/// The time after which a request without a response is repeated.
const REPEAT_TIME: Duration = Duration::hours(6);

/// The request for a new certificate on the topic `up/renewals`.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RenewalRequest {
    schema_version: u32,
    /// The certificate signing request, as PEM text.
    certificate_signing_request: String,
}

/// The new certificate on the topic `down/certificates`.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct IssuedCertificate {
    /// The version of the message format.
    pub schema_version: u32,
    /// The certificate, as PEM text.
    pub certificate_pem: String,
    /// When the certificate expires.
    pub expires_at: Instant,
}

/// The schedule of renewals.
#[derive(Clone, Debug)]
pub(super) struct Renewal {
    delay: Duration,
    requested: Option<Instant>,
    /// Whether the next check requests a certificate even if the current one expires later.
    forced: bool,
}

impl Renewal {
    /// A schedule whose requests are `delay` later than the earliest time.
    pub(super) fn new(delay: Duration, forced: bool) -> Self {
        Self { delay: delay.min(MAX_RENEWAL_DELAY), requested: None, forced }
    }

    /// Whether the fridge requests a new certificate at `now`.
    pub(super) fn request_if_due(&mut self, expires_at: Option<Instant>, now: Instant) -> bool {
        let expires_soon = expires_at.is_some_and(|at| now >= at.plus(self.delay - RENEWAL_TIME));
        let awaits = self.requested.is_some_and(|at| now.since(at) < REPEAT_TIME);
        let due = self.forced || (expires_soon && !awaits);
        if due {
            (self.requested, self.forced) = (Some(now), false);
        }
        due
    }
}

/// A new key and the request for its certificate, both as PEM texts.
#[derive(Clone, Eq, PartialEq)]
pub struct KeyRequest {
    /// The private key, which stays at the fridge.
    pub key: String,
    /// The certificate signing request.
    pub request: String,
}

impl KeyRequest {
    /// Creates an ECDSA key on the curve P-256, and the request for a certificate of this fridge.
    ///
    /// # Errors
    /// If the system provides no random values.
    pub fn new(fridge: &LocationId) -> anyhow::Result<Self> {
        let key = KeyPair::generate()?;
        let mut parameters = CertificateParams::default();
        parameters.distinguished_name = DistinguishedName::new();
        parameters.distinguished_name.push(DnType::CommonName, fridge.as_str());
        let request = parameters.serialize_request(&key)?.pem()?;
        Ok(Self { key: key.serialize_pem(), request })
    }

    /// The message on the topic `up/renewals`.
    pub fn message(&self) -> RenewalRequest {
        RenewalRequest { schema_version: 1, certificate_signing_request: self.request.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn now() -> Instant {
        "2026-11-23T14:00:00Z".parse().unwrap()
    }

    #[rstest]
    #[case::months_before_the_expiry(0, 100, false)]
    #[case::more_than_30_days_before(0, 31, false)]
    #[case::thirty_days_before(0, 30, true)]
    #[case::after_the_expiry(0, -1, true)]
    #[case::with_a_delay(5, 26, false)]
    #[case::after_the_delay(5, 25, true)]
    #[case::the_delay_is_limited(300, 23, true)]
    fn requests_a_certificate_before_it_expires(#[case] delay: i64, #[case] days: i64, #[case] due: bool) {
        let mut renewal = Renewal::new(Duration::days(delay), false);
        assert_eq!(renewal.request_if_due(Some(now().plus(Duration::days(days))), now()), due);
    }

    #[test]
    fn repeats_a_request_without_a_response_after_some_hours() {
        let mut renewal = Renewal::new(Duration::zero(), false);
        let expired = Some(now());
        assert!(renewal.request_if_due(expired, now()));
        assert!(!renewal.request_if_due(expired, now().plus(Duration::hours(5))));
        assert!(renewal.request_if_due(expired, now().plus(Duration::hours(6))));
    }

    #[test]
    fn a_forced_renewal_is_requested_once() {
        let mut renewal = Renewal::new(Duration::zero(), true);
        assert!(renewal.request_if_due(None, now()));
        assert!(!renewal.request_if_due(None, now()));
    }

    #[test]
    fn the_request_is_for_the_fridge_and_contains_no_key() {
        let id: LocationId = "CHI_0001".parse().unwrap();
        let created = KeyRequest::new(&id).unwrap();
        assert!(created.key.contains("PRIVATE KEY") && !created.request.contains("PRIVATE KEY"));
        assert!(created.request.starts_with("-----BEGIN CERTIFICATE REQUEST-----"));
        assert!(KeyRequest::new(&id).unwrap() != created);
        let message = serde_json::to_value(created.message()).unwrap();
        assert_eq!(message["certificateSigningRequest"], created.request);
    }
}
