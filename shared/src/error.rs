//! The one error of every area, free of transport. The adapters turn it into GraphQL or REST, once.

use serde::Serialize;
use serde_json::Value;

/// What an area's functions answer.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The reason behind an error: for the log, never for the caller.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

/// One thing wrong with the input.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, serde::Deserialize)]
pub struct FieldError {
    /// The input's field, a path with dots where it is nested (`address.street`, `input.3.value`).
    pub field: String,
    /// What is wrong and what would be right, in the spec's words where it has them.
    pub message: String,
}

impl FieldError {
    /// An error of `field`.
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into() }
    }
}

/// Why an operation did not do what was asked.
///
/// `Display` is the message for the person at the screen; the cause of [`Error::Unavailable`] is for the log alone.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The input breaks a rule. Everything that is wrong with it, not the first thing only; nothing was written.
    #[error("{}", messages(.0))]
    Invalid(Vec<FieldError>),
    /// What the input names does not exist.
    #[error("{0}")]
    NotFound(String),
    /// Somebody else changed what the caller saw. Nothing was written.
    #[error("{message}")]
    Conflict {
        /// What happened and what to do.
        message: String,
        /// What is stored now, as the caller would have read it.
        current: Option<Value>,
    },
    /// The caller may not do this.
    #[error("Error! User Action Prohibited!")]
    Forbidden,
    /// The caller holds `ManagePermissions`, but has not set up MFA, which this environment requires.
    #[error(
        "Managing permissions requires an authenticator app. Set it up on your account page (/account), then try again."
    )]
    MfaRequired,
    /// The caller's account is disabled, although the token is still valid.
    #[error("Your account is disabled. Ask an administrator to enable it.")]
    AccountDisabled,
    /// The token is valid but does not identify a member of staff to Larder.
    #[error("{0}")]
    WrongToken(WrongToken),
    /// Larder itself, or a service that it needs, failed. Nothing is known to be written.
    #[error("{}", if *.retryable { "Larder is busy at the moment. Please try again." }
                  else { "An error occurred. Please report to the Technology team" })]
    Unavailable {
        /// Whether the same call may succeed later.
        retryable: bool,
        /// What went wrong.
        #[source]
        cause: Cause,
    },
}

/// Why a valid token is rejected. The text says what to send instead.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub enum WrongToken {
    /// It is an access token, which names no e-mail.
    #[error("This is an access token. Send the ID token of the signed-in user in the Authorization header.")]
    Access,
    /// It is an ID token of another client of the same user pool.
    #[error("This token was issued for another application. Sign in to Larder and send the ID token of that session.")]
    OtherClient,
    /// It lacks a claim that identifies a member of staff.
    #[error("This token does not identify a member of staff. Send the ID token of the signed-in user.")]
    Unidentified,
}

fn messages(errors: &[FieldError]) -> String {
    errors.iter().map(|error| error.message.as_str()).collect::<Vec<_>>().join("\n")
}

impl Error {
    /// One wrong field.
    pub fn invalid(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Invalid(vec![FieldError::new(field, message)])
    }

    /// A conflict whose current state the caller does not need.
    pub fn conflict(message: impl Into<String>) -> Self {
        Self::Conflict { message: message.into(), current: None }
    }

    /// A failure that trying again will not mend: a malformed item, a missing setting.
    pub fn internal(cause: impl Into<Cause>) -> Self {
        Self::Unavailable { retryable: false, cause: cause.into() }
    }

    /// A failure of a service that may be over soon.
    pub fn retryable(cause: impl Into<Cause>) -> Self {
        Self::Unavailable { retryable: true, cause: cause.into() }
    }

    /// The same error once more, for what failed together: a cause is kept as its text.
    #[must_use]
    pub fn again(&self) -> Self {
        match self {
            Self::Invalid(errors) => Self::Invalid(errors.clone()),
            Self::NotFound(message) => Self::NotFound(message.clone()),
            Self::Conflict { message, current } => {
                Self::Conflict { message: message.clone(), current: current.clone() }
            }
            Self::Forbidden => Self::Forbidden,
            Self::MfaRequired => Self::MfaRequired,
            Self::AccountDisabled => Self::AccountDisabled,
            Self::WrongToken(reason) => Self::WrongToken(*reason),
            Self::Unavailable { retryable, .. } => {
                Self::Unavailable { retryable: *retryable, cause: self.cause().unwrap_or_default().into() }
            }
        }
    }

    /// The variant's name: the GraphQL error type and the outcome in the log.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "Invalid",
            Self::NotFound(_) => "NotFound",
            Self::Conflict { .. } => "Conflict",
            Self::Forbidden | Self::MfaRequired | Self::AccountDisabled | Self::WrongToken(_) => "Forbidden",
            Self::Unavailable { .. } => "Unavailable",
        }
    }

    /// A stable code for clients that must tell apart errors of the same kind.
    pub fn reason(&self) -> Option<&'static str> {
        match self {
            Self::AccountDisabled => Some("ACCOUNT_DISABLED"),
            Self::MfaRequired => Some("MFA_REQUIRED"),
            _ => None,
        }
    }

    /// The wrong fields; empty for every other error.
    pub fn fields(&self) -> &[FieldError] {
        match self {
            Self::Invalid(errors) => errors,
            _ => &[],
        }
    }

    /// What went wrong, for the log: the chain of causes of a failure, nothing for an error of the caller's.
    pub fn cause(&self) -> Option<String> {
        let Self::Unavailable { cause, .. } = self else { return None };
        let mut text = cause.to_string();
        let mut next = cause.source();
        while let Some(cause) = next {
            text = format!("{text}: {cause}");
            next = cause.source();
        }
        Some(text)
    }
}

/// `Err(Invalid)` with all of `errors`, or `Ok` where there is none.
pub fn all_valid(errors: Vec<FieldError>) -> Result<()> {
    if errors.is_empty() { Ok(()) } else { Err(Error::Invalid(errors)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_says_everything_that_is_wrong() {
        let error =
            Error::Invalid(vec![FieldError::new("a", "a cannot be empty"), FieldError::new("b", "b cannot be empty")]);
        assert_eq!(error.to_string(), "a cannot be empty\nb cannot be empty");
    }

    #[test]
    fn a_cause_is_for_the_log_and_never_in_the_message() {
        let error = Error::internal("table Locations: item FRIDGE_1 has no address");
        assert!(!error.to_string().contains("FRIDGE_1"));
        assert_eq!(error.cause().as_deref(), Some("table Locations: item FRIDGE_1 has no address"));
    }

    #[test]
    fn a_refusal_has_the_words_of_the_spec() {
        assert_eq!(Error::Forbidden.to_string(), "Error! User Action Prohibited!");
    }
}
