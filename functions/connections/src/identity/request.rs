//! The check of certificate signing requests.

use ring::digest::{SHA256, digest};
use shared::{Error, Result};
use std::fmt::Write;
use x509_parser::{
    certification_request::X509CertificationRequest,
    oid_registry::{OID_EC_P256, OID_NIST_EC_P384},
    pem::Pem,
    prelude::FromDer,
    public_key::PublicKey,
    x509::SubjectPublicKeyInfo,
};

/// The maximum number of characters of a request.
pub const MAX_REQUEST: usize = 4096;
/// The field that errors name.
const FIELD: &str = "certificateSigningRequest";
/// The label of a request in PEM format.
const LABEL: &str = "CERTIFICATE REQUEST";
/// The label that some older tools write.
const OLD_LABEL: &str = "NEW CERTIFICATE REQUEST";
/// The minimum size of an RSA key in bits, which is that of AWS IoT.
const MIN_RSA_BITS: usize = 2048;

/// A valid certificate signing request.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct CertificateRequest {
    pem: String,
    digest: String,
}

impl CertificateRequest {
    /// Checks a request in PEM format: its key is an EC key on the curve P-256 or P-384 or an RSA key of at least 2,048
    /// bits, and its signature proves that the sender has the private key.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the reason.
    pub fn parse(text: &str) -> Result<Self> {
        let invalid = |message: &str| Error::invalid(FIELD, message);
        let pem = single_pem(text).ok_or_else(|| {
            invalid("The certificate signing request must be one PEM text that begins with BEGIN CERTIFICATE REQUEST")
        })?;
        let (rest, request) = X509CertificationRequest::from_der(&pem.contents)
            .map_err(|_| invalid("The certificate signing request cannot be read"))?;
        if !rest.is_empty() {
            return Err(invalid("The certificate signing request cannot be read"));
        }
        if !is_accepted(&request.certification_request_info.subject_pki) {
            return Err(invalid("The key must be an EC key (P-256 or P-384) or an RSA key of at least 2,048 bits"));
        }
        if request.verify_signature().is_err() {
            return Err(invalid("The signature of the certificate signing request is not that of its key"));
        }
        Ok(Self { digest: hexadecimal(digest(&SHA256, &pem.contents).as_ref()), pem: text.into() })
    }

    /// The request in PEM format.
    pub fn pem(&self) -> &str {
        &self.pem
    }

    /// The SHA-256 digest of the request, without regard to the spaces of the PEM text.
    pub fn digest(&self) -> &str {
        &self.digest
    }
}

/// The only PEM block of the text.
fn single_pem(text: &str) -> Option<Pem> {
    if text.len() > MAX_REQUEST {
        return None;
    }
    let mut blocks = Pem::iter_from_buffer(text.as_bytes());
    let pem = blocks.next()?.ok()?;
    let is_request = pem.label == LABEL || pem.label == OLD_LABEL;
    (is_request && blocks.next().is_none()).then_some(pem)
}

fn is_accepted(key: &SubjectPublicKeyInfo<'_>) -> bool {
    match key.parsed() {
        Ok(PublicKey::EC(_)) => {
            let curve = key.algorithm.parameters.as_ref().and_then(|parameters| parameters.as_oid().ok());
            curve.is_some_and(|curve| curve == OID_EC_P256 || curve == OID_NIST_EC_P384)
        }
        Ok(PublicKey::RSA(key)) => key.key_size() >= MIN_RSA_BITS,
        _ => false,
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rcgen::{CertificateParams, KeyPair, PKCS_ECDSA_P256_SHA256, PKCS_ECDSA_P384_SHA384, PKCS_ED25519};
    use rstest::rstest;

    fn pem(algorithm: &'static rcgen::SignatureAlgorithm) -> String {
        let key = KeyPair::generate_for(algorithm).unwrap();
        CertificateParams::default().serialize_request(&key).unwrap().pem().unwrap()
    }

    fn error(text: &str) -> String {
        CertificateRequest::parse(text).unwrap_err().to_string()
    }

    #[rstest]
    #[case::p256(&PKCS_ECDSA_P256_SHA256)]
    #[case::p384(&PKCS_ECDSA_P384_SHA384)]
    fn accepts_keys_on_nist_curves(#[case] algorithm: &'static rcgen::SignatureAlgorithm) {
        let text = pem(algorithm);
        let request = CertificateRequest::parse(&text).unwrap();
        assert_eq!((request.pem(), request.digest().len()), (text.as_str(), 64));
    }

    #[rstest]
    #[case::rsa_2048(include_str!("../../samples/requests/rsa-2048.pem"), true)]
    #[case::rsa_1024(include_str!("../../samples/requests/rsa-1024.pem"), false)]
    fn accepts_rsa_keys_of_2048_bits(#[case] text: &str, #[case] accepted: bool) {
        assert_eq!(CertificateRequest::parse(text).is_ok(), accepted);
        assert!(accepted || error(text).starts_with("The key must be"));
    }

    #[test]
    fn rejects_other_kinds_of_keys() {
        assert!(error(&pem(&PKCS_ED25519)).starts_with("The key must be"));
    }

    #[test]
    fn the_digest_ignores_line_ends_and_differs_between_requests() {
        let text = pem(&PKCS_ECDSA_P256_SHA256);
        let digest = |text: &str| CertificateRequest::parse(text).unwrap().digest;
        assert_eq!(digest(&text), digest(&format!("\n{}\n", text.replace('\n', "\r\n"))));
        assert_ne!(digest(&text), digest(&pem(&PKCS_ECDSA_P256_SHA256)));
    }

    #[test]
    fn rejects_what_is_not_one_request() {
        let text = pem(&PKCS_ECDSA_P256_SHA256);
        let body = text.lines().nth(1).unwrap();
        for other in [
            String::new(),
            "request".into(),
            text.replace("CERTIFICATE REQUEST", "CERTIFICATE"),
            text.replace("CERTIFICATE REQUEST", "PRIVATE KEY"),
            format!("{text}{text}"),
            text.replace(body, ""),
            text.replace("-----END", "----- END"),
            format!("{text}{}", " ".repeat(MAX_REQUEST)),
        ] {
            assert!(matches!(CertificateRequest::parse(&other), Err(Error::Invalid(_))), "{other}");
        }
    }

    #[test]
    fn rejects_a_request_that_another_key_signed() {
        let text = pem(&PKCS_ECDSA_P256_SHA256);
        let mut contents = single_pem(&text).unwrap().contents;
        *contents.last_mut().unwrap() ^= 1;
        let encoded = base64::Engine::encode(&base64::prelude::BASE64_STANDARD, contents);
        let changed = format!("-----BEGIN {LABEL}-----\n{encoded}\n-----END {LABEL}-----\n");
        assert!(error(&changed).contains("signature"));
    }

    proptest! {
        #[test]
        fn arbitrary_texts_and_bytes_never_panic(
            text in ".{0,300}",
            bytes in prop::collection::vec(any::<u8>(), 0..300),
        ) {
            prop_assert!(CertificateRequest::parse(&text).is_err());
            let encoded = base64::Engine::encode(&base64::prelude::BASE64_STANDARD, bytes);
            let text = format!("-----BEGIN {LABEL}-----\n{encoded}\n-----END {LABEL}-----\n");
            prop_assert!(CertificateRequest::parse(&text).is_err());
        }

        #[test]
        fn a_changed_byte_never_panics(position in 0_usize..200, value in any::<u8>()) {
            let mut contents = single_pem(include_str!("../../samples/requests/rsa-2048.pem")).unwrap().contents;
            let position = position % contents.len();
            contents[position] = value;
            let encoded = base64::Engine::encode(&base64::prelude::BASE64_STANDARD, contents);
            let _ = CertificateRequest::parse(&format!("-----BEGIN {LABEL}-----\n{encoded}\n-----END {LABEL}-----\n"));
        }
    }
}
