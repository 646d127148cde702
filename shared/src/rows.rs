//! The result of each row of an operation that stores many rows. The caller retries only the failed ones.

use crate::Error;
use serde::Serialize;

/// The outcome of a row.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum RowOutcome {
    /// The row is stored.
    Written,
    /// An equal row was already stored. Nothing was written.
    Unchanged,
    /// The row, or another row that is stored in the same transaction, is invalid. Nothing was written.
    Rejected,
    /// The row could not be written. A retry can succeed.
    Failed,
}

/// The result of a row.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct RowResult {
    /// The outcome.
    pub outcome: RowOutcome,
    /// All errors of the row, as shown on the screen. Empty if only another row is invalid.
    pub errors: Vec<String>,
}

impl RowResult {
    /// The result of a row that was written.
    pub fn written() -> Self {
        Self { outcome: RowOutcome::Written, errors: Vec::new() }
    }

    /// The result of a row that was already stored.
    pub fn unchanged() -> Self {
        Self { outcome: RowOutcome::Unchanged, errors: Vec::new() }
    }

    /// The result of an invalid row.
    pub fn rejected(errors: Vec<String>) -> Self {
        Self { outcome: RowOutcome::Rejected, errors }
    }

    /// The result of a row that was not stored because of `error`: rejected if the row is invalid, failed otherwise.
    pub fn of(error: &Error) -> Self {
        let is_invalid = matches!(error, Error::Invalid(_) | Error::NotFound(_) | Error::Forbidden);
        let outcome = if is_invalid { RowOutcome::Rejected } else { RowOutcome::Failed };
        Self { outcome, errors: vec![error.to_string()] }
    }

    /// Whether the row is stored now.
    pub fn is_stored(&self) -> bool {
        matches!(self.outcome, RowOutcome::Written | RowOutcome::Unchanged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_row_is_rejected_and_a_service_error_fails_it() {
        let outcome = |error: &Error| RowResult::of(error).outcome;
        assert_eq!(outcome(&Error::invalid("price", "price cannot be empty")), RowOutcome::Rejected);
        assert_eq!(outcome(&Error::NotFound("There is no planogram A".into())), RowOutcome::Rejected);
        assert_eq!(outcome(&Error::conflict("Another user changed it")), RowOutcome::Failed);
        assert_eq!(outcome(&Error::retryable("throttled")), RowOutcome::Failed);
        assert_eq!(
            RowResult::of(&Error::internal("secret")).errors,
            ["An error occurred. Please report to the Technology team"]
        );
    }

    #[test]
    fn written_and_unchanged_rows_are_stored() {
        assert!(RowResult::written().is_stored() && RowResult::unchanged().is_stored());
        assert!(!RowResult::rejected(Vec::new()).is_stored());
    }
}
