//! Customers: when they visit a fridge, and what they buy.

use super::stock::Stock;
use crate::{
    message::{Kind, Message},
    random,
};
use chrono::{Datelike, Duration, Timelike, Weekday};
use chrono_tz::Tz;
use fastrand::Rng;
use locations::model::LocationId;
use serde_json::{Value, json};
use shared::Instant;

/// The relative number of customers in each hour of the day, with peaks at breakfast and lunch.
#[rustfmt::skip]
const HOURLY_WEIGHTS: [f64; 24] = [
    0.2, 0.1, 0.1, 0.1, 0.2, 0.5, 1.5, 3.0, 4.0, 3.0, 3.0, 7.0, 10.0, 6.0, 4.0, 4.0, 3.5, 3.0, 3.0, 2.0, 1.5, 1.0, 0.6,
    0.4,
];
/// The greatest of the hourly weights.
const MAX_WEIGHT: f64 = 10.0;
/// The share of a working day's customers that visit on a Saturday or Sunday.
const WEEKEND_SHARE: f64 = 0.3;
/// The percentage of visits that end with a purchase.
const PURCHASE_PERCENT: f64 = 65.0;

/// When the next customer's visit ends, for `per_day` customers on a working day. `None` without customers.
pub(super) fn next_visit(rng: &mut Rng, now: Instant, per_day: f64, zone: Tz) -> Option<Instant> {
    let max_per_second = per_day * MAX_WEIGHT / HOURLY_WEIGHTS.iter().sum::<f64>() / 3600.0;
    if max_per_second <= 0.0 {
        return None;
    }
    // Rejection sampling: candidates arrive at the rate of the busiest hour and are accepted by the hour's weight.
    let mut at = now;
    loop {
        at = at.plus(random::exponential(rng, random::capped_seconds(1.0 / max_per_second)));
        if rng.f64() * MAX_WEIGHT < weight(at, zone) {
            return Some(at);
        }
    }
}

fn weight(at: Instant, zone: Tz) -> f64 {
    let local = at.utc().with_timezone(&zone);
    let hour = usize::try_from(local.hour()).unwrap_or_default();
    let weight = HOURLY_WEIGHTS.get(hour).copied().unwrap_or_default();
    if matches!(local.weekday(), Weekday::Sat | Weekday::Sun) { weight * WEEKEND_SHARE } else { weight }
}

/// The messages of a customer's visit that ends at `end`. The customer can buy only if the fridge `sells`.
pub(super) fn session(rng: &mut Rng, id: &LocationId, end: Instant, sells: bool, stock: &mut Stock) -> Vec<Message> {
    let before = |seconds: i64| end.plus(-Duration::seconds(seconds));
    let event = |at, event_type: &str, payload: Value| {
        Message::new(Kind::SegmentEvent, id, at, json!({ "eventType": event_type, "payload": payload }))
    };
    let browsing_seconds = rng.i64(5..40);
    let mut messages = vec![
        event(before(75 + browsing_seconds), "sessionStarted", json!({ "sessionId": format!("{:08x}", rng.u32(..)) })),
        event(before(70 + browsing_seconds), "productListViewed", json!({ "products": rng.u32(8..25) })),
    ];
    if !sells || !random::happens(rng, PURCHASE_PERCENT) {
        return messages;
    }
    let Some(sale) = stock.sell(rng) else { return messages };
    let price = format!("{}.{:02}", sale.dish.price / 100, sale.dish.price % 100);
    messages.push(event(before(45), "purchaseCompleted", json!({ "item": sale.dish.name, "price": price })));
    messages.push(event(end, "pickupAccepted", json!({ "item": sale.dish.name })));
    if let Some((row, column)) = sale.emptied_slot {
        let slot = json!({ "itemName": sale.dish.name, "logicalRow": row, "logicalColumn": column });
        messages.push(Message::new(Kind::EmptyChannel, id, end, slot));
    }
    if sale.sold_out {
        messages.push(Message::new(Kind::StockOut, id, end, json!({ "item": sale.dish.name })));
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono_tz::America;

    #[test]
    fn the_requested_number_of_customers_come_and_most_of_them_at_noon_local_time() {
        let mut rng = random::rng_for(1, "customers");
        // Midnight in Los Angeles on a Monday.
        let begin: Instant = "2026-11-23T08:00:00Z".parse().unwrap();
        let end = begin.plus(Duration::days(1));
        let mut hours = [0; 24];
        for _ in 0..50 {
            let mut at = begin;
            while let Some(next) = next_visit(&mut rng, at, 20.0, America::Los_Angeles).filter(|next| *next < end) {
                hours[usize::try_from((next.since(begin)).num_hours()).unwrap()] += 1;
                at = next;
            }
        }
        assert!((900..1100).contains(&hours.iter().sum::<i32>()), "{hours:?}");
        assert_eq!(hours.iter().enumerate().max_by_key(|(_, count)| **count).unwrap().0, 12);
    }

    #[test]
    fn there_are_no_visits_without_customers() {
        assert_eq!(
            next_visit(&mut random::rng_for(1, "none"), "2026-11-23T08:00:00Z".parse().unwrap(), 0.0, America::Chicago),
            None
        );
    }

    #[test]
    fn nothing_is_bought_from_a_fridge_that_does_not_sell() {
        let (mut rng, id) = (random::rng_for(1, "session"), "CHI_0001".parse().unwrap());
        let end: Instant = "2026-11-23T18:00:00Z".parse().unwrap();
        let mut stock = Stock::new(&mut rng, end.central_date());
        for _ in 0..50 {
            let events = session(&mut rng, &id, end, false, &mut stock);
            let types: Vec<&str> = events.iter().map(|event| event.fields["eventType"].as_str().unwrap()).collect();
            assert_eq!(types, ["sessionStarted", "productListViewed"]);
        }
    }

    #[test]
    fn a_visit_sends_its_events_in_order_with_empty_channels_and_stock_outs() {
        let (mut rng, id) = (random::rng_for(1, "session"), "CHI_0001".parse().unwrap());
        let end: Instant = "2026-11-23T18:00:00Z".parse().unwrap();
        let mut stock = Stock::new(&mut rng, end.central_date());
        stock.fill(end.central_date());
        let sessions: Vec<Vec<Message>> = (0..1000).map(|_| session(&mut rng, &id, end, true, &mut stock)).collect();
        for session in &sessions {
            assert!(
                session.is_sorted_by_key(|message| message.occurred_at) && session.iter().all(|m| m.occurred_at <= end)
            );
        }
        let count = |kind| sessions.iter().flatten().filter(|message| message.kind == kind).count();
        assert!(count(Kind::EmptyChannel) == 36 && count(Kind::StockOut) > 10, "everything is sold at the end");
    }
}
