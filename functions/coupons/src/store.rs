//! The table of coupons. The only module that knows its keys and its index.
//!
//! A coupon lies under its code, so that there is one of each. The index `byMonth` has a month's coupons by the time at
//! which they were issued. The table also has markers of calls, which name the coupon that a call got: the same call
//! again meets its marker. Calls without a token have a counter for each user and minute. Markers and counters are
//! forgotten after [`REMEMBERED`].

use crate::{
    code::CouponCode,
    model::{Coupon, Order},
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

/// How long a call is remembered by its token.
const REMEMBERED: Duration = Duration::days(2);
/// Coupons that a user can issue in a minute by calls without a token: such a call, sent again, is another coupon.
pub const UNTOKENED_CALLS: u32 = 10;
/// Coupons on a page.
const PAGE: usize = 100;
/// Months that a page looks at: after a long while without coupons there are pages with few.
const MONTHS: usize = 12;
/// No coupon was issued before.
const FIRST: NaiveDate = match NaiveDate::from_ymd_opt(2026, 1, 1) {
    Some(day) => day,
    None => NaiveDate::MIN,
};

/// The table of coupons.
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

/// A call, by who made it and the token that they gave it; or one of a user's calls of a minute without a token.
#[derive(Clone, Debug)]
pub struct Call {
    key: String,
    has_token: bool,
}

impl Call {
    /// The call of a user under a token.
    pub fn new(sub: &str, token: Uuid) -> Self {
        Self { key: format!("CALL#{sub}#{token}"), has_token: true }
    }

    /// A call of a user without a token: all of a minute share a counter.
    pub fn untokened(sub: &str, now: Instant) -> Self {
        Self { key: format!("CALLS#{sub}#{}", now.utc().format("%Y-%m-%dT%H:%M")), has_token: false }
    }
}

/// What a call got.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Got {
    /// The coupon.
    pub issued_code: CouponCode,
    /// What was asked for.
    pub order: Order,
}

/// How issuing a coupon ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Issued {
    /// It is stored.
    Stored,
    /// There is one of that code; nothing was written.
    CodeTaken,
    /// The same call got one before; nothing was written.
    CallKnown,
    /// The user made [`UNTOKENED_CALLS`] calls without a token in this minute; nothing was written.
    TooMany,
}

/// Where a list goes on: the first day of a month, and the key before which.
type Position = (NaiveDate, Option<String>);

impl CouponStore {
    /// Stores a coupon with its entry in history.
    pub async fn issue(&self, coupon: &Coupon, call: &Call, audit: &AuditTable, entry: &Entry) -> Result<Issued> {
        let call_action =
            if call.has_token { self.put_new(marker(call, coupon)?) } else { self.count(call, coupon.issued_at) };
        let actions = vec![self.put_new(item(coupon)?)?, audit.put(entry)?, call_action?];
        Ok(match dynamo::transact(&self.client, actions).await? {
            Transaction::Written => Issued::Stored,
            Transaction::Refused(refused) if refused.contains(&2) && call.has_token => Issued::CallKnown,
            Transaction::Refused(refused) if refused.contains(&2) => Issued::TooMany,
            Transaction::Refused(_) => Issued::CodeTaken,
        })
    }

    /// The action that counts a call without a token; refused where there were too many in its minute.
    fn count(&self, call: &Call, now: Instant) -> Result<TransactWriteItem> {
        let update = Update::builder()
            .table_name(&self.table)
            .key("couponCode", text(&call.key))
            .update_expression("ADD calls :one SET expiresAt = :expires")
            .condition_expression("attribute_not_exists(calls) OR calls < :most")
            .expression_attribute_values(":one", number(1))
            .expression_attribute_values(":most", number(UNTOKENED_CALLS))
            .expression_attribute_values(":expires", number(now.plus(REMEMBERED).utc().timestamp()))
            .build()
            .map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().update(update).build())
    }

    fn put_new(&self, item: Item) -> Result<TransactWriteItem> {
        let put = Put::builder().table_name(&self.table).set_item(Some(item));
        let put = put.condition_expression("attribute_not_exists(couponCode)").build().map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().put(put).build())
    }

    /// What the call got; `None` where it was never made, or too long ago.
    pub async fn got(&self, call: &Call) -> Result<Option<Got>> {
        let asked = self.client.get_item().table_name(&self.table).key("couponCode", text(&call.key));
        let answer = asked.consistent_read(true).send().await.map_err(dynamo::failure)?;
        answer.item.map(|item| dynamo::from_item(&self.table, "couponCode", item)).transpose()
    }

    /// The coupons that were issued until `now`, newest first. A page may have few, or none, and still have a next one.
    ///
    /// # Errors
    /// [`Error::Invalid`] where the token is not one that this list gave out.
    pub async fn newest(&self, now: Instant, next_token: Option<&str>) -> Result<Page<Coupon>> {
        let newest = first_of_month(now);
        let (mut month, mut before) = match next_token {
            Some(token) => page::decode_token(token).and_then(|position| known(position, newest))?,
            None => (newest, None),
        };
        let mut items = Vec::new();
        for _ in 0..MONTHS {
            if month < FIRST {
                return Ok(Page { items, next_token: None });
            }
            let (read, more) = self.of_month(month, before.take(), PAGE.saturating_sub(items.len())).await?;
            let last = read.last().map(issued);
            items.extend(read);
            if more {
                return Ok(Page { items, next_token: Some(page::encode_token(&(month, last))?) });
            }
            month = month - Months::new(1);
            if items.len() >= PAGE {
                break;
            }
        }
        let next_token = (month >= FIRST).then(|| page::encode_token(&(month, None::<String>))).transpose()?;
        Ok(Page { items, next_token })
    }

    async fn of_month(&self, month: NaiveDate, before: Option<String>, most: usize) -> Result<(Vec<Coupon>, bool)> {
        let query = self
            .client
            .query()
            .table_name(&self.table)
            .index_name("byMonth")
            .expression_attribute_names("#month", "month")
            .expression_attribute_values(":month", text(month_key(month)))
            .scan_index_forward(false)
            .limit(i32::try_from(most).unwrap_or(i32::MAX));
        let query = match before {
            None => query.key_condition_expression("#month = :month"),
            Some(before) => query
                .key_condition_expression("#month = :month AND issued < :before")
                .expression_attribute_values(":before", text(before)),
        };
        let answer = query.send().await.map_err(dynamo::failure)?;
        let more = answer.last_evaluated_key.is_some();
        let read = |item| dynamo::from_item(&self.table, "couponCode", item);
        let coupons = answer.items.unwrap_or_default().into_iter().map(read).collect::<Result<_>>()?;
        Ok((coupons, more))
    }

    /// Stores many coupons whatever is there: for the seeder.
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

fn issued(coupon: &Coupon) -> String {
    format!("{}#{}", coupon.issued_at, coupon.coupon_code)
}

/// The coupon as it is stored: with the keys of the index.
fn item(coupon: &Coupon) -> Result<Item> {
    let mut item = dynamo::to_item(coupon)?;
    item.insert("month".into(), text(month_key(first_of_month(coupon.issued_at))));
    item.insert("issued".into(), text(issued(coupon)));
    Ok(item)
}

fn marker(call: &Call, coupon: &Coupon) -> Result<Item> {
    let mut item = dynamo::to_item(&Got { issued_code: coupon.coupon_code.clone(), order: coupon.order.clone() })?;
    item.insert("couponCode".into(), text(&call.key));
    item.insert("expiresAt".into(), number(coupon.issued_at.plus(REMEMBERED).utc().timestamp()));
    Ok(item)
}

/// The position, where it could be one of this list.
fn known((month, before): Position, newest: NaiveDate) -> Result<Position> {
    let of_month = |before: &String| before.len() < 100 && before.starts_with(&month_key(month));
    if month.day() == 1 && (FIRST..=newest).contains(&month) && before.iter().all(of_month) {
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
            coupon_code: CouponCode::draw().unwrap(),
            order: Order {
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
    fn a_stored_coupon_reads_back_as_it_was_and_lies_in_its_month() {
        let coupon = coupon();
        let stored = item(&coupon).unwrap();
        assert_eq!(stored["month"].as_s().map(String::as_str), Ok("2026-11"));
        assert!(stored["issued"].as_s().unwrap().starts_with("2026-11-21T10:00:00.000Z#"));
        assert_eq!(dynamo::from_item::<Coupon>("Coupons", "couponCode", stored).unwrap(), coupon);
    }

    #[test]
    fn a_call_is_remembered_with_what_it_asked_for_and_is_no_coupon_of_the_index() {
        let coupon = coupon();
        let marker = marker(&Call::new("sub", Uuid::nil()), &coupon).unwrap();
        assert!(!marker.contains_key("month") && marker.contains_key("expiresAt"));
        let got: Got = dynamo::from_item("Coupons", "couponCode", marker).unwrap();
        assert_eq!((got.issued_code, got.order), (coupon.coupon_code, coupon.order));
    }

    #[test]
    fn calls_without_a_token_share_a_counter_for_a_minute() {
        let key = |at: &str| Call::untokened("sub", at.parse().unwrap()).key;
        assert_eq!(key("2026-11-21T10:00:00Z"), key("2026-11-21T10:00:59.999Z"));
        assert_ne!(key("2026-11-21T10:00:59.999Z"), key("2026-11-21T10:01:00Z"));
    }

    #[test]
    fn a_position_of_somebody_elses_making_is_unknown() {
        let (day, newest) = (|text: &str| text.parse::<NaiveDate>().unwrap(), "2026-11-01".parse().unwrap());
        assert!(known((day("2026-11-01"), Some("2026-11-21T".into())), newest).is_ok());
        assert!(known((FIRST, None), newest).is_ok());
        for (month, before) in [("2026-12-01", None), ("2025-12-01", None), ("2026-11-02", None)] {
            assert!(known((day(month), before), newest).is_err());
        }
        assert!(known((day("2026-10-01"), Some("2026-11-21T".into())), newest).is_err());
    }
}
