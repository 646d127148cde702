//! The rules of certificates. They are pure: they change an [`Identity`], which the caller stores with the audit
//! entries.

use super::model::{BrokerStatus, Certificate, CertificateId, CertificateSource, CertificateState, Identity};
use chrono::Duration;
use shared::{Error, Instant, Result};

/// The maximum number of valid certificates of a fridge.
pub const MAX_VALID: usize = 5;
/// The maximum number of stored certificates of a fridge.
pub const MAX_STORED: usize = 10;
/// The time for which a new computer can request a certificate.
pub const REPLACEMENT_TIME: Duration = Duration::hours(24);
/// The time for which a certificate remains valid after the fridge connected with a newer one.
pub const RETIREMENT_TIME: Duration = Duration::hours(24);
/// The time after which the sweep makes a change of AWS IoT that the function did not make.
const CHECK_DELAY: Duration = Duration::minutes(1);

/// The answer to a request for a certificate.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Decision {
    /// A certificate is issued.
    Issue,
    /// The same request was answered with this certificate.
    Repeat(CertificateId),
    /// The same request was answered with a certificate that the fridge has used, or that has ended.
    AlreadyUsed,
    /// The fridge has the maximum number of valid certificates.
    TooMany,
}

/// Decides about a request with this digest.
pub fn decide(identity: &Identity, how: CertificateSource, request: &str, now: Instant) -> Decision {
    let same = |certificate: &Certificate| certificate.request.as_deref() == Some(request);
    match identity.certificates.iter().find(|(_, certificate)| same(certificate)) {
        Some((id, certificate)) if certificate.state_at(now) == CertificateState::Issued => {
            Decision::Repeat(id.clone())
        }
        Some(_) => Decision::AlreadyUsed,
        None if count_kept(identity, how, now) >= MAX_VALID => Decision::TooMany,
        None => Decision::Issue,
    }
}

/// The number of certificates that remain valid when another one is added.
fn count_kept(identity: &Identity, how: CertificateSource, now: Instant) -> usize {
    let valid = identity.certificates.values().filter(|certificate| certificate.is_valid(now));
    valid.filter(|certificate| !is_replaced(certificate, how)).count()
}

/// Whether a new certificate replaces this one at once. A fridge that requests a renewal again has not received the
/// previous one, or could not store it.
fn is_replaced(certificate: &Certificate, how: CertificateSource) -> bool {
    how == CertificateSource::Renewed
        && certificate.how == CertificateSource::Renewed
        && certificate.state == CertificateState::Issued
}

/// Adds a certificate. Returns the certificates that it replaced at once. The oldest certificates that have ended are
/// removed if there are too many.
pub fn add(identity: &mut Identity, id: CertificateId, certificate: Certificate) -> Vec<CertificateId> {
    let now = certificate.issued_at;
    let mut replaced = Vec::new();
    for (id, other) in &mut identity.certificates {
        if other.is_valid(now) && is_replaced(other, certificate.how) {
            end(other, CertificateState::Retired, &certificate.issued_by, now);
            replaced.push(id.clone());
        }
    }
    identity.certificates.insert(id, certificate);
    while identity.certificates.len() > MAX_STORED {
        let ended = identity.certificates.iter();
        let ended = ended.filter(|(_, certificate)| !certificate.is_valid(now) && !certificate.is_pending(now));
        let Some(oldest) = ended.min_by_key(|(_, certificate)| certificate.issued_at).map(|(id, _)| id.clone()) else {
            break;
        };
        identity.certificates.remove(&oldest);
    }
    replaced
}

/// Records the first connection with a certificate, which occurred at `at`. The newest certificate with which the
/// fridge connected is ACTIVE, and the others retire. The result does not depend on the order of connections. Returns
/// whether the identity changed.
pub fn activate(identity: &mut Identity, id: &CertificateId, at: Instant, now: Instant) -> bool {
    let Some(certificate) = identity.certificates.get_mut(id) else { return false };
    if certificate.state_at(now) != CertificateState::Issued {
        return false;
    }
    certificate.state = CertificateState::Active;
    certificate.activated_at = Some(at);
    certificate.broker = Some(BrokerStatus::Active);
    certificate.issued = None;
    if certificate.how == CertificateSource::Provisioned {
        identity.replacement_until = None;
    }
    let connected = |certificate: &Certificate| {
        matches!(certificate.state, CertificateState::Active | CertificateState::Retiring) && certificate.is_valid(now)
    };
    let newest = identity.certificates.iter().filter(|(_, certificate)| connected(certificate));
    let newest = newest.max_by_key(|(id, certificate)| (certificate.issued_at, *id)).map(|(id, _)| id.clone());
    for (id, certificate) in &mut identity.certificates {
        if certificate.state == CertificateState::Active && newest.as_ref() != Some(id) {
            certificate.state = CertificateState::Retiring;
            certificate.retires_at = Some(now.plus(RETIREMENT_TIME));
        }
    }
    true
}

/// Retires the certificates whose time after a newer one is over, and returns them.
pub fn retire_due(identity: &mut Identity, by: &str, now: Instant) -> Vec<CertificateId> {
    let is_due = |certificate: &Certificate| {
        certificate.state == CertificateState::Retiring && certificate.retires_at.is_none_or(|at| at <= now)
    };
    let due = identity.certificates.iter_mut().filter(|(_, certificate)| is_due(certificate));
    due.map(|(id, certificate)| {
        end(certificate, CertificateState::Retired, by, now);
        id.clone()
    })
    .collect()
}

/// Revokes a certificate. Returns `false` if it is revoked already.
///
/// # Errors
/// [`Error::NotFound`] if the fridge has no such certificate, and [`Error::Invalid`] if it has ended.
pub fn revoke(identity: &mut Identity, id: &CertificateId, by: &str, reason: &str, now: Instant) -> Result<bool> {
    let missing = format!("{} has no certificate {id}", identity.location);
    let certificate = identity.certificates.get_mut(id).ok_or(Error::NotFound(missing))?;
    match certificate.state_at(now) {
        CertificateState::Revoked => return Ok(false),
        CertificateState::Retired | CertificateState::Expired => {
            return Err(Error::invalid("certificateId", "This certificate has already ended. Larder rejects it."));
        }
        CertificateState::Issued | CertificateState::Active | CertificateState::Retiring => {}
    }
    end(certificate, CertificateState::Revoked, by, now);
    certificate.reason = Some(reason.into());
    Ok(true)
}

/// Allows a new computer to request a certificate, or ends this. Returns whether the identity changed.
pub fn set_replacement(identity: &mut Identity, allow: bool, now: Instant) -> bool {
    if !allow && !identity.allows_replacement(now) {
        return false;
    }
    identity.replacement_until = allow.then(|| now.plus(REPLACEMENT_TIME));
    true
}

/// When the sweep checks the fridge next: soon if AWS IoT lacks a change, or when the next certificate ends. `None` if
/// no certificate will change without a call.
pub fn check_at(identity: &Identity, now: Instant) -> Option<Instant> {
    let times = identity.certificates.values().flat_map(|certificate| {
        let pending = certificate.is_pending(now).then(|| now.plus(CHECK_DELAY));
        let ends = certificate.is_valid(now).then_some(certificate.expires_at);
        let retires = certificate.retires_at.filter(|_| certificate.state == CertificateState::Retiring);
        [pending, ends, retires]
    });
    times.flatten().min()
}

fn end(certificate: &mut Certificate, state: CertificateState, by: &str, now: Instant) {
    certificate.state = state;
    certificate.ended_at = Some(now);
    certificate.ended_by = Some(by.into());
    certificate.retires_at = None;
    certificate.issued = None;
}

#[cfg(test)]
mod tests;
