//! Customers: when they come, and what they do.

use super::stock::Stock;
use crate::{
    chance,
    message::{Kind, Message},
};
use chrono::{Datelike, Duration, Timelike, Weekday};
use chrono_tz::Tz;
use fastrand::Rng;
use locations::model::LocationId;
use serde_json::{Value, json};
use shared::Instant;

/// How many come in each hour of a day, against the others: breakfast, lunch, and a long afternoon.
#[rustfmt::skip]
const HOURS: [f64; 24] = [
    0.2, 0.1, 0.1, 0.1, 0.2, 0.5, 1.5, 3.0, 4.0, 3.0, 3.0, 7.0, 10.0, 6.0, 4.0, 4.0, 3.5, 3.0, 3.0, 2.0, 1.5, 1.0, 0.6,
    0.4,
];
const BUSIEST: f64 = 10.0;
/// On a Saturday or Sunday so many of those of a working day.
const WEEKEND: f64 = 0.3;
/// Of a hundred who look, so many buy.
const BUYERS: f64 = 65.0;

/// When the next customer is done, where `per_day` come on a working day; `None` where none does.
pub(super) fn next(rng: &mut Rng, now: Instant, per_day: f64, zone: Tz) -> Option<Instant> {
    let rush = per_day * BUSIEST / HOURS.iter().sum::<f64>() / 3600.0;
    if rush <= 0.0 {
        return None;
    }
    // As if every hour were the busiest; then most of those who would come in another do not.
    let mut at = now;
    loop {
        at = at.plus(chance::wait(rng, chance::seconds(1.0 / rush)));
        if rng.f64() * BUSIEST < weight(at, zone) {
            return Some(at);
        }
    }
}

fn weight(at: Instant, zone: Tz) -> f64 {
    let local = at.utc().with_timezone(&zone);
    let hour = usize::try_from(local.hour()).ok().and_then(|hour| HOURS.get(hour)).copied().unwrap_or_default();
    if matches!(local.weekday(), Weekday::Sat | Weekday::Sun) { hour * WEEKEND } else { hour }
}

/// What a customer did who is done at `end`; one who cannot be `served` only looks.
pub(super) fn session(rng: &mut Rng, id: &LocationId, end: Instant, served: bool, stock: &mut Stock) -> Vec<Message> {
    let before = |seconds: i64| end.plus(-Duration::seconds(seconds));
    let event = |at, event_type: &str, payload: Value| {
        Message::new(Kind::SegmentEvent, id, at, json!({ "eventType": event_type, "payload": payload }))
    };
    let looked = rng.i64(5..40);
    let mut messages = vec![
        event(before(75 + looked), "sessionStarted", json!({ "sessionId": format!("{:08x}", rng.u32(..)) })),
        event(before(70 + looked), "productListViewed", json!({ "products": rng.u32(8..25) })),
    ];
    if !served || !chance::percent(rng, BUYERS) {
        return messages;
    }
    let Some(sale) = stock.sell(rng) else { return messages };
    let price = format!("{}.{:02}", sale.dish.price / 100, sale.dish.price % 100);
    messages.push(event(before(45), "purchaseCompleted", json!({ "item": sale.dish.name, "price": price })));
    messages.push(event(end, "pickupAccepted", json!({ "item": sale.dish.name })));
    if let Some((row, column)) = sale.emptied {
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
    fn as_many_come_as_asked_and_most_of_them_at_noon_where_the_fridge_stands() {
        let mut rng = chance::named(1, "customers");
        // A Monday, from midnight in Los Angeles on.
        let begin: Instant = "2026-11-23T08:00:00Z".parse().unwrap();
        let end = begin.plus(Duration::days(1));
        let mut hours = [0; 24];
        for _ in 0..50 {
            let mut at = begin;
            while let Some(next) = next(&mut rng, at, 20.0, America::Los_Angeles).filter(|next| *next < end) {
                hours[usize::try_from((next.since(begin)).num_hours()).unwrap()] += 1;
                at = next;
            }
        }
        assert!((900..1100).contains(&hours.iter().sum::<i32>()), "{hours:?}");
        assert_eq!(hours.iter().enumerate().max_by_key(|(_, count)| **count).unwrap().0, 12);
    }

    #[test]
    fn nobody_comes_where_none_is_asked_for() {
        assert_eq!(
            next(&mut chance::named(1, "none"), "2026-11-23T08:00:00Z".parse().unwrap(), 0.0, America::Chicago),
            None
        );
    }

    #[test]
    fn who_is_not_served_only_looks() {
        let (mut rng, id) = (chance::named(1, "session"), "CHI_0001".parse().unwrap());
        let end: Instant = "2026-11-23T18:00:00Z".parse().unwrap();
        let mut stock = Stock::begin(&mut rng, end.central_date());
        for _ in 0..50 {
            let events = session(&mut rng, &id, end, false, &mut stock);
            let types: Vec<&str> = events.iter().map(|event| event.fields["eventType"].as_str().unwrap()).collect();
            assert_eq!(types, ["sessionStarted", "productListViewed"]);
        }
    }

    #[test]
    fn a_purchase_is_told_in_order_up_to_its_end_and_what_runs_out_with_it() {
        let (mut rng, id) = (chance::named(1, "session"), "CHI_0001".parse().unwrap());
        let end: Instant = "2026-11-23T18:00:00Z".parse().unwrap();
        let mut stock = Stock::begin(&mut rng, end.central_date());
        stock.fill(end.central_date());
        let sessions: Vec<Vec<Message>> = (0..1000).map(|_| session(&mut rng, &id, end, true, &mut stock)).collect();
        for session in &sessions {
            assert!(
                session.is_sorted_by_key(|message| message.occurred_at) && session.iter().all(|m| m.occurred_at <= end)
            );
        }
        let count = |kind| sessions.iter().flatten().filter(|message| message.kind == kind).count();
        assert!(count(Kind::EmptyChannel) == 36 && count(Kind::StockOut) > 10, "all is sold in the end");
    }
}
