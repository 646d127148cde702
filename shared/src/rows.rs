//! The result of each row of an operation that stores many, so that a caller can send the failed rows alone again.

use crate::Error;
use serde::Serialize;

/// What an operation did with a row.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum RowOutcome {
    /// The row is stored.
    Written,
    /// The same was stored before; nothing was written.
    Unchanged,
    /// The row, or another one that is stored together with it, is invalid; nothing of it was written.
    Rejected,
    /// The row could not be written; the same row may be written later.
    Failed,
}

/// The result of a row.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct RowResult {
    /// What the operation did with it.
    pub outcome: RowOutcome,
    /// Everything that is wrong with it, for the person at the screen; empty where only another row is invalid.
    pub errors: Vec<String>,
}

impl RowResult {
    /// A row that is stored.
    pub fn written() -> Self {
        Self { outcome: RowOutcome::Written, errors: Vec::new() }
    }

    /// A row that was stored before.
    pub fn unchanged() -> Self {
        Self { outcome: RowOutcome::Unchanged, errors: Vec::new() }
    }

    /// A row that is invalid.
    pub fn rejected(errors: Vec<String>) -> Self {
        Self { outcome: RowOutcome::Rejected, errors }
    }

    /// A row that an error kept from being stored: rejected where the row itself is at fault, failed otherwise.
    pub fn of(error: &Error) -> Self {
        let at_fault = matches!(error, Error::Invalid(_) | Error::NotFound(_) | Error::Forbidden);
        let outcome = if at_fault { RowOutcome::Rejected } else { RowOutcome::Failed };
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
    fn a_row_is_rejected_for_its_own_fault_and_fails_for_a_services() {
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
