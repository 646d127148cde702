//! The fridge orders of the two weeks that end tomorrow: one for each packing slip.

use crate::{fridge::midnight, jit::DISHES, stops};
use ::orders::{
    model::{Order, OrderItem},
    store::OrderStore,
};
use anyhow::Result;
use chrono::{Days, Duration, NaiveDate};
use fastrand::Rng;
use shared::{Environment, FromEnvironment, table};
use stocking::model::PackingSlip;

/// One order in this many has a note for the driver.
const NOTE_ONE_IN: u32 = 25;

/// The orders of `slips`, one for each slip.
pub fn for_slips(slips: &[PackingSlip]) -> Vec<Order> {
    slips.iter().map(order).collect()
}

fn order(slip: &PackingSlip) -> Order {
    let PackingSlip { location_id, unique_id, drop_off_date, stocking_index, .. } = slip;
    let name = format!("O-{location_id}-{}", unique_id.trim_start_matches("PS-"));
    let mut rng = Rng::with_seed(table::shard(&format!("order/{name}"), u32::MAX).into());
    let first = rng.usize(..DISHES.len());
    let dishes = DISHES.iter().cycle().skip(first).take(rng.usize(3..=7));
    Order {
        items: dishes.map(|dish| OrderItem { item: (*dish).into(), quantity: rng.u32(1..=8) }).collect(),
        unique_id: name,
        location_id: location_id.clone(),
        drop_off_date: *drop_off_date,
        delivery_date: *drop_off_date,
        stocking_index: *stocking_index,
        order_type: slip.slip_type.clone(),
        order_owner: "allocation".into(),
        client_code: slip.client_code.clone(),
        status: "PACKED".into(),
        address_for_delivery: None,
        delivery_special_notes: (rng.u32(..NOTE_ONE_IN) == 0).then(|| "Call the front desk before arriving.".into()),
        order_upload_id: None,
        // Orders are final on the evening before packing.
        occurred_at: midnight(*drop_off_date).plus(-Duration::hours(30)),
    }
}

/// Stores the orders of the days without orders. Returns their number.
///
/// # Errors
/// If the table cannot be read or written.
pub async fn fill(environment: &Environment, slips: &[PackingSlip], today: NaiveDate) -> Result<usize> {
    let store = OrderStore::from_environment(environment)?;
    let mut missing = Vec::new();
    for date in stops::packed_days(today).start.iter_days().take_while(|date| *date <= today + Days::new(1)) {
        if store.of_day(date, 1, None, Some).await?.items.is_empty() {
            missing.extend(slips.iter().filter(|slip| slip.drop_off_date == date).map(order));
        }
    }
    store.put_all(&missing).await?;
    Ok(missing.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fleet::tests::FLEET;
    use std::collections::BTreeSet;

    #[test]
    fn each_packing_slip_of_two_weeks_has_one_order_and_orders_are_reproducible() {
        let today: NaiveDate = "2026-11-21".parse().unwrap();
        let locations = &FLEET.locations[..300];
        let days =
            [stops::past_routes(locations, today).unwrap(), stops::current_routes(locations, today).unwrap()].concat();
        let slips = stops::slips(&days, today);
        let orders = for_slips(&slips);
        assert_eq!(orders, for_slips(&slips));
        let ids: BTreeSet<&str> = orders.iter().map(|order| order.unique_id.as_str()).collect();
        assert_eq!(ids.len(), orders.len());
        assert_eq!(orders.len(), slips.len());
        let dates: BTreeSet<NaiveDate> = orders.iter().map(|order| order.drop_off_date).collect();
        assert_eq!(dates.len(), 14);
        assert_eq!(dates.last(), Some(&(today + Days::new(1))));
        assert!(orders.iter().all(|order| order.items.len() >= 3 && !order.is_deleted()));
    }
}
