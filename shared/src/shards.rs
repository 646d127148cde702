//! Lists that are spread over several partitions of a table, so that no partition is hot. Each partition is sorted by
//! its sort key and is read in slices.
//!
//! [`crate::table::sharded_page`] reads an unordered list: its token holds the cursor of each partition.
//! [`crate::table::merged`] reads a list in the order of the sort keys across all partitions: its token holds a single
//! cursor.

use crate::{
    Page, Result,
    page::{FilledBytes, decode_token, encode_token, unknown_token},
};
use futures::{StreamExt, TryStreamExt, stream};
use std::{cmp::Ordering, collections::BTreeMap};

/// The number of partitions that are read concurrently.
pub(crate) const CONCURRENCY: usize = 16;
/// The maximum size of a sort key in DynamoDB, in bytes.
pub(crate) const MAX_SORT_KEY: usize = 1024;

/// The direction in which a partition is read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Order {
    /// Ascending by sort key.
    Ascending,
    /// Descending by sort key: newest first if the keys are times.
    Descending,
}

impl Order {
    fn compare(self, one: &str, other: &str) -> Ordering {
        match self {
            Self::Ascending => one.cmp(other),
            Self::Descending => other.cmp(one),
        }
    }
}

/// Consecutive items of a list.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Slice<T> {
    /// The items with their sort keys.
    pub items: Vec<(String, T)>,
    /// The last sort key that was read. `None` at the end of the list.
    pub cursor: Option<String>,
}

impl<T> Slice<T> {
    /// The first `max` items. `max` must not be 0.
    #[must_use]
    pub fn truncated(mut self, max: usize) -> Self {
        if self.items.len() > max {
            self.items.truncate(max);
            self.cursor = self.items.last().map(|(key, _)| key.clone());
        }
        self
    }

    /// The first items that fit on a page with their sizes in a response, at least one.
    #[must_use]
    pub fn within_a_page(self, row_bytes: impl Fn(&T) -> usize) -> Self {
        let fitting = FilledBytes::default().add_fitting(self.items.iter().map(|(_, item)| row_bytes(item)));
        self.truncated(fitting.max(1))
    }

    /// The slice with other items.
    #[must_use]
    pub fn map<U>(self, map: impl Fn(T) -> U) -> Slice<U> {
        Slice { items: self.items.into_iter().map(|(key, item)| (key, map(item))).collect(), cursor: self.cursor }
    }

    /// The slice as a page. [`decode_cursor`] reads the cursor of its token.
    pub fn into_page(self) -> Result<Page<T>> {
        let next_token = self.cursor.as_ref().map(encode_token).transpose()?;
        Ok(Page { items: self.items.into_iter().map(|(_, item)| item).collect(), next_token })
    }
}

/// The cursor in a token of [`Slice::into_page`]; `None` for the first page.
///
/// # Errors
/// [`crate::Error::Invalid`] if the cursor cannot be a sort key, which DynamoDB would reject.
pub fn decode_cursor(next_token: Option<&str>) -> Result<Option<String>> {
    let cursor = next_token.map(decode_token::<String>).transpose()?;
    let valid = cursor.as_ref().is_none_or(|cursor| (1..=MAX_SORT_KEY).contains(&cursor.len()));
    if valid { Ok(cursor) } else { Err(unknown_token()) }
}

/// Merges slices up to the first cursor: after it, a partition can have unread items.
pub(crate) fn merge<T>(slices: Vec<Slice<T>>, order: Order) -> Slice<T> {
    let cursors = slices.iter().filter_map(|slice| slice.cursor.as_ref());
    let cursor = cursors.min_by(|one, other| order.compare(one, other)).cloned();
    let mut items: Vec<_> = slices.into_iter().flat_map(|slice| slice.items).collect();
    items.sort_by(|(one, _), (other, _)| order.compare(one, other));
    if let Some(cursor) = &cursor {
        items.truncate(items.partition_point(|(key, _)| order.compare(key, cursor).is_le()));
    }
    Slice { items, cursor }
}

/// The position in an unordered list: for each partition with unread items, the last sort key that was read. Empty
/// before the first read.
type Position = BTreeMap<u32, String>;

/// Reads a page of at most `max` items of the partitions 0 to `count` - 1, in no order. `read` returns a slice of a
/// partition after a cursor (`None`: from the start) with at most the given number of items. `valid` returns whether a
/// cursor of a token can be a sort key of the list.
///
/// # Errors
/// [`crate::Error::Invalid`] if the token is not one of this list.
pub(crate) async fn page<T, Read>(
    count: u32,
    max: usize,
    next_token: Option<&str>,
    valid: impl Fn(&str) -> bool,
    read: impl Fn(u32, Option<String>, i32) -> Read,
) -> Result<Page<T>>
where
    Read: Future<Output = Result<Slice<T>>>,
{
    let mut position: Position = match next_token {
        Some(token) => decode_token(token).and_then(|position| check_position(position, count, valid))?,
        None => (0..count).map(|shard| (shard, String::new())).collect(),
    };
    // A page with fewer items than partitions reads one item of each of the first partitions. Later pages read the
    // others.
    let partitions = position.len().min(max).max(1);
    let limit = i32::try_from(max / partitions).unwrap_or(i32::MAX).max(1);
    let first_unread = position.keys().nth(partitions).copied();
    let unread = first_unread.map(|first| position.split_off(&first)).unwrap_or_default();
    let slices: Vec<(u32, Slice<T>)> = stream::iter(position)
        .map(|(shard, after)| {
            let slice = read(shard, Some(after).filter(|after| !after.is_empty()), limit);
            async move { Ok((shard, slice.await?)) }
        })
        .buffered(CONCURRENCY)
        .try_collect()
        .await?;
    let (mut items, mut position) = (Vec::new(), unread);
    for (shard, slice) in slices {
        items.extend(slice.items.into_iter().map(|(_, item)| item));
        position.extend(slice.cursor.map(|cursor| (shard, cursor)));
    }
    let next_token = if position.is_empty() { None } else { Some(encode_token(&position)?) };
    Ok(Page { items, next_token })
}

fn check_position(position: Position, count: u32, valid: impl Fn(&str) -> bool) -> Result<Position> {
    let is_valid = |(shard, after): (&u32, &String)| *shard < count && after.len() <= MAX_SORT_KEY && valid(after);
    if !position.is_empty() && position.iter().all(is_valid) { Ok(position) } else { Err(unknown_token()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Error, page::MAX_ROWS_BYTES, table};
    use futures::executor::block_on;
    use proptest::prelude::*;
    use rstest::rstest;
    use serde_json::{Value, json};
    use std::collections::BTreeSet;

    /// A slice whose items are these letters. With `more`, the list continues after them.
    fn letters(items: &str, more: bool) -> Slice<()> {
        let items: Vec<_> = items.chars().map(|letter| (letter.to_string(), ())).collect();
        let cursor = items.last().filter(|_| more).map(|(key, ())| key.clone());
        Slice { items, cursor }
    }

    #[rstest]
    #[case::all_complete(Order::Ascending, &[("bd", false), ("ac", false)], "abcd", None)]
    #[case::all_empty(Order::Ascending, &[("", false), ("", false)], "", None)]
    #[case::no_partition(Order::Ascending, &[], "", None)]
    #[case::two_have_more(Order::Ascending, &[("adg", true), ("be", false), ("cfz", true)], "abcdefg", Some("g"))]
    #[case::all_have_more(Order::Ascending, &[("bd", true), ("ace", true)], "abcd", Some("d"))]
    #[case::one_has_more(Order::Ascending, &[("ab", true), ("c", false)], "ab", Some("b"))]
    #[case::the_last_has_more(Order::Ascending, &[("c", true), ("ab", false)], "abc", Some("c"))]
    #[case::newest_first(Order::Descending, &[("db", false), ("ca", false)], "dcba", None)]
    #[case::newest_first_with_more(Order::Descending, &[("fe", true), ("da", true)], "fe", Some("e"))]
    fn merges_slices_up_to_the_first_cursor(
        #[case] order: Order,
        #[case] partitions: &[(&str, bool)],
        #[case] items: &str,
        #[case] cursor: Option<&str>,
    ) {
        let merged = merge(partitions.iter().map(|(items, more)| letters(items, *more)).collect(), order);
        assert_eq!(merged, Slice { items: letters(items, false).items, cursor: cursor.map(str::to_owned) });
    }

    #[rstest]
    #[case::more_than_the_maximum(letters("abc", false), 2, letters("ab", true))]
    #[case::exactly_the_maximum(letters("ab", false), 2, letters("ab", false))]
    #[case::fewer_with_a_cursor(letters("ab", true), 9, letters("ab", true))]
    fn truncation_sets_the_cursor(#[case] slice: Slice<()>, #[case] max: usize, #[case] expected: Slice<()>) {
        assert_eq!(slice.truncated(max), expected);
    }

    #[test]
    fn a_slice_ends_where_the_page_is_full() {
        let half = MAX_ROWS_BYTES / 2;
        let within = |bytes: usize| letters("abc", false).within_a_page(|()| bytes);
        assert_eq!(within(half), letters("ab", true));
        assert_eq!(within(half + 1), letters("a", true));
        assert_eq!(within(3 * half), letters("a", true));
        assert_eq!(within(1), letters("abc", false));
        assert_eq!(letters("", false).within_a_page(|()| 1), letters("", false));
    }

    #[test]
    fn the_token_of_an_ordered_page_contains_its_cursor() -> Result<()> {
        let page = letters("ab", true).into_page()?;
        assert_eq!(decode_cursor(page.next_token.as_deref())?.as_deref(), Some("b"));
        assert_eq!(decode_cursor(letters("ab", false).into_page()?.next_token.as_deref())?, None);
        Ok(())
    }

    #[rstest]
    #[case::empty("")]
    #[case::longer_than_a_sort_key(&"A".repeat(1025))]
    fn rejects_a_cursor_that_cannot_be_a_sort_key(#[case] cursor: &str) {
        assert!(matches!(decode_cursor(encode_token(&cursor).ok().as_deref()), Err(Error::Invalid(_))));
    }

    #[rstest]
    #[case::valid(json!({ "3": "CHI_0001#1" }), true)]
    #[case::empty(json!({}), false)]
    #[case::unknown_partition(json!({ "8": "A#1" }), false)]
    #[case::invalid_cursor(json!({ "0": "" }), false)]
    #[case::one_invalid_cursor_of_two(json!({ "0": "A#1", "1": "" }), false)]
    #[case::longer_than_a_sort_key(json!({ "0": "A".repeat(1025) }), false)]
    #[case::cursor_of_an_ordered_list(json!("A#1"), false)]
    fn accepts_only_positions_of_the_list(#[case] position: Value, #[case] valid: bool) {
        let token = encode_token(&position).unwrap();
        let read = |_, _, _| async { Ok(letters("", false)) };
        let page = block_on(page(8, 100, Some(&token), |after| !after.is_empty(), read));
        assert_eq!(page.is_ok(), valid);
        assert!(valid || matches!(page, Err(Error::Invalid(_))));
    }

    /// Reads a slice as DynamoDB does. The slice can have a cursor although no items follow it.
    fn read_keys<'a>(partition: impl Iterator<Item = &'a String>, limit: usize) -> Slice<String> {
        let items: Vec<_> = partition.take(limit).map(|key| (key.clone(), key.clone())).collect();
        let cursor = items.last().filter(|_| items.len() == limit).map(|(key, _)| key.clone());
        Slice { items, cursor }
    }

    fn is_in_shard(key: &str, shard: u32, shards: u32) -> bool {
        table::shard(key, shards) == shard
    }

    proptest! {
        #[test]
        fn ordered_pages_contain_each_item_once_in_order(
            keys in prop::collection::btree_set("[a-z]{1,3}", 0..60),
            shards in 1_u32..9,
            limit in 1_usize..7,
            max in 1_usize..9,
            descending: bool,
        ) {
            let order = if descending { Order::Descending } else { Order::Ascending };
            let mut all: Vec<&String> = keys.iter().collect();
            all.sort_by(|one, other| order.compare(one, other));
            let (mut keys_read, mut after) = (Vec::new(), None::<String>);
            loop {
                let is_next = |key: &&&String| {
                    after.as_ref().is_none_or(|after| order.compare(key, after).is_gt())
                };
                let slice = |shard| {
                    let in_shard = all.iter().filter(is_next).filter(|key| is_in_shard(key, shard, shards));
                    read_keys(in_shard.copied(), limit)
                };
                let slice = merge((0..shards).map(slice).collect(), order).truncated(max);
                prop_assert!(slice.items.len() <= max);
                prop_assert!(slice.cursor.is_none() || !slice.items.is_empty(), "the page is empty but not the last");
                keys_read.extend(slice.items.into_iter().map(|(key, _)| key));
                after = slice.cursor;
                if after.is_none() {
                    break;
                }
            }
            prop_assert_eq!(keys_read.iter().collect::<Vec<_>>(), all);
        }

        #[test]
        fn unordered_pages_contain_each_item_once_and_keep_the_maximum(
            keys in prop::collection::btree_set("[a-z]{1,3}", 0..60),
            shards in 1_u32..9,
            max in 1_usize..20,
        ) {
            let (mut all, mut next_token) = (BTreeSet::new(), None::<String>);
            loop {
                let read = |shard, after: Option<String>, limit: i32| {
                    let in_shard = keys.iter().filter(|key| is_in_shard(key, shard, shards));
                    let remaining = in_shard.filter(|key| after.as_ref().is_none_or(|after| *key > after));
                    std::future::ready(Ok(read_keys(remaining, usize::try_from(limit).unwrap())))
                };
                let page = block_on(page(shards, max, next_token.as_deref(), |_| true, read)).unwrap();
                prop_assert!(page.items.len() <= max);
                prop_assert!(page.items.into_iter().all(|key| all.insert(key)), "duplicate item");
                next_token = page.next_token;
                if next_token.is_none() {
                    break;
                }
            }
            prop_assert_eq!(all, keys);
        }
    }
}
