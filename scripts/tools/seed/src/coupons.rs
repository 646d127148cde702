//! Coupons that customer service issued in the past weeks.

use anyhow::Result;
use chrono::{Days, Duration};
use coupons::{
    code::{ALPHABET, LENGTH},
    issue_types,
    model::{Coupon, CouponTerms, CouponType},
    rules::DISCOUNTS,
    store::CouponStore,
};
use fastrand::Rng;
use serde_json::Value;
use shared::{Environment, FromEnvironment, Instant};

/// The number of coupons.
const COUPONS: usize = 60;
/// The maximum age of a coupon in days.
const MAX_AGE_DAYS: i64 = 45;
/// The users who issued them. The repetition makes customer service the more frequent issuer.
const STAFF: [&str; 3] = ["customer-service@larder.example", "customer-service@larder.example", "admin@larder.example"];

/// The coupons of the past weeks.
///
/// # Errors
/// If a generated code is invalid, which would be a defect of the seeder.
pub fn all(now: Instant) -> Result<Vec<Coupon>> {
    let mut rng = Rng::with_seed(COUPONS as u64);
    (0..COUPONS).map(|_| coupon(&mut rng, now)).collect()
}

fn coupon(rng: &mut Rng, now: Instant) -> Result<Coupon> {
    let issued_at = now.plus(-Duration::minutes(rng.i64(30..MAX_AGE_DAYS * 24 * 60)));
    let start_date = issued_at.central_date();
    let letters = (0..LENGTH).filter_map(|_| rng.choice(ALPHABET).map(|letter| char::from(*letter)));
    let code = Value::from(letters.collect::<String>());
    let issue = rng.choice(issue_types::all()).map(|issue| issue.image_name.clone()).unwrap_or_default();
    let (kind, value) = rng.choice(DISCOUNTS).unwrap_or((CouponType::Amount, 5));
    Ok(Coupon {
        coupon_code: serde_json::from_value(code)?,
        terms: CouponTerms {
            image_name: issue,
            r#type: kind,
            value,
            start_date,
            end_date: start_date + Days::new(rng.choice([7, 14, 30, 90]).unwrap_or(30)),
        },
        user: rng.choice(STAFF).unwrap_or_default().into(),
        issued_at,
    })
}

/// Stores the coupons if the table is empty.
///
/// # Errors
/// If the table cannot be read or written.
pub async fn fill(environment: &Environment, now: Instant) -> Result<()> {
    let store = CouponStore::from_environment(environment)?;
    if store.newest(now, None).await?.items.is_empty() {
        store.put_all(&all(now)?).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use coupons::rules::{self, CouponRequest};
    use serde_json::json;

    #[test]
    fn coupons_are_reproducible_and_valid_on_the_day_of_issue() {
        let now = "2026-11-23T15:00:00Z".parse().unwrap();
        let coupons = all(now).unwrap();
        assert_eq!(all(now).unwrap(), coupons);
        for coupon in coupons {
            let request: CouponRequest = serde_json::from_value(json!(coupon.terms)).unwrap();
            assert_eq!(rules::check(&request, coupon.issued_at.central_date()), Ok(coupon.terms));
        }
    }
}
