//! Reads the items of some groups of a partition. A group has a name, and the sort keys of its items begin with the name
//! and `#`, such as the packing slips of a location.
//!
//! A query for each group would cost a request each, and one range from the first group to the last would return all
//! groups between them. Here, a query reads the range of up to [`MAX_NAMES`] adjacent names, and DynamoDB leaves out the
//! other groups of the range. DynamoDB reads them, so a query reads at most [`MAX_ITEMS`] items and continues at
//! the next group. A gap between two groups is therefore skipped if it is large.

use super::{Condition, FromItem, Query, attribute, query::concurrently};
use crate::{Result, shards::Slice};
use std::collections::BTreeSet;

/// The maximum number of groups of one query. DynamoDB accepts 100 values in one list of values.
const MAX_NAMES: usize = 100;
/// The maximum number of items that one request reads.
const MAX_ITEMS: i32 = 1000;
/// The end of a name in a sort key.
const SEPARATOR: char = '#';
/// The character after [`SEPARATOR`].
const AFTER_SEPARATOR: char = '$';

/// A query of the items of adjacent groups.
#[derive(Clone, Debug)]
#[must_use]
pub struct GroupQuery<'a> {
    query: Query<'a>,
    /// The beginnings of the sort keys of the groups.
    prefixes: BTreeSet<String>,
    /// A bound that is greater than all sort keys of the groups.
    end: String,
}

impl<'a> Query<'a> {
    /// The queries of the items of these groups in the partition. Each item has the name of its group in
    /// `name_attribute`, because a filter cannot contain the sort key. Replaces the limit and a condition of the sort
    /// key.
    pub fn groups<'n>(&self, name_attribute: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<GroupQuery<'a>> {
        let prefixes: BTreeSet<String> = names.into_iter().map(|name| format!("{name}{SEPARATOR}")).collect();
        let prefixes: Vec<String> = prefixes.into_iter().collect();
        prefixes.chunks(MAX_NAMES).filter_map(|prefixes| self.adjacent_groups(name_attribute, prefixes)).collect()
    }

    fn adjacent_groups(&self, name_attribute: &str, prefixes: &[String]) -> Option<GroupQuery<'a>> {
        let names = || prefixes.iter().filter_map(|prefix| prefix.strip_suffix(SEPARATOR));
        // A name can be the beginning of another one, so the last name is not always the one with the greatest bound.
        let end = names().map(|name| format!("{name}{AFTER_SEPARATOR}")).max()?;
        let is_in_group = attribute(name_attribute).is_one_of(names());
        let query = self.clone().and_filter(is_in_group).limit(MAX_ITEMS);
        Some(GroupQuery { query, prefixes: prefixes.iter().cloned().collect(), end })
    }

    fn and_filter(self, condition: Condition) -> Self {
        let filter = self.filter_condition().cloned();
        self.filter(filter.map_or(condition.clone(), |filter| filter.and(condition)))
    }
}

impl GroupQuery<'_> {
    async fn all<T: FromItem>(self) -> Result<Vec<T>> {
        let mut found = Vec::new();
        let mut start = self.prefixes.first().cloned();
        while let Some(first) = start {
            let Slice { items, cursor } = self.query.clone().between(first, self.end.as_str()).slice().await?;
            found.extend(items.into_iter().map(|(_, item)| item));
            start = cursor.and_then(|last| self.start_after(&last));
        }
        Ok(found)
    }

    /// The sort key at which to continue after `last`: in the same group, or at the next one.
    fn start_after(&self, last: &str) -> Option<String> {
        if self.prefixes.iter().any(|prefix| last.starts_with(prefix)) {
            return Some(format!("{last}\0"));
        }
        self.prefixes.iter().find(|prefix| prefix.as_str() > last).cloned()
    }
}

/// Reads the items of groups of several partitions, in no order.
///
/// # Errors
/// As [`Query::slice`].
pub async fn all_of_groups<'a, T: FromItem>(queries: impl IntoIterator<Item = GroupQuery<'a>>) -> Result<Vec<T>> {
    let all = concurrently(queries.into_iter().map(GroupQuery::all).collect()).await?;
    Ok(all.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{
        CompositeKey,
        fake::{Attempt, FakeDynamoDb},
    };
    use proptest::prelude::*;
    use serde::Deserialize;
    use serde_json::{Value, json};

    const KEY: CompositeKey = CompositeKey::new("dayShard", "slip");

    /// An item of a group.
    #[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd)]
    struct Slip {
        name: String,
        number: u32,
    }

    impl Slip {
        fn sort_key(&self) -> String {
            format!("{}#{}", self.name, self.number)
        }
    }

    fn slips(names: impl IntoIterator<Item = String>, numbers: u32) -> Vec<Slip> {
        let numbered = |name: String| (0..numbers).map(move |number| Slip { name: name.clone(), number });
        names.into_iter().flat_map(numbered).collect()
    }

    /// A table with these items, of which a request reads at most `max`.
    fn database(slips: &[Slip], max: usize) -> FakeDynamoDb {
        let mut slips = slips.to_vec();
        slips.sort_by_key(Slip::sort_key);
        FakeDynamoDb::responding(move |request| {
            let value = |name: &str| request["ExpressionAttributeValues"][name]["S"].as_str().unwrap().to_owned();
            let (first, end) = (value(":v1"), value(":v2"));
            assert!(first <= end, "DynamoDB rejects the range from {first} to {end}");
            let names: Vec<String> = (3..request["ExpressionAttributeValues"].as_object().unwrap().len())
                .map(|number| value(&format!(":v{number}")))
                .collect();
            assert!((1..=100).contains(&names.len()));
            let limit = usize::try_from(request["Limit"].as_u64().unwrap()).unwrap().min(max);
            let mut in_range = slips.iter().filter(|slip| (first.clone()..=end.clone()).contains(&slip.sort_key()));
            let read: Vec<&Slip> = in_range.by_ref().take(limit).collect();
            let item = |slip: &&Slip| json!({ "name": { "S": slip.name }, "number": { "N": slip.number.to_string() } });
            let items: Vec<Value> = read.iter().filter(|slip| names.contains(&slip.name)).map(item).collect();
            let mut body = json!({ "Count": items.len(), "ScannedCount": read.len(), "Items": items });
            if let Some(last) = read.last().filter(|_| read.len() == limit) {
                body["LastEvaluatedKey"] = json!({ "dayShard": { "S": "1" }, "slip": { "S": last.sort_key() } });
            }
            Attempt::Response(200, body)
        })
    }

    async fn read(database: &FakeDynamoDb, names: &[&str]) -> Vec<Slip> {
        let table = database.table();
        let queries = table.query(KEY.partition("1")).groups("name", names.iter().copied());
        let mut slips = all_of_groups(queries).await.unwrap();
        slips.sort();
        slips
    }

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
    }

    proptest! {
        #[test]
        fn reads_each_item_of_the_groups_once_and_no_other(
            stored in prop::collection::btree_set("[ab#$ !]{1,3}", 0..40),
            wanted in prop::collection::btree_set("[ab#$ !]{1,3}", 0..40),
            numbers in 1_u32..4,
            max in 1_usize..12,
        ) {
            let slips = slips(stored, numbers);
            let names: Vec<&str> = wanted.iter().map(String::as_str).collect();
            let mut expected: Vec<Slip> = slips.iter().filter(|slip| wanted.contains(&slip.name)).cloned().collect();
            expected.sort();
            prop_assert_eq!(block_on(read(&database(&slips, max), &names)), expected);
        }
    }

    #[tokio::test]
    async fn skips_a_large_gap_between_two_groups() {
        let all: Vec<String> = (0..9000).map(|number| format!("F_{number:04}")).collect();
        let database = database(&slips(all, 1), usize::MAX);
        let found = read(&database, &["F_0000", "F_8999", "G_0000"]).await;
        assert_eq!(found.len(), 2);
        // The first request ends in the gap, and the second starts at the next group.
        let requests = database.requests();
        let starts: Vec<&str> =
            requests.iter().filter_map(|request| request["ExpressionAttributeValues"][":v1"]["S"].as_str()).collect();
        assert_eq!(starts, ["F_0000#", "F_8999#"]);
    }

    #[tokio::test]
    async fn one_query_reads_up_to_100_adjacent_groups() {
        let all: Vec<String> = (0..250).map(|number| format!("F_{number:04}")).collect();
        let database = database(&slips(all.clone(), 2), usize::MAX);
        let names: Vec<&str> = all.iter().map(String::as_str).collect();
        assert_eq!(read(&database, &names).await.len(), 500);
        assert_eq!(database.requests().len(), 3);
        assert_eq!(read(&database, &[]).await, []);
        assert_eq!(database.requests().len(), 3);
    }
}
