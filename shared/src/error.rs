//! The error type of all areas, independent of the transport. The adapters translate it to GraphQL or REST.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// The result of an area's functions.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The cause of an error: written to the log, never sent to the caller.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

/// One error in the input.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, serde::Deserialize)]
pub struct FieldError {
    /// The path of the field, such as `address.street` or `input.3.value`.
    pub field: String,
    /// The error and how to correct it.
    pub message: String,
}

impl FieldError {
    /// Creates an error of `field`.
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into() }
    }
}

/// The reason why an operation failed.
///
/// `Display` is the message on the screen. The cause of [`Error::Unavailable`] is only logged.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The input is invalid. It lists all errors, not only the first. Nothing was written.
    #[error("{}", messages(.0))]
    Invalid(Vec<FieldError>),
    /// The named object does not exist.
    #[error("{0}")]
    NotFound(String),
    /// Another user changed the data after the caller read it. Nothing was written.
    #[error("{message}")]
    Conflict {
        /// What happened and what to do.
        message: String,
        /// The stored state, in the shape in which the caller reads it.
        current: Option<Value>,
    },
    /// The caller lacks the permission.
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
    /// Larder or a service that it depends on failed. The request may or may not have been carried out.
    #[error("{}", if *.retryable { "Larder is busy at the moment. Please try again." }
                  else { "An error occurred. Please report to the Technology team" })]
    Unavailable {
        /// Whether the same call can succeed later.
        retryable: bool,
        /// The cause, for the log.
        #[source]
        cause: Cause,
    },
}

/// The reason why a valid token is rejected. The text states which token to send.
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
    /// An error of one field.
    pub fn invalid(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Invalid(vec![FieldError::new(field, message)])
    }

    /// A conflict whose current state the caller does not need.
    pub fn conflict(message: impl Into<String>) -> Self {
        Self::Conflict { message: message.into(), current: None }
    }

    /// A failure that a retry does not fix, such as a malformed item or a missing setting.
    pub fn internal(cause: impl Into<Cause>) -> Self {
        Self::Unavailable { retryable: false, cause: cause.into() }
    }

    /// A failure of a service. A retry can succeed.
    pub fn retryable(cause: impl Into<Cause>) -> Self {
        Self::Unavailable { retryable: true, cause: cause.into() }
    }

    /// A copy of the error, for several items that failed together. The cause is copied as text.
    #[must_use]
    pub fn duplicate(&self) -> Self {
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

    /// The name of the variant: the GraphQL error type, and the outcome in the log.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "Invalid",
            Self::NotFound(_) => "NotFound",
            Self::Conflict { .. } => "Conflict",
            Self::Forbidden | Self::MfaRequired | Self::AccountDisabled | Self::WrongToken(_) => "Forbidden",
            Self::Unavailable { .. } => "Unavailable",
        }
    }

    /// A stable code that distinguishes errors of the same kind.
    pub fn reason(&self) -> Option<&'static str> {
        match self {
            Self::AccountDisabled => Some("ACCOUNT_DISABLED"),
            Self::MfaRequired => Some("MFA_REQUIRED"),
            _ => None,
        }
    }

    /// The field errors; empty for all other variants.
    pub fn fields(&self) -> &[FieldError] {
        match self {
            Self::Invalid(errors) => errors,
            _ => &[],
        }
    }

    /// The chain of causes of a failure, for the log. `None` for errors of the caller.
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

/// Returns `Err(Invalid)` with all `errors`, or `Ok` if there are none.
pub fn all_valid(errors: Vec<FieldError>) -> Result<()> {
    if errors.is_empty() { Ok(()) } else { Err(Error::Invalid(errors)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_lists_all_errors() {
        let error =
            Error::Invalid(vec![FieldError::new("a", "a cannot be empty"), FieldError::new("b", "b cannot be empty")]);
        assert_eq!(error.to_string(), "a cannot be empty\nb cannot be empty");
    }

    #[test]
    fn the_cause_is_not_part_of_the_message() {
        let error = Error::internal("table Locations: item FRIDGE_1 has no address");
        assert!(!error.to_string().contains("FRIDGE_1"));
        assert_eq!(error.cause().as_deref(), Some("table Locations: item FRIDGE_1 has no address"));
    }

    #[test]
    fn forbidden_has_the_required_message() {
        assert_eq!(Error::Forbidden.to_string(), "Error! User Action Prohibited!");
    }
}
