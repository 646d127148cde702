//! The caller's own account: sign-ins, and MFA of administrators.

use crate::{ADMINISTRATORS_LOCK, RESEND_INVITATION_LOCK};
use aws_sdk_cognitoidentityprovider::types::SoftwareTokenMfaSettingsType;
use integration::{Member, Stack, stack_test, with_cleanup};
use serde_json::json;

#[stack_test]
async fn lists_the_callers_own_sign_ins(stack: Stack) {
    let (member, other) = (Member::create(&stack).await, Member::create(&stack).await);
    let test = Box::pin(async {
        let before = chrono::Utc::now() - chrono::Duration::seconds(5);
        let person = member.person(&stack).await;
        other.person(&stack).await;
        let sign_ins = person.call("{ mySignIns { at } }", json!({})).await;
        let [only] = sign_ins.as_array().unwrap().as_slice() else { panic!("{sign_ins} is not one sign-in") };
        let at: chrono::DateTime<chrono::Utc> = only["at"].as_str().unwrap().parse().unwrap();
        assert!(before <= at && at <= chrono::Utc::now(), "{at}");
    });
    with_cleanup(test, async {
        member.delete(&stack).await;
        other.delete(&stack).await;
    })
    .await;
}

const RESEND: &str = "mutation { resendInvitation(user: \"unknown-user\") { user } }";

#[stack_test]
async fn rejects_an_administrator_without_mfa_where_the_environment_requires_it() {
    let _guards = (RESEND_INVITATION_LOCK.lock().await, ADMINISTRATORS_LOCK.lock().await);
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let member = Member::create(&stack).await;
    let test = Box::pin(async {
        let change = json!({ "user": member.user, "action": "ManagePermissions" });
        admin.post("/users/permissions", change).await.expect(200);
        let person = member.person(&stack).await;
        // A local stack does not require MFA.
        assert_eq!(person.call_rejected(RESEND, json!({})).await.kind, "Invalid");

        let with_mfa = async |enabled: bool| {
            let settings = SoftwareTokenMfaSettingsType::builder().enabled(enabled).preferred_mfa(enabled).build();
            let set = stack.aws().cognito().admin_set_user_mfa_preference().user_pool_id(stack.user_pool());
            set.username(&member.email).software_token_mfa_settings(settings).send().await.unwrap();
        };
        let required = Box::pin(async {
            let message = "Managing permissions requires an authenticator app. \
                           Set it up on your account page (/account), then try again.";
            let rejection = person.call_rejected(RESEND, json!({})).await;
            assert_eq!(rejection.kind.as_str(), "Forbidden");
            assert_eq!(rejection.message.as_str(), message);
            with_mfa(true).await;
            assert_eq!(person.call_rejected(RESEND, json!({})).await.kind, "Invalid");
            with_mfa(false).await;
            assert_eq!(person.call_rejected(RESEND, json!({})).await.message, message);
            // Without the action, the message does not mention MFA.
            let reader = stack.person("read-only").await;
            assert_eq!(reader.call_rejected(RESEND, json!({})).await.message, "Error! User Action Prohibited!");
        });
        stack.aws().with_variable("resend-invitation", ("ADMINISTRATOR_MFA", "required"), required).await;
    });
    with_cleanup(test, member.delete(&stack)).await;
}
