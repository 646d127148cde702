//! What is stored of a coupon, named as `infra/schema.graphql` names it.

use crate::code::CouponCode;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::Instant;
use strum::Display;

/// What a coupon takes off.
#[derive(Clone, Copy, Debug, Deserialize, Display, Eq, PartialEq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
#[strum(serialize_all = "UPPERCASE")]
pub enum CouponType {
    /// Dollars.
    Amount,
    /// Part of the price.
    Percent,
}

/// What a coupon is to be.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    /// Why it is given: see [`crate::issue_types`].
    pub image_name: String,
    /// What it takes off.
    pub r#type: CouponType,
    /// How much.
    pub value: u32,
    /// The first business day on which it is taken.
    pub start_date: NaiveDate,
    /// The last one.
    pub end_date: NaiveDate,
}

/// A coupon, which is taken once.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Coupon {
    /// What the customer types.
    pub coupon_code: CouponCode,
    /// What it is.
    #[serde(flatten)]
    pub order: Order,
    /// E-mail of who issued it.
    pub user: String,
    /// When.
    pub issued_at: Instant,
}
