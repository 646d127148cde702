//! Concurrent generation of coupons. `./scripts/test attack` runs these tests and prints their results.

use crate::{
    code_collisions::{audit_entries, created, dependencies, issue, new_code},
    generate::{valid_request, with},
};
use futures::future::join_all;
use integration::{print_attack, stack_test};
use serde_json::json;
use std::collections::BTreeSet;
use uuid::Uuid;

#[stack_test]
async fn concurrent_requests_with_the_same_generated_code_issue_it_once() {
    let dependencies = dependencies().await;
    let contested = new_code();
    let own: Vec<_> = (0..12).map(|_| new_code()).collect();
    let requests = own.iter().map(async |own| {
        let body = with(valid_request(), "clientToken", Uuid::now_v7().to_string());
        (own, json!(issue(&dependencies, &[&contested, own], body).await.unwrap()))
    });
    let issued = join_all(requests).await;
    let winners = issued.iter().filter(|(_, response)| *response == created(&contested)).count();
    assert_eq!(winners, 1, "{issued:?}");
    for (own, response) in &issued {
        assert!(*response == created(&contested) || *response == created(own), "{response}");
    }
    let codes: BTreeSet<_> = issued.iter().map(|(_, response)| response["couponCode"].to_string()).collect();
    assert_eq!(codes.len(), own.len());
    assert_eq!(audit_entries(&dependencies, &contested).await, 1);
    print_attack("the same coupon code at the same time", own.len() - winners, winners);
}
