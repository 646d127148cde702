//! `GET /reports/driverlog/cognitoemails`.

use integration::{Stack, stack_test};

#[stack_test]
async fn returns_the_emails_of_all_users_by_id(stack: Stack) {
    let emails = stack.person("read-only").await.get("/reports/driverlog/cognitoemails").await.expect(200);
    stack.person("no-permissions").await.get("/reports/driverlog/cognitoemails").await.expect(403);
    let emails = emails["emails"].as_object().unwrap();
    for user in stack.users() {
        assert!(emails.values().any(|email| *email == user.email), "{} is not listed", user.email);
    }
    assert!(emails.keys().all(|id| uuid::Uuid::parse_str(id).is_ok()));
}
