//! The hook `check-fridge-provisioning`: decides whether a new computer gets a certificate. AWS IoT calls it before it
//! accepts the certificate. Requirements: `docs/requirements/connections.md`, CON-13 and CON-14.
//! <https://docs.aws.amazon.com/iot/latest/developerguide/pre-provisioning-hook.html>

use super::{
    editor,
    issue::with_certificate,
    model::{BrokerStatus, Certificate, CertificateId, CertificateSource, Identity},
    rules::MAX_VALID,
    store::{IdentityStore, MAX_ATTEMPTS},
};
use locations::{
    model::{LocationId, LocationType},
    store::LocationStore,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{Environment, Error, FromEnvironment, Instant, Permit, Result, audit::AuditTable, live::Live};
use std::collections::BTreeMap;

/// The name of the worker in the history.
const NAME: &str = "check-fridge-provisioning";
/// The parameter with the id of the location. The provisioning template names the thing with it.
const LOCATION_ID: &str = "LocationId";
/// The parameter with the serial number of the computer.
const SERIAL_NUMBER: &str = "SerialNumber";
/// The value of [`SERIAL_NUMBER`] in the provisioning template for a computer that states none.
const NO_SERIAL_NUMBER: &str = "unknown";
/// The maximum number of characters of a serial number.
const MAX_SERIAL_NUMBER: usize = 100;

/// The services that the hook uses.
#[derive(Debug)]
pub struct ProvisioningDependencies {
    locations: LocationStore,
    identities: IdentityStore,
    audit: AuditTable,
    live: Live,
}

impl FromEnvironment for ProvisioningDependencies {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self {
            locations: LocationStore::from_environment(environment)?,
            identities: IdentityStore::from_environment(environment)?,
            audit: AuditTable::from_environment(environment)?,
            live: Live::from_environment(environment)?,
        })
    }
}

/// The event of AWS IoT.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProvisioningRequest {
    certificate_id: CertificateId,
    /// The parameters that the computer stated, which can have any values.
    #[serde(default)]
    parameters: BTreeMap<String, Value>,
}

impl ProvisioningRequest {
    fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.get(name).and_then(Value::as_str)
    }
}

/// The answer to AWS IoT.
#[derive(Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProvisioningAnswer {
    allow_provisioning: bool,
    parameter_overrides: BTreeMap<String, String>,
}

impl ProvisioningAnswer {
    /// The thing of the fridge has the stored spelling of the id, because topics distinguish upper and lower case.
    fn allow(fridge: &LocationId) -> Self {
        let parameter_overrides = [(LOCATION_ID.to_owned(), fridge.to_string())].into();
        Self { allow_provisioning: true, parameter_overrides }
    }

    fn reject(reason: &str, request: &ProvisioningRequest) -> Self {
        let location = request.parameter(LOCATION_ID);
        tracing::warn!(?location, certificate = %request.certificate_id, reason, "a computer was not provisioned");
        Self { allow_provisioning: false, parameter_overrides: BTreeMap::new() }
    }
}

/// Decides about a new computer, and stores its certificate.
///
/// # Errors
/// If a table is unavailable. AWS IoT rejects the computer, which can try again.
pub async fn check_fridge_provisioning(
    ProvisioningDependencies { locations, identities, audit, live }: &ProvisioningDependencies,
    now: Instant,
    request: ProvisioningRequest,
) -> Result<ProvisioningAnswer> {
    let id = request.parameter(LOCATION_ID).and_then(|id| id.parse::<LocationId>().ok());
    let Some(id) = id else {
        return Ok(ProvisioningAnswer::reject("LocationId is not the id of a location", &request));
    };
    let location = locations.get(&id).await?;
    let Some(fridge) = location.filter(|location| location.kind == LocationType::FRIDGE) else {
        return Ok(ProvisioningAnswer::reject("the location is not a fridge", &request));
    };
    let serial_number = request.parameter(SERIAL_NUMBER).filter(|number| *number != NO_SERIAL_NUMBER);
    for _ in 0..MAX_ATTEMPTS {
        let identity = identities.get_or_new(&fridge.id).await?;
        match decide(&identity, &request.certificate_id, serial_number, now) {
            Decision::Accept => {}
            Decision::Repeat => return Ok(ProvisioningAnswer::allow(&fridge.id)),
            Decision::Reject(reason) => return Ok(ProvisioningAnswer::reject(reason, &request)),
        }
        // The provisioning template activates the certificate.
        let certificate = Certificate {
            broker: Some(BrokerStatus::Active),
            ..Certificate::new(CertificateSource::Provisioned, NAME, now)
        };
        let serial_number = serial_number.map(ToOwned::to_owned).or(identity.serial_number.clone());
        let (identity, entries) =
            with_certificate(identity, &request.certificate_id, certificate, &Permit::system(NAME), None);
        let identity = Identity { serial_number, ..identity };
        if editor::write(identities, audit, live, identity, now, &entries).await?.is_some() {
            return Ok(ProvisioningAnswer::allow(&fridge.id));
        }
    }
    Err(Error::retryable(format!("other calls keep changing the certificates of {}", fridge.id)))
}

/// The decision about a new computer.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Decision {
    Accept,
    /// The certificate was accepted before.
    Repeat,
    Reject(&'static str),
}

/// Decides about a new computer with this certificate and serial number.
fn decide(identity: &Identity, id: &CertificateId, serial_number: Option<&str>, now: Instant) -> Decision {
    if let Some(certificate) = identity.certificates.get(id) {
        let is_valid = certificate.is_valid(now);
        return if is_valid { Decision::Repeat } else { Decision::Reject("the certificate has ended") };
    }
    let is_replacement = identity.allows_replacement(now);
    let valid = identity.valid_count(now);
    let expected = identity.serial_number.as_deref();
    if valid > 0 && !is_replacement {
        Decision::Reject("the fridge has a valid certificate")
    } else if valid >= MAX_VALID {
        Decision::Reject("the fridge has the maximum number of valid certificates")
    } else if serial_number.is_some_and(|number| number.is_empty() || number.chars().count() > MAX_SERIAL_NUMBER) {
        Decision::Reject("the serial number is invalid")
    } else if !is_replacement && expected.is_some() && serial_number != expected {
        Decision::Reject("the serial number is not that of the fridge's computer")
    } else {
        Decision::Accept
    }
}

#[cfg(test)]
mod tests;
