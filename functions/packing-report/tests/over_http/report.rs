//! `GET /pars/report/{date}`.

use chrono::{Days, NaiveDate};
use pars::{
    model::{Par, Pars},
    store::ParStore,
};
use serde_json::{Value, json};
use shared::{Instant, Permit};
use testkit::{NewLocation, Person, Stack};

/// A day that no other test has.
fn day_of_own() -> NaiveDate {
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

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn the_report_tells_what_each_location_needs_and_who_brings_it() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let location = NewLocation::default().create(&admin).await;
    admin.edit(&location, json!({ "id": location, "route": "packing_ana", "stop": 1 })).await;
    let date = day_of_own();
    let store: ParStore = stack.aws().store(&[("PARS_TABLE", "Pars")]);
    let rows = [
        pars(date, &location, 1, &[("Salad", 2), ("Soup", 0)]),
        pars(date, &location, 2, &[("Salad", 3)]),
        pars(date, "NOBODY_KNOWS_IT", 1, &[("Wrap", 1)]),
    ];
    store.put_all(&rows, Permit::system("test").user(), Instant::now()).await.unwrap();

    let told = report(&stack.person("read-only").await, date).await;
    let of = |id: &str| told.iter().find(|row| row["location"] == id).unwrap();
    assert_eq!(*of(&location), json!({ "location": location, "driver": "packing_ana", "data_ids": { "Salad": 5 } }));
    assert_eq!(of("NOBODY_KNOWS_IT")["driver"], Value::Null);
    assert_eq!(report(&admin, date + Days::new(300_000)).await.len(), 0);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn what_is_no_day_and_a_token_of_nobodys_are_refused() {
    let stack = Stack::load().await;
    let reader = stack.person("read-only").await;
    assert_eq!(reader.get("/pars/report/2026-11-23").await.expect(400)["errors"][0]["field"], "date");
    let refused = reader.get("/pars/report/20261123?nextToken=walk").await.expect(400);
    assert_eq!(refused["errors"][0]["field"], "nextToken");
}
