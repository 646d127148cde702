//! Issues certificates. Requirements: `docs/requirements/connections.md`, CON-5 to CON-8.
//!
//! AWS IoT creates the certificate inactive. The table stores it with the audit entry, and then AWS IoT activates it. A
//! call that stops in between leaves an inactive certificate without a policy, or a stored one that the sweep
//! activates.

use super::{
    editor::{IdentityEditor, certificate_entry},
    model::{Certificate, CertificateId, CertificateSource, Identity, Issued},
    request::{CertificateRequest, MAX_REQUEST},
    rules::{self, Decision, MAX_VALID},
    store::MAX_ATTEMPTS,
};
use crate::connection::FridgeConnection;
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::{Error, Instant, Permit, Request, Result, audit::Entry, bounded::Text};

/// Arguments of `issueFridgeCertificate`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct IssueFridgeCertificateArguments {
    id: LocationId,
    certificate_signing_request: Text<MAX_REQUEST>,
    reason: Text<500>,
}

/// The result of `issueFridgeCertificate`.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct IssuedFridgeCertificate {
    /// The id of the certificate.
    pub certificate_id: CertificateId,
    /// The certificate in PEM format.
    pub certificate_pem: String,
    /// The connection with the certificate.
    pub connection: FridgeConnection,
}

/// Issues a certificate for a fridge. The same request returns the same certificate.
///
/// # Errors
/// [`Error::NotFound`] if the location does not exist; [`Error::Invalid`] if it is not a fridge, the request is invalid
/// or already used, or the fridge has the maximum number of valid certificates.
pub async fn issue_fridge_certificate(
    editor: &IdentityEditor,
    Request { permit, now, input }: Request<IssueFridgeCertificateArguments>,
) -> Result<IssuedFridgeCertificate> {
    let IssueFridgeCertificateArguments { id, certificate_signing_request, reason } = input;
    let request = CertificateRequest::parse(&certificate_signing_request)?;
    let fridge = editor.require_fridge(&id).await?;
    let order = Order { fridge: &fridge, request: &request, how: CertificateSource::Staff, reason: Some(&reason) };
    match editor.issue(&permit, now, order).await? {
        Outcome::Issued { identity, id, pem } => Ok(IssuedFridgeCertificate {
            certificate_id: id,
            certificate_pem: pem,
            connection: editor.connection(&identity, now).await?,
        }),
        Outcome::AlreadyUsed => Err(Error::invalid(
            "certificateSigningRequest",
            "The fridge already used the certificate of this request. Create a request with a new key.",
        )),
    }
}

/// What a certificate is issued for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order<'a> {
    pub(crate) fridge: &'a LocationId,
    pub(crate) request: &'a CertificateRequest,
    pub(crate) how: CertificateSource,
    pub(crate) reason: Option<&'a str>,
}

/// The result of issuing.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// The certificate is active. An earlier call may have issued it.
    Issued { identity: Identity, id: CertificateId, pem: String },
    /// The fridge has used the certificate of this request, or it has ended.
    AlreadyUsed,
}

impl IdentityEditor {
    /// Issues a certificate and activates it.
    ///
    /// # Errors
    /// A retryable error if AWS IoT is unavailable. The repeated call continues.
    pub(crate) async fn issue(&self, permit: &Permit, now: Instant, order: Order<'_>) -> Result<Outcome> {
        let Order { fridge, request, how, .. } = order;
        let mut created: Option<(CertificateId, Issued)> = None;
        for _ in 0..MAX_ATTEMPTS {
            let identity = self.identities.get_or_new(fridge).await?;
            match rules::decide(&identity, how, request.digest(), now) {
                Decision::Issue => {}
                Decision::Repeat(id) => return self.activate(identity, id, now).await,
                Decision::AlreadyUsed => return Ok(Outcome::AlreadyUsed),
                Decision::TooMany => {
                    let message = format!("{fridge} has {MAX_VALID} valid certificates. Revoke one first.");
                    return Err(Error::invalid("id", message));
                }
            }
            let (id, issued) = match created.take() {
                Some(created) => created,
                None => self.broker.create(request).await?,
            };
            let certificate = Certificate {
                request: Some(request.digest().into()),
                issued: Some(issued.clone()),
                ..Certificate::new(how, permit.user(), now)
            };
            let (identity, entries) = with_certificate(identity, &id, certificate, permit, order.reason);
            if let Some(identity) = self.write(identity, now, &entries).await? {
                return self.activate(identity, id, now).await;
            }
            created = Some((id, issued));
        }
        Err(Error::retryable(format!("other calls keep changing the certificates of {fridge}")))
    }

    async fn activate(&self, identity: Identity, id: CertificateId, now: Instant) -> Result<Outcome> {
        let (identity, result) = self.reconcile(identity, Some(&id), now).await;
        result?;
        let certificate = identity.certificates.get(&id);
        let Some(Certificate { issued: Some(Issued { pem, .. }), .. }) = certificate else {
            return Ok(Outcome::AlreadyUsed);
        };
        Ok(Outcome::Issued { pem: pem.clone(), identity, id })
    }
}

/// The identity with a new certificate, and the audit entries of the change.
pub(crate) fn with_certificate(
    mut identity: Identity,
    id: &CertificateId,
    certificate: Certificate,
    permit: &Permit,
    reason: Option<&str>,
) -> (Identity, Vec<Entry>) {
    let now = certificate.issued_at;
    let event = match certificate.how {
        CertificateSource::Provisioned => "PROVISIONED",
        CertificateSource::Renewed => "RENEWED",
        CertificateSource::Staff | CertificateSource::Seeded => "ISSUED",
    };
    let replaced = rules::add(&mut identity, id.clone(), certificate);
    let entry = |event: &str, id| certificate_entry(&identity.location, event, id, permit, now);
    let mut entries = vec![entry(event, id).with_reason(reason.map(ToOwned::to_owned))];
    entries.extend(replaced.iter().map(|id| entry("RETIRED", id)));
    (identity, entries)
}
