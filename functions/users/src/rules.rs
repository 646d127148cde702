//! Validation of e-mail addresses, and the list of feature flags. Tests of the web app use the same files in `cases/`.

/// All feature flags: two for dispatchers, one for all fridge commands, and one for each command (USR-5).
pub const FLAGS: [&str; 9] = [
    "drop-override",
    "jit-management",
    "feature-flag-admin",
    "computer-swap",
    "display-services",
    "food-safety-hold",
    "jofemar",
    "out-of-order",
    "react-ui",
];

/// Maximum length of an e-mail address, in characters.
const MAX_EMAIL_CHARS: usize = 254;

/// Normalizes an e-mail address: trimmed and in lowercase. Returns `None` if it is not valid.
pub fn normalize_email(text: &str) -> Option<String> {
    let email = text.trim().to_lowercase();
    let (name, host) = email.split_once('@')?;
    let is_name_char = |char: char| char.is_ascii_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-".contains(char);
    let is_host_label = |part: &str| {
        !part.is_empty()
            && !part.starts_with('-')
            && !part.ends_with('-')
            && part.chars().all(|char| char.is_ascii_alphanumeric() || char == '-')
    };
    let is_valid = email.len() <= MAX_EMAIL_CHARS
        && (1..=64).contains(&name.len())
        && name.chars().all(is_name_char)
        && host.contains('.')
        && host.split('.').all(is_host_label);
    is_valid.then_some(email)
}

/// Whether an account belongs to a driver: its e-mail address is in the domain of drivers. Without a domain, no account
/// does.
pub fn is_driver(email: &str, domain: &str) -> bool {
    let host = email.rsplit_once('@').map(|(_, host)| host);
    !domain.is_empty() && host.is_some_and(|host| host.eq_ignore_ascii_case(domain))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Deserialize)]
    struct Case {
        text: String,
        email: Option<String>,
    }

    #[test]
    fn normalizes_the_addresses_of_the_shared_cases() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../cases/email.json")).unwrap();
        for case in cases {
            assert_eq!(normalize_email(&case.text), case.email, "{}", case.text);
        }
    }

    #[test]
    fn an_address_in_the_domain_of_drivers_is_a_driver() {
        for (email, domain, expected) in [
            ("carlos.chi@drivers.larder.example", "drivers.larder.example", true),
            ("carlos.chi@Drivers.larder.example", "drivers.larder.example", true),
            ("ann@larder.example", "drivers.larder.example", false),
            ("ann@otherdrivers.larder.example", "drivers.larder.example", false),
            ("drivers.larder.example", "drivers.larder.example", false),
            ("carlos.chi@drivers.larder.example", "", false),
            ("ann@", "", false),
        ] {
            assert_eq!(is_driver(email, domain), expected, "{email} {domain:?}");
        }
    }

    #[test]
    fn flags_match_the_shared_cases() {
        let flags: Vec<String> = serde_json::from_str(include_str!("../cases/flags.json")).unwrap();
        assert_eq!(flags, FLAGS);
    }
}
