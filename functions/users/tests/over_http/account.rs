//! What concerns the caller's own account: sign-ins, and MFA of administrators.

use crate::RECONFIGURED;
use aws_sdk_cognitoidentityprovider::types::SoftwareTokenMfaSettingsType;
use serde_json::json;
use testkit::{Member, Stack, afterwards};

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn lists_the_callers_own_sign_ins() {
    let stack = Stack::load().await;
    let (member, other) = (Member::join(&stack).await, Member::join(&stack).await);
    let test = Box::pin(async {
        let before = chrono::Utc::now() - chrono::Duration::seconds(5);
        let person = member.person(&stack).await;
        other.person(&stack).await;
        let sign_ins = person.ask("{ mySignIns { at } }", json!({})).await;
        let [only] = sign_ins.as_array().unwrap().as_slice() else { panic!("{sign_ins} is not one sign-in") };
        let at: chrono::DateTime<chrono::Utc> = only["at"].as_str().unwrap().parse().unwrap();
        assert!(before <= at && at <= chrono::Utc::now(), "{at}");
    });
    afterwards(test, async {
        member.leave(&stack).await;
        other.leave(&stack).await;
    })
    .await;
}

const RESEND: &str = "mutation { resendInvitation(user: \"nobody\") { user } }";

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn rejects_an_administrator_without_mfa_where_the_environment_requires_it() {
    let _alone = RECONFIGURED.lock().await;
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let member = Member::join(&stack).await;
    let test = Box::pin(async {
        let change = json!({ "user": member.user, "action": "ManagePermissions" });
        admin.post("/users/permissions", change).await.expect(200);
        let person = member.person(&stack).await;
        // A stack on this machine does not require it.
        assert_eq!(person.refused(RESEND, json!({})).await.kind, "Invalid");

        let with_mfa = async |enabled: bool| {
            let settings = SoftwareTokenMfaSettingsType::builder().enabled(enabled).preferred_mfa(enabled).build();
            let set = stack.aws().cognito().admin_set_user_mfa_preference().user_pool_id(stack.user_pool());
            set.username(&member.email).software_token_mfa_settings(settings).send().await.unwrap();
        };
        let required = Box::pin(async {
            let message = "Managing permissions requires an authenticator app. \
                           Set it up on your account page (/account), then try again.";
            let refused = person.refused(RESEND, json!({})).await;
            assert_eq!((refused.kind.as_str(), refused.message.as_str()), ("Forbidden", message));
            with_mfa(true).await;
            assert_eq!(person.refused(RESEND, json!({})).await.kind, "Invalid");
            with_mfa(false).await;
            assert_eq!(person.refused(RESEND, json!({})).await.message, message);
            // Without the action, MFA is not what is missing.
            let reader = stack.person("read-only").await;
            assert_eq!(reader.refused(RESEND, json!({})).await.message, "Error! User Action Prohibited!");
        });
        stack.aws().with_variable("resend-invitation", ("ADMINISTRATOR_MFA", "required"), required).await;
    });
    afterwards(test, member.leave(&stack)).await;
}
