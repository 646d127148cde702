//! Writes of one item, either sent alone or as an action of a transaction.

use super::{
    Changes, Condition, Key, SerializedItem, Table, TransactWriteItem,
    body::Body,
    expression::Placeholders,
    serialize::{write_json, write_text},
    transaction::ActionKind,
    value::{Item, string},
};
use crate::{
    Error, Result,
    aws_error::{AwsError, failure},
};
use aws_sdk_dynamodb::{
    error::{ProvideErrorMetadata, SdkError},
    operation::update_item::{UpdateItemError, builders::UpdateItemFluentBuilder},
    types::{ReturnValue, ReturnValuesOnConditionCheckFailure},
};
use std::future::Future;

/// The assumed size of the stored item that an action changes, deletes or checks, in bytes. The action does not contain
/// that item. If the items are larger and DynamoDB rejects a request with several transactions, they are sent alone.
pub(super) const STORED_ITEM_BYTES: usize = 32 * 1024;

/// The usual size of an action without its item, in bytes.
const EXPRESSIONS_BYTES: usize = 256;

/// A write of one item of a table, with an optional condition.
#[derive(Clone, Debug)]
#[must_use]
pub struct Write<'a, O> {
    table: &'a Table,
    operation: O,
    condition: Option<Condition>,
}

/// Replaces the item.
#[derive(Clone, Debug)]
pub struct PutItem(pub(super) SerializedItem);

/// Changes attributes of the item, or creates it.
#[derive(Clone, Debug)]
pub struct UpdateItem {
    pub(super) key: Key,
    pub(super) changes: Changes,
}

/// Deletes the item.
#[derive(Clone, Debug)]
pub struct DeleteItem(pub(super) Key);

/// Writes nothing, but its condition must hold for the transaction.
#[derive(Clone, Debug)]
pub struct CheckItem(pub(super) Key);

/// The item to return from an update.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Return {
    /// The item before the update.
    Before,
    /// The item after the update.
    After,
}

/// The response to an update that returns an item.
#[derive(Clone, Debug, PartialEq)]
pub enum Updated {
    /// The update was written. Contains the requested item; `None` if there was none.
    Written(Option<Item>),
    /// The condition failed for this item. Nothing was written.
    ConditionFailed(Option<Item>),
}

impl<'a, O> Write<'a, O> {
    pub(super) fn new(table: &'a Table, operation: O) -> Self {
        Self { table, operation, condition: None }
    }

    /// Writes only if the condition holds for the stored item. Several conditions must all hold.
    pub fn when(mut self, condition: Condition) -> Self {
        self.condition = Some(match self.condition.take() {
            Some(other) => other.and(condition),
            None => condition,
        });
        self
    }
}

impl<O: Transactable> Write<'_, O> {
    /// The write as an action of a transaction.
    pub fn action(self) -> Result<TransactWriteItem> {
        self.operation.action(self.table, Expressions::new(self.condition))
    }
}

impl<O: Sendable> Write<'_, O> {
    /// Sends the write. Returns whether it was written: `false` if its condition failed.
    ///
    /// If a response is lost, the SDK repeats the write, and the second attempt can fail because of the first. If `false`
    /// must mean that another write succeeded, use a [`Transaction`](super::Transaction), which recognizes its own writes.
    ///
    /// # Errors
    /// Any other error, as [`failure`] classifies it.
    pub async fn send(self) -> Result<bool> {
        self.operation.send(self.table, Expressions::new(self.condition)).await
    }
}

impl Write<'_, UpdateItem> {
    /// Sends the update and returns the item before or after it. If the condition fails, returns the stored item.
    ///
    /// # Errors
    /// As [`Write::send`].
    pub async fn send_returning(self, item: Return) -> Result<Updated> {
        let has_condition = self.condition.is_some();
        let request = self.operation.request(self.table, Expressions::new(self.condition))?;
        let request = request.return_values(match item {
            Return::Before => ReturnValue::AllOld,
            Return::After => ReturnValue::AllNew,
        });
        let on_failure = has_condition.then_some(ReturnValuesOnConditionCheckFailure::AllOld);
        match request.set_return_values_on_condition_check_failure(on_failure).send().await {
            Ok(response) => Ok(Updated::Written(response.attributes.filter(|item| !item.is_empty()))),
            Err(error) => match error.as_service_error() {
                Some(UpdateItemError::ConditionalCheckFailedException(failed)) => {
                    Ok(Updated::ConditionFailed(failed.item.clone()))
                }
                _ => Err(failure(error)),
            },
        }
    }
}

/// The condition of a write, and the placeholders of all its expressions.
#[derive(Debug, Default)]
pub struct Expressions {
    condition: Option<String>,
    placeholders: Placeholders,
}

impl Expressions {
    fn new(condition: Option<Condition>) -> Self {
        let mut placeholders = Placeholders::default();
        let condition = condition.map(|condition| condition.render(&mut placeholders));
        Self { condition, placeholders }
    }
}

/// An operation that can be an action of a transaction.
pub trait Transactable: sealed::Sealed {
    #[doc(hidden)]
    fn action(self, table: &Table, expressions: Expressions) -> Result<TransactWriteItem>;
}

/// An operation that can be sent alone.
pub trait Sendable: sealed::Sealed {
    #[doc(hidden)]
    fn send(self, table: &Table, expressions: Expressions) -> impl Future<Output = Result<bool>> + Send;
}

mod sealed {
    use super::{CheckItem, DeleteItem, PutItem, UpdateItem};

    /// An operation on one item.
    pub trait Sealed {}

    impl Sealed for PutItem {}
    impl Sealed for UpdateItem {}
    impl Sealed for DeleteItem {}
    impl Sealed for CheckItem {}
}

/// The action of this kind. `item` is the item of a put, or the key of the others.
fn action(
    table: &Table,
    kind: ActionKind,
    item: &SerializedItem,
    update: Option<&str>,
    expressions: Expressions,
) -> TransactWriteItem {
    let Expressions { condition, placeholders } = expressions;
    let (names, values) = (placeholders.names(), placeholders.values().map(SerializedItem::from));
    let bytes = match kind {
        ActionKind::Put => item.bytes(),
        ActionKind::Update => {
            let values = values.as_ref().map_or(0, SerializedItem::bytes);
            STORED_ITEM_BYTES + update.map_or(0, str::len) + item.bytes() + values
        }
        ActionKind::Delete | ActionKind::ConditionCheck => STORED_ITEM_BYTES,
    };
    let mut json = Vec::with_capacity(item.json_len() + EXPRESSIONS_BYTES);
    let mut field = |start: &[u8], write: &dyn Fn(&mut Vec<u8>)| {
        json.extend_from_slice(start);
        write(&mut json);
    };
    field(br#"{"TableName":"#, &|json| write_text(json, table.name()));
    field(if kind == ActionKind::Put { br#","Item":"# } else { br#","Key":"# }, &|json| item.write(json));
    if let Some(update) = update {
        field(br#","UpdateExpression":"#, &|json| write_text(json, update));
    }
    if let Some(condition) = &condition {
        field(br#","ConditionExpression":"#, &|json| write_text(json, condition));
    }
    if let Some(names) = &names {
        field(br#","ExpressionAttributeNames":"#, &|json| write_json(json, names));
    }
    if let Some(values) = &values {
        field(br#","ExpressionAttributeValues":"#, &|json| values.write(json));
    }
    json.push(b'}');
    TransactWriteItem { item: table.key.identity(table.name(), |name| item.get(name)), kind, json: json.into(), bytes }
}

impl UpdateItem {
    /// The update expression. An update without changes is an internal error, because DynamoDB would reject it.
    fn expression(&self, table: &Table, placeholders: &mut Placeholders) -> Result<String> {
        if self.changes.is_empty() {
            let id = string(&self.key.clone().into(), table.id_attribute());
            return Err(Error::internal(format!("table {}, item {id:?}: an update without changes", table.name())));
        }
        Ok(self.changes.render(placeholders))
    }

    fn request(self, table: &Table, mut expressions: Expressions) -> Result<UpdateItemFluentBuilder> {
        let expression = self.expression(table, &mut expressions.placeholders)?;
        let request = table.client().update_item().table_name(table.name()).set_key(Some(self.key.into()));
        Ok(request
            .update_expression(expression)
            .set_condition_expression(expressions.condition)
            .set_expression_attribute_names(expressions.placeholders.names())
            .set_expression_attribute_values(expressions.placeholders.values()))
    }
}

impl Transactable for PutItem {
    fn action(self, table: &Table, expressions: Expressions) -> Result<TransactWriteItem> {
        Ok(action(table, ActionKind::Put, &self.0, None, expressions))
    }
}

impl Transactable for UpdateItem {
    fn action(self, table: &Table, mut expressions: Expressions) -> Result<TransactWriteItem> {
        let update = self.expression(table, &mut expressions.placeholders)?;
        Ok(action(table, ActionKind::Update, &self.key.into(), Some(&update), expressions))
    }
}

impl Transactable for DeleteItem {
    fn action(self, table: &Table, expressions: Expressions) -> Result<TransactWriteItem> {
        Ok(action(table, ActionKind::Delete, &self.0.into(), None, expressions))
    }
}

impl Transactable for CheckItem {
    fn action(self, table: &Table, expressions: Expressions) -> Result<TransactWriteItem> {
        if expressions.condition.is_none() {
            return Err(Error::internal(format!("table {}: a check without a condition", table.name())));
        }
        Ok(action(table, ActionKind::ConditionCheck, &self.0.into(), None, expressions))
    }
}

impl Sendable for PutItem {
    async fn send(self, table: &Table, expressions: Expressions) -> Result<bool> {
        // The request has the same fields as the action of a transaction.
        let TransactWriteItem { json, .. } = self.action(table, expressions)?;
        // The SDK resolves the endpoint by the table's name.
        let request = table.client().put_item().table_name(table.name());
        is_written(request.customize().interceptor(Body(json)).send().await)
    }
}

impl Sendable for UpdateItem {
    async fn send(self, table: &Table, expressions: Expressions) -> Result<bool> {
        is_written(self.request(table, expressions)?.send().await)
    }
}

impl Sendable for DeleteItem {
    async fn send(self, table: &Table, expressions: Expressions) -> Result<bool> {
        let delete = table.client().delete_item().table_name(table.name()).set_key(Some(self.0.into()));
        let delete = delete
            .set_condition_expression(expressions.condition)
            .set_expression_attribute_names(expressions.placeholders.names())
            .set_expression_attribute_values(expressions.placeholders.values());
        is_written(delete.send().await)
    }
}

fn is_written<T, E>(sent: std::result::Result<T, SdkError<E>>) -> Result<bool>
where
    E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
{
    match sent {
        Ok(_) => Ok(true),
        Err(error) if matches!(AwsError::of(&error), AwsError::ConditionFailed(_)) => Ok(false),
        Err(error) => Err(failure(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{CompositeKey, attribute, number, testing::readable, text};

    const KEY: CompositeKey = CompositeKey::new("kind", "name");

    fn table() -> Table {
        Table::unconnected("Names", KEY)
    }

    fn item() -> Item {
        KEY.of("PLANOGRAM", "dummy").into()
    }

    #[test]
    fn a_put_action_has_item_and_condition() {
        let put =
            table().put(item()).when(attribute("kind").not_exists()).action().unwrap().into_request().put.unwrap();
        assert_eq!((put.table_name.as_str(), put.item), ("Names", item()));
        let condition = put.condition_expression.unwrap();
        assert_eq!(readable(&condition, put.expression_attribute_names.as_ref(), None), "attribute_not_exists(kind)");
        assert_eq!(put.expression_attribute_values, None);
    }

    #[test]
    fn a_write_without_a_condition_has_no_expression() {
        let put = table().put(item()).action().unwrap().into_request().put.unwrap();
        assert_eq!((put.condition_expression, put.expression_attribute_names), (None, None));
    }

    #[test]
    fn conditions_of_a_write_must_all_hold() {
        let table = table();
        let delete = table.delete(KEY.of("PLANOGRAM", "dummy"));
        let delete = delete.when(attribute("kind").exists()).when(attribute("name").equals("dummy"));
        let delete = delete.action().unwrap().into_request().delete.unwrap();
        assert_eq!(delete.key, item());
        let (names, values) = (delete.expression_attribute_names, delete.expression_attribute_values);
        let condition = readable(&delete.condition_expression.unwrap(), names.as_ref(), values.as_ref());
        assert_eq!(condition, "attribute_exists(kind) AND name = \"dummy\"");
    }

    #[test]
    fn an_update_shares_placeholders_between_changes_and_condition() {
        let changes = Changes::new().set("version", 3_u64).remove("name");
        let table = table();
        let update = table.update(KEY.of("PLANOGRAM", "dummy"), changes).when(attribute("version").equals(2_u64));
        let update = update.action().unwrap().into_request().update.unwrap();
        let (names, values) = (update.expression_attribute_names, update.expression_attribute_values);
        let text = |expression: &str| readable(expression, names.as_ref(), values.as_ref());
        assert_eq!(text(&update.update_expression), "SET version = 3 REMOVE name");
        assert_eq!(text(&update.condition_expression.unwrap()), "version = 2");
        assert_eq!((names.unwrap().len(), values.unwrap().len()), (2, 2));
        assert_eq!(update.key, item());
    }

    #[test]
    fn rejects_an_update_without_changes() {
        let table = table();
        let update = table.update(KEY.of("PLANOGRAM", "dummy"), Changes::new()).action();
        let cause = update.err().and_then(|error| error.cause());
        assert_eq!(cause.as_deref(), Some("table Names, item \"dummy\": an update without changes"));
    }

    #[test]
    fn a_check_has_key_and_condition() {
        let table = table();
        let check = table.check(KEY.of("PLANOGRAM", "dummy")).when(attribute("kind").exists());
        let check = check.action().unwrap().into_request().condition_check.unwrap();
        assert_eq!((check.table_name.as_str(), check.key), ("Names", item()));
        assert_eq!(check.condition_expression, "attribute_exists(#n0)");
    }

    #[test]
    fn stores_an_item_only_over_the_expected_version() {
        let put = |expected| table().put_if_version(item(), expected).action().unwrap().into_request().put.unwrap();
        let (first, replace) = (put(None), put(Some(7)));
        let names = first.expression_attribute_names.as_ref();
        let condition = first.condition_expression.as_deref().unwrap();
        assert_eq!(readable(condition, names, None), "attribute_not_exists(version)");
        let (names, values) = (replace.expression_attribute_names, replace.expression_attribute_values);
        let condition = replace.condition_expression.as_deref().unwrap();
        assert_eq!(readable(condition, names.as_ref(), values.as_ref()), "version = 7");
        assert_eq!(values.unwrap()[":v0"], number(7));
        assert_eq!(replace.item["name"], text("dummy"));
    }
}
