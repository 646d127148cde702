//! What can be an e-mail address, and which feature flags there are. Held to `cases/`, as the web app is.

/// The flags that there are: two of dispatchers, the one that stands for all fridge commands, and one for each command.
/// Source: the spec of planning and reporting, section 6; decisions.md.
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

/// Characters of an e-mail address.
const EMAIL: usize = 254;

/// The address in lower case, without what surrounds it; `None` where it can be none. Whether somebody reads it, the
/// invitation shows.
pub fn email(text: &str) -> Option<String> {
    let email = text.trim().to_lowercase();
    let (name, host) = email.split_once('@')?;
    let plain = |char: char| char.is_ascii_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-".contains(char);
    let part = |part: &str| {
        !part.is_empty()
            && !part.starts_with('-')
            && !part.ends_with('-')
            && part.chars().all(|char| char.is_ascii_alphanumeric() || char == '-')
    };
    let fits = email.len() <= EMAIL
        && (1..=64).contains(&name.len())
        && name.chars().all(plain)
        && host.contains('.')
        && host.split('.').all(part);
    fits.then_some(email)
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
    fn what_is_an_address_agrees_with_the_cases() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../cases/email.json")).unwrap();
        for case in cases {
            assert_eq!(email(&case.text), case.email, "{}", case.text);
        }
    }

    #[test]
    fn the_flags_agree_with_the_cases() {
        let flags: Vec<String> = serde_json::from_str(include_str!("../cases/flags.json")).unwrap();
        assert_eq!(flags, FLAGS);
    }
}
