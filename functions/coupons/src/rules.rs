//! Validation rules for coupons, without I/O. Requirements: `docs/requirements/coupons.md`.
//!
//! The web app implements the same rules. Tests of both use `cases/coupons.json`, so that their messages are the same.

use crate::{
    issue_types,
    model::{CouponTerms, CouponType},
};
use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{Environment, Error, FieldError, FromEnvironment, Instant, Result, time};
use uuid::Uuid;

/// The allowed discounts (CPN-2): 50 %, $2, $3, $5, $6, $8, $9, $10.
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

/// Limits for callers without `ManagePermissions` (CPN-6).
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
pub struct Limits {
    /// Maximum number of days from the start date to the end date.
    pub days: u32,
    /// Maximum discount in percent.
    pub percent: u32,
    /// Maximum discount in dollars.
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

/// Checks the terms of a coupon against the limits.
///
/// # Errors
/// One error per exceeded limit.
pub fn check_limits(terms: &CouponTerms, limits: Limits) -> Result<(), Vec<FieldError>> {
    let days = terms.end_date.signed_duration_since(terms.start_date).num_days();
    let too_long = days > i64::from(limits.days);
    let too_high = match terms.r#type {
        CouponType::Percent => terms.value > limits.percent,
        CouponType::Amount => terms.value > limits.dollars,
    };
    let Limits { days, percent, dollars } = limits;
    let errors = [
        too_high.then(|| FieldError::new("value", format!("The discount can be at most {percent} % or ${dollars}"))),
        too_long.then(|| FieldError::new("endDate", format!("A code can be valid for at most {days} days"))),
    ];
    let errors: Vec<FieldError> = errors.into_iter().flatten().collect();
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Request body of `POST /coupons`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase")]
#[schemars(extend("required" = ["imageName", "type", "value", "startDate", "endDate"]))]
pub struct CouponRequest {
    /// The issue type: one of `couponIssueTypes`.
    image_name: String,
    /// The kind of discount.
    #[schemars(with = "CouponType")]
    r#type: Option<CouponType>,
    /// Discount in dollars or percent, depending on the type.
    #[schemars(with = "u32")]
    value: Option<u32>,
    /// The first business day: `YYYY-MM-DD`, or an instant, whose Central date counts.
    start_date: String,
    /// The last business day, in the same form.
    end_date: String,
    /// Idempotency key that the caller chooses: calls with the same key return the same coupon.
    pub(crate) client_token: Option<Uuid>,
}

/// Validates a request and returns the terms of the coupon.
///
/// # Errors
/// All invalid fields.
pub fn check(request: &CouponRequest, today: NaiveDate) -> Result<CouponTerms, Vec<FieldError>> {
    let mut errors = Vec::new();
    let mut reject = |field: &str, message: String| errors.push(FieldError::new(field, message));
    let image_name = request.image_name.trim();
    if image_name.is_empty() {
        reject("imageName", "Issue type cannot be empty".into());
    } else if !issue_types::exists(image_name) {
        reject("imageName", format!("There is no issue type {image_name}"));
    }
    let discount = match (request.r#type, request.value) {
        (Some(kind), Some(value)) => Some((kind, value)),
        _ => None,
    };
    match discount {
        None => reject("value", "Code value cannot be empty".into()),
        Some(discount) if !DISCOUNTS.contains(&discount) => {
            reject("value", "Code value should be one of 50 %, $2, $3, $5, $6, $8, $9, $10".into());
        }
        Some(_) => {}
    }
    let (start, end) = (day(&request.start_date), day(&request.end_date));
    for (field, name, text, date) in
        [("startDate", "Start date", &request.start_date, start), ("endDate", "End date", &request.end_date, end)]
    {
        if text.trim().is_empty() {
            reject(field, format!("{name} cannot be empty"));
        } else if date.is_none() {
            reject(field, format!("{name} should be a day in the format YYYY-MM-DD"));
        }
    }
    if start.zip(end).is_some_and(|(start, end)| start > end) {
        reject("startDate", "Start date cannot be after end date".into());
    }
    if end.is_some_and(|end| end < today) {
        reject("endDate", "End date cannot be in the past".into());
    }
    match (discount, start, end) {
        (Some((r#type, value)), Some(start_date), Some(end_date)) if errors.is_empty() => {
            Ok(CouponTerms { image_name: image_name.into(), r#type, value, start_date, end_date })
        }
        _ => Err(errors),
    }
}

/// Parses `YYYY-MM-DD`, or an ISO 8601 instant, of which it returns the Central date.
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
    fn shared_cases_give_the_expected_messages() {
        for Case { name, today, request, errors } in cases().requests {
            let request = serde_json::from_value(request).unwrap();
            assert_eq!(check(&request, today).err().unwrap_or_default(), errors, "{name}");
        }
    }

    #[test]
    fn rejects_a_validity_or_a_discount_beyond_the_limits() {
        let limits = Limits { days: 30, percent: 50, dollars: 20 };
        let fields = |kind, value, end: &str, limits| -> Vec<String> {
            let terms = CouponTerms {
                image_name: "UX - Menu was confusing".into(),
                r#type: kind,
                value,
                start_date: "2026-11-21".parse().unwrap(),
                end_date: end.parse().unwrap(),
            };
            check_limits(&terms, limits).err().unwrap_or_default().into_iter().map(|error| error.field).collect()
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
    fn the_web_app_offers_exactly_the_allowed_discounts() {
        let offered: Vec<_> = cases().discounts.iter().map(|discount| (discount.r#type, discount.value)).collect();
        assert_eq!(offered, DISCOUNTS);
    }

    #[test]
    fn parses_dates_and_the_central_date_of_instants() {
        let date = |text: &str| day(text).map(|day| day.to_string());
        assert_eq!(date("2026-11-21").as_deref(), Some("2026-11-21"));
        assert_eq!(date("2026-11-22T05:59:59.999Z").as_deref(), Some("2026-11-21"));
        assert_eq!(date("2026-11-22T06:00:00Z").as_deref(), Some("2026-11-22"));
        for invalid in ["2026-11-31", "11/21/2026", "2026-11-21T10:00:00", "+2026-11-21"] {
            assert_eq!(day(invalid), None, "{invalid}");
        }
    }

    #[test]
    fn rejects_unknown_discounts_and_issue_types() {
        let messages = |request: Value| -> Vec<String> {
            let request: CouponRequest = serde_json::from_value(request).unwrap();
            let errors = check(&request, "2026-11-21".parse().unwrap()).unwrap_err();
            errors.into_iter().map(|error| error.message).collect()
        };
        let request = |image_name: &str, kind: &str, value: u32| {
            let day = "2026-11-21";
            json!({"imageName": image_name, "type": kind, "value": value, "startDate": day, "endDate": day})
        };
        let issue_type = "NPS - Survey was rewarded";
        let expected = "Code value should be one of 50 %, $2, $3, $5, $6, $8, $9, $10";
        for (kind, value) in [("AMOUNT", 50), ("AMOUNT", 4), ("AMOUNT", 0), ("PERCENT", 5), ("PERCENT", 100)] {
            assert_eq!(messages(request(issue_type, kind, value)), [expected]);
        }
        assert_eq!(messages(request("Boredom", "AMOUNT", 5)), ["There is no issue type Boredom"]);
    }

    #[test]
    fn terms_contain_the_normalized_request() {
        let request = json!({
            "imageName": " UX - Menu was confusing ", "type": "AMOUNT", "value": 5,
            "startDate": "2026-11-21T12:00:00Z", "endDate": "2026-12-24",
        });
        let terms = check(&serde_json::from_value(request).unwrap(), "2026-11-21".parse().unwrap()).unwrap();
        let expected = json!({
            "imageName": "UX - Menu was confusing", "type": "AMOUNT", "value": 5, "startDate": "2026-11-21",
            "endDate": "2026-12-24",
        });
        assert_eq!(serde_json::to_value(terms).unwrap(), expected);
    }
}
