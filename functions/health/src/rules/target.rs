//! Valid receivers of notices.

use crate::model::{Target, TargetKind};

/// The maximum length of an e-mail address, in characters.
const MAX_EMAIL: usize = 254;
/// The maximum length of a URL, in characters.
const MAX_URL: usize = 500;

/// The error of an invalid target, without the field's name.
pub fn error(target: &Target) -> Option<&'static str> {
    let is_valid = match target.kind {
        TargetKind::Email => is_email(&target.address),
        TargetKind::Webhook => is_webhook(&target.address),
    };
    match target.kind {
        _ if is_valid => None,
        TargetKind::Email => Some("must be an e-mail address such as dispatch@example.com"),
        TargetKind::Webhook => Some("must be a public https URL such as https://hooks.example.com/larder"),
    }
}

fn is_email(text: &str) -> bool {
    let is_text = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'@');
    text.len() <= MAX_EMAIL && text.split_once('@').is_some_and(|(name, host)| is_text(name) && is_host(host))
}

/// SNS sends the request, so that it cannot reach the functions' network. Addresses, ports, credentials and host names
/// of internal networks are rejected anyway, because they are mistakes.
fn is_webhook(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("https://").filter(|_| text.len() <= MAX_URL) else { return false };
    let host = rest.split(['/', '?']).next().unwrap_or_default();
    let is_public = |host: &str| {
        let top = host.rsplit('.').next().unwrap_or_default();
        !["internal", "local", "localhost", "localdomain", "lan", "home", "corp"].contains(&top)
    };
    is_host(host) && is_public(host) && rest.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'#')
}

/// Whether the text is a full domain name in small letters. The top level has a letter, so an IP address is none.
fn is_host(text: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let labels: Vec<&str> = text.split('.').collect();
    labels.len() > 1
        && labels.iter().all(|label| is_label(label))
        && labels.last().is_some_and(|top| top.bytes().any(|byte| byte.is_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::usual("ann@example.com", true)]
    #[case::tag("ann+larder@mail.example.com", true)]
    #[case::empty("", false)]
    #[case::without_host("ann@", false)]
    #[case::without_name("@example.com", false)]
    #[case::two("ann@bob@example.com", false)]
    #[case::space("ann smith@example.com", false)]
    #[case::one_label("ann@localhost", false)]
    fn an_email_address_has_a_name_and_a_domain(#[case] address: &str, #[case] valid: bool) {
        let target = Target { kind: TargetKind::Email, address: address.into() };
        assert_eq!(error(&target).is_none(), valid);
    }

    #[rstest]
    #[case::usual("https://hooks.example.com/services/T0/B0?x=1", true)]
    #[case::host_only("https://hooks.example.com", true)]
    #[case::not_encrypted("http://hooks.example.com", false)]
    #[case::another_scheme("file:///etc/passwd", false)]
    #[case::address("https://169.254.169.254/latest/meta-data", false)]
    #[case::short_address("https://127.1/", false)]
    #[case::address_with_hex("https://0x7f.0.0.1/", false)]
    #[case::address_of_version_6("https://[::1]/", false)]
    #[case::local("https://localhost/", false)]
    #[case::internal("https://metadata.google.internal/", false)]
    #[case::credentials("https://user:secret@hooks.example.com/", false)]
    #[case::port("https://hooks.example.com:8443/", false)]
    #[case::fragment("https://hooks.example.com/#a", false)]
    #[case::space("https://hooks.example.com/a b", false)]
    #[case::backslash("https://hooks.example.com\\@other.example.com/", false)]
    fn a_webhook_is_a_public_https_url(#[case] address: &str, #[case] valid: bool) {
        let target = Target { kind: TargetKind::Webhook, address: address.into() };
        assert_eq!(error(&target).is_none(), valid);
    }

    #[test]
    fn a_webhook_has_at_most_500_characters() {
        let target = |length: usize| {
            let address = format!("https://example.com/{}", "x".repeat(length - 20));
            Target { kind: TargetKind::Webhook, address }
        };
        assert_eq!((error(&target(500)).is_none(), error(&target(501)).is_none()), (true, false));
    }
}
