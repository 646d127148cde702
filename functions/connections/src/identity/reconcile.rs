//! Makes the changes that AWS IoT lacks: the table decides, and each certificate states which status AWS IoT has.

use super::{
    broker::BrokerClient,
    model::{BrokerStatus, Certificate, CertificateId, Identity, Issued},
    store::IdentityStore,
};
use locations::model::LocationId;
use shared::{Error, Instant, Result};

/// Makes the changes of one fridge that AWS IoT lacks, or only those of the certificate `only`, and stores which of
/// them succeeded. A change that fails does not prevent the others. The sweep repeats it.
///
/// # Errors
/// The first error, with the identity that contains the successful changes.
pub async fn reconcile(
    identities: &IdentityStore,
    broker: &BrokerClient,
    mut identity: Identity,
    only: Option<&CertificateId>,
    now: Instant,
) -> (Identity, Result<()>) {
    let fridge = identity.location.clone();
    let mut result = Ok(());
    let mut changed = false;
    for (id, certificate) in &mut identity.certificates {
        if !certificate.is_pending(now) || only.is_some_and(|only| only != id) {
            continue;
        }
        match apply(broker, &fridge, id, certificate, now).await {
            Ok(status) => {
                certificate.broker = Some(status);
                changed = true;
            }
            Err(error) => {
                tracing::warn!(%fridge, certificate = %id, cause = error.cause(), "AWS IoT was not changed");
                result = result.and(Err(error));
            }
        }
    }
    if changed && let Err(error) = identities.write_checked(&identity, now).await {
        result = result.and(Err(error));
    }
    (identity, result)
}

async fn apply(
    broker: &BrokerClient,
    fridge: &LocationId,
    id: &CertificateId,
    certificate: &Certificate,
    now: Instant,
) -> Result<BrokerStatus> {
    let status = certificate.required_status(now);
    match (status, &certificate.issued) {
        (BrokerStatus::Active, Some(Issued { arn, .. })) => broker.activate(fridge, id, arn).await?,
        (BrokerStatus::Active, None) => {
            return Err(Error::internal(format!("the certificate {id} has no name in AWS")));
        }
        (BrokerStatus::Inactive | BrokerStatus::Revoked, _) => broker.end(fridge, id, status).await?,
    }
    Ok(status)
}
