use crate::message;
use integration::{Aws, NewLocation, Stack, in_seconds, stack_test, wait_until};
use inventory::store::InventoryStore;
use orders::store::OrderStore;
use reports::{
    model::{DriverLogEntry, EmptyChannel, StockOut, Temperature},
    store::{Report, ReportStore},
};
use serde_json::{Value, json};
use shared::Instant;
use stocking::driver_action::{DriverAction, DriverActionStore, DriverActionType};

fn inventory(id: &str, seconds: i64, item: &str) -> Value {
    let unit = json!({"vendItemName": item, "productionDate": "2026-11-20"});
    let slots = json!([{"row": 1, "column": 1, "slotItemName": item, "items": [unit]}]);
    message("Inventory", id, in_seconds(seconds), &json!({"slots": slots, "shelfLife": {item: 4}}))
}

/// Waits until all earlier messages of the fridge were processed, by sending another message and waiting for it.
async fn wait_for_earlier_fridge_messages(aws: &Aws, id: &str) {
    let store: ReportStore = aws.store(&[("REPORTS_TABLE", "Reports")]);
    let item = format!("LAST_{}", uuid::Uuid::now_v7().simple());
    aws.send_telemetry(&[message("StockOut", id, in_seconds(0), &json!({ "item": item }))]).await;
    let stored = async || read_reports::<StockOut>(&store, id).await.into_iter().find(|report| report.item == item);
    wait_until("the last message of the fridge", stored).await;
}

/// Waits until all earlier messages of upstream systems about the location were processed, by sending another message
/// and waiting for it.
async fn wait_for_earlier_upstream_messages(aws: &Aws, id: &str) {
    let store: OrderStore = aws.store(&[("ORDERS_TABLE", "Orders")]);
    let mark = uuid::Uuid::now_v7().to_string();
    aws.send_telemetry(&[order(id, 0, &mark, "2040-01-02")]).await;
    let day = "2040-01-02".parse().unwrap();
    let stored = async || {
        let orders = store.of_stocking(day, &id.parse().unwrap(), 1).await.unwrap();
        orders.into_iter().find(|order| order.unique_id == mark)
    };
    wait_until("the last message", stored).await;
}

fn order(id: &str, seconds: i64, unique_id: &str, day: &str) -> Value {
    let items = json!([{"item": "CAESAR_SALAD", "quantity": 3}]);
    let order = json!({
        "orderId": unique_id, "dropOffDate": day, "deliveryDate": day, "stockingIndex": 1, "orderType": "ORDER",
        "orderOwner": "planner", "clientCode": "LARDER", "status": "OPEN", "items": items,
    });
    message("Order", id, in_seconds(seconds), &order)
}

#[stack_test]
async fn keeps_the_newest_inventory_after_an_older_message(stack: Stack) {
    let (aws, admin) = (stack.aws(), stack.person("admin").await);
    let id = NewLocation::default().create(&admin).await;
    let store: InventoryStore = aws.store(&[("INVENTORY_TABLE", "Inventory")]);
    let stored = async || store.get(&id.parse().unwrap()).await.unwrap();
    let newest = inventory(&id, 0, "NEWEST");
    aws.send_telemetry(&[newest.clone(), newest]).await;
    wait_until("the inventory", stored).await;
    aws.send_telemetry(&[inventory(&id, -60, "OLDER")]).await;
    wait_for_earlier_fridge_messages(aws, &id).await;
    let inventory = stored().await.unwrap();
    assert_eq!(inventory.slots[0].items[0].vend_item_name, "NEWEST");
    assert_eq!(inventory.shelf_life["NEWEST"], 4);
}

#[stack_test]
async fn moves_an_order_to_another_day(stack: Stack) {
    let (aws, admin) = (stack.aws(), stack.person("admin").await);
    let id = NewLocation::default().create(&admin).await;
    let store: OrderStore = aws.store(&[("ORDERS_TABLE", "Orders")]);
    let unique_id = format!("O-{id}");
    let of_day = async |day: &str| {
        let (mut ids, mut token) = (Vec::new(), None);
        loop {
            let page = store.of_day(day.parse().unwrap(), 7, token.as_deref(), Some).await.unwrap();
            ids.extend(page.items.into_iter().map(|order| order.unique_id).filter(|order| *order == unique_id));
            token = page.next_token;
            if token.is_none() {
                return ids;
            }
        }
    };
    aws.send_telemetry(&[order(&id, -60, &unique_id, "2040-01-03")]).await;
    let stored = async || Some(of_day("2040-01-03").await).filter(|ids| ids.len() == 1);
    wait_until("the order", stored).await;
    aws.send_telemetry(&[order(&id, 0, &unique_id, "2040-01-04")]).await;
    let moved = async || Some(of_day("2040-01-04").await).filter(|ids| ids.len() == 1);
    wait_until("the order on its new day", moved).await;
    assert_eq!(of_day("2040-01-03").await, Vec::<String>::new());
}

#[stack_test]
async fn lists_driver_actions_by_type_oldest_first_without_duplicates(stack: Stack) {
    let (aws, admin) = (stack.aws(), stack.person("admin").await);
    let id = NewLocation::default().create(&admin).await;
    let store: DriverActionStore = aws.store(&[("DRIVER_ACTIONS_TABLE", "DriverActions")]);
    let action = |seconds: i64, kind: &str, stop: i64| {
        let data = json!({"packingSlipId": "PS-1", "stop": stop, "note": {"any": true}});
        let fields = json!({"eventType": kind, "user": "Driver@Larder.example", "data": data});
        message("DriverAction", &id, in_seconds(seconds), &fields)
    };
    let (first, second) = (action(-120, "LocationStocked", 1), action(-60, "LocationStocked", 2));
    let other = action(-90, "VanTemperature", 3);
    aws.send_telemetry(&[second.clone(), first.clone(), second, other, first]).await;

    let list_by_type = async |event_type| {
        let range = in_seconds(-3600)..in_seconds(0);
        let (mut actions, mut token): (Vec<DriverAction>, _) = (Vec::new(), None);
        loop {
            let page = store.list_by_type(event_type, range.clone(), 3, token.as_deref()).await.unwrap();
            actions.extend(page.items.into_iter().filter(|action| action.location_id.as_str() == id));
            token = page.next_token;
            if token.is_none() {
                return actions;
            }
        }
    };
    let all = async || Some(list_by_type(DriverActionType::LocationStocked).await).filter(|actions| actions.len() == 2);
    let actions = wait_until("both actions", all).await;
    let stops = actions.iter().map(|action| serde_json::from_str::<Value>(&action.data).unwrap()["stop"].clone());
    assert_eq!(stops.collect::<Vec<_>>(), [1, 2]);
    let action = &actions[0];
    assert_eq!(action.user, "driver@larder.example");
    assert_eq!(action.event_type, DriverActionType::LocationStocked);
    assert_eq!(serde_json::from_str::<Value>(&action.data).unwrap()["note"], json!({"any": true}));
    let other =
        async || Some(list_by_type(DriverActionType::VanTemperature).await).filter(|actions| actions.len() == 1);
    wait_until("the temperature", other).await;
    wait_for_earlier_upstream_messages(aws, &id).await;
    assert_eq!(list_by_type(DriverActionType::LocationStocked).await.len(), 2);
}

async fn read_reports<T: Report>(store: &ReportStore, id: &str) -> Vec<T> {
    let (mut reports, mut token) = (Vec::new(), None);
    loop {
        let range = in_seconds(-3600)..in_seconds(60);
        let page = store.page::<T>(range, 100, token.as_deref()).await.unwrap();
        reports.extend(page.items.into_iter().filter(|report| report.origin().0.as_str() == id));
        token = page.next_token;
        if token.is_none() {
            return reports;
        }
    }
}

#[stack_test]
async fn lists_each_kind_of_report_without_duplicates(stack: Stack) {
    let (aws, admin) = (stack.aws(), stack.person("admin").await);
    let id = NewLocation::default().create(&admin).await;
    let now = Instant::now();
    let report = |kind: &str, fields: Value| message(kind, &id, now, &fields);
    let messages = [
        report("StockOut", json!({"item": "CAESAR_SALAD"})),
        report("StockOut", json!({"item": "LENTIL_BOWL"})),
        report("EmptyChannel", json!({"itemName": "CAESAR_SALAD", "logicalRow": 2, "logicalColumn": 5})),
        report("Temperature", json!({"temperature": 41.5, "route": "CHI_Ana"})),
        report(
            "DriverLog",
            json!({"requestId": "r", "entry": "error", "uuid": "u", "operation": "unlock", "error": "no"}),
        ),
    ];
    aws.send_telemetry(&[messages.clone(), messages].concat()).await;
    let store: ReportStore = aws.store(&[("REPORTS_TABLE", "Reports")]);
    let all = async || Some(read_reports::<StockOut>(&store, &id).await).filter(|reports| reports.len() == 2);
    wait_until("both stock-outs", all).await;
    wait_for_earlier_fridge_messages(aws, &id).await;
    wait_for_earlier_upstream_messages(aws, &id).await;
    // Two, and the one that was waited for.
    assert_eq!(read_reports::<StockOut>(&store, &id).await.len(), 3);
    let [empty] = &read_reports::<EmptyChannel>(&store, &id).await[..] else {
        panic!("expected exactly one empty channel")
    };
    assert_eq!(empty.logical_row, 2);
    assert_eq!(empty.logical_column, 5);
    assert_eq!(empty.at, now);
    let [temperature] = &read_reports::<Temperature>(&store, &id).await[..] else {
        panic!("expected exactly one temperature")
    };
    assert_eq!(temperature.assigned_route.as_deref(), Some("chi_ana"));
    let [entry] = &read_reports::<DriverLogEntry>(&store, &id).await[..] else {
        panic!("expected exactly one log entry")
    };
    assert_eq!(entry.error.as_deref(), Some("no"));
}
