//! `GET /reports/driverlog/cognitoemails`.

use testkit::Stack;

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn everybody_in_the_user_pool_is_known_by_id_and_email() {
    let stack = Stack::load().await;
    let emails = stack.person("read-only").await.get("/reports/driverlog/cognitoemails").await.expect(200);
    stack.person("no-permissions").await.get("/reports/driverlog/cognitoemails").await.expect(403);
    let emails = emails["emails"].as_object().unwrap();
    for user in stack.users() {
        assert!(emails.values().any(|email| *email == user.email), "{} is not there", user.email);
    }
    assert!(emails.keys().all(|id| uuid::Uuid::parse_str(id).is_ok()));
}
