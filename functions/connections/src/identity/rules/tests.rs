//! Tests of the rules of certificates.

use super::*;
use crate::testing::now;
use CertificateSource::{Provisioned, Renewed, Staff};
use CertificateState::{Active, Issued, Retired, Retiring, Revoked};
use proptest::prelude::*;
use rstest::rstest;

fn id(number: usize) -> CertificateId {
    format!("{number:064x}").parse().unwrap()
}

fn empty() -> Identity {
    Identity::new("CHI_0001".parse().unwrap())
}

/// A certificate that was issued this many minutes after [`now`].
fn certificate(how: CertificateSource, minutes: i64) -> Certificate {
    let certificate = Certificate::new(how, "ann", now().plus(Duration::minutes(minutes)));
    Certificate { request: Some(format!("request {minutes}")), broker: Some(BrokerStatus::Active), ..certificate }
}

/// An identity with certificates in these states. Each was issued a minute after the previous one.
fn identity(states: &[(CertificateSource, CertificateState)]) -> Identity {
    let mut identity = empty();
    for (number, (how, state)) in states.iter().enumerate() {
        let certificate = certificate(*how, i64::try_from(number).unwrap());
        identity.certificates.insert(id(number), Certificate { state: *state, ..certificate });
    }
    identity
}

fn states(identity: &Identity) -> Vec<CertificateState> {
    identity.certificates.values().map(|certificate| certificate.state).collect()
}

fn later(minutes: i64) -> Instant {
    now().plus(Duration::minutes(minutes))
}

#[rstest]
#[case::no_certificate(&[], Decision::Issue)]
#[case::four_valid(&[(Staff, Active), (Staff, Issued), (Staff, Issued), (Staff, Retiring)], Decision::Issue)]
#[case::five_valid(
    &[(Staff, Active), (Staff, Issued), (Staff, Issued), (Staff, Retiring), (Staff, Issued)], Decision::TooMany
)]
#[case::ended_ones_do_not_count(
    &[(Staff, Active), (Staff, Revoked), (Staff, Retired), (Staff, Issued), (Staff, Issued), (Staff, Issued)],
    Decision::Issue
)]
fn a_fridge_has_at_most_five_valid_certificates(
    #[case] stored: &[(CertificateSource, CertificateState)],
    #[case] expected: Decision,
) {
    assert_eq!(decide(&identity(stored), Staff, "new", later(10)), expected);
}

#[rstest]
#[case::not_used(Issued, Decision::Repeat(id(0)))]
#[case::used(Active, Decision::AlreadyUsed)]
#[case::retired(Retired, Decision::AlreadyUsed)]
#[case::revoked(Revoked, Decision::AlreadyUsed)]
fn the_same_request_returns_its_certificate_until_the_fridge_uses_it(
    #[case] state: CertificateState,
    #[case] expected: Decision,
) {
    assert_eq!(decide(&identity(&[(Staff, state)]), Staff, "request 0", later(10)), expected);
}

#[test]
fn expired_certificates_do_not_count() {
    let states = [(Staff, Issued); MAX_VALID];
    assert_eq!(decide(&identity(&states), Staff, "new", now().plus(Duration::days(366))), Decision::Issue);
}

#[test]
fn a_renewal_replaces_an_unused_renewal() {
    let mut identity =
        identity(&[(Staff, Active), (Renewed, Issued), (Staff, Issued), (Renewed, Active), (Staff, Issued)]);
    assert_eq!(decide(&identity, Staff, "new", later(10)), Decision::TooMany);
    assert_eq!(decide(&identity, Renewed, "new", later(10)), Decision::Issue);
    assert_eq!(add(&mut identity, id(5), certificate(Renewed, 10)), [id(1)]);
    assert_eq!(states(&identity), [Active, Retired, Issued, Active, Issued, Issued]);
    assert_eq!(identity.certificates[&id(1)].ended_by.as_deref(), Some("ann"));
}

#[test]
fn the_oldest_ended_certificates_are_removed() {
    let mut all = [(Staff, Revoked); 10];
    all[0] = (Staff, Active);
    let mut identity = identity(&all);
    for certificate in identity.certificates.values_mut().skip(1) {
        certificate.broker = Some(BrokerStatus::Revoked);
    }
    // A change that AWS IoT lacks keeps the certificate.
    identity.certificates.get_mut(&id(1)).unwrap().broker = Some(BrokerStatus::Active);
    add(&mut identity, id(10), certificate(Staff, 20));
    assert_eq!(identity.certificates.len(), MAX_STORED);
    assert!(identity.certificates.contains_key(&id(0)) && identity.certificates.contains_key(&id(1)));
    assert!(!identity.certificates.contains_key(&id(2)));
}

#[test]
fn the_first_connection_activates_a_certificate_and_retires_the_older_ones() {
    let mut identity = identity(&[(Staff, Active), (Staff, Issued), (Renewed, Issued)]);
    assert!(activate(&mut identity, &id(2), later(5), later(6)));
    assert_eq!(states(&identity), [Retiring, Issued, Active]);
    assert_eq!(identity.certificates[&id(0)].retires_at, Some(later(6).plus(RETIREMENT_TIME)));
    assert_eq!(identity.certificates[&id(2)].activated_at, Some(later(5)));
    // The event is delivered again.
    assert!(!activate(&mut identity, &id(2), later(7), later(8)));
}

#[test]
fn a_connection_with_an_older_certificate_does_not_retire_the_newer_one() {
    let mut identity = identity(&[(Staff, Issued), (Staff, Active)]);
    assert!(activate(&mut identity, &id(0), later(5), later(5)));
    assert_eq!(states(&identity), [Retiring, Active]);
}

#[rstest]
#[case::revoked(Revoked)]
#[case::retired(Retired)]
#[case::retiring(Retiring)]
#[case::active(Active)]
fn a_connection_changes_only_issued_certificates(#[case] state: CertificateState) {
    let mut changed = identity(&[(Staff, state)]);
    assert!(!activate(&mut changed, &id(0), later(5), later(5)));
    assert!(!activate(&mut changed, &id(9), later(5), later(5)));
    assert_eq!(changed, identity(&[(Staff, state)]));
}

#[test]
fn the_connection_of_a_provisioned_computer_ends_the_replacement() {
    let mut identity = identity(&[(Staff, Issued), (Provisioned, Issued)]);
    identity.replacement_until = Some(later(60));
    assert!(activate(&mut identity, &id(0), later(5), later(5)));
    assert!(identity.allows_replacement(later(5)));
    assert!(activate(&mut identity, &id(1), later(6), later(6)));
    assert!(!identity.allows_replacement(later(6)));
}

#[test]
fn a_retiring_certificate_ends_24_hours_later() {
    let mut identity = identity(&[(Staff, Active), (Staff, Issued)]);
    activate(&mut identity, &id(1), later(0), later(0));
    let end = later(0).plus(RETIREMENT_TIME);
    assert!(retire_due(&mut identity, "sweep", end.plus(-Duration::seconds(1))).is_empty());
    assert_eq!(check_at(&identity, later(0)), Some(end));
    assert_eq!(retire_due(&mut identity, "sweep", end), [id(0)]);
    assert_eq!(states(&identity), [Retired, Active]);
    assert_eq!(identity.certificates[&id(0)].ended_at, Some(end));
}

#[test]
fn a_revoked_certificate_is_invalid_at_once_and_stays_revoked() {
    let mut identity = identity(&[(Staff, Active)]);
    assert!(revoke(&mut identity, &id(0), "bob", "Stolen", later(5)).unwrap());
    let certificate = &identity.certificates[&id(0)];
    assert!(!certificate.is_valid(later(5)));
    assert_eq!((certificate.reason.as_deref(), certificate.ended_by.as_deref()), (Some("Stolen"), Some("bob")));
    assert!(!revoke(&mut identity, &id(0), "ann", "Again", later(6)).unwrap());
    assert_eq!(identity.certificates[&id(0)].reason.as_deref(), Some("Stolen"));
}

#[test]
fn an_unknown_or_ended_certificate_cannot_be_revoked() {
    let mut identity = identity(&[(Staff, Retired), (Staff, Active)]);
    let mut error = |number, at| revoke(&mut identity, &id(number), "bob", "Stolen", at).unwrap_err();
    assert!(matches!(error(9, later(5)), Error::NotFound(_)));
    assert!(matches!(error(0, later(5)), Error::Invalid(_)));
    assert!(matches!(error(1, now().plus(Duration::days(366))), Error::Invalid(_)));
}

#[test]
fn a_replacement_is_allowed_for_24_hours_and_can_be_ended() {
    let mut identity = empty();
    assert!(!set_replacement(&mut identity, false, now()));
    assert!(set_replacement(&mut identity, true, now()));
    assert!(identity.allows_replacement(now().plus(Duration::hours(23))));
    assert!(!identity.allows_replacement(now().plus(REPLACEMENT_TIME)));
    assert!(!set_replacement(&mut identity, false, now().plus(REPLACEMENT_TIME)));
    assert!(set_replacement(&mut identity, false, now()));
    assert_eq!(identity.replacement_until, None);
}

#[rstest]
#[case::active(Active, BrokerStatus::Active, Some(Duration::days(365)))]
#[case::a_missing_activation(Issued, BrokerStatus::Inactive, Some(CHECK_DELAY))]
#[case::a_missing_revocation(Revoked, BrokerStatus::Active, Some(CHECK_DELAY))]
#[case::revoked(Revoked, BrokerStatus::Revoked, None)]
#[case::retired(Retired, BrokerStatus::Inactive, None)]
fn the_sweep_checks_a_fridge_when_something_changes(
    #[case] state: CertificateState,
    #[case] broker: BrokerStatus,
    #[case] after: Option<Duration>,
) {
    let certificate = Certificate { state, broker: Some(broker), ..certificate(Staff, 0) };
    let identity = Identity { certificates: [(id(0), certificate)].into(), ..empty() };
    assert_eq!(check_at(&identity, now()), after.map(|after| now().plus(after)));
}

#[test]
fn an_expired_certificate_is_deactivated_in_aws_iot() {
    let identity = identity(&[(Staff, Active)]);
    let end = now().plus(Duration::days(365));
    let certificate = &identity.certificates[&id(0)];
    assert_eq!(certificate.state_at(end), CertificateState::Expired);
    assert_eq!((certificate.required_status(end), certificate.is_pending(end)), (BrokerStatus::Inactive, true));
}

proptest! {
    #[test]
    fn the_order_of_first_connections_does_not_matter(order in Just((0..4).collect::<Vec<usize>>()).prop_shuffle()) {
        let mut identity = identity(&[(Staff, Issued); 4]);
        for number in order {
            activate(&mut identity, &id(number), later(10), later(10));
        }
        prop_assert_eq!(states(&identity), [Retiring, Retiring, Retiring, Active]);
    }

    #[test]
    fn there_are_never_too_many_valid_certificates(
        requests in prop::collection::vec((any::<bool>(), 0_i64..600_000), 0..40),
    ) {
        let mut identity = empty();
        let mut time = now();
        for (number, (renewed, minutes)) in requests.into_iter().enumerate() {
            time = time.plus(Duration::minutes(minutes));
            let how = if renewed { Renewed } else { Staff };
            if decide(&identity, how, &number.to_string(), time) == Decision::Issue {
                let certificate = Certificate::new(how, "ann", time);
                add(&mut identity, id(number), Certificate { broker: Some(BrokerStatus::Active), ..certificate });
            }
            prop_assert!(identity.valid_count(time) <= MAX_VALID);
            for certificate in identity.certificates.values_mut() {
                certificate.broker = Some(certificate.required_status(time));
            }
        }
        prop_assert!(identity.certificates.len() <= MAX_STORED + 1);
    }
}
