//! Every paged list rejects tokens of other lists and forged tokens.

use crate::schema;
use integration::{Person, Stack, field_errors, stack_test};
use serde_json::{Value, json};

const MESSAGE: &str = "nextToken is not valid for this list. Load the list again from its first page.";

/// Lists whose generated call contains unknown ids, which can be rejected before the token.
const IDS_CHECKED_FIRST: [&str; 9] = [
    "pars",
    "getFridgeEvents",
    "getFridgeSegmentEvents",
    "getDriverAction",
    "getPackingSlipsV3",
    "locationRoutes",
    "readQueueMessages",
    "fridgeAlerts",
    "fridgeDeploymentTargets",
];

const ROUTES: [&str; 9] = [
    "/users/permissions?",
    "/locations/SAMPLE/schedule?",
    "/uploads?folder=forecast-uploads&",
    "/forecast/history?date=2026-11-21&item=SOUP&",
    "/pars/report/2026-11-21?",
    "/reports/stockouts/20261121?",
    "/reports/emptychannel/20261121?",
    "/reports/driverlog?startTime=2026-11-21T00:00:00Z&endTime=2026-11-22T00:00:00Z&",
    "/reports/routetemperatures?startTime=2026-11-21T00:00:00Z&endTime=2026-11-22T00:00:00Z&",
];

/// Returns an empty token, one that is too long, a forged one (`[0,"forged"]`), and a token of another list.
async fn tokens(admin: &Person<'_>) -> [String; 4] {
    let request = json!({ "filter": { "status": "LIVE", "count": 1 } });
    let list = "query ($filter: LocationFilter) { locations(filter: $filter) { nextToken } }";
    let foreign = admin.call(list, request).await["nextToken"].as_str().unwrap().to_owned();
    [String::new(), "A".repeat(1100), "WzAsImZvcmdlZCJd".into(), foreign]
}

#[stack_test]
async fn graphql_lists_reject_invalid_tokens(stack: Stack) {
    let admin = stack.person("admin").await;
    let lists: Vec<_> = schema::calls().into_iter().filter(|call| call.variables["nextToken"].is_string()).collect();
    assert!(lists.len() >= 20, "{}", lists.len());
    let mut unexpected = Vec::new();
    for token in tokens(&admin).await {
        for schema::Call { name, document, variables } in &lists {
            let mut variables = variables.clone();
            variables["nextToken"] = json!(token);
            match admin.graphql(document, variables).await {
                Err(rejection) if rejection.kind == "Invalid" && rejection.message == MESSAGE => {}
                Err(rejection)
                    if IDS_CHECKED_FIRST.contains(&name.as_str())
                        && ["Invalid", "NotFound"].contains(&rejection.kind.as_str()) => {}
                response => unexpected.push(format!("{name}, {token}: {response:?}")),
            }
        }
    }
    assert!(unexpected.is_empty(), "{}", unexpected.join("\n"));
}

#[stack_test]
async fn rest_lists_reject_invalid_tokens(stack: Stack) {
    let admin = stack.person("admin").await;
    for token in tokens(&admin).await {
        for route in ROUTES {
            let response = admin.get(&format!("{route}nextToken={token}")).await;
            assert_eq!(response.status, 400, "{route} {token}");
            assert_eq!(&response.body["message"], &json!(MESSAGE), "{route} {token}");
        }
    }
}

#[stack_test]
async fn routes_reject_unknown_parameters_by_name(stack: Stack) {
    let admin = stack.person("admin").await;
    let assert_unknown_parameter = |body: &Value| {
        let message = "unknown is not a parameter of this call".to_owned();
        assert_eq!(field_errors(body), [("unknown".to_owned(), message)]);
    };
    for route in ROUTES.into_iter().chain(["/pars/zones?", "/reports/driverlog/cognitoemails?"]) {
        assert_unknown_parameter(&admin.get(&format!("{route}unknown=1")).await.expect(400));
    }
    let change = json!({ "user": "unknown-user", "action": "UpdateLocation", "unknown": { "more": 1 } });
    assert_unknown_parameter(&admin.post("/users/permissions", change.clone()).await.expect(400));
    assert_unknown_parameter(&admin.post("/users/permissions/remove", change).await.expect(400));
    let file = json!({ "folder": "routes-upload", "fileName": "a.csv", "contentType": "text/csv", "unknown": 1 });
    assert_unknown_parameter(&admin.post("/uploads", file).await.expect(400));
}
