//! Every list with pages rejects a token that it did not make, over HTTP.

use crate::schema;
use serde_json::{Value, json};
use testkit::{Person, Stack, wrong_fields};

const MESSAGE: &str = "nextToken is not valid for this list. Load the list again from its first page.";
/// How the generated calls pass a token.
const GENERATED: &str = "nextToken: \"walk\"";

/// Lists whose generated call names something that does not exist, which can be found first.
const NAMED_FIRST: [&str; 8] = [
    "pars",
    "getFridgeEvents",
    "getFridgeSegmentEvents",
    "getDriverAction",
    "getPackingSlipsV3",
    "locationRoutes",
    "readQueueMessages",
    "fridgeAlerts",
];

const ROUTES: [&str; 9] = [
    "/users/permissions?",
    "/locations/WALK/schedule?",
    "/uploads?folder=forecast-uploads&",
    "/forecast/history?date=2026-11-21&item=SOUP&",
    "/pars/report/2026-11-21?",
    "/reports/stockouts/20261121?",
    "/reports/emptychannel/20261121?",
    "/reports/driverlog?startTime=2026-11-21T00:00:00Z&endTime=2026-11-22T00:00:00Z&",
    "/reports/routetemperatures?startTime=2026-11-21T00:00:00Z&endTime=2026-11-22T00:00:00Z&",
];

/// An empty token, one as long as no key, a forged one (`[0,"forged"]`), and the token of another list.
async fn tokens(admin: &Person<'_>) -> [String; 4] {
    let asked = json!({ "filter": { "status": "LIVE", "count": 1 } });
    let list = "query ($filter: LocationFilter) { locations(filter: $filter) { nextToken } }";
    let foreign = admin.ask(list, asked).await["nextToken"].as_str().unwrap().to_owned();
    [String::new(), "A".repeat(1100), "WzAsImZvcmdlZCJd".into(), foreign]
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn fields_reject_tokens_of_other_lists() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let lists: Vec<_> = schema::calls().into_iter().filter(|(_, document)| document.contains(GENERATED)).collect();
    assert!(lists.len() >= 20, "{}", lists.len());
    let mut wrong = Vec::new();
    for token in tokens(&admin).await {
        for (name, document) in &lists {
            let call = document.replace(GENERATED, &format!("nextToken: \"{token}\""));
            match admin.graphql(&call, json!({})).await {
                Err(refusal) if refusal.kind == "Invalid" && refusal.message == MESSAGE => {}
                Err(refusal)
                    if NAMED_FIRST.contains(&name.as_str())
                        && ["Invalid", "NotFound"].contains(&refusal.kind.as_str()) => {}
                answer => wrong.push(format!("{name}, {token}: {answer:?}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn routes_reject_tokens_of_other_lists() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    for token in tokens(&admin).await {
        for route in ROUTES {
            let answer = admin.get(&format!("{route}nextToken={token}")).await;
            assert_eq!((answer.status, &answer.body["message"]), (400, &json!(MESSAGE)), "{route} {token}");
        }
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn routes_reject_unknown_parameters_by_name() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let unknown = |body: &Value| {
        let message = "walk is not a parameter of this call".to_owned();
        assert_eq!(wrong_fields(body), [("walk".to_owned(), message)]);
    };
    for route in ROUTES.into_iter().chain(["/pars/zones?", "/reports/driverlog/cognitoemails?"]) {
        unknown(&admin.get(&format!("{route}walk=1")).await.expect(400));
    }
    let change = json!({ "user": "nobody", "action": "UpdateLocation", "walk": { "more": 1 } });
    unknown(&admin.post("/users/permissions", change.clone()).await.expect(400));
    unknown(&admin.post("/users/permissions/remove", change).await.expect(400));
    let file = json!({ "folder": "routes-upload", "fileName": "a.csv", "contentType": "text/csv", "walk": 1 });
    unknown(&admin.post("/uploads", file).await.expect(400));
}
