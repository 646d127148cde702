//! The activity log: the audit entries of all objects by time.
//!
//! The log has no table. Three indexes of the audit table list the entries by Central day, by user and by
//! object. A day and a user are divided into [`SHARDS`] partitions, so that a bulk operation does not create a hot
//! partition. The sort key of each index is the entry's: its time and its id. The indexes are eventually consistent.

use super::{AuditTable, Entry, SubjectKind, is_entry};
use crate::{
    Instant, Page, Result,
    page::{decode_token, encode_token, unknown_token},
    shards::Order,
    table::{self, Condition, Index, Key, Partition, attribute},
    time::CENTRAL,
};
use chrono::{Duration, NaiveDate, NaiveTime, TimeZone};
use std::ops::{Range, RangeInclusive};

const BY_DAY: Index = Index::new("byDay", "dayShard", "entry");
const BY_USER: Index = Index::new("byUser", "userShard", "entry");
const BY_OBJECT: Index = Index::new("byObject", "object", "entry");
/// The number of partitions per day and per user.
const SHARDS: u32 = 8;
/// The maximum number of entries on a page.
const PAGE_SIZE: usize = 100;
/// The maximum number of reads of all partitions for one page. A page can have fewer entries than [`PAGE_SIZE`] or none.
const MAX_READS: usize = 32;
/// The maximum number of entries that one request reads without a filter: twice the average of a shard.
const UNFILTERED_LIMIT: i32 = 25;
/// The maximum number of entries that one request reads before the filter.
const FILTERED_LIMIT: i32 = 250;

/// The entries of the log that are read.
#[derive(Clone, Debug, Default)]
pub struct LogFilter {
    /// The author's e-mail. Case does not matter.
    pub user: Option<String>,
    /// The object's id. Case does not matter.
    pub object: Option<String>,
    /// The kinds of object. Empty for all.
    pub kinds: Vec<SubjectKind>,
}

impl LogFilter {
    /// The condition for the attributes that the partitions do not determine: see [`segment`].
    fn condition(&self) -> Option<Condition> {
        let kind = |kind: &SubjectKind| attribute("about").member("kind").equals(kind.to_string());
        let kinds = self.kinds.iter().map(kind).reduce(Condition::or);
        // The partition of an object has the entries of all users.
        let user = self.object.as_ref().and(self.user.as_ref());
        let user = user.map(|user| attribute("author").equals(user.to_lowercase()));
        [kinds, user].into_iter().flatten().reduce(Condition::and)
    }
}

/// The index attributes of an entry.
pub(super) fn keys<V>(entry: &Entry<V>) -> Key {
    let (author, shard) = (entry.user.to_lowercase(), table::shard(&entry.subject, SHARDS));
    BY_DAY
        .of(shard_of_day(entry.at.central_date(), shard), entry.entry.as_str())
        .and(BY_USER.of(format!("{author}#{shard}"), entry.entry.as_str()))
        .and(BY_OBJECT.of(entry.about.id.to_lowercase(), entry.entry.as_str()))
}

fn shard_of_day(day: NaiveDate, shard: u32) -> String {
    format!("{day}#{shard}")
}

impl AuditTable {
    /// Reads a page of the log, newest first: the entries of these Central days that match `filter`. A page can have
    /// fewer entries than another one, or none. The last page has no `next_token`.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) if the token is not one of this list.
    pub async fn log(
        &self,
        days: &RangeInclusive<NaiveDate>,
        filter: &LogFilter,
        next_token: Option<&str>,
    ) -> Result<Page<Entry>> {
        let range = instants(days);
        let mut before = match next_token {
            Some(token) => check_cursor(decode_token(token)?, &range)?,
            None => range.end.to_string(),
        };
        let start = range.start.to_string();
        let condition = filter.condition();
        let limit = if condition.is_some() { FILTERED_LIMIT } else { UNFILTERED_LIMIT };
        let mut items: Vec<Entry> = Vec::new();
        for _ in 0..MAX_READS {
            let Some(segment) = segment(filter, &before) else { return Err(unknown_token()) };
            let query = |partition| {
                let query = self.table.query(partition).after(Some(&before)).newest_first().limit(limit);
                match &condition {
                    Some(condition) => query.filter(condition.clone()),
                    None => query,
                }
            };
            let remaining = PAGE_SIZE.saturating_sub(items.len()).max(1);
            let read = table::merged(Order::Descending, segment.partitions.into_iter().map(query)).await?;
            let slice = read.truncated(remaining);
            items.extend(
                slice.items.into_iter().map(|(_, entry)| entry).filter(|entry: &Entry| entry.at >= range.start),
            );
            match slice.cursor.or(segment.next) {
                Some(cursor) if cursor > start => before = cursor,
                _ => return Ok(Page { items, next_token: None }),
            }
            if items.len() >= PAGE_SIZE {
                break;
            }
        }
        Ok(Page { items, next_token: Some(encode_token(&before)?) })
    }
}

/// The partitions that contain the next entries.
#[derive(Debug, PartialEq)]
struct Segment {
    partitions: Vec<Partition>,
    /// Where the log continues after these partitions: the start of the day. `None` if they contain the whole list.
    next: Option<String>,
}

/// The partitions with the entries before a cursor. `None` if the cursor contains no instant.
fn segment(filter: &LogFilter, before: &str) -> Option<Segment> {
    if let Some(object) = &filter.object {
        return Some(Segment { partitions: vec![BY_OBJECT.partition(object.to_lowercase())], next: None });
    }
    if let Some(user) = &filter.user {
        let user = user.to_lowercase();
        let partitions = (0..SHARDS).map(|shard| BY_USER.partition(format!("{user}#{shard}")));
        return Some(Segment { partitions: partitions.collect(), next: None });
    }
    let day = day_before(before)?;
    let partitions = (0..SHARDS).map(|shard| BY_DAY.partition(shard_of_day(day, shard)));
    Some(Segment { partitions: partitions.collect(), next: Some(start_of(day).to_string()) })
}

/// The Central day of the entries directly before a cursor: an entry's sort key, or the start of the following day.
fn day_before(cursor: &str) -> Option<NaiveDate> {
    let (at, is_entry) = cursor.split_once('#').map_or((cursor, false), |(at, _)| (at, true));
    let at: Instant = at.parse().ok()?;
    Some(if is_entry { at } else { at.plus(-Duration::milliseconds(1)) }.central_date())
}

/// The instants of these Central days.
fn instants(days: &RangeInclusive<NaiveDate>) -> Range<Instant> {
    start_of(*days.start())..days.end().succ_opt().map_or_else(|| start_of(*days.end()), start_of)
}

/// The start of a Central day. The clock changes at 2 am, so each day has a midnight.
fn start_of(day: NaiveDate) -> Instant {
    let midnight = day.and_time(NaiveTime::MIN);
    let central = CENTRAL.from_local_datetime(&midnight).earliest();
    central.map_or_else(|| midnight.and_utc(), |central| central.to_utc()).into()
}

/// Checks that a token's cursor is the sort key of an entry or the start of a day, and is in the range.
fn check_cursor(cursor: String, range: &Range<Instant>) -> Result<String> {
    let at = cursor.split('#').next().and_then(|at| at.parse::<Instant>().ok());
    let is_cursor = is_entry(&cursor) || at.is_some_and(|at| at.to_string() == cursor);
    if is_cursor && at.is_some_and(|at| range.contains(&at)) { Ok(cursor) } else { Err(unknown_token()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Permit,
        audit::Subject,
        table::{Item, text},
    };
    use rstest::rstest;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn an_entry_is_indexed_by_its_central_day_its_user_and_its_object() {
        let at = "2026-11-24T05:59:59Z".parse().unwrap();
        let entry = Entry {
            user: "Ann@Example.com".into(),
            ..Entry::new(Subject::Location("CHI_0001"), "UPDATED", &Permit::system("test"), at)
        };
        let keys = Item::from(keys(&entry));
        let shard = table::shard("LOCATION#CHI_0001", SHARDS);
        assert_eq!(keys.get("dayShard"), Some(&text(format!("2026-11-23#{shard}"))));
        assert_eq!(keys.get("userShard"), Some(&text(format!("ann@example.com#{shard}"))));
        assert_eq!(keys.get("object"), Some(&text("chi_0001")));
        assert_eq!(keys.get("entry"), Some(&text(&entry.entry)));
    }

    #[rstest]
    #[case::end_of_a_day("2026-11-24T06:00:00.000Z", "2026-11-23")]
    #[case::within_a_day("2026-11-24T05:59:59.999Z#a", "2026-11-23")]
    #[case::first_instant_of_a_day("2026-11-24T06:00:00.000Z#a", "2026-11-24")]
    #[case::end_of_the_long_day("2026-11-02T06:00:00.000Z", "2026-11-01")]
    fn continues_with_the_day_of_the_entries_before_the_cursor(#[case] cursor: &str, #[case] expected: &str) {
        assert_eq!(day_before(cursor), Some(day(expected)));
        let segment = segment(&LogFilter::default(), cursor).unwrap();
        assert_eq!(segment.next, Some(start_of(day(expected)).to_string()));
        assert_eq!(segment.partitions.first(), Some(&BY_DAY.partition(format!("{expected}#0"))));
    }

    #[test]
    fn reads_the_partition_of_the_object_before_that_of_the_user() {
        let user = LogFilter { user: Some("Ann@example.com".into()), ..LogFilter::default() };
        let both = LogFilter { object: Some("CHI_0001".into()), ..user.clone() };
        let of_user = segment(&user, "").unwrap();
        assert_eq!((of_user.partitions.len(), of_user.next), (8, None));
        assert_eq!(of_user.partitions.first(), Some(&BY_USER.partition("ann@example.com#0")));
        assert_eq!(segment(&both, "").unwrap().partitions, [BY_OBJECT.partition("chi_0001")]);
        assert!(user.condition().is_none());
        assert!(both.condition().is_some());
    }

    #[rstest]
    #[case::entry("2026-11-22T10:00:00.000Z#a", true)]
    #[case::start_of_a_day("2026-11-22T06:00:00.000Z", true)]
    #[case::other_spelling("2026-11-22T06:00:00Z", false)]
    #[case::before_the_range("2026-11-20T10:00:00.000Z#a", false)]
    #[case::after_the_range("2026-11-25T10:00:00.000Z#a", false)]
    #[case::no_instant("yesterday#a", false)]
    #[case::no_id("2026-11-22T10:00:00.000Z#", false)]
    fn accepts_only_cursors_in_the_range(#[case] cursor: &str, #[case] accepted: bool) {
        let range = instants(&(day("2026-11-21")..=day("2026-11-23")));
        assert_eq!(check_cursor(cursor.into(), &range).is_ok(), accepted);
    }

    #[rstest]
    #[case::standard_time("2026-11-23", "2026-11-23T06:00:00Z", "2026-11-24T06:00:00Z")]
    #[case::spring_forward("2026-03-08", "2026-03-08T06:00:00Z", "2026-03-09T05:00:00Z")]
    #[case::fall_back("2026-11-01", "2026-11-01T05:00:00Z", "2026-11-02T06:00:00Z")]
    fn a_day_is_central_across_both_clock_changes(#[case] on: &str, #[case] start: Instant, #[case] end: Instant) {
        assert_eq!(instants(&(day(on)..=day(on))), start..end);
    }
}
