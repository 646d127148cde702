//! `CouponStore` reads and writes the Coupons table. No other module uses the table's keys and its index.
//!
//! The partition key of a coupon is its code, which makes codes unique. The index `byMonth` sorts the coupons of a
//! month by their time of issue. The table also contains call markers: a marker stores the coupon that a call with a
//! client token received, so that a repeated call returns the same coupon. Calls without a token share a counter per
//! user and minute. Markers and counters expire after [`CALL_RETENTION`].

use crate::{
    code::CouponCode,
    model::{Coupon, CouponTerms},
};
use chrono::{Datelike, Duration, Months, NaiveDate};
use serde::{Deserialize, Serialize};
use shared::{
    Instant, Page, Result,
    audit::{AuditTable, Entry},
    page,
    shards::Slice,
    table::{
        self, Changes, EXPIRES_AT, Index, Item, ItemExt, Outcome, SimpleKey, TransactWriteItem, Transaction, attribute,
        time_to_live,
    },
};
use uuid::Uuid;

const KEY: SimpleKey = SimpleKey::new("couponCode");
const BY_MONTH: Index = Index::new("byMonth", "month", "issued");
/// Retention of call markers and counters.
const CALL_RETENTION: Duration = Duration::days(2);
/// Maximum number of coupons that a user can issue per minute without a client token. Such a call is not idempotent:
/// sending it again issues another coupon.
pub const MAX_UNTOKENED_CALLS: u32 = 10;
/// Coupons per page.
const PAGE_SIZE: usize = 100;
/// Maximum number of months that a page reads. After months without coupons, a page can be short.
const MAX_MONTHS_PER_PAGE: usize = 12;
/// The month of the first coupon.
const FIRST_MONTH: NaiveDate = match NaiveDate::from_ymd_opt(2026, 1, 1) {
    Some(day) => day,
    None => NaiveDate::MIN,
};

shared::store! {
    /// The Coupons table.
    pub struct CouponStore { variable: "COUPONS_TABLE", key: KEY }
}

/// Identifies a call by user and client token, or all calls of a user in one minute without a token.
#[derive(Clone, Debug)]
pub struct Call {
    key: String,
    has_token: bool,
}

impl Call {
    /// A user's call with a client token.
    pub fn new(sub: &str, token: Uuid) -> Self {
        Self { key: format!("CALL#{sub}#{token}"), has_token: true }
    }

    /// A user's call without a client token. All such calls of a minute share a counter.
    pub fn untokened(sub: &str, now: Instant) -> Self {
        Self { key: format!("CALLS#{sub}#{}", now.utc().format("%Y-%m-%dT%H:%M")), has_token: false }
    }
}

/// The coupon that a call received.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct IssuedCoupon {
    /// The coupon's code.
    pub issued_code: CouponCode,
    /// The requested terms.
    #[serde(rename = "order")]
    pub terms: CouponTerms,
}

/// Result of [`CouponStore::issue`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum IssueOutcome {
    /// The coupon is stored.
    Stored,
    /// The code is already in use. Nothing was written.
    CodeInUse,
    /// The same call issued a coupon before. Nothing was written.
    CallRepeated,
    /// The user made [`MAX_UNTOKENED_CALLS`] calls without a token in this minute. Nothing was written.
    TooMany,
}

/// The name of the condition that the call issued no coupon yet, or not too many.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct CallIsNew;

/// List cursor: the first day of a month, and the index key before which the next page starts.
type Cursor = (NaiveDate, Option<String>);

impl CouponStore {
    /// Stores a coupon and its audit entry in one transaction.
    pub async fn issue(&self, coupon: &Coupon, call: &Call, audit: &AuditTable, entry: &Entry) -> Result<IssueOutcome> {
        let call_action =
            if call.has_token { self.put_new(marker(call, coupon)?) } else { self.count_call(call, coupon.issued_at) };
        let transaction = Transaction::named().with(self.put_new(item(coupon)?)?).audited(audit, entry)?;
        Ok(match transaction.with_named(CallIsNew, call_action?).send(self.client()).await? {
            Outcome::Written => IssueOutcome::Stored,
            Outcome::ConditionFailed(failed) if !failed.contains(&CallIsNew) => IssueOutcome::CodeInUse,
            Outcome::ConditionFailed(_) if call.has_token => IssueOutcome::CallRepeated,
            Outcome::ConditionFailed(_) => IssueOutcome::TooMany,
        })
    }

    /// Returns the action that counts a call without a token. Its condition fails after too many calls in the minute.
    fn count_call(&self, call: &Call, now: Instant) -> Result<TransactWriteItem> {
        let changes = Changes::new().add("calls", 1_u32).set(EXPIRES_AT, time_to_live(now.plus(CALL_RETENTION)));
        let is_below_maximum = attribute("calls").not_exists().or(attribute("calls").less_than(MAX_UNTOKENED_CALLS));
        self.table.update(KEY.of(&call.key), changes).when(is_below_maximum).action()
    }

    fn put_new(&self, item: Item) -> Result<TransactWriteItem> {
        self.table.put(item).when(attribute("couponCode").not_exists()).action()
    }

    /// Returns the coupon that the call issued, or `None` if there was no such call within [`CALL_RETENTION`].
    pub async fn issued_by(&self, call: &Call) -> Result<Option<IssuedCoupon>> {
        self.table.get(KEY.of(&call.key)).await
    }

    /// Returns one page of the coupons issued until `now`, newest first. A page can be short or empty and still have a
    /// next page.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] if the token does not belong to this list.
    pub async fn newest(&self, now: Instant, next_token: Option<&str>) -> Result<Page<Coupon>> {
        let newest = first_of_month(now);
        let (mut month, mut before) = match next_token {
            Some(token) => page::decode_token(token).and_then(|cursor| validate_cursor(cursor, newest))?,
            None => (newest, None),
        };
        let mut items = Vec::new();
        for _ in 0..MAX_MONTHS_PER_PAGE {
            if month < FIRST_MONTH {
                return Ok(Page { items, next_token: None });
            }
            let Slice { items: coupons, cursor } =
                self.month_slice(month, before.take(), PAGE_SIZE.saturating_sub(items.len())).await?;
            items.extend(coupons.into_iter().map(|(_, coupon)| coupon));
            if cursor.is_some() {
                return Ok(Page { items, next_token: Some(page::encode_token(&(month, cursor))?) });
            }
            month = month - Months::new(1);
            if items.len() >= PAGE_SIZE {
                break;
            }
        }
        let next_token = (month >= FIRST_MONTH).then(|| page::encode_token(&(month, None::<String>))).transpose()?;
        Ok(Page { items, next_token })
    }

    async fn month_slice(&self, month: NaiveDate, before: Option<String>, limit: usize) -> Result<Slice<Coupon>> {
        let query = self.table.query(BY_MONTH.partition(month_key(month))).newest_first().after(before.as_deref());
        query.limit(i32::try_from(limit).unwrap_or(i32::MAX)).slice().await
    }

    /// Stores coupons without a condition. Used by the seeder.
    pub async fn put_all(&self, coupons: &[Coupon]) -> Result<()> {
        self.table.put_all(coupons.iter().map(item).collect::<Result<_>>()?).await
    }
}

fn first_of_month(at: Instant) -> NaiveDate {
    let day = at.utc().date_naive();
    day.with_day(1).unwrap_or(day)
}

fn month_key(month: NaiveDate) -> String {
    month.format("%Y-%m").to_string()
}

/// Returns the stored item, including the keys of the index.
fn item(coupon: &Coupon) -> Result<Item> {
    let month = month_key(first_of_month(coupon.issued_at));
    let issued = format!("{}#{}", coupon.issued_at, coupon.coupon_code);
    Ok(table::to_item(coupon)?.with_key(BY_MONTH.of(month, issued)))
}

fn marker(call: &Call, coupon: &Coupon) -> Result<Item> {
    let issued = IssuedCoupon { issued_code: coupon.coupon_code.clone(), terms: coupon.terms.clone() };
    Ok(table::to_item(&issued)?.with_key(KEY.of(&call.key)).with_expiry(coupon.issued_at.plus(CALL_RETENTION)))
}

/// Checks that a cursor can belong to this list.
fn validate_cursor((month, before): Cursor, newest: NaiveDate) -> Result<Cursor> {
    let is_in_month = |before: &String| before.len() < 100 && before.starts_with(&month_key(month));
    if month.day() == 1 && (FIRST_MONTH..=newest).contains(&month) && before.iter().all(is_in_month) {
        Ok((month, before))
    } else {
        Err(page::unknown_token())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::CouponType;

    fn coupon() -> Coupon {
        Coupon {
            coupon_code: CouponCode::generate().unwrap(),
            terms: CouponTerms {
                image_name: "UX - Menu was confusing".into(),
                r#type: CouponType::Percent,
                value: 50,
                start_date: "2026-11-21".parse().unwrap(),
                end_date: "2026-12-21".parse().unwrap(),
            },
            user: "ann@larder.example".into(),
            issued_at: "2026-11-21T10:00:00Z".parse().unwrap(),
        }
    }

    #[test]
    fn reads_a_stored_coupon_back_unchanged_with_its_month() {
        let coupon = coupon();
        let stored = item(&coupon).unwrap();
        assert_eq!(stored["month"].as_s().map(String::as_str), Ok("2026-11"));
        assert!(stored["issued"].as_s().unwrap().starts_with("2026-11-21T10:00:00.000Z#"));
        assert_eq!(table::from_item::<Coupon>("Coupons", "couponCode", stored).unwrap(), coupon);
    }

    #[test]
    fn a_call_marker_has_the_terms_and_is_not_in_the_index() {
        let coupon = coupon();
        let marker = marker(&Call::new("sub", Uuid::nil()), &coupon).unwrap();
        assert!(!marker.contains_key("month") && marker.contains_key("expiresAt"));
        let issued: IssuedCoupon = table::from_item("Coupons", "couponCode", marker).unwrap();
        assert_eq!(issued.issued_code, coupon.coupon_code);
        assert_eq!(issued.terms, coupon.terms);
    }

    #[test]
    fn calls_without_a_token_share_a_counter_per_minute() {
        let key = |at: &str| Call::untokened("sub", at.parse().unwrap()).key;
        assert_eq!(key("2026-11-21T10:00:00Z"), key("2026-11-21T10:00:59.999Z"));
        assert_ne!(key("2026-11-21T10:00:59.999Z"), key("2026-11-21T10:01:00Z"));
    }

    #[test]
    fn rejects_forged_cursors() {
        let (day, newest) = (|text: &str| text.parse::<NaiveDate>().unwrap(), "2026-11-01".parse().unwrap());
        assert!(validate_cursor((day("2026-11-01"), Some("2026-11-21T".into())), newest).is_ok());
        assert!(validate_cursor((FIRST_MONTH, None), newest).is_ok());
        for (month, before) in [("2026-12-01", None), ("2025-12-01", None), ("2026-11-02", None)] {
            assert!(validate_cursor((day(month), before), newest).is_err());
        }
        assert!(validate_cursor((day("2026-10-01"), Some("2026-11-21T".into())), newest).is_err());
    }
}
