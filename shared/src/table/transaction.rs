//! Transactions: several writes of any tables, of which either all are written or none.

use crate::{
    Result,
    audit::{AuditTable, Entry},
    aws_error::{AwsError, failure},
};
use aws_sdk_dynamodb::{Client, types::TransactWriteItem};
use uuid::Uuid;

/// The actions of a transaction. A condition can have a name of type `N`, by which the outcome reports its failure.
#[derive(Clone, Debug)]
#[must_use]
pub struct Transaction<N = Unnamed> {
    actions: Vec<(Option<N>, TransactWriteItem)>,
}

/// The names of a transaction whose conditions have no names.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Unnamed {}

/// The result of a transaction.
#[derive(Clone, Debug, Eq, PartialEq)]
#[must_use]
pub enum Outcome<N = Unnamed> {
    /// All actions were written.
    Written,
    /// Nothing was written, because conditions failed. Contains the names of those that have one.
    ConditionFailed(Vec<N>),
}

impl<N> Outcome<N> {
    /// Whether the actions were written.
    pub fn is_written(&self) -> bool {
        matches!(self, Self::Written)
    }
}

impl Transaction {
    /// A transaction without actions, whose conditions have no names.
    pub fn new() -> Self {
        Self { actions: Vec::new() }
    }
}

impl Default for Transaction {
    fn default() -> Self {
        Self::new()
    }
}

impl<N> Transaction<N> {
    /// A transaction without actions, whose conditions can have names.
    pub fn named() -> Self {
        Self { actions: Vec::new() }
    }

    /// Adds an action.
    pub fn with(mut self, action: TransactWriteItem) -> Self {
        self.actions.push((None, action));
        self
    }

    /// Adds an action whose condition has a name.
    pub fn with_named(mut self, name: N, action: TransactWriteItem) -> Self {
        self.actions.push((Some(name), action));
        self
    }

    /// Adds actions.
    pub fn with_all(mut self, actions: impl IntoIterator<Item = TransactWriteItem>) -> Self {
        self.actions.extend(actions.into_iter().map(|action| (None, action)));
        self
    }

    /// Adds the audit entry of the change.
    pub fn audited(self, audit: &AuditTable, entry: &Entry) -> Result<Self> {
        Ok(self.with(audit.put(entry)?))
    }

    /// Writes all actions or none.
    ///
    /// The SDK retries throttled and conflicting transactions and lost responses. All attempts have the same client
    /// request token, so that DynamoDB writes once and does not treat the first attempt as a conflict.
    ///
    /// # Errors
    /// A retryable error if the last attempt still met throttling, a conflict or an outage. Otherwise, the error as
    /// [`failure`] classifies it.
    pub async fn send(self, client: &Client) -> Result<Outcome<N>> {
        let (names, actions): (Vec<Option<N>>, Vec<TransactWriteItem>) = self.actions.into_iter().unzip();
        let failed = send_actions(client, actions).await?;
        Ok(failed.map_or(Outcome::Written, |failed| Outcome::ConditionFailed(names_at(names, &failed))))
    }
}

/// Writes all actions or none. Returns the positions of the conditions that failed; `None` if the actions were written.
pub(crate) async fn send_actions(client: &Client, actions: Vec<TransactWriteItem>) -> Result<Option<Vec<usize>>> {
    let token = Uuid::now_v7().to_string();
    let request = client.transact_write_items().set_transact_items(Some(actions)).client_request_token(token);
    let Err(error) = request.send().await else { return Ok(None) };
    match AwsError::of(&error) {
        AwsError::ConditionFailed(failed) => Ok(Some(failed)),
        _ => Err(failure(error)),
    }
}

/// The names at these positions.
fn names_at<N>(names: Vec<Option<N>>, positions: &[usize]) -> Vec<N> {
    let failed = names.into_iter().enumerate().filter(|(position, _)| positions.contains(position));
    failed.filter_map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Instant, Permit,
        audit::Subject,
        table::{SimpleKey, Table, attribute},
    };

    #[test]
    fn reports_the_names_of_the_conditions_that_failed() {
        let names = || vec![None, Some("code is new"), Some("call is new"), None];
        assert_eq!(names_at(names(), &[2]), ["call is new"]);
        assert_eq!(names_at(names(), &[1, 2, 3]), ["code is new", "call is new"]);
        assert!(names_at(names(), &[0]).is_empty());
    }

    #[test]
    fn keeps_actions_in_order_with_the_audit_entry() {
        let (coupons, key) = (Table::unconnected("Coupons", SimpleKey::new("code")), SimpleKey::new("code"));
        let put = |code: &str| coupons.put(key.of(code).into()).when(attribute("code").not_exists()).action().unwrap();
        let entry = Entry::new(Subject::Coupon("A"), "ISSUED", &Permit::system("test"), Instant::now());
        let transaction = Transaction::named().with_named("code is new", put("A"));
        let transaction = transaction.audited(&AuditTable::unconnected(), &entry).unwrap().with_all([put("B")]);
        let tables: Vec<_> =
            transaction.actions.iter().map(|(_, action)| &action.put.as_ref().unwrap().table_name).collect();
        assert_eq!(tables, ["Coupons", "AuditTable", "Coupons"]);
        let names: Vec<_> = transaction.actions.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, [Some("code is new"), None, None]);
    }
}
