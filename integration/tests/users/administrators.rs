//! Protection of the last administrator. The tests use their own table and fake accounts.

use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, KeySchemaElement, KeyType, ScalarAttributeType::S as Text,
};
use integration::{Stack, stack_test, with_cleanup};
use shared::{
    Action, Error, FromEnvironment, Instant, Permit, Result,
    audit::AuditTable,
    permissions::{AccessChange, Accounts, PermissionStore},
};
use std::collections::BTreeSet;
use uuid::Uuid;

const MANAGE: Action = Action::ManagePermissions;

/// Fake accounts: those in the list can sign in.
pub(crate) struct CanSignIn(pub(crate) &'static [&'static str]);

impl Accounts for CanSignIn {
    async fn any_can_sign_in(&self, users: &BTreeSet<String>) -> Result<bool> {
        Ok(users.iter().any(|user| self.0.contains(&user.as_str())))
    }
}

/// A permissions table that exists for one test.
pub(crate) struct Table<'a> {
    store: PermissionStore,
    audit: &'a AuditTable,
}

impl Table<'_> {
    pub(crate) async fn grant(&self, user: &str) {
        let permit = Permit::system("test");
        self.store.grant(self.audit, &permit, Instant::now(), (user, user), MANAGE).await.unwrap();
    }

    pub(crate) async fn revoke(&self, accounts: &impl Accounts, user: &str) -> Result<()> {
        let permit = Permit::system("test");
        self.store.revoke(self.audit, accounts, &permit, Instant::now(), (user, user), MANAGE).await.map(drop)
    }

    pub(crate) async fn disable(&self, accounts: &impl Accounts, user: &str) -> Result<()> {
        let permit = Permit::system("test");
        self.store.disable(self.audit, accounts, &permit, Instant::now(), (user, user)).await
    }

    /// Replaces the actions `before` of a user by `after`, as a role does.
    pub(crate) async fn change(
        &self,
        accounts: &impl Accounts,
        user: &str,
        before: &[Action],
        after: &[Action],
    ) -> Result<()> {
        let [before, after] = [before, after].map(|actions| actions.iter().copied().collect::<BTreeSet<_>>());
        let change =
            AccessChange { user: (user, user), before: &before, after: &after, entries: &[], others: Vec::new() };
        self.store.change_access(self.audit, accounts, change).await
    }

    pub(crate) async fn manages(&self, user: &str) -> bool {
        self.store.actions_of(user).await.unwrap().contains(&MANAGE)
    }
}

pub(crate) async fn with_table(test: impl AsyncFnOnce(&Table<'_>)) {
    let stack = Stack::load().await;
    let (aws, name) = (stack.aws(), format!("permissions-{}", Uuid::now_v7().simple()));
    let key = AttributeDefinition::builder().attribute_name("user").attribute_type(Text).build().unwrap();
    let hash = KeySchemaElement::builder().attribute_name("user").key_type(KeyType::Hash).build().unwrap();
    let create = aws.dynamodb().create_table().table_name(&name).billing_mode(BillingMode::PayPerRequest);
    create.attribute_definitions(key).key_schema(hash).send().await.unwrap();
    let store = PermissionStore::from_environment(&aws.environment(&[("PERMISSIONS_TABLE", &name)])).unwrap();
    let audit = aws.store(&[("AUDIT_TABLE", "Audit")]);
    let table = Table { store, audit: &audit };
    with_cleanup(test(&table), async {
        aws.dynamodb().delete_table().table_name(&name).send().await.unwrap();
    })
    .await;
}

pub(crate) fn is_conflict(result: &Result<()>) -> bool {
    matches!(result, Err(Error::Conflict { .. }))
}

#[stack_test]
async fn rejects_the_removal_of_the_only_administrator_who_can_sign_in() {
    Box::pin(with_table(async |table: &Table<'_>| {
        for user in ["ada", "deleted", "invited"] {
            table.grant(user).await;
        }
        let accounts = CanSignIn(&["ada"]);
        assert!(is_conflict(&table.revoke(&accounts, "ada").await));
        assert!(is_conflict(&table.disable(&accounts, "ada").await));
        assert!(table.manages("ada").await);

        // An administrator who cannot sign in is never the last one.
        table.revoke(&accounts, "invited").await.unwrap();
        table.disable(&accounts, "deleted").await.unwrap();
        assert!(!table.manages("invited").await && !table.manages("deleted").await);
        assert!(is_conflict(&table.revoke(&accounts, "ada").await));
    }))
    .await;
}

#[stack_test]
async fn removes_an_administrator_while_another_can_sign_in() {
    Box::pin(with_table(async |table: &Table<'_>| {
        table.grant("ada").await;
        table.grant("bob").await;
        let accounts = CanSignIn(&["ada", "bob"]);
        table.disable(&accounts, "bob").await.unwrap();
        assert!(is_conflict(&table.revoke(&accounts, "ada").await));
        table.store.enable(table.audit, &Permit::system("test"), Instant::now(), ("bob", "bob")).await.unwrap();
        table.revoke(&accounts, "ada").await.unwrap();
        assert!(table.manages("bob").await && !table.manages("ada").await);
    }))
    .await;
}

#[stack_test]
async fn a_role_keeps_the_last_administrator_and_can_grant_and_revoke_manage_permissions() {
    Box::pin(with_table(async |table: &Table<'_>| {
        let accounts = CanSignIn(&["ada", "bob"]);
        table.grant("ada").await;
        assert!(is_conflict(&table.change(&accounts, "ada", &[MANAGE], &[Action::VanTasks]).await));
        assert!(table.manages("ada").await);

        table.change(&accounts, "bob", &[], &[MANAGE, Action::VanTasks]).await.unwrap();
        assert_eq!(table.store.administrators().await.unwrap(), ["ada", "bob"]);
        table.change(&accounts, "ada", &[MANAGE], &[Action::VanTasks]).await.unwrap();
        assert!(!table.manages("ada").await);
        // The guard item lists only the other administrator.
        assert!(is_conflict(&table.revoke(&accounts, "bob").await));
        assert_eq!(table.store.administrators().await.unwrap(), ["bob"]);
    }))
    .await;
}

#[stack_test]
async fn rejects_a_role_for_a_user_whose_permissions_changed_or_who_is_disabled() {
    Box::pin(with_table(async |table: &Table<'_>| {
        let accounts = CanSignIn(&["ada"]);
        table.grant("ada").await;
        let (van, jit) = ([Action::VanTasks], [Action::UpdateJit]);
        table.change(&accounts, "bob", &[], &van).await.unwrap();
        assert!(is_conflict(&table.change(&accounts, "bob", &[], &jit).await));
        table.disable(&accounts, "bob").await.unwrap();
        assert!(is_conflict(&table.change(&accounts, "bob", &van, &jit).await));
        table.store.enable(table.audit, &Permit::system("test"), Instant::now(), ("bob", "bob")).await.unwrap();
        table.change(&accounts, "bob", &van, &[]).await.unwrap();
        assert!(table.store.actions_of("bob").await.unwrap().is_empty());
    }))
    .await;
}

/// Simulates a race: during the first check, another call revokes the permission of the remaining administrator.
struct RemovesBobFirst<'a> {
    table: &'a Table<'a>,
    removed: std::sync::atomic::AtomicBool,
}

impl Accounts for RemovesBobFirst<'_> {
    async fn any_can_sign_in(&self, users: &BTreeSet<String>) -> Result<bool> {
        let both = CanSignIn(&["ada", "bob"]);
        let found = both.any_can_sign_in(users).await?;
        if !self.removed.swap(true, std::sync::atomic::Ordering::SeqCst) {
            self.table.revoke(&both, "bob").await?;
        }
        Ok(found)
    }
}

#[stack_test]
async fn keeps_one_of_two_administrators_who_remove_each_other_at_the_same_time() {
    Box::pin(with_table(async |table: &Table<'_>| {
        table.grant("ada").await;
        table.grant("bob").await;
        let accounts = RemovesBobFirst { table, removed: false.into() };
        assert!(is_conflict(&table.revoke(&accounts, "ada").await));
        assert!(table.manages("ada").await && !table.manages("bob").await);
    }))
    .await;
}

#[stack_test]
async fn grants_the_first_administrator_when_no_holder_can_sign_in() {
    Box::pin(with_table(async |table: &Table<'_>| {
        let first = async |accounts: CanSignIn, user| {
            table.store.grant_first(table.audit, &accounts, Instant::now(), (user, user)).await.unwrap()
        };
        assert!(first(CanSignIn(&[]), "ada").await);
        assert!(!first(CanSignIn(&["ada"]), "bob").await);
        assert!(first(CanSignIn(&[]), "bob").await);
        assert!(table.manages("ada").await && table.manages("bob").await);
    }))
    .await;
}

#[stack_test]
async fn stores_no_grant_for_a_disabled_account() {
    Box::pin(with_table(async |table: &Table<'_>| {
        let (permit, now, bob) = (Permit::system("test"), Instant::now(), ("bob", "bob"));
        table.disable(&CanSignIn(&[]), "bob").await.unwrap();
        for action in [MANAGE, Action::VanTasks] {
            let granted = table.store.grant(table.audit, &permit, now, bob, action).await;
            assert!(is_conflict(&granted.map(drop)));
        }
        table.store.enable(table.audit, &permit, now, bob).await.unwrap();
        assert!(table.store.actions_of("bob").await.unwrap().is_empty());
        // It is not listed as a holder either.
        table.grant("ada").await;
        assert!(is_conflict(&table.revoke(&CanSignIn(&["ada", "bob"]), "ada").await));
    }))
    .await;
}
