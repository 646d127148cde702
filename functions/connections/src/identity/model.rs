//! The certificates of a fridge.

use chrono::Duration;
use locations::model::LocationId;
use schemars::json_schema;
use serde::{Deserialize, Serialize};
use shared::Instant;
use std::{collections::BTreeMap, fmt, str::FromStr};
use strum::Display;

/// The time for which a certificate is valid. AWS IoT issues certificates with a later end.
pub const VALIDITY: Duration = Duration::days(365);
/// The number of hexadecimal digits of a SHA-256 digest.
const DIGEST_LENGTH: usize = 64;

/// The id of a certificate: its SHA-256 digest as 64 hexadecimal digits in lower case.
#[derive(Clone, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(try_from = "String")]
pub struct CertificateId(String);

impl CertificateId {
    /// The id's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for CertificateId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() == DIGEST_LENGTH && text.bytes().all(is_digit) {
            Ok(Self(text.into()))
        } else {
            Err("the id of a certificate has 64 hexadecimal digits in lower case".into())
        }
    }
}

impl TryFrom<String> for CertificateId {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl fmt::Display for CertificateId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

shared::inline_schema!(CertificateId, "CertificateId", {
    json_schema!({ "type": "string", "pattern": "^[0-9a-f]{64}$" })
});

/// The stored state of a certificate. `infra/schema.graphql` describes the states.
#[derive(Clone, Copy, Debug, Deserialize, Display, Eq, PartialEq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum CertificateState {
    /// The fridge has not connected with it.
    Issued,
    /// The fridge connected with it.
    Active,
    /// The fridge connected with a newer one. This one ends later.
    Retiring,
    /// Replaced by a newer one.
    Retired,
    /// Revoked by staff.
    Revoked,
    /// Its time is over. Derived on reading and never stored.
    Expired,
}

/// How a certificate was issued.
#[derive(Clone, Copy, Debug, Deserialize, Display, Eq, PartialEq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum CertificateSource {
    /// By staff.
    Staff,
    /// By the fridge's computer with a claim certificate.
    Provisioned,
    /// By the fridge before its previous certificate expired.
    Renewed,
    /// By the sample data of a local stack.
    Seeded,
}

/// The status of a certificate in AWS IoT.
#[derive(Clone, Copy, Debug, Deserialize, Display, Eq, PartialEq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum BrokerStatus {
    /// The broker accepts connections with it.
    Active,
    /// The broker rejects connections with it.
    Inactive,
    /// The broker rejects connections with it permanently.
    Revoked,
}

/// A stored certificate. The private key is never stored.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Certificate {
    /// The stored state.
    pub state: CertificateState,
    /// When it was issued.
    pub issued_at: Instant,
    /// The author's e-mail, or the name of a worker.
    pub issued_by: String,
    /// How it was issued.
    pub how: CertificateSource,
    /// Larder rejects the certificate from then on.
    pub expires_at: Instant,
    /// When the fridge first connected with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub activated_at: Option<Instant>,
    /// When a retiring certificate ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retires_at: Option<Instant>,
    /// When it was revoked or retired.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Instant>,
    /// Who revoked or retired it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_by: Option<String>,
    /// Why it was revoked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The status that AWS IoT has. `None` if the certificate was created and is not usable yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broker: Option<BrokerStatus>,
    /// The SHA-256 digest of the certificate signing request, if Larder received it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
    /// The certificate that a repeated request returns, until the fridge connects with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issued: Option<Issued>,
}

/// A certificate as AWS IoT issued it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Issued {
    /// The certificate's name in AWS.
    pub arn: String,
    /// The certificate in PEM format.
    pub pem: String,
}

impl Certificate {
    /// A certificate that is issued now.
    pub fn new(how: CertificateSource, by: &str, now: Instant) -> Self {
        Self {
            state: CertificateState::Issued,
            issued_at: now,
            issued_by: by.into(),
            how,
            expires_at: now.plus(VALIDITY),
            activated_at: None,
            retires_at: None,
            ended_at: None,
            ended_by: None,
            reason: None,
            broker: None,
            request: None,
            issued: None,
        }
    }

    /// The state at `now`.
    pub fn state_at(&self, now: Instant) -> CertificateState {
        match self.state {
            CertificateState::Issued | CertificateState::Active | CertificateState::Retiring
                if self.expires_at <= now =>
            {
                CertificateState::Expired
            }
            state => state,
        }
    }

    /// Whether Larder accepts messages that are sent with the certificate at `now`.
    pub fn is_valid(&self, now: Instant) -> bool {
        matches!(self.state_at(now), CertificateState::Issued | CertificateState::Active | CertificateState::Retiring)
    }

    /// The status that AWS IoT should have at `now`.
    pub fn required_status(&self, now: Instant) -> BrokerStatus {
        match self.state {
            CertificateState::Revoked => BrokerStatus::Revoked,
            _ if self.is_valid(now) => BrokerStatus::Active,
            _ => BrokerStatus::Inactive,
        }
    }

    /// Whether AWS IoT has another status than it should have at `now`.
    pub fn is_pending(&self, now: Instant) -> bool {
        self.broker != Some(self.required_status(now))
    }
}

/// The certificates of a fridge.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Identity {
    /// The fridge.
    pub location: LocationId,
    /// The latest certificates.
    pub certificates: BTreeMap<CertificateId, Certificate>,
    /// A new computer can request a certificate until then although the fridge has a valid one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replacement_until: Option<Instant>,
    /// The serial number that the latest computer stated when it was provisioned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub serial_number: Option<String>,
    /// The number of writes.
    pub version: u64,
}

impl Identity {
    /// The identity of a fridge that has no certificates.
    pub fn new(location: LocationId) -> Self {
        Self { location, certificates: BTreeMap::new(), replacement_until: None, serial_number: None, version: 0 }
    }

    /// The number of certificates that are valid at `now`.
    pub fn valid_count(&self, now: Instant) -> usize {
        self.certificates.values().filter(|certificate| certificate.is_valid(now)).count()
    }

    /// Whether a new computer can request a certificate at `now` although the fridge has a valid one.
    pub fn allows_replacement(&self, now: Instant) -> bool {
        self.replacement_until.is_some_and(|until| now < until)
    }
}
