//! Forged JSON Web Tokens.

use base64::{
    Engine,
    prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD},
};
use ring::{hmac, rand::SystemRandom, rsa::PublicKeyComponents, signature};
use serde_json::{Value, json};

/// A private key that no user pool has, as `RSAPrivateKey`.
const FOREIGN_KEY: &[u8] = include_bytes!("foreign-key.der");

/// The bytes of a 2,048-bit public key before the modulus, as `SubjectPublicKeyInfo`.
const BEFORE_MODULUS: [u8; 33] = [
    0x30, 0x82, 0x01, 0x22, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
    0x03, 0x82, 0x01, 0x0f, 0x00, 0x30, 0x82, 0x01, 0x0a, 0x02, 0x82, 0x01, 0x01, 0x00,
];

/// The parts of a token.
#[derive(Clone)]
pub(super) struct Jwt {
    pub(super) header: Value,
    pub(super) claims: Value,
    signature: String,
}

impl Jwt {
    pub(super) fn read(token: &str) -> Self {
        let [header, claims, signature] = token.split('.').collect::<Vec<_>>()[..] else { panic!("not a JWT") };
        Self { header: decode(header), claims: decode(claims), signature: signature.into() }
    }

    /// Replaces a field of the header.
    pub(super) fn with_header(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.header[name] = value.into();
        self
    }

    /// Replaces all claims.
    pub(super) fn with_claims(self, claims: Value) -> Self {
        Self { claims, ..self }
    }

    /// Replaces a claim.
    pub(super) fn with_claim(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.claims[name] = value.into();
        self
    }

    /// The token with the signature that it was read with.
    pub(super) fn with_original_signature(&self) -> String {
        format!("{}.{}", self.signed_text(), self.signature)
    }

    /// The token with an empty signature.
    pub(super) fn without_signature(&self) -> String {
        format!("{}.", self.signed_text())
    }

    /// The token with one different character in its signature.
    pub(super) fn with_changed_signature(&self) -> String {
        let other = if self.signature.starts_with('A') { "B" } else { "A" };
        format!("{}.{other}{}", self.signed_text(), self.signature.get(1..).unwrap())
    }

    /// The token, signed with [`FOREIGN_KEY`].
    pub(super) fn signed_with_foreign_key(&self) -> String {
        let (key, text) = (foreign_key(), self.signed_text());
        let mut signature = vec![0; key.public().modulus_len()];
        key.sign(&signature::RSA_PKCS1_SHA256, &SystemRandom::new(), text.as_bytes(), &mut signature).unwrap();
        format!("{text}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
    }

    /// The token with the algorithm HS256 and `secret` as its key.
    pub(super) fn signed_with_secret(self, secret: &[u8]) -> String {
        let text = self.with_header("alg", "HS256").signed_text();
        let signature = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, secret), text.as_bytes());
        format!("{text}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
    }

    fn signed_text(&self) -> String {
        [&self.header, &self.claims].map(|part| BASE64_URL_SAFE_NO_PAD.encode(part.to_string())).join(".")
    }
}

/// The public part of [`FOREIGN_KEY`] as a JSON Web Key.
pub(super) fn foreign_public_key() -> Value {
    let PublicKeyComponents { n, e } = PublicKeyComponents::<Vec<u8>>::from(foreign_key().public());
    let [n, e] = [n, e].map(|number| BASE64_URL_SAFE_NO_PAD.encode(number));
    json!({ "kty": "RSA", "alg": "RS256", "use": "sig", "n": n, "e": e })
}

/// The PEM text of a JSON Web Key.
pub(super) fn pem(key: &Value) -> String {
    let [modulus, exponent] =
        ["n", "e"].map(|name| BASE64_URL_SAFE_NO_PAD.decode(key[name].as_str().unwrap()).unwrap());
    let length = u8::try_from(exponent.len()).unwrap();
    let der = BASE64_STANDARD.encode([&BEFORE_MODULUS[..], &modulus, &[2, length], &exponent].concat());
    let lines: Vec<_> = der.as_bytes().chunks(64).map(|line| str::from_utf8(line).unwrap()).collect();
    format!("-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n", lines.join("\n"))
}

fn foreign_key() -> signature::RsaKeyPair {
    signature::RsaKeyPair::from_der(FOREIGN_KEY).unwrap()
}

fn decode(part: &str) -> Value {
    serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap()
}

#[test]
fn a_token_that_is_not_changed_keeps_its_parts() {
    let jwt = Jwt { header: json!({"alg": "RS256"}), claims: json!({"sub": "a"}), signature: "c2ln".into() };
    let token = jwt.with_original_signature();
    let read = Jwt::read(&token);
    assert_eq!((&read.header, &read.claims), (&jwt.header, &jwt.claims));
    assert_eq!(read.with_original_signature(), token);
    assert_ne!(read.with_changed_signature(), token);
}

#[test]
fn the_foreign_key_signs_what_its_public_key_verifies() {
    let jwt = Jwt { header: json!({"alg": "RS256"}), claims: json!({"sub": "a"}), signature: String::new() };
    let token = jwt.signed_with_foreign_key();
    let (text, signature) = token.rsplit_once('.').unwrap();
    let key = PublicKeyComponents::<Vec<u8>>::from(foreign_key().public());
    let signature = BASE64_URL_SAFE_NO_PAD.decode(signature).unwrap();
    key.verify(&signature::RSA_PKCS1_2048_8192_SHA256, text.as_bytes(), &signature).unwrap();
    assert!(pem(&foreign_public_key()).lines().count() > 5);
}
