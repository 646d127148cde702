//! Queries of one partition, of several partitions merged, and pages of both.

use super::{
    Condition, FromItem, Item, Key, Partition, Table, attribute,
    expression::Placeholders,
    typed::{self, Rows},
    value::string,
};
use crate::{
    Page, Result,
    page::{decode_token, encode_token, unknown_token},
    shards::{self, CONCURRENCY, MAX_SORT_KEY, Order, Slice},
};
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use futures::{StreamExt, TryStreamExt, stream};

/// A query of one partition of a table or an index, in ascending order of the sort key.
#[derive(Clone, Debug)]
#[must_use]
pub struct Query<'a> {
    table: &'a Table,
    partition: Partition,
    sort: Option<Sort>,
    filter: Option<Condition>,
    attributes: Vec<String>,
    order: Order,
    limit: Option<i32>,
    consistent: bool,
    start: Option<Item>,
}

/// The condition of the sort key. DynamoDB accepts one.
#[derive(Clone, Debug)]
enum Sort {
    /// After this value in the order of the query.
    After(String),
    /// A comparison.
    Is(Condition),
}

impl<'a> Query<'a> {
    pub(super) fn new(table: &'a Table, partition: Partition) -> Self {
        Self {
            table,
            partition,
            sort: None,
            filter: None,
            attributes: Vec::new(),
            order: Order::Ascending,
            limit: None,
            consistent: false,
            start: None,
        }
    }

    /// Reads in this order.
    pub fn order(mut self, order: Order) -> Self {
        self.order = order;
        self
    }

    /// Reads in descending order: newest first if the sort keys are times.
    pub fn newest_first(self) -> Self {
        self.order(Order::Descending)
    }

    /// Reads consistently. Indexes do not support it.
    pub fn consistent(mut self) -> Self {
        self.consistent = true;
        self
    }

    /// The maximum number of items of one request, before the filter.
    pub fn limit(mut self, limit: i32) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Returns only these attributes. The sort key must be one of them if the slice is merged or paged.
    pub fn project(mut self, attributes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.attributes = attributes.into_iter().map(Into::into).collect();
        self
    }

    /// Returns only items that meet the condition. DynamoDB reads and counts the others as well.
    pub fn filter(mut self, condition: Condition) -> Self {
        self.filter = Some(condition);
        self
    }

    pub(super) fn filter_condition(&self) -> Option<&Condition> {
        self.filter.as_ref()
    }

    /// Reads only items whose sort key starts with this prefix. Replaces another condition of the sort key.
    pub fn beginning_with(self, prefix: impl super::IntoValue) -> Self {
        let sort = attribute(self.partition.sort_name()).begins_with(prefix);
        self.sort(sort)
    }

    /// Reads only items whose sort key is in this range, including both bounds. Replaces another condition of the sort key.
    pub fn between(self, first: impl super::IntoValue, last: impl super::IntoValue) -> Self {
        let sort = attribute(self.partition.sort_name()).between(first, last);
        self.sort(sort)
    }

    /// Reads only the items with this sort key. Replaces another condition of the sort key.
    pub fn equal_to(self, value: impl super::IntoValue) -> Self {
        let sort = attribute(self.partition.sort_name()).equals(value);
        self.sort(sort)
    }

    /// Reads only items whose sort key is at least this value. Replaces another condition of the sort key.
    pub fn from(self, first: impl super::IntoValue) -> Self {
        let sort = attribute(self.partition.sort_name()).at_least(first);
        self.sort(sort)
    }

    /// Reads only items whose sort key is at most this value. Replaces another condition of the sort key.
    pub fn until(self, last: impl super::IntoValue) -> Self {
        let sort = attribute(self.partition.sort_name()).at_most(last);
        self.sort(sort)
    }

    /// Reads only items after this sort key in the order of the query, or keeps the query as it is if there is none.
    /// Replaces another condition of the sort key.
    pub fn after(mut self, sort_key: Option<&str>) -> Self {
        if let Some(sort_key) = sort_key {
            self.sort = Some(Sort::After(sort_key.to_owned()));
        }
        self
    }

    /// Starts after the item with this key, which needs not exist. The key has the attributes of the index and the table.
    pub fn start_after(mut self, key: Key) -> Self {
        self.start = Some(key.into());
        self
    }

    fn sort(mut self, condition: Condition) -> Self {
        self.sort = Some(Sort::Is(condition));
        self
    }

    /// The request.
    fn request(&self) -> QueryFluentBuilder {
        let mut placeholders = Placeholders::default();
        let in_partition = attribute(self.partition.partition_name()).equals(self.partition.value.clone());
        let sort_key = attribute(self.partition.sort_name());
        let keys = match (&self.sort, self.order) {
            (None, _) => in_partition,
            (Some(Sort::Is(condition)), _) => in_partition.and(condition.clone()),
            (Some(Sort::After(after)), Order::Ascending) => in_partition.and(sort_key.greater_than(after)),
            (Some(Sort::After(after)), Order::Descending) => in_partition.and(sort_key.less_than(after)),
        };
        let request = self
            .table
            .client()
            .query()
            .table_name(self.table.name())
            .set_index_name(self.partition.index.map(str::to_owned))
            .key_condition_expression(keys.render(&mut placeholders))
            .set_filter_expression(self.filter.as_ref().map(|filter| filter.render(&mut placeholders)))
            .set_projection_expression(placeholders.projection(&self.attributes))
            .set_limit(self.limit)
            .set_exclusive_start_key(self.start.clone());
        request
            .set_scan_index_forward((self.order == Order::Descending).then_some(false))
            .set_consistent_read(self.consistent.then_some(true))
            .set_expression_attribute_names(placeholders.names())
            .set_expression_attribute_values(placeholders.values())
    }

    async fn send<T: FromItem>(&self) -> Result<Rows<T>> {
        typed::query(self.request(), self.table.origin(self.partition.sort_name())).await
    }

    /// Sends one request. The cursor of the slice is the last sort key that was read.
    ///
    /// # Errors
    /// As [`Table::read`], if an item is malformed.
    pub async fn slice<T: FromItem>(self) -> Result<Slice<T>> {
        let Rows { items, last_key, .. } = self.send().await?;
        let sort_key = self.partition.sort_name();
        let cursor = last_key.and_then(|key| key.get(sort_key)?.as_s().ok().cloned());
        Ok(Slice { items: items.into_iter().map(|(key, row)| (key.unwrap_or_default(), row)).collect(), cursor })
    }

    /// Reads the items of one request, without the end of the partition being known.
    ///
    /// # Errors
    /// As [`Query::slice`].
    pub async fn items<T: FromItem>(self) -> Result<Vec<T>> {
        Ok(self.send().await?.items.into_iter().map(|(_, row)| row).collect())
    }

    /// Reads all items, with as many requests as necessary.
    ///
    /// # Errors
    /// As [`Query::slice`].
    pub async fn all<T: FromItem>(self) -> Result<Vec<T>> {
        self.up_to(usize::MAX).await
    }

    /// Reads the first `max` items, with as many requests as necessary.
    ///
    /// # Errors
    /// As [`Query::slice`].
    pub async fn up_to<T: FromItem>(mut self, max: usize) -> Result<Vec<T>> {
        let mut found = Vec::new();
        loop {
            let response = self.send().await?;
            let missing = max.saturating_sub(found.len());
            found.extend(response.items.into_iter().take(missing).map(|(_, row)| row));
            self.start = response.last_key;
            if self.start.is_none() || found.len() == max {
                return Ok(found);
            }
        }
    }

    /// Reads one page: the items of one request. `cursor` states the contents of its token.
    ///
    /// # Errors
    /// [`crate::Error::Invalid`] if the token is not one of this list.
    pub async fn page<T: FromItem>(mut self, cursor: Cursor, next_token: Option<&str>) -> Result<Page<T>> {
        if let Some(token) = next_token {
            let partition = (self.partition.partition_name().to_owned(), self.partition.value.clone());
            self.start = Some(cursor.decode(token)?.into_iter().chain([partition]).collect());
        }
        let response = self.send().await?;
        let next_token = response.last_key.map(|key| cursor.encode(&key)).transpose()?;
        Ok(Page { items: response.items.into_iter().map(|(_, row)| row).collect(), next_token })
    }
}

/// The contents of the token of a page: the attributes of the last key, without the partition that the query states.
#[derive(Clone, Copy, Debug)]
pub struct Cursor {
    attributes: &'static [&'static str],
    is_valid: fn(&[String]) -> bool,
}

impl Cursor {
    /// A cursor with the values of these string attributes, in this order. `is_valid` returns whether values can be a key
    /// of the list, because a token is not secret.
    pub const fn new(attributes: &'static [&'static str], is_valid: fn(&[String]) -> bool) -> Self {
        Self { attributes, is_valid }
    }

    /// One value is encoded as text, several values as a list.
    pub(crate) fn encode(self, key: &Item) -> Result<String> {
        let values: Vec<String> = self.attributes.iter().map(|name| string(key, name)).collect();
        if let [value] = values.as_slice() { encode_token(value) } else { encode_token(&values) }
    }

    /// The attributes in the cursor of a token.
    ///
    /// # Errors
    /// [`crate::Error::Invalid`] if the cursor is not one of this list.
    pub(crate) fn decode(self, token: &str) -> Result<Item> {
        let values = if self.attributes.len() == 1 { vec![decode_token(token)?] } else { decode_token(token)? };
        let are_keys = values.iter().all(|value: &String| (1..=MAX_SORT_KEY).contains(&value.len()));
        if values.len() != self.attributes.len() || !are_keys || !(self.is_valid)(&values) {
            return Err(unknown_token());
        }
        let names = self.attributes.iter().map(|name| (*name).to_owned());
        Ok(names.zip(values.into_iter().map(super::text)).collect())
    }
}

/// Sends one request for each query concurrently and returns the slices in no order.
///
/// # Errors
/// As [`Query::slice`].
pub async fn slices<'a, T: FromItem>(queries: impl IntoIterator<Item = Query<'a>>) -> Result<Vec<Slice<T>>> {
    concurrently(queries.into_iter().map(Query::slice).collect()).await
}

/// Reads the next slice of several partitions, merged in the given order of their sort keys.
///
/// # Errors
/// As [`Query::slice`].
pub async fn merged<'a, T: FromItem>(order: Order, queries: impl IntoIterator<Item = Query<'a>>) -> Result<Slice<T>> {
    let slices = concurrently(queries.into_iter().map(|query| query.order(order).slice()).collect()).await?;
    Ok(shards::merge(slices, order))
}

/// Reads a page of at most `max` items of several partitions, merged in the given order of their sort keys. The start and
/// the limit of the queries are set here. The token of a page contains the last sort key.
///
/// # Errors
/// [`crate::Error::Invalid`] if the token cannot be one of an ordered list.
pub async fn merged_page<'a, T: FromItem>(
    order: Order,
    max: u16,
    next_token: Option<&str>,
    queries: impl IntoIterator<Item = Query<'a>>,
) -> Result<Page<T>> {
    let after = shards::decode_cursor(next_token)?;
    let queries = queries.into_iter().map(|query| query.after(after.as_deref()).limit(max.into()));
    merged(order, queries).await?.truncated(max.into()).into_page()
}

/// Reads all items of several partitions, in no order.
///
/// # Errors
/// As [`Query::slice`].
pub async fn all<'a, T: FromItem>(queries: impl IntoIterator<Item = Query<'a>>) -> Result<Vec<T>> {
    let all = concurrently(queries.into_iter().map(Query::all).collect()).await?;
    Ok(all.into_iter().flatten().collect())
}

/// Runs the requests concurrently and returns their results in no order. It takes a vector, because the compiler cannot
/// prove that a stream that creates borrowing requests is `Send`.
pub(super) async fn concurrently<T>(requests: Vec<impl Future<Output = Result<T>>>) -> Result<Vec<T>> {
    stream::iter(requests).buffer_unordered(CONCURRENCY).try_collect().await
}

/// Reads a page of at most `max` items of the partitions 0 to `count` - 1, in no order. `query` returns the query of a
/// partition after a sort key (`None`: from its start); its limit is set here. `is_valid` returns whether a cursor of a
/// token can be a sort key of the list.
///
/// # Errors
/// [`crate::Error::Invalid`] if the token is not one of this list.
pub async fn sharded_page<'a, T: FromItem>(
    count: u32,
    max: usize,
    next_token: Option<&str>,
    is_valid: impl Fn(&str) -> bool,
    query: impl Fn(u32, Option<&str>) -> Query<'a>,
) -> Result<Page<T>> {
    let read = |shard, after: Option<String>, limit| query(shard, after.as_deref()).limit(limit).slice();
    shards::page(count, max, next_token, is_valid, read).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Error,
        table::{CompositeKey, Index, Raw, SimpleKey, testing::readable, text},
    };
    use aws_sdk_dynamodb::operation::query::QueryInput;
    use futures::executor::block_on;
    use rstest::rstest;

    const KEY: CompositeKey = CompositeKey::new("dayShard", "slip");
    const BY_STATE: Index = Index::new("byState", "state", "dueAt");

    fn table() -> Table {
        Table::unconnected("Slips", KEY)
    }

    fn input(query: impl Fn(Query<'_>) -> Query<'_>) -> QueryInput {
        let table = table();
        query(table.query(KEY.partition("2026-11-23#1"))).request().as_input().clone().build().unwrap()
    }

    fn keys(input: &QueryInput) -> String {
        let (names, values) = (input.expression_attribute_names.as_ref(), input.expression_attribute_values.as_ref());
        readable(input.key_condition_expression.as_deref().unwrap(), names, values)
    }

    #[rstest]
    #[case::partition(input(|query| query), "dayShard = \"2026-11-23#1\"")]
    #[case::prefix(input(|query| query.beginning_with("A#")), "dayShard = \"2026-11-23#1\" AND begins_with(slip, \"A#\")")]
    #[case::range(input(|query| query.between("A", "B")), "dayShard = \"2026-11-23#1\" AND slip BETWEEN \"A\" AND \"B\"")]
    #[case::one(input(|query| query.equal_to("A")), "dayShard = \"2026-11-23#1\" AND slip = \"A\"")]
    #[case::from(input(|query| query.from("A")), "dayShard = \"2026-11-23#1\" AND slip >= \"A\"")]
    #[case::until(input(|query| query.until("A")), "dayShard = \"2026-11-23#1\" AND slip <= \"A\"")]
    #[case::after(input(|query| query.after(Some("A"))), "dayShard = \"2026-11-23#1\" AND slip > \"A\"")]
    #[case::start(input(|query| query.after(None)), "dayShard = \"2026-11-23#1\"")]
    #[case::after_descending(input(|query| query.after(Some("A")).newest_first()), "dayShard = \"2026-11-23#1\" AND slip < \"A\"")]
    fn a_query_reads_its_partition_and_range(#[case] input: QueryInput, #[case] expected: &str) {
        assert_eq!(keys(&input), expected);
        assert_eq!(input.table_name.as_deref(), Some("Slips"));
        assert_eq!((input.index_name, input.limit, input.consistent_read), (None, None, None));
    }

    #[rstest]
    #[case::ascending(Order::Ascending, None)]
    #[case::descending(Order::Descending, Some(false))]
    fn a_query_has_its_order(#[case] order: Order, #[case] forward: Option<bool>) {
        assert_eq!(input(|query| query.order(order)).scan_index_forward, forward);
    }

    #[test]
    fn a_query_has_limit_consistency_filter_and_projection() {
        let filter = || attribute("status").equals("PACKED");
        let input = input(|query| query.limit(7).consistent().filter(filter()).project(["slip", "status"]));
        assert_eq!((input.limit, input.consistent_read), (Some(7), Some(true)));
        let names = input.expression_attribute_names.as_ref();
        let text = |expression: &str| readable(expression, names, input.expression_attribute_values.as_ref());
        assert_eq!(text(input.filter_expression.as_deref().unwrap()), "status = \"PACKED\"");
        assert_eq!(text(input.projection_expression.as_deref().unwrap()), "slip, status");
        assert_eq!(names.unwrap().len(), 3);
    }

    #[test]
    fn a_query_of_an_index_starts_after_a_key_of_index_and_table() {
        let table = table();
        let key = BY_STATE.of("FAILED", "2026").and(SimpleKey::new("uuid").of("1"));
        let query = table.query(BY_STATE.partition("FAILED")).start_after(key.clone());
        let input = query.request().as_input().clone().build().unwrap();
        assert_eq!(input.index_name.as_deref(), Some("byState"));
        assert_eq!(keys(&input), "state = \"FAILED\"");
        assert_eq!(input.exclusive_start_key, Some(key.into()));
    }

    #[test]
    fn a_merged_page_of_no_partitions_is_empty_and_the_last() {
        let page = block_on(merged_page::<Raw>(Order::Descending, 100, None, [])).unwrap();
        assert!(page.items.is_empty() && page.next_token.is_none());
    }

    #[test]
    fn a_merged_page_rejects_a_token_of_another_list() {
        let token = encode_token(&["A", "B"]).unwrap();
        let page = block_on(merged_page::<Raw>(Order::Descending, 100, Some(&token), []));
        assert!(matches!(page, Err(Error::Invalid(_))));
    }

    const ONE: Cursor = Cursor::new(&["slip"], |values| values.iter().all(|value| value.contains('#')));
    const TWO: Cursor = Cursor::new(&["uuid", "dueAt"], |_| true);

    #[test]
    fn a_cursor_of_one_attribute_is_text_and_of_two_a_list() {
        let key = Item::from(
            [("dayShard", "1"), ("slip", "A#1"), ("uuid", "u"), ("dueAt", "d")]
                .map(|(name, value)| (name.to_owned(), text(value))),
        );
        let one = ONE.encode(&key).unwrap();
        assert_eq!(decode_token::<String>(&one).unwrap(), "A#1");
        assert_eq!(ONE.decode(&one).unwrap(), Item::from([("slip".into(), text("A#1"))]));
        let two = TWO.encode(&key).unwrap();
        assert_eq!(decode_token::<(String, String)>(&two).unwrap(), ("u".into(), "d".into()));
        assert_eq!(TWO.decode(&two).unwrap(), Item::from([("uuid".into(), text("u")), ("dueAt".into(), text("d"))]));
    }

    #[rstest]
    #[case::not_valid(ONE, encode_token(&"A"))]
    #[case::empty(ONE, encode_token(&""))]
    #[case::too_long(ONE, encode_token(&"#".repeat(1025)))]
    #[case::list_instead_of_text(ONE, encode_token(&["A#1"]))]
    #[case::text_instead_of_list(TWO, encode_token(&"u"))]
    #[case::too_few(TWO, encode_token(&["u"]))]
    #[case::too_many(TWO, encode_token(&["u", "d", "x"]))]
    #[case::an_empty_value(TWO, encode_token(&["u", ""]))]
    fn rejects_a_cursor_that_no_page_made(#[case] cursor: Cursor, #[case] token: Result<String>) {
        assert!(matches!(cursor.decode(&token.unwrap()), Err(Error::Invalid(_))));
    }
}
