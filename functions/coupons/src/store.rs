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
use aws_sdk_dynamodb::{
    Client,
    types::{Put, TransactWriteItem, Update},
};
use chrono::{Datelike, Duration, Months, NaiveDate};
use serde::{Deserialize, Serialize};
use shared::{
    Environment, Error, FromEnvironment, Instant, Page, Result,
    audit::{AuditTable, Entry},
    dynamo::{self, Item, Transaction, number, text},
    page,
};
use uuid::Uuid;

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

/// The Coupons table.
#[derive(Clone, Debug)]
pub struct CouponStore {
    client: Client,
    table: String,
}

impl FromEnvironment for CouponStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("COUPONS_TABLE")? })
    }
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

/// List cursor: the first day of a month, and the index key before which the next page starts.
type Cursor = (NaiveDate, Option<String>);

impl CouponStore {
    /// Stores a coupon and its audit entry in one transaction.
    pub async fn issue(&self, coupon: &Coupon, call: &Call, audit: &AuditTable, entry: &Entry) -> Result<IssueOutcome> {
        let call_action =
            if call.has_token { self.put_new(marker(call, coupon)?) } else { self.count_call(call, coupon.issued_at) };
        let actions = vec![self.put_new(item(coupon)?)?, audit.put(entry)?, call_action?];
        Ok(match dynamo::transact(&self.client, actions).await? {
            Transaction::Written => IssueOutcome::Stored,
            Transaction::ConditionFailed(failed) if failed.contains(&2) && call.has_token => IssueOutcome::CallRepeated,
            Transaction::ConditionFailed(failed) if failed.contains(&2) => IssueOutcome::TooMany,
            Transaction::ConditionFailed(_) => IssueOutcome::CodeInUse,
        })
    }

    /// Returns the action that counts a call without a token. Its condition fails after too many calls in the minute.
    fn count_call(&self, call: &Call, now: Instant) -> Result<TransactWriteItem> {
        let update = Update::builder()
            .table_name(&self.table)
            .key("couponCode", text(&call.key))
            .update_expression("ADD calls :one SET expiresAt = :expires")
            .condition_expression("attribute_not_exists(calls) OR calls < :max")
            .expression_attribute_values(":one", number(1))
            .expression_attribute_values(":max", number(MAX_UNTOKENED_CALLS))
            .expression_attribute_values(":expires", number(now.plus(CALL_RETENTION).utc().timestamp()))
            .build()
            .map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().update(update).build())
    }

    fn put_new(&self, item: Item) -> Result<TransactWriteItem> {
        let put = Put::builder().table_name(&self.table).set_item(Some(item));
        let put = put.condition_expression("attribute_not_exists(couponCode)").build().map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().put(put).build())
    }

    /// Returns the coupon that the call issued, or `None` if there was no such call within [`CALL_RETENTION`].
    pub async fn issued_by(&self, call: &Call) -> Result<Option<IssuedCoupon>> {
        let request = self.client.get_item().table_name(&self.table).key("couponCode", text(&call.key));
        let response = request.consistent_read(true).send().await.map_err(dynamo::failure)?;
        response.item.map(|item| dynamo::from_item(&self.table, "couponCode", item)).transpose()
    }

    /// Returns one page of the coupons issued until `now`, newest first. A page can be short or empty and still have a
    /// next page.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the token does not belong to this list.
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
            let (coupons, more) = self.month_slice(month, before.take(), PAGE_SIZE.saturating_sub(items.len())).await?;
            let last = coupons.last().map(issued_key);
            items.extend(coupons);
            if more {
                return Ok(Page { items, next_token: Some(page::encode_token(&(month, last))?) });
            }
            month = month - Months::new(1);
            if items.len() >= PAGE_SIZE {
                break;
            }
        }
        let next_token = (month >= FIRST_MONTH).then(|| page::encode_token(&(month, None::<String>))).transpose()?;
        Ok(Page { items, next_token })
    }

    async fn month_slice(&self, month: NaiveDate, before: Option<String>, limit: usize) -> Result<(Vec<Coupon>, bool)> {
        let query = self
            .client
            .query()
            .table_name(&self.table)
            .index_name("byMonth")
            .expression_attribute_names("#month", "month")
            .expression_attribute_values(":month", text(month_key(month)))
            .scan_index_forward(false)
            .limit(i32::try_from(limit).unwrap_or(i32::MAX));
        let query = match before {
            None => query.key_condition_expression("#month = :month"),
            Some(before) => query
                .key_condition_expression("#month = :month AND issued < :before")
                .expression_attribute_values(":before", text(before)),
        };
        let response = query.send().await.map_err(dynamo::failure)?;
        let more = response.last_evaluated_key.is_some();
        let read = |item| dynamo::from_item(&self.table, "couponCode", item);
        let coupons = response.items.unwrap_or_default().into_iter().map(read).collect::<Result<_>>()?;
        Ok((coupons, more))
    }

    /// Stores coupons without a condition. Used by the seeder.
    pub async fn put_all(&self, coupons: &[Coupon]) -> Result<()> {
        let items = coupons.iter().map(item).collect::<Result<Vec<_>>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }
}

fn first_of_month(at: Instant) -> NaiveDate {
    let day = at.utc().date_naive();
    day.with_day(1).unwrap_or(day)
}

fn month_key(month: NaiveDate) -> String {
    month.format("%Y-%m").to_string()
}

fn issued_key(coupon: &Coupon) -> String {
    format!("{}#{}", coupon.issued_at, coupon.coupon_code)
}

/// Returns the stored item, including the keys of the index.
fn item(coupon: &Coupon) -> Result<Item> {
    let mut item = dynamo::to_item(coupon)?;
    item.insert("month".into(), text(month_key(first_of_month(coupon.issued_at))));
    item.insert("issued".into(), text(issued_key(coupon)));
    Ok(item)
}

fn marker(call: &Call, coupon: &Coupon) -> Result<Item> {
    let mut item =
        dynamo::to_item(&IssuedCoupon { issued_code: coupon.coupon_code.clone(), terms: coupon.terms.clone() })?;
    item.insert("couponCode".into(), text(&call.key));
    item.insert("expiresAt".into(), number(coupon.issued_at.plus(CALL_RETENTION).utc().timestamp()));
    Ok(item)
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
        assert_eq!(dynamo::from_item::<Coupon>("Coupons", "couponCode", stored).unwrap(), coupon);
    }

    #[test]
    fn a_call_marker_has_the_terms_and_is_not_in_the_index() {
        let coupon = coupon();
        let marker = marker(&Call::new("sub", Uuid::nil()), &coupon).unwrap();
        assert!(!marker.contains_key("month") && marker.contains_key("expiresAt"));
        let issued: IssuedCoupon = dynamo::from_item("Coupons", "couponCode", marker).unwrap();
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
