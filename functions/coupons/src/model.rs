//! Stored form of a coupon. The field names match `infra/schema.graphql`.

use crate::code::CouponCode;
use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::Instant;
use strum::Display;

/// The kind of discount.
#[derive(Clone, Copy, Debug, Deserialize, Display, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
#[strum(serialize_all = "UPPERCASE")]
pub enum CouponType {
    /// An amount in dollars.
    Amount,
    /// A percentage of the price.
    Percent,
}

/// The terms of a coupon: reason, discount and validity.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CouponTerms {
    /// The issue type, see [`crate::issue_types`].
    pub image_name: String,
    /// The kind of discount.
    pub r#type: CouponType,
    /// Discount in dollars or percent, depending on the type.
    pub value: u32,
    /// The first business day on which the coupon is valid.
    pub start_date: NaiveDate,
    /// The last business day on which the coupon is valid.
    pub end_date: NaiveDate,
}

/// A single-use coupon.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Coupon {
    /// The code that the customer types.
    pub coupon_code: CouponCode,
    /// The terms.
    #[serde(flatten)]
    pub terms: CouponTerms,
    /// E-mail address of the user who issued it.
    pub user: String,
    /// The time at which it was issued.
    pub issued_at: Instant,
}
