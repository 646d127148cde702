//! Transactions: several writes of any tables, of which either all are written or none.

use super::{body::Body, key::ItemIdentity, serialize::write_text};
use crate::{
    Error, Result,
    aws_error::{AwsError, failure},
};
use aws_sdk_dynamodb::{Client, operation::transact_write_items::TransactWriteItemsError};
use bytes::Bytes;
use strum::IntoStaticStr;
use uuid::Uuid;

/// An action of a transaction: a write of one item, or a condition of one item. It is serialized once. All requests and
/// attempts that send it contain the same bytes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TransactWriteItem {
    /// The identity of the item.
    pub(super) item: ItemIdentity,
    /// The kind of action.
    pub(super) kind: ActionKind,
    /// The JSON object that describes the action. It is a part of the last body that contains it.
    pub(super) json: Bytes,
    /// The estimated size of the item, in bytes.
    pub(super) bytes: usize,
}

/// The kind of an action.
#[derive(Clone, Copy, Debug, Eq, IntoStaticStr, PartialEq)]
pub(super) enum ActionKind {
    Put,
    Update,
    Delete,
    ConditionCheck,
}

/// The most that a body contains around each action, and at its start and end, in bytes.
const FRAME_BYTES: (usize, usize) = (20, 90);

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

    /// Writes all actions or none.
    ///
    /// The SDK retries throttled and conflicting transactions and lost responses. All attempts have the same client
    /// request token, so that DynamoDB writes once and does not treat the first attempt as a conflict.
    ///
    /// # Errors
    /// A retryable error if the last attempt still met throttling, a conflict or an outage. Otherwise, the error as
    /// [`failure`] classifies it.
    pub async fn send(self, client: &Client) -> Result<Outcome<N>> {
        let (names, mut actions) = self.into_parts();
        match send_body(client, body(actions.iter_mut())).await {
            Sent::Written => Ok(Outcome::Written),
            Sent::ConditionFailed(failed) => Ok(Outcome::ConditionFailed(names_at(names, &failed))),
            Sent::Rejected(error) | Sent::Failed(error) => Err(error),
        }
    }

    /// The actions.
    pub(super) fn actions(&self) -> impl Iterator<Item = &TransactWriteItem> {
        self.actions.iter().map(|(_, action)| action)
    }

    /// The names of the conditions and the actions, by position.
    pub(super) fn into_parts(self) -> (Vec<Option<N>>, Vec<TransactWriteItem>) {
        self.actions.into_iter().unzip()
    }
}

/// The result of a request that writes all its actions or none.
#[derive(Debug)]
pub(super) enum Sent {
    /// All actions were written.
    Written,
    /// Nothing was written, because the conditions at these positions failed.
    ConditionFailed(Vec<usize>),
    /// Nothing was written. One action can be the cause: it is invalid, another request was writing its item, or the
    /// capacity of its item is exceeded.
    Rejected(Error),
    /// An outage, or throttling of the whole request. After an outage, the actions may have been written.
    Failed(Error),
}

/// The body of a request that writes all actions or none. The actions then share its memory.
pub(super) fn body<'a>(actions: impl Iterator<Item = &'a mut TransactWriteItem>) -> Bytes {
    let actions: Vec<_> = actions.collect();
    let (action_frame, frame) = FRAME_BYTES;
    let size: usize = actions.iter().map(|action| action.json.len() + action_frame).sum();
    let mut json = Vec::with_capacity(size + frame);
    let mut parts = Vec::with_capacity(actions.len());
    json.extend_from_slice(br#"{"TransactItems":["#);
    for action in &actions {
        json.extend_from_slice(if parts.is_empty() { b"{" } else { b",{" });
        write_text(&mut json, action.kind.into());
        json.push(b':');
        let start = json.len();
        json.extend_from_slice(&action.json);
        parts.push(start..json.len());
        json.push(b'}');
    }
    json.extend_from_slice(br#"],"ClientRequestToken":"#);
    write_text(&mut json, &Uuid::now_v7().to_string());
    json.push(b'}');
    let body = Bytes::from(json);
    for (action, part) in actions.into_iter().zip(parts) {
        action.json = body.slice(part);
    }
    body
}

/// Sends a request with this body.
pub(super) async fn send_body(client: &Client, body: Bytes) -> Sent {
    let request = client.transact_write_items().customize().interceptor(Body(body));
    let Err(error) = request.send().await else { return Sent::Written };
    let is_canceled = error.as_service_error().is_some_and(TransactWriteItemsError::is_transaction_canceled_exception);
    match AwsError::of(&error) {
        AwsError::ConditionFailed(failed) => Sent::ConditionFailed(failed),
        AwsError::Conflict | AwsError::Throttled if is_canceled => Sent::Rejected(failure(error)),
        AwsError::Permanent => Sent::Rejected(failure(error)),
        _ => Sent::Failed(failure(error)),
    }
}

/// The names at these positions.
pub(super) fn names_at<N>(names: Vec<Option<N>>, positions: &[usize]) -> Vec<N> {
    let failed = names.into_iter().enumerate().filter(|(position, _)| positions.contains(position));
    failed.filter_map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Instant, Permit,
        audit::{AuditTable, Entry, Subject},
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
        let put = |code: &str| coupons.put(key.of(code)).when(attribute("code").not_exists()).action().unwrap();
        let entry = Entry::new(Subject::Coupon("A"), "ISSUED", &Permit::system("test"), Instant::now());
        let transaction = Transaction::named().with_named("code is new", put("A"));
        let transaction = transaction.audited(&AuditTable::unconnected(), &entry).unwrap().with_all([put("B")]);
        let tables: Vec<_> =
            transaction.actions().map(|action| action.clone().into_request().put.unwrap().table_name).collect();
        assert_eq!(tables, ["Coupons", "AuditTable", "Coupons"]);
        let names: Vec<_> = transaction.actions.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, [Some("code is new"), None, None]);
    }
}
