//! The rules of coupons: pure. Source: the spec of planning and reporting, sections 5 and 9.
//!
//! The browser has the same rules; `cases/coupons.json` holds both to the same messages.

use crate::{
    issue_types,
    model::{CouponType, Order},
};
use chrono::NaiveDate;
use serde::Deserialize;
use shared::{Environment, Error, FieldError, FromEnvironment, Instant, Result, time};
use uuid::Uuid;

/// The discounts that are given: a type and a value. Source: section 9, '50 %', $2, $3, $5, $6, $8, $9, $10.
pub const DISCOUNTS: [(CouponType, u32); 8] = [
    (CouponType::Percent, 50),
    (CouponType::Amount, 2),
    (CouponType::Amount, 3),
    (CouponType::Amount, 5),
    (CouponType::Amount, 6),
    (CouponType::Amount, 8),
    (CouponType::Amount, 9),
    (CouponType::Amount, 10),
];

/// What a coupon can be at most where its issuer does not manage permissions.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
pub struct Limits {
    /// Days from the first to the last one on which it is valid.
    pub days: u32,
    /// Percent off.
    pub percent: u32,
    /// Dollars off.
    pub dollars: u32,
}

impl FromEnvironment for Limits {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let number = |name: &str| -> Result<u32> { environment.variable(name)?.parse().map_err(Error::internal) };
        Ok(Self {
            days: number("COUPON_MAX_DAYS")?,
            percent: number("COUPON_MAX_PERCENT")?,
            dollars: number("COUPON_MAX_DOLLARS")?,
        })
    }
}

/// Checks an order against the limits.
///
/// # Errors
/// Everything that is beyond them.
pub fn check_limits(order: &Order, limits: Limits) -> Result<(), Vec<FieldError>> {
    let days = order.end_date.signed_duration_since(order.start_date).num_days();
    let too_long = days > i64::from(limits.days);
    let too_high = match order.r#type {
        CouponType::Percent => order.value > limits.percent,
        CouponType::Amount => order.value > limits.dollars,
    };
    let Limits { days, percent, dollars } = limits;
    let errors = [
        too_high.then(|| FieldError::new("value", format!("A code takes off at most {percent} % or ${dollars}"))),
        too_long.then(|| FieldError::new("endDate", format!("A code is valid for at most {days} days"))),
    ];
    let errors: Vec<FieldError> = errors.into_iter().flatten().collect();
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// A coupon as it was asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Asked {
    image_name: String,
    r#type: Option<CouponType>,
    value: Option<u32>,
    start_date: String,
    end_date: String,
    /// Of the caller's making: asked for again under the same one, it is the same coupon.
    pub(crate) client_token: Option<Uuid>,
}

/// What is to be issued, where nothing is wrong with it.
///
/// # Errors
/// Everything that is wrong.
pub fn check(asked: &Asked, today: NaiveDate) -> Result<Order, Vec<FieldError>> {
    let mut errors = Vec::new();
    let mut wrong = |field: &str, message: String| errors.push(FieldError::new(field, message));
    let image_name = asked.image_name.trim();
    if image_name.is_empty() {
        wrong("imageName", "Issue type cannot be empty".into());
    } else if !issue_types::known(image_name) {
        wrong("imageName", format!("There is no issue type {image_name}"));
    }
    let discount = match (asked.r#type, asked.value) {
        (Some(kind), Some(value)) => Some((kind, value)),
        _ => None,
    };
    match discount {
        None => wrong("value", "Code value cannot be empty".into()),
        Some(discount) if !DISCOUNTS.contains(&discount) => {
            wrong("value", "Code value should be one of 50 %, $2, $3, $5, $6, $8, $9, $10".into());
        }
        Some(_) => {}
    }
    let (start, end) = (day(&asked.start_date), day(&asked.end_date));
    for (field, name, text, read) in
        [("startDate", "Start date", &asked.start_date, start), ("endDate", "End date", &asked.end_date, end)]
    {
        if text.trim().is_empty() {
            wrong(field, format!("{name} cannot be empty"));
        } else if read.is_none() {
            wrong(field, format!("{name} should be a day in the format YYYY-MM-DD"));
        }
    }
    if start.zip(end).is_some_and(|(start, end)| start > end) {
        wrong("startDate", "Start date cannot be after end date".into());
    }
    if end.is_some_and(|end| end < today) {
        wrong("endDate", "End date cannot be in the past".into());
    }
    match (discount, start, end) {
        (Some((r#type, value)), Some(start_date), Some(end_date)) if errors.is_empty() => {
            Ok(Order { image_name: image_name.into(), r#type, value, start_date, end_date })
        }
        _ => Err(errors),
    }
}

/// A day as `YYYY-MM-DD`, or that of an instant in Central time: ISO text says either.
fn day(text: &str) -> Option<NaiveDate> {
    let text = text.trim();
    time::day(text).or_else(|| text.parse::<Instant>().ok().map(Instant::central_date))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[derive(Deserialize)]
    struct Cases {
        discounts: Vec<Discount>,
        requests: Vec<Case>,
    }

    #[derive(Deserialize)]
    struct Discount {
        r#type: CouponType,
        value: u32,
    }

    #[derive(Deserialize)]
    struct Case {
        name: String,
        today: NaiveDate,
        request: Value,
        errors: Vec<FieldError>,
    }

    fn cases() -> Cases {
        serde_json::from_str(include_str!("../cases/coupons.json")).unwrap()
    }

    #[test]
    fn coupon_rules_and_their_messages() {
        for Case { name, today, request, errors } in cases().requests {
            let request = serde_json::from_value(request).unwrap();
            assert_eq!(check(&request, today).err().unwrap_or_default(), errors, "{name}");
        }
    }

    #[test]
    fn rejects_a_coupon_that_is_valid_too_long_or_takes_off_too_much() {
        let limits = Limits { days: 30, percent: 50, dollars: 20 };
        let fields = |kind, value, end: &str, limits| -> Vec<String> {
            let order = Order {
                image_name: "UX - Menu was confusing".into(),
                r#type: kind,
                value,
                start_date: "2026-11-21".parse().unwrap(),
                end_date: end.parse().unwrap(),
            };
            check_limits(&order, limits).err().unwrap_or_default().into_iter().map(|error| error.field).collect()
        };
        assert!(fields(CouponType::Percent, 50, "2026-12-21", limits).is_empty());
        assert!(fields(CouponType::Amount, 20, "2026-11-21", limits).is_empty());
        assert_eq!(fields(CouponType::Amount, 20, "2026-12-22", limits), ["endDate"]);
        assert_eq!(fields(CouponType::Amount, 21, "2026-12-22", limits), ["value", "endDate"]);
        let lower = Limits { percent: 40, dollars: 5, ..limits };
        assert_eq!(fields(CouponType::Percent, 50, "2026-11-21", lower), ["value"]);
        assert_eq!(fields(CouponType::Amount, 6, "2026-11-21", lower), ["value"]);
        assert!(fields(CouponType::Amount, 5, "2026-11-21", lower).is_empty());
    }

    #[test]
    fn the_choices_of_the_browser_are_the_discounts_that_are_given() {
        let offered: Vec<_> = cases().discounts.iter().map(|offered| (offered.r#type, offered.value)).collect();
        assert_eq!(offered, DISCOUNTS);
    }

    #[test]
    fn a_day_is_a_day_or_that_of_an_instant_in_central_time() {
        let of = |text: &str| day(text).map(|day| day.to_string());
        assert_eq!(of("2026-11-21").as_deref(), Some("2026-11-21"));
        assert_eq!(of("2026-11-22T05:59:59.999Z").as_deref(), Some("2026-11-21"));
        assert_eq!(of("2026-11-22T06:00:00Z").as_deref(), Some("2026-11-22"));
        for wrong in ["2026-11-31", "11/21/2026", "2026-11-21T10:00:00", "+2026-11-21"] {
            assert_eq!(day(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn other_discounts_and_other_issue_types_are_refused() {
        let wrong = |asked: Value| -> Vec<String> {
            let asked: Asked = serde_json::from_value(asked).unwrap();
            let errors = check(&asked, "2026-11-21".parse().unwrap()).unwrap_err();
            errors.into_iter().map(|error| error.message).collect()
        };
        let asked = |image_name: &str, kind: &str, value: u32| {
            let day = "2026-11-21";
            json!({"imageName": image_name, "type": kind, "value": value, "startDate": day, "endDate": day})
        };
        let known = "NPS - Survey was rewarded";
        let other = "Code value should be one of 50 %, $2, $3, $5, $6, $8, $9, $10";
        for (kind, value) in [("AMOUNT", 50), ("AMOUNT", 4), ("AMOUNT", 0), ("PERCENT", 5), ("PERCENT", 100)] {
            assert_eq!(wrong(asked(known, kind, value)), [other]);
        }
        assert_eq!(wrong(asked("Boredom", "AMOUNT", 5)), ["There is no issue type Boredom"]);
    }

    #[test]
    fn what_is_ordered_is_what_was_asked_for() {
        let request = json!({
            "imageName": " UX - Menu was confusing ", "type": "AMOUNT", "value": 5,
            "startDate": "2026-11-21T12:00:00Z", "endDate": "2026-12-24",
        });
        let order = check(&serde_json::from_value(request).unwrap(), "2026-11-21".parse().unwrap()).unwrap();
        let expected = json!({
            "imageName": "UX - Menu was confusing", "type": "AMOUNT", "value": 5, "startDate": "2026-11-21",
            "endDate": "2026-12-24",
        });
        assert_eq!(serde_json::to_value(order).unwrap(), expected);
    }
}
