//! The item prices of each price schema, with their history.

use crate::catalog;
use anyhow::Result;
use chrono::Duration;
use fastrand::Rng;
use locations::names::Kind;
use prices::{
    history,
    model::{ItemPrice, PriceKey},
    store::ItemPriceStore,
};
use shared::{
    Environment, FromEnvironment, Instant, Permit,
    audit::{AuditTable, Entry},
    table,
};

/// The email address of the user who set the prices.
const PRICER: &str = "operations@larder.example";
/// One price in this many was changed after it was set.
const CHANGED_ONE_IN: u32 = 3;

/// The items with their standard prices in cents.
#[rustfmt::skip]
const ITEMS: [(&str, u32); 64] = [
    ("CHICKEN_CAESAR_SALAD", 949), ("GREEK_SALAD", 899), ("COBB_SALAD", 999), ("HARVEST_SALAD", 969),
    ("SOUTHWEST_SALAD", 989), ("KALE_AND_QUINOA_BOWL", 929), ("BURRITO_BOWL", 1049), ("THAI_NOODLE_BOWL", 1029),
    ("TERIYAKI_BOWL", 1039), ("PESTO_PASTA_BOWL", 979), ("POKE_BOWL", 1199), ("CHICKEN_TIKKA", 1079),
    ("BEEF_LASAGNA", 1099), ("MAC_AND_CHEESE", 849), ("TURKEY_CHILI", 879), ("TOMATO_BASIL_SOUP", 629),
    ("TURKEY_CLUB_SANDWICH", 849), ("HAM_AND_GOUDA_SANDWICH", 829), ("CAPRESE_SANDWICH", 799), ("TUNA_MELT", 829),
    ("CHICKEN_CAESAR_WRAP", 869), ("FALAFEL_WRAP", 849), ("BREAKFAST_BURRITO", 699), ("EGG_AND_CHEESE_MUFFIN", 549),
    ("HUMMUS_AND_PRETZELS", 549), ("HUMMUS_AND_PITA", 579), ("CHEESE_PLATE", 699), ("HARD_BOILED_EGGS", 399),
    ("OVERNIGHT_OATS", 499), ("BERRY_PARFAIT", 529), ("FRUIT_CUP", 449), ("APPLE_SLICES", 349), ("MANGO_CUP", 479),
    ("CHOCOLATE_CHIA_PUDDING", 479), ("RICE_PUDDING", 429), ("GREEK_YOGURT", 299), ("STRING_CHEESE", 149),
    ("TRAIL_MIX", 379), ("ROASTED_ALMONDS", 399), ("SEA_SALT_CHIPS", 229), ("POPCORN", 249), ("BEEF_JERKY", 649),
    ("PROTEIN_BAR", 329), ("GRANOLA_BAR", 219), ("DARK_CHOCOLATE", 349), ("OATMEAL_COOKIE", 299), ("BROWNIE", 329),
    ("BANANA_BREAD", 369), ("COLD_BREW_12OZ", 425), ("OAT_LATTE_12OZ", 475), ("ICED_TEA_16OZ", 299),
    ("GREEN_JUICE", 599), ("ORANGE_JUICE", 449), ("LEMONADE", 375), ("KOMBUCHA_GINGER", 449), ("COCONUT_WATER", 379),
    ("SPARKLING_WATER", 249), ("SPRING_WATER_20OZ", 199), ("COLA_12OZ", 199), ("DIET_COLA_12OZ", 199),
    ("GINGER_ALE_12OZ", 199), ("ENERGY_DRINK_12OZ", 399), ("CHOCOLATE_MILK", 299), ("PROTEIN_SHAKE", 499),
];

/// The prices of a schema in percent of the standard prices.
fn price_percent(schema: &str) -> u32 {
    match schema {
        "PMT_TESTING" => 10,
        "PMT_SUBSIDIZED" => 50,
        _ if schema.ends_with("AIRPORT") => 130,
        _ if schema.ends_with("HEALTHCARE") => 95,
        _ if schema.starts_with("PMT_NE") || schema.starts_with("PMT_WC") => 110,
        _ => 100,
    }
}

/// The prices of all schemas, with their history.
///
/// # Errors
/// If a generated price is invalid, which would be a defect of the seeder.
pub fn all(now: Instant) -> Result<(Vec<ItemPrice>, Vec<Entry>)> {
    let (mut prices, mut history) = (Vec::new(), Vec::new());
    let schemas = catalog::names().into_iter().filter(|name| name.kind == Kind::PriceMapTemplate);
    for schema in schemas.map(|name| name.name) {
        for (item, cents) in ITEMS {
            let mut rng = Rng::with_seed(table::shard(&format!("price/{schema}/{item}"), u32::MAX).into());
            let key = PriceKey { schema_id: schema.clone(), item: item.into() };
            let price = |cents| anyhow::Ok(ItemPrice { key: key.clone(), price: dollars(cents).parse()? });
            let cents = cents * price_percent(&schema) / 100;
            let (first, last) = (now.plus(-Duration::days(200)), now.plus(-Duration::days(rng.i64(2..60))));
            let permit = Permit::system(PRICER);
            let current = price(cents)?;
            if rng.u32(..CHANGED_ONE_IN) == 0 {
                let before = price((cents - rng.u32(1..=cents / 10)).max(1))?;
                history.push(history::change_entry(&before, None, &permit, first));
                history.push(history::change_entry(&current, Some(before.price), &permit, last));
            } else {
                history.push(history::change_entry(&current, None, &permit, first));
            }
            prices.push(current);
        }
    }
    Ok((prices, history))
}

fn dollars(cents: u32) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

/// Stores the prices if there are none. Stored prices are not changed, because staff may have edited them.
///
/// # Errors
/// If a table cannot be read or written.
pub async fn fill(environment: &Environment, now: Instant) -> Result<()> {
    let store = ItemPriceStore::from_environment(environment)?;
    if store.of_schema(Kind::PriceMapTemplate.standard(), None, 1).await?.items.is_empty() {
        let (prices, history) = all(now)?;
        AuditTable::from_environment(environment)?.put_all(&history).await?;
        store.put_all(&prices, PRICER, now).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use prices::rules::{self, Row};

    #[test]
    fn prices_pass_the_rules_of_an_upload_and_are_reproducible() {
        let now = "2026-11-23T15:00:00Z".parse().unwrap();
        let (prices, history) = all(now).unwrap();
        assert!(prices.len() > 500 && history.len() > prices.len());
        assert_eq!(all(now).unwrap().0, prices);
        let row = |price: &ItemPrice| Row {
            schema_id: price.key.schema_id.clone(),
            item: price.key.item.clone(),
            price: price.price.to_string(),
        };
        assert_eq!(rules::check(&prices.iter().map(row).collect::<Vec<_>>(), 2).as_ref(), Ok(&prices));
    }
}
