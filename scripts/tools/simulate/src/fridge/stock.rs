//! The stock of a fridge. Each slot holds one dish; customers buy from the front, and drivers fill the slots.

use chrono::{Days, NaiveDate};
use fastrand::Rng;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The number of slots in each row of a fridge, from the top. All fridges have the same slots.
pub const SLOTS_PER_ROW: [u32; 7] = [6, 6, 6, 5, 5, 4, 4];
/// The number of items that a slot holds.
const SLOT_CAPACITY: u32 = 5;

/// A dish on the menu.
#[derive(Debug)]
pub(super) struct Dish {
    pub(super) name: &'static str,
    /// The price in cents.
    pub(super) price: u32,
    /// The shelf life in days.
    shelf_life: u32,
}

#[rustfmt::skip]
const DISHES: [Dish; 24] = [
    Dish { name: "Chicken Caesar Salad", price: 949, shelf_life: 4 },
    Dish { name: "Greek Salad", price: 899, shelf_life: 4 },
    Dish { name: "Cobb Salad", price: 999, shelf_life: 4 },
    Dish { name: "Kale and Quinoa Bowl", price: 929, shelf_life: 5 },
    Dish { name: "Burrito Bowl", price: 1049, shelf_life: 5 },
    Dish { name: "Thai Noodle Bowl", price: 1029, shelf_life: 5 },
    Dish { name: "Chicken Tikka", price: 1079, shelf_life: 6 },
    Dish { name: "Beef Lasagna", price: 1099, shelf_life: 7 },
    Dish { name: "Turkey Club Sandwich", price: 849, shelf_life: 3 },
    Dish { name: "Ham and Gouda Sandwich", price: 829, shelf_life: 3 },
    Dish { name: "Caprese Sandwich", price: 799, shelf_life: 3 },
    Dish { name: "Hummus and Pretzels", price: 549, shelf_life: 10 },
    Dish { name: "Cheese Plate", price: 699, shelf_life: 10 },
    Dish { name: "Hard-boiled Eggs", price: 399, shelf_life: 7 },
    Dish { name: "Overnight Oats", price: 499, shelf_life: 6 },
    Dish { name: "Berry Parfait", price: 529, shelf_life: 5 },
    Dish { name: "Fruit Cup", price: 449, shelf_life: 4 },
    Dish { name: "Apple Slices", price: 349, shelf_life: 8 },
    Dish { name: "Chocolate Chia Pudding", price: 479, shelf_life: 6 },
    Dish { name: "Cold Brew", price: 425, shelf_life: 30 },
    Dish { name: "Green Juice", price: 599, shelf_life: 12 },
    Dish { name: "Lemonade", price: 375, shelf_life: 30 },
    Dish { name: "Sparkling Water", price: 249, shelf_life: 180 },
    Dish { name: "Oatmeal Cookie", price: 299, shelf_life: 14 },
];

/// The names of all dishes.
pub fn dish_names() -> impl Iterator<Item = &'static str> {
    DISHES.iter().map(|dish| dish.name)
}

/// The row and column of each slot of a fridge, in order.
pub fn slots() -> impl Iterator<Item = (u32, u32)> {
    (0..).zip(SLOTS_PER_ROW).flat_map(|(row, columns)| (0..columns).map(move |column| (row, column)))
}

/// The stock of one fridge.
#[derive(Clone, Debug)]
pub(super) struct Stock(Vec<Slot>);

#[derive(Clone, Debug)]
struct Slot {
    row: u32,
    column: u32,
    dish: usize,
    /// The production date of each item, from front to back.
    production_dates: Vec<NaiveDate>,
}

/// One sold item.
#[derive(Debug)]
pub(super) struct Sale {
    pub(super) dish: &'static Dish,
    /// The row and column of the slot, if the sale emptied it.
    pub(super) emptied_slot: Option<(u32, u32)>,
    /// Whether the fridge has no more items of the dish.
    pub(super) sold_out: bool,
}

impl Stock {
    /// A random stock, as if the last stocking was some days before `today`.
    pub(super) fn new(rng: &mut Rng, today: NaiveDate) -> Self {
        let slot = |(row, column)| Slot {
            row,
            column,
            dish: rng.usize(..DISHES.len()),
            // Some items are old enough to be expired.
            production_dates: vec![
                today - Days::new(rng.u64(1..5));
                usize::try_from(rng.u32(..=SLOT_CAPACITY)).unwrap_or_default()
            ],
        };
        Self(slots().map(slot).collect())
    }

    /// Fills each slot with items that were produced the day before.
    pub(super) fn fill(&mut self, today: NaiveDate) {
        for slot in &mut self.0 {
            let missing =
                usize::try_from(SLOT_CAPACITY).unwrap_or_default().saturating_sub(slot.production_dates.len());
            slot.production_dates.extend(std::iter::repeat_n(today - Days::new(1), missing));
        }
    }

    /// Sells the front item of a random slot. Returns `None` if the fridge is empty.
    pub(super) fn sell(&mut self, rng: &mut Rng) -> Option<Sale> {
        let is_filled = |slot: &Slot| !slot.production_dates.is_empty();
        let filled: Vec<usize> = (0..self.0.len()).filter(|slot| self.0.get(*slot).is_some_and(is_filled)).collect();
        let slot = self.0.get_mut(*filled.get(rng.usize(..filled.len().max(1)))?)?;
        slot.production_dates.remove(0);
        let (dish, emptied_slot) = (slot.dish, (!is_filled(slot)).then_some((slot.row, slot.column)));
        let sold_out = !self.0.iter().any(|slot| slot.dish == dish && is_filled(slot));
        Some(Sale { dish: DISHES.get(dish)?, emptied_slot, sold_out })
    }

    /// The fields of an inventory message.
    pub(super) fn inventory_fields(&self) -> Value {
        let mut dishes = BTreeMap::new();
        let slot = |slot: &Slot| {
            let dish = DISHES.get(slot.dish)?;
            dishes.insert(dish.name, dish);
            let item = |date: &NaiveDate| json!({ "vendItemName": dish.name, "productionDate": date });
            let items: Vec<Value> = slot.production_dates.iter().map(item).collect();
            Some(json!({ "row": slot.row, "column": slot.column, "slotItemName": dish.name, "items": items }))
        };
        let slots: Vec<Value> = self.0.iter().filter_map(slot).collect();
        let shelf_lives = dishes.iter().map(|(name, dish)| ((*name).to_owned(), json!(dish.shelf_life)));
        json!({ "slots": slots, "shelfLife": shelf_lives.collect::<Map<_, _>>() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random;

    #[test]
    fn sells_every_item_and_marks_emptied_slots_and_sold_out_dishes() {
        let (mut rng, today) = (random::rng_for(1, "stock"), "2026-11-21".parse().unwrap());
        let mut stock = Stock::new(&mut rng, today);
        stock.fill(today);
        let sales: Vec<Sale> = std::iter::from_fn(|| stock.sell(&mut rng)).collect();
        assert_eq!(sales.len(), stock.0.len() * SLOT_CAPACITY as usize);
        assert_eq!(sales.iter().filter(|sale| sale.emptied_slot.is_some()).count(), slots().count());
        let dishes = |sales: &mut dyn Iterator<Item = &Sale>| {
            sales.map(|sale| sale.dish.name).collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(dishes(&mut sales.iter().filter(|sale| sale.sold_out)), dishes(&mut sales.iter()));
        stock.fill(today);
        assert!(stock.sell(&mut rng).is_some());
    }

    #[test]
    fn an_inventory_has_each_slot_with_its_items_and_their_shelf_life() {
        let (mut rng, today) = (random::rng_for(1, "stock"), "2026-11-21".parse().unwrap());
        let inventory = Stock::new(&mut rng, today).inventory_fields();
        let entries = inventory["slots"].as_array().unwrap();
        let position = |slot: &Value| Some((slot["row"].as_u64()?, slot["column"].as_u64()?));
        let expected: Vec<_> = slots().map(|(row, column)| Some((row.into(), column.into()))).collect();
        assert_eq!(entries.iter().map(position).collect::<Vec<_>>(), expected);
        for slot in entries {
            assert!(inventory["shelfLife"][slot["slotItemName"].as_str().unwrap()].is_u64());
            assert!(slot["items"].as_array().unwrap().iter().all(|item| item["vendItemName"] == slot["slotItemName"]));
        }
    }
}
