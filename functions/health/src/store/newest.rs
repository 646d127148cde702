//! The newest entries of several partitions as one list.

use aws_sdk_dynamodb::Client;
use futures::{StreamExt, TryStreamExt, stream};
use shared::{
    Page, Result,
    dynamo::{self, Item, text},
    page,
};

/// Partitions that are read at once.
const AT_ONCE: usize = 8;
/// The longest place in a list, in bytes.
const LONGEST: usize = 400;

/// A table or an index whose partitions are in the order of their sort key.
#[derive(Clone, Copy, Debug)]
pub(super) struct List<'a> {
    pub(super) client: &'a Client,
    pub(super) table: &'a str,
    pub(super) index: Option<&'a str>,
    /// The partition key's name.
    pub(super) hash: &'a str,
    /// The sort key's name; its values are unique among all partitions.
    pub(super) sort: &'a str,
}

impl List<'_> {
    /// The `count` newest entries of the partitions together, after the place that the token tells.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] where the token is not one that a list gave out.
    pub(super) async fn newest(
        self,
        partitions: Vec<String>,
        count: usize,
        next_token: Option<&str>,
    ) -> Result<Page<Item>> {
        let before = next_token.map(page::decode_token::<String>).transpose()?;
        if before.as_ref().is_some_and(|before| before.is_empty() || before.len() > LONGEST) {
            return Err(page::unknown_token());
        }
        let read: Vec<(Vec<Item>, bool)> = stream::iter(partitions)
            .map(|partition| self.partition(partition, count, before.as_deref()))
            .buffer_unordered(AT_ONCE)
            .try_collect()
            .await?;
        let (items, next) = merge(read, count, |item| sort_key(item, self.sort));
        Ok(Page { items, next_token: next.as_ref().map(page::encode_token).transpose()? })
    }

    async fn partition(self, partition: String, count: usize, before: Option<&str>) -> Result<(Vec<Item>, bool)> {
        let query = self
            .client
            .query()
            .table_name(self.table)
            .set_index_name(self.index.map(str::to_owned))
            .scan_index_forward(false)
            .limit(i32::try_from(count).unwrap_or(i32::MAX))
            .expression_attribute_names("#hash", self.hash)
            .expression_attribute_values(":hash", text(partition));
        let query = match before {
            None => query.key_condition_expression("#hash = :hash"),
            Some(before) => query
                .key_condition_expression("#hash = :hash AND #sort < :before")
                .expression_attribute_names("#sort", self.sort)
                .expression_attribute_values(":before", text(before)),
        };
        let answer = query.send().await.map_err(dynamo::failure)?;
        Ok((answer.items.unwrap_or_default(), answer.last_evaluated_key.is_some()))
    }
}

fn sort_key(item: &Item, name: &str) -> String {
    item.get(name).and_then(|key| key.as_s().ok()).cloned().unwrap_or_default()
}

/// The `count` newest of all partitions, as far as all were read, and the last one's key where there may be more.
fn merge<T>(read: Vec<(Vec<T>, bool)>, count: usize, key: impl Fn(&T) -> String) -> (Vec<T>, Option<String>) {
    // Before the last that was read of a partition, there may be others of it.
    let end = read.iter().filter(|(_, more)| *more).filter_map(|(items, _)| items.last().map(&key)).max();
    let mut items: Vec<T> = read.into_iter().flat_map(|(items, _)| items).collect();
    items.sort_by_cached_key(|item| std::cmp::Reverse(key(item)));
    let all = items.len();
    items.retain(|item| end.as_ref().is_none_or(|end| key(item) >= *end));
    items.truncate(count);
    let more = items.len() < all || end.is_some();
    let last = items.last().filter(|_| more).map(&key);
    (items, last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn merged(read: &[(&[&str], bool)], count: usize) -> (String, Option<String>) {
        let read = read.iter().map(|(items, more)| (items.to_vec(), *more)).collect();
        let (items, next) = merge(read, count, |item| (*item).to_owned());
        (items.concat(), next)
    }

    #[test]
    fn entries_of_all_partitions_come_newest_first() {
        assert_eq!(merged(&[(&["d", "b"], false), (&["c", "a"], false)], 9), ("dcba".into(), None));
        assert_eq!(merged(&[(&[], false), (&[], false)], 9), (String::new(), None));
    }

    #[test]
    fn a_page_ends_where_a_partition_may_have_more() {
        assert_eq!(merged(&[(&["f", "e"], true), (&["d", "a"], true)], 9), ("fe".into(), Some("e".into())));
        assert_eq!(merged(&[(&["f", "b"], true), (&["d", "a"], false)], 3), ("fdb".into(), Some("b".into())));
        assert_eq!(merged(&[(&["c", "b", "a"], false)], 2), ("cb".into(), Some("b".into())));
        assert_eq!(merged(&[(&["b", "a"], false)], 2), ("ba".into(), None));
    }

    proptest! {
        #[test]
        fn pages_together_are_everything_once(
            entries in prop::collection::btree_set("[a-z]{1,3}", 0..40),
            partitions in 1_usize..5,
            count in 1_usize..10,
        ) {
            let in_partition = |partition: usize, before: &Option<String>| -> (Vec<String>, bool) {
                let own = entries.iter().rev().filter(|entry| entry.len() % partitions == partition);
                let mut rest = own.filter(|entry| before.as_ref().is_none_or(|before| *entry < before));
                let page: Vec<String> = rest.by_ref().take(count).cloned().collect();
                // DynamoDB may say that there is more where there is none.
                let more = page.len() == count;
                (page, more)
            };
            let (mut all, mut before) = (Vec::new(), None);
            loop {
                let read = (0..partitions).map(|partition| in_partition(partition, &before)).collect();
                let (items, next) = merge(read, count, Clone::clone);
                all.extend(items);
                if next.is_none() {
                    break;
                }
                before = next;
            }
            let expected: Vec<String> = entries.iter().rev().cloned().collect();
            prop_assert_eq!(all, expected);
        }
    }
}
