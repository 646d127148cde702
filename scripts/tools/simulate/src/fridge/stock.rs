//! What is in a fridge: slots of one item each, sold from the front, filled by drivers.

use chrono::{Days, NaiveDate};
use fastrand::Rng;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// How many slots each row of a fridge has, from the top: all fridges are built alike.
pub const ROWS: [u32; 7] = [6, 6, 6, 5, 5, 4, 4];
/// Items that a slot takes.
const DEPTH: u32 = 5;

/// A dish.
#[derive(Debug)]
pub(super) struct Dish {
    pub(super) name: &'static str,
    /// In cents.
    pub(super) price: u32,
    /// Days that it keeps.
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

/// What all dishes are called.
pub fn dishes() -> impl Iterator<Item = &'static str> {
    DISHES.iter().map(|dish| dish.name)
}

/// Row and column of each slot of a fridge, in their order.
pub fn places() -> impl Iterator<Item = (u32, u32)> {
    (0..).zip(ROWS).flat_map(|(row, columns)| (0..columns).map(move |column| (row, column)))
}

/// What is in one fridge.
#[derive(Clone, Debug)]
pub(super) struct Stock(Vec<Slot>);

#[derive(Clone, Debug)]
struct Slot {
    row: u32,
    column: u32,
    dish: usize,
    /// The days on which what is in it was made, the front first.
    made: Vec<NaiveDate>,
}

/// What a sale took.
#[derive(Debug)]
pub(super) struct Sale {
    pub(super) dish: &'static Dish,
    /// The slot where that was the last of it.
    pub(super) emptied: Option<(u32, u32)>,
    /// Whether it was the last of the dish.
    pub(super) sold_out: bool,
}

impl Stock {
    /// A fridge some time after it was filled on the day `today` or before.
    pub(super) fn begin(rng: &mut Rng, today: NaiveDate) -> Self {
        let slot = |(row, column)| Slot {
            row,
            column,
            dish: rng.usize(..DISHES.len()),
            // Some have stood there for long enough to expire.
            made: vec![today - Days::new(rng.u64(1..5)); usize::try_from(rng.u32(..=DEPTH)).unwrap_or_default()],
        };
        Self(places().map(slot).collect())
    }

    /// A driver fills each slot, with what was made the day before.
    pub(super) fn fill(&mut self, today: NaiveDate) {
        for slot in &mut self.0 {
            let missing = usize::try_from(DEPTH).unwrap_or_default().saturating_sub(slot.made.len());
            slot.made.extend(std::iter::repeat_n(today - Days::new(1), missing));
        }
    }

    /// A customer takes something; nothing where all is sold.
    pub(super) fn sell(&mut self, rng: &mut Rng) -> Option<Sale> {
        let full: Vec<usize> =
            (0..self.0.len()).filter(|slot| self.0.get(*slot).is_some_and(|slot| !slot.made.is_empty())).collect();
        let slot = self.0.get_mut(*full.get(rng.usize(..full.len().max(1)))?)?;
        slot.made.remove(0);
        let (number, emptied) = (slot.dish, slot.made.is_empty().then_some((slot.row, slot.column)));
        let left = self.0.iter().any(|slot| slot.dish == number && !slot.made.is_empty());
        Some(Sale { dish: DISHES.get(number)?, emptied, sold_out: !left })
    }

    /// What an inventory message tells.
    pub(super) fn told(&self) -> Value {
        let mut dishes = BTreeMap::new();
        let slot = |slot: &Slot| {
            let dish = DISHES.get(slot.dish)?;
            dishes.insert(dish.name, dish);
            let item = |made: &NaiveDate| json!({ "vendItemName": dish.name, "productionDate": made });
            let items: Vec<Value> = slot.made.iter().map(item).collect();
            Some(json!({ "row": slot.row, "column": slot.column, "slotItemName": dish.name, "items": items }))
        };
        let slots: Vec<Value> = self.0.iter().filter_map(slot).collect();
        let lives = dishes.iter().map(|(name, dish)| ((*name).to_owned(), json!(dish.shelf_life)));
        json!({ "slots": slots, "shelfLife": lives.collect::<Map<_, _>>() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance;

    #[test]
    fn a_fridge_sells_until_it_is_empty_and_tells_what_ran_out() {
        let (mut rng, today) = (chance::named(1, "stock"), "2026-11-21".parse().unwrap());
        let mut stock = Stock::begin(&mut rng, today);
        stock.fill(today);
        let sales: Vec<Sale> = std::iter::from_fn(|| stock.sell(&mut rng)).collect();
        assert_eq!(sales.len(), stock.0.len() * DEPTH as usize);
        assert_eq!(sales.iter().filter(|sale| sale.emptied.is_some()).count(), places().count());
        let dishes = |sales: &mut dyn Iterator<Item = &Sale>| {
            sales.map(|sale| sale.dish.name).collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(dishes(&mut sales.iter().filter(|sale| sale.sold_out)), dishes(&mut sales.iter()));
        stock.fill(today);
        assert!(stock.sell(&mut rng).is_some());
    }

    #[test]
    fn an_inventory_tells_each_slot_with_its_items_and_how_long_they_keep() {
        let (mut rng, today) = (chance::named(1, "stock"), "2026-11-21".parse().unwrap());
        let told = Stock::begin(&mut rng, today).told();
        let slots = told["slots"].as_array().unwrap();
        let told_place = |slot: &Value| Some((slot["row"].as_u64()?, slot["column"].as_u64()?));
        let expected: Vec<_> = places().map(|(row, column)| Some((row.into(), column.into()))).collect();
        assert_eq!(slots.iter().map(told_place).collect::<Vec<_>>(), expected);
        for slot in slots {
            assert!(told["shelfLife"][slot["slotItemName"].as_str().unwrap()].is_u64());
            assert!(slot["items"].as_array().unwrap().iter().all(|item| item["vendItemName"] == slot["slotItemName"]));
        }
    }
}
