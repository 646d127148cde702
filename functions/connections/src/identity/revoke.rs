//! GraphQL mutation `revokeFridgeCertificate`. Requirements: `docs/requirements/connections.md`, CON-9.

use super::{
    editor::{IdentityEditor, certificate_entry},
    model::CertificateId,
    rules,
};
use crate::connection::FridgeConnection;
use locations::model::LocationId;
use serde::Deserialize;
use shared::{Request, Result, bounded::Text};

/// Arguments of `revokeFridgeCertificate`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RevokeFridgeCertificateArguments {
    id: LocationId,
    certificate_id: CertificateId,
    reason: Text<500>,
    version: u64,
}

/// Revokes a certificate. It is stored first, so that ingestion rejects the fridge's messages at once. A change that
/// fails in AWS IoT is repeated by the sweep.
///
/// # Errors
/// [`shared::Error::NotFound`] if the location or the certificate does not exist, [`shared::Error::Invalid`] if the
/// location is not a fridge or the certificate has ended, and [`shared::Error::Conflict`] if another version is stored.
pub async fn revoke_fridge_certificate(
    editor: &IdentityEditor,
    Request { permit, now, input }: Request<RevokeFridgeCertificateArguments>,
) -> Result<FridgeConnection> {
    let RevokeFridgeCertificateArguments { id, certificate_id, reason, version } = input;
    let fridge = editor.require_fridge(&id).await?;
    let identity = editor.identities.get_or_new(&fridge).await?;
    let mut revoked = identity.clone();
    if !rules::revoke(&mut revoked, &certificate_id, permit.user(), &reason, now)? {
        return editor.connection(&identity, now).await;
    }
    if identity.version != version {
        return Err(editor.conflict(&identity, now).await);
    }
    let entry = certificate_entry(&fridge, "REVOKED", &certificate_id, &permit, now);
    let entry = entry.with_reason(Some(reason.to_string()));
    let revoked = editor.write_or_conflict(revoked, now, entry).await?;
    // An error is logged, and the sweep repeats the change.
    let (revoked, _) = editor.reconcile(revoked, Some(&certificate_id), now).await;
    editor.connection(&revoked, now).await
}
