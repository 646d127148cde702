//! `GET /pars/report/{date}`.

use chrono::{Days, NaiveDate};
use integration::{NewLocation, Person, Stack, stack_test};
use pars::{
    model::{Par, Pars},
    store::ParStore,
};
use serde_json::{Value, json};
use shared::{Instant, Permit};

/// Returns a random future day, which other tests do not use.
fn unique_day() -> NaiveDate {
    let random = u64::from(Instant::now().utc().timestamp_subsec_nanos());
    let seconds = u64::try_from(Instant::now().utc().timestamp()).unwrap();
    NaiveDate::from_ymd_opt(2100, 1, 1).unwrap() + Days::new((random ^ seconds) % 300_000)
}

fn pars(date: NaiveDate, location: &str, index: u32, items: &[(&str, u32)]) -> Pars {
    let par = |(item, par): &(&str, u32)| {
        ((*item).to_owned(), Par { par: *par, over_capacity_amount: 0.into(), priority_boost: false })
    };
    Pars {
        stocking_id: format!("{date}#{location}#{index}").parse().unwrap(),
        delivery_date: date,
        jit: false,
        items: items.iter().map(par).collect(),
    }
}

async fn report(person: &Person<'_>, date: NaiveDate) -> Vec<Value> {
    let (mut locations, mut next) = (Vec::new(), String::new());
    loop {
        let path = format!("/pars/report/{}{next}", date.format("%Y%m%d"));
        let mut page = person.get(&path).await.expect(200);
        locations.append(page["locations"].as_array_mut().unwrap());
        match page["nextToken"].as_str() {
            Some(token) => next = format!("?nextToken={token}"),
            None => return locations,
        }
    }
}

#[stack_test]
async fn reports_the_needs_and_the_driver_of_each_location(stack: Stack) {
    let admin = stack.person("admin").await;
    let location = NewLocation::default().create(&admin).await;
    admin.edit(&location, json!({ "id": location, "route": "packing_ana", "stop": 1 })).await;
    let date = unique_day();
    let store: ParStore = stack.aws().store(&[("PARS_TABLE", "Pars")]);
    let rows = [
        pars(date, &location, 1, &[("Salad", 2), ("Soup", 0)]),
        pars(date, &location, 2, &[("Salad", 3)]),
        pars(date, "UNKNOWN_LOCATION", 1, &[("Wrap", 1)]),
    ];
    store.put_all(&rows, Permit::system("test").user(), Instant::now()).await.unwrap();

    let locations = report(&stack.person("read-only").await, date).await;
    let row_of = |id: &str| locations.iter().find(|row| row["location"] == id).unwrap();
    assert_eq!(
        *row_of(&location),
        json!({ "location": location, "driver": "packing_ana", "data_ids": { "Salad": 5 } })
    );
    assert_eq!(row_of("UNKNOWN_LOCATION")["driver"], Value::Null);
    assert_eq!(report(&admin, date + Days::new(300_000)).await.len(), 0);
}

#[stack_test]
async fn rejects_an_invalid_date_and_a_forged_token(stack: Stack) {
    let reader = stack.person("read-only").await;
    assert_eq!(reader.get("/pars/report/2026-11-23").await.expect(400)["errors"][0]["field"], "date");
    let rejection = reader.get("/pars/report/20261123?nextToken=invalid").await.expect(400);
    assert_eq!(rejection["errors"][0]["field"], "nextToken");
}
