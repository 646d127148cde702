//! Lists that are spread over several partitions of a table, so that none is a hot one. Each partition is in the order
//! of its sort key, and is read a stretch at a time.
//!
//! [`page`] is such a list in no order of its own: its token says where each partition stopped. [`in_order`] is one in
//! the order of the sort keys, whatever partition they lie in: a single [`place`] says where it stopped.

use crate::{
    Page, Result,
    dynamo::{self, Item, text},
    page::{decode_token, encode_token, unknown_token},
};
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use futures::{StreamExt, TryStreamExt, stream};
use std::{cmp::Ordering, collections::BTreeMap};

/// Partitions that are read at once.
const AT_ONCE: usize = 16;
/// Bytes of the longest sort key that DynamoDB takes.
const LONGEST: usize = 1024;

/// The direction in which a partition is read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Order {
    /// From the least sort key on.
    Rising,
    /// From the greatest sort key on: the newest first, where keys are times.
    Falling,
}

impl Order {
    fn compare(self, one: &str, other: &str) -> Ordering {
        match self {
            Self::Rising => one.cmp(other),
            Self::Falling => other.cmp(one),
        }
    }
}

/// Some items of a list, one after the other.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Stretch<T> {
    /// The items, each with its sort key.
    pub items: Vec<(String, T)>,
    /// The sort key up to which the list was read, where there may be more after it.
    pub end: Option<String>,
}

impl<T> Stretch<T> {
    /// The stretch of what `read` makes of the items.
    ///
    /// # Errors
    /// Those of `read`.
    pub fn try_map<U>(self, read: impl Fn(T) -> Result<U>) -> Result<Stretch<U>> {
        let items = self.items.into_iter().map(|(key, item)| Ok((key, read(item)?))).collect::<Result<_>>()?;
        Ok(Stretch { items, end: self.end })
    }

    /// The first items, `most` (which is not 0) at the most.
    #[must_use]
    pub fn first(mut self, most: usize) -> Self {
        if self.items.len() > most {
            self.items.truncate(most);
            self.end = self.items.last().map(|(key, _)| key.clone());
        }
        self
    }

    /// The stretch as a page of its list, whose token [`place`] reads.
    pub fn into_page(self) -> Result<Page<T>> {
        let next_token = self.end.as_ref().map(encode_token).transpose()?;
        Ok(Page { items: self.items.into_iter().map(|(_, item)| item).collect(), next_token })
    }
}

/// Where a list in order goes on, as the token of [`Stretch::into_page`] tells; `None` at its begin.
///
/// # Errors
/// [`crate::Error::Invalid`] where it can be no place: DynamoDB would call it a failure of ours.
pub fn place(next_token: Option<&str>) -> Result<Option<String>> {
    let place = next_token.map(decode_token::<String>).transpose()?;
    let possible = place.as_ref().is_none_or(|place| (1..=LONGEST).contains(&place.len()));
    if possible { Ok(place) } else { Err(unknown_token()) }
}

/// Sends `query`, which is about one partition of the list that `sort_key` names the order of.
pub async fn stretch(query: QueryFluentBuilder, sort_key: &str) -> Result<Stretch<Item>> {
    let answer = query.send().await.map_err(dynamo::failure)?;
    let place = |item: &Item| item.get(sort_key).and_then(|key| key.as_s().ok()).cloned();
    let end = answer.last_evaluated_key.as_ref().and_then(place);
    let items = answer.items.unwrap_or_default().into_iter();
    Ok(Stretch { items: items.map(|item| (place(&item).unwrap_or_default(), item)).collect(), end })
}

/// Sends `query` for what comes next, in that order, in the `partition` (its key's name, and its own): after the place
/// `after`, or from the partition's begin. `sort_key` is the name of the key that orders it.
pub async fn next_of(
    query: QueryFluentBuilder,
    order: Order,
    (partition_key, partition): (&str, String),
    (sort_key, after): (&str, Option<&str>),
) -> Result<Stretch<Item>> {
    let query = query
        .scan_index_forward(order == Order::Rising)
        // By placeholders: some keys are called what DynamoDB keeps for itself.
        .expression_attribute_names("#partition", partition_key)
        .expression_attribute_values(":partition", text(partition));
    let beyond = match order {
        Order::Rising => "#partition = :partition AND #place > :after",
        Order::Falling => "#partition = :partition AND #place < :after",
    };
    let query = match after {
        None => query.key_condition_expression("#partition = :partition"),
        Some(after) => query
            .key_condition_expression(beyond)
            .expression_attribute_names("#place", sort_key)
            .expression_attribute_values(":after", text(after)),
    };
    stretch(query, sort_key).await
}

/// What comes next of all `partitions` together, in that order, as far as all of them were read. `read` answers a
/// partition's next stretch.
pub async fn in_order<P, T, Read>(
    partitions: impl IntoIterator<Item = P>,
    order: Order,
    read: impl Fn(P) -> Read,
) -> Result<Stretch<T>>
where
    Read: Future<Output = Result<Stretch<T>>>,
{
    let stretches = stream::iter(partitions).map(read).buffer_unordered(AT_ONCE).try_collect().await?;
    Ok(merge(stretches, order))
}

/// An item is in it only where no partition can have an earlier one that was not read.
fn merge<T>(stretches: Vec<Stretch<T>>, order: Order) -> Stretch<T> {
    let ends = stretches.iter().filter_map(|stretch| stretch.end.as_ref());
    let end = ends.min_by(|one, other| order.compare(one, other)).cloned();
    let mut items: Vec<_> = stretches.into_iter().flat_map(|stretch| stretch.items).collect();
    items.sort_by(|(one, _), (other, _)| order.compare(one, other));
    if let Some(end) = &end {
        items.truncate(items.partition_point(|(key, _)| order.compare(key, end).is_le()));
    }
    Stretch { items, end }
}

/// Where a list in no order stopped: for each partition that has more, the last sort key that was read (empty: none yet).
type Position = BTreeMap<u32, String>;

/// A page of at most `most` items of partitions that are numbered from 0 and `count` in all. `read` answers the stretch
/// of a partition after a place (`None`: from its begin) that has so many items at the most; `possible` knows which
/// places a token can name.
///
/// # Errors
/// [`crate::Error::Invalid`] where the token is not one that this list gave out.
pub async fn page<T, Read>(
    count: u32,
    most: usize,
    next_token: Option<&str>,
    possible: impl Fn(&str) -> bool,
    read: impl Fn(u32, Option<String>, i32) -> Read,
) -> Result<Page<T>>
where
    Read: Future<Output = Result<Stretch<T>>>,
{
    let mut position: Position = match next_token {
        Some(token) => decode_token(token).and_then(|position| known(position, count, possible))?,
        None => (0..count).map(|shard| (shard, String::new())).collect(),
    };
    // A page of fewer items than there are partitions is read from as many as it has items; the others wait.
    let side_by_side = position.len().min(most).max(1);
    let limit = i32::try_from(most / side_by_side).unwrap_or(i32::MAX).max(1);
    let waiting = position.keys().nth(side_by_side).copied();
    let rest = waiting.map(|first| position.split_off(&first)).unwrap_or_default();
    let stretches: Vec<(u32, Stretch<T>)> = stream::iter(position)
        .map(|(shard, after)| {
            let stretch = read(shard, Some(after).filter(|after| !after.is_empty()), limit);
            async move { Ok((shard, stretch.await?)) }
        })
        .buffered(AT_ONCE)
        .try_collect()
        .await?;
    let (mut items, mut position) = (Vec::new(), rest);
    for (shard, stretch) in stretches {
        items.extend(stretch.items.into_iter().map(|(_, item)| item));
        position.extend(stretch.end.map(|end| (shard, end)));
    }
    let next_token = if position.is_empty() { None } else { Some(encode_token(&position)?) };
    Ok(Page { items, next_token })
}

fn known(position: Position, count: u32, possible: impl Fn(&str) -> bool) -> Result<Position> {
    let own = |(shard, after): (&u32, &String)| *shard < count && after.len() <= LONGEST && possible(after);
    if !position.is_empty() && position.iter().all(own) { Ok(position) } else { Err(unknown_token()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Error;
    use futures::executor::block_on;
    use proptest::prelude::*;
    use rstest::rstest;
    use serde_json::{Value, json};
    use std::collections::BTreeSet;

    /// The stretch of these letters, after the last of which there may be more.
    fn letters(items: &str, more: bool) -> Stretch<()> {
        let items: Vec<_> = items.chars().map(|letter| (letter.to_string(), ())).collect();
        let end = items.last().filter(|_| more).map(|(key, ())| key.clone());
        Stretch { items, end }
    }

    #[rstest]
    #[case::all_was_read(Order::Rising, &[("bd", false), ("ac", false)], "abcd", None)]
    #[case::nothing_is_there(Order::Rising, &[("", false), ("", false)], "", None)]
    #[case::no_partition(Order::Rising, &[], "", None)]
    #[case::two_have_more(Order::Rising, &[("adg", true), ("be", false), ("cfz", true)], "abcdefg", Some("g"))]
    #[case::all_have_more(Order::Rising, &[("bd", true), ("ace", true)], "abcd", Some("d"))]
    #[case::one_has_more(Order::Rising, &[("ab", true), ("c", false)], "ab", Some("b"))]
    #[case::the_last_has_more(Order::Rising, &[("c", true), ("ab", false)], "abc", Some("c"))]
    #[case::newest_first(Order::Falling, &[("db", false), ("ca", false)], "dcba", None)]
    #[case::newest_first_with_more(Order::Falling, &[("fe", true), ("da", true)], "fe", Some("e"))]
    fn partitions_together_end_where_the_first_that_has_more_was_read_to(
        #[case] order: Order,
        #[case] partitions: &[(&str, bool)],
        #[case] items: &str,
        #[case] end: Option<&str>,
    ) {
        let merged = merge(partitions.iter().map(|(items, more)| letters(items, *more)).collect(), order);
        assert_eq!(merged, Stretch { items: letters(items, false).items, end: end.map(str::to_owned) });
    }

    #[rstest]
    #[case::more_than_wanted(letters("abc", false), 2, letters("ab", true))]
    #[case::as_many_as_wanted(letters("ab", false), 2, letters("ab", false))]
    #[case::fewer_and_more_to_read(letters("ab", true), 9, letters("ab", true))]
    fn what_is_cut_off_is_more(#[case] read: Stretch<()>, #[case] most: usize, #[case] first: Stretch<()>) {
        assert_eq!(read.first(most), first);
    }

    #[test]
    fn a_page_in_order_goes_on_from_the_place_that_its_token_tells() -> Result<()> {
        let page = letters("ab", true).into_page()?;
        assert_eq!(place(page.next_token.as_deref())?.as_deref(), Some("b"));
        assert_eq!(place(letters("ab", false).into_page()?.next_token.as_deref())?, None);
        Ok(())
    }

    #[rstest]
    #[case::empty("")]
    #[case::longer_than_any_key(&"A".repeat(1025))]
    fn a_place_that_no_key_can_have_is_unknown(#[case] text: &str) {
        assert!(matches!(place(encode_token(&text).ok().as_deref()), Err(Error::Invalid(_))));
    }

    #[rstest]
    #[case::one_of_the_list(json!({ "3": "CHI_0001#1" }), true)]
    #[case::none(json!({}), false)]
    #[case::a_partition_that_there_is_not(json!({ "8": "A#1" }), false)]
    #[case::a_place_that_the_list_does_not_have(json!({ "0": "" }), false)]
    #[case::one_such_of_two(json!({ "0": "A#1", "1": "" }), false)]
    #[case::longer_than_any_key(json!({ "0": "A".repeat(1025) }), false)]
    #[case::the_place_of_a_list_in_order(json!("A#1"), false)]
    fn a_position_of_somebody_elses_making_is_unknown(#[case] position: Value, #[case] own: bool) {
        let token = encode_token(&position).unwrap();
        let read = |_, _, _| async { Ok(letters("", false)) };
        let page = block_on(page(8, 100, Some(&token), |after| !after.is_empty(), read));
        assert_eq!(page.is_ok(), own);
        assert!(own || matches!(page, Err(Error::Invalid(_))));
    }

    /// What DynamoDB answers about a partition: it may say that there is more where there is none.
    fn answer<'a>(partition: impl Iterator<Item = &'a String>, limit: usize) -> Stretch<String> {
        let items: Vec<_> = partition.take(limit).map(|key| (key.clone(), key.clone())).collect();
        let end = items.last().filter(|_| items.len() == limit).map(|(key, _)| key.clone());
        Stretch { items, end }
    }

    fn is_of(key: &str, shard: u32, shards: u32) -> bool {
        dynamo::shard(key, shards) == shard
    }

    proptest! {
        #[test]
        fn pages_in_order_are_together_everything_once_and_in_order(
            keys in prop::collection::btree_set("[a-z]{1,3}", 0..60),
            shards in 1_u32..9,
            limit in 1_usize..7,
            most in 1_usize..9,
            falling: bool,
        ) {
            let order = if falling { Order::Falling } else { Order::Rising };
            let mut all: Vec<&String> = keys.iter().collect();
            all.sort_by(|one, other| order.compare(one, other));
            let (mut read, mut after) = (Vec::new(), None::<String>);
            loop {
                let is_next = |key: &&&String| {
                    after.as_ref().is_none_or(|after| order.compare(key, after).is_gt())
                };
                let stretch = |shard| {
                    let own = all.iter().filter(is_next).filter(|key| is_of(key, shard, shards));
                    std::future::ready(Ok(answer(own.copied(), limit)))
                };
                let stretch = block_on(in_order(0..shards, order, stretch)).unwrap().first(most);
                prop_assert!(stretch.items.len() <= most);
                prop_assert!(stretch.end.is_none() || !stretch.items.is_empty(), "a page without progress");
                read.extend(stretch.items.into_iter().map(|(key, _)| key));
                after = stretch.end;
                if after.is_none() {
                    break;
                }
            }
            prop_assert_eq!(read.iter().collect::<Vec<_>>(), all);
        }

        #[test]
        fn pages_in_no_order_are_together_everything_once_and_never_longer_than_asked(
            keys in prop::collection::btree_set("[a-z]{1,3}", 0..60),
            shards in 1_u32..9,
            most in 1_usize..20,
        ) {
            let (mut all, mut next_token) = (BTreeSet::new(), None::<String>);
            loop {
                let read = |shard, after: Option<String>, limit: i32| {
                    let own = keys.iter().filter(|key| is_of(key, shard, shards));
                    let rest = own.filter(|key| after.as_ref().is_none_or(|after| *key > after));
                    std::future::ready(Ok(answer(rest, usize::try_from(limit).unwrap())))
                };
                let page = block_on(page(shards, most, next_token.as_deref(), |_| true, read)).unwrap();
                prop_assert!(page.items.len() <= most);
                prop_assert!(page.items.into_iter().all(|key| all.insert(key)), "an item twice");
                next_token = page.next_token;
                if next_token.is_none() {
                    break;
                }
            }
            prop_assert_eq!(all, keys);
        }
    }
}
