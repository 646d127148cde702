//! Roles: named templates of actions and feature flags. Permissions are stored per user, so a changed role changes no
//! user. Requirements: `docs/requirements/people.md` (USR-7).
//!
//! `RoleStore` reads and writes the Roles table. A default role is stored only after it was changed.

mod defaults;

use crate::grants::{Grants, Names};
pub use defaults::default_roles;
use serde::{Deserialize, Serialize};
use shared::{
    Action, Error, Page, Request, Result,
    audit::{AuditTable, Entry, Subject},
    table::{self, CompositeKey, Item, ItemExt, TransactWriteItem, Transaction, attribute},
};
use std::collections::BTreeSet;

const KEY: CompositeKey = CompositeKey::new("kind", "id");
/// The partition of all roles.
const ROLES: &str = "ROLE";
/// The maximum number of roles.
const MAX_ROLES: usize = 50;
/// The maximum length of a role's name, in characters.
const MAX_NAME: usize = 40;

shared::store! {
    /// The Roles table.
    pub struct RoleStore { variable: "ROLES_TABLE", key: KEY }
}

/// The id of a role: its name in lowercase with hyphens instead of spaces, so that names are unique.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(try_from = "String")]
pub struct RoleId(String);

impl RoleId {
    /// The id of the role with this name. `None` unless the name has 1 to [`MAX_NAME`] letters, digits, spaces and
    /// hyphens and starts with a letter or a digit.
    pub fn of_name(name: &str) -> Option<Self> {
        let is_valid = name.chars().count() <= MAX_NAME
            && name.starts_with(char::is_alphanumeric)
            && name.chars().all(|char| char.is_alphanumeric() || matches!(char, ' ' | '-'));
        is_valid.then(|| Self(name.split_whitespace().collect::<Vec<_>>().join("-").to_lowercase()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for RoleId {
    type Error = &'static str;

    fn try_from(id: String) -> Result<Self, Self::Error> {
        match Self::of_name(&id) {
            Some(parsed) if parsed.0 == id => Ok(parsed),
            _ => Err("is not the id of a role"),
        }
    }
}

/// A named template of actions and flags.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Role {
    /// The id.
    pub id: RoleId,
    /// The name that the screens show.
    pub name: String,
    /// The actions and flags.
    pub grants: Grants,
    /// The number of writes; 0 for a default role that was never changed.
    pub version: u64,
    /// Whether the role has a default, so that it can be restored but not removed.
    pub has_default: bool,
}

/// The response form of a role.
#[derive(Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RoleResponse {
    id: RoleId,
    name: String,
    actions: BTreeSet<Action>,
    flags: BTreeSet<String>,
    version: u64,
    has_default: bool,
}

impl From<Role> for RoleResponse {
    fn from(Role { id, name, grants: Grants { actions, flags }, version, has_default }: Role) -> Self {
        Self { id, name, actions, flags, version, has_default }
    }
}

/// The stored form of a role. Names of actions that no longer exist are ignored.
#[derive(Deserialize, Serialize)]
struct StoredRole {
    id: RoleId,
    name: String,
    actions: Vec<String>,
    flags: Vec<String>,
    version: u64,
}

impl From<StoredRole> for Role {
    fn from(StoredRole { id, name, actions, flags, version }: StoredRole) -> Self {
        let grants = Grants {
            actions: actions.iter().filter_map(|action| action.parse().ok()).collect(),
            flags: flags.into_iter().collect(),
        };
        Self { has_default: default_role(&id).is_some(), id, name, grants, version }
    }
}

fn item(Role { id, name, grants: Grants { actions, flags }, version, .. }: &Role) -> Result<Item> {
    let stored = StoredRole {
        id: id.clone(),
        name: name.clone(),
        actions: actions.iter().map(ToString::to_string).collect(),
        flags: flags.iter().cloned().collect(),
        version: *version,
    };
    Ok(table::to_item(&stored)?.with_key(KEY.of(ROLES, id.as_str())))
}

fn default_role(id: &RoleId) -> Option<Role> {
    default_roles().into_iter().find(|role| role.id == *id)
}

impl RoleStore {
    /// The role with this id: the stored one, or the default.
    pub async fn get(&self, id: &RoleId) -> Result<Option<Role>> {
        let stored: Option<StoredRole> = self.table.get(KEY.of(ROLES, id.as_str())).await?;
        Ok(stored.map(Role::from).or_else(|| default_role(id)))
    }

    /// All roles: the default roles in their order, stored or not, then all others by name.
    pub async fn list(&self) -> Result<Vec<Role>> {
        let stored: Vec<StoredRole> = self.table.query(KEY.partition(ROLES)).consistent().up_to(2 * MAX_ROLES).await?;
        Ok(merge_defaults(stored.into_iter().map(Role::from).collect()))
    }

    fn put(&self, role: &Role, expected: Option<u64>) -> Result<TransactWriteItem> {
        self.table.put_if_version(item(role)?, expected).action()
    }

    fn delete(&self, id: &RoleId, version: u64) -> Result<TransactWriteItem> {
        self.table.delete(KEY.of(ROLES, id.as_str())).when(attribute("version").equals(version)).action()
    }
}

/// The default roles in their order, each replaced by the stored one with its id, then all other stored roles.
fn merge_defaults(mut stored: Vec<Role>) -> Vec<Role> {
    let mut roles: Vec<Role> = default_roles()
        .into_iter()
        .map(|default| match stored.iter().position(|role| role.id == default.id) {
            Some(position) => stored.remove(position),
            None => default,
        })
        .collect();
    stored.sort_by(|one, other| one.id.cmp(&other.id));
    roles.append(&mut stored);
    roles
}

/// Returns all roles.
pub async fn roles(store: &RoleStore) -> Result<Vec<RoleResponse>> {
    Ok(store.list().await?.into_iter().map(RoleResponse::from).collect())
}

/// Arguments of `saveRole`.
#[derive(Debug, Deserialize)]
pub struct SaveArguments {
    input: SaveRole,
}

/// A role's name, actions and flags, and the version that the caller saw.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SaveRole {
    name: String,
    actions: Names,
    flags: Names,
    version: u64,
}

/// Creates a role, or changes the one with this name. Users who have the role's actions keep theirs.
///
/// # Errors
/// [`Error::Invalid`] if the name, an action or a flag is not valid, or there are too many roles; [`Error::Conflict`] if the
/// role changed at the same time.
pub async fn save_role(
    (store, audit): &(RoleStore, AuditTable),
    Request { permit, now, input: SaveArguments { input } }: Request<SaveArguments>,
) -> Result<RoleResponse> {
    let name = input.name.split_whitespace().collect::<Vec<_>>().join(" ");
    let id = RoleId::of_name(&name).ok_or_else(|| {
        let message = format!("The name should have 1 to {MAX_NAME} letters, digits, spaces or hyphens");
        Error::invalid("name", message)
    })?;
    let grants = Grants::parse(input.actions.into(), input.flags.into())?;
    let roles = store.list().await?;
    let before = roles.iter().find(|role| role.id == id);
    if before.is_none() && roles.len() >= MAX_ROLES {
        return Err(Error::invalid("name", format!("There can be at most {MAX_ROLES} roles. Remove one first.")));
    }
    if before.is_some_and(|before| before.grants == grants && before.name == name) {
        return before.cloned().map(RoleResponse::from).ok_or_else(|| role_changed(&name));
    }
    let version = before.map_or(0, |before| before.version);
    if version != input.version {
        return Err(role_changed(&name));
    }
    let none = Grants::default();
    let changes = before.map_or(&none, |before| &before.grants).changes_to(&grants);
    let role = Role { has_default: default_role(&id).is_some(), id, name, grants, version: version.saturating_add(1) };
    let event = if before.is_some() { "UPDATED" } else { "CREATED" };
    let entry = Entry::new(Subject::Role(role.id.as_str()), event, &permit, now).with(changes);
    let transaction = Transaction::new().with(store.put(&role, (version > 0).then_some(version))?);
    let is_written = transaction.audited(audit, &entry)?.send(store.client()).await?.is_written();
    if is_written { Ok(role.into()) } else { Err(role_changed(&role.name)) }
}

/// Arguments of `removeRole`.
#[derive(Debug, Deserialize)]
pub struct RemoveArguments {
    input: RemoveRole,
}

/// A role's id and the version that the caller saw.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoveRole {
    id: RoleId,
    version: u64,
}

/// Removes a stored role. Returns the default that replaces it; `None` if the role has none. Users keep their
/// permissions. A repeated call changes nothing.
///
/// # Errors
/// [`Error::Conflict`] if the role changed at the same time.
pub async fn remove_role(
    (store, audit): &(RoleStore, AuditTable),
    Request { permit, now, input: RemoveArguments { input } }: Request<RemoveArguments>,
) -> Result<Option<RoleResponse>> {
    let default = default_role(&input.id);
    let Some(before) = store.get(&input.id).await?.filter(|role| role.version > 0) else {
        return Ok(default.map(RoleResponse::from));
    };
    if before.version != input.version {
        return Err(role_changed(&before.name));
    }
    let none = Grants::default();
    let changes = before.grants.changes_to(default.as_ref().map_or(&none, |default| &default.grants));
    let event = if default.is_some() { "RESTORED" } else { "REMOVED" };
    let entry = Entry::new(Subject::Role(before.id.as_str()), event, &permit, now).with(changes);
    let transaction = Transaction::new().with(store.delete(&before.id, before.version)?).audited(audit, &entry)?;
    let is_written = transaction.send(store.client()).await?.is_written();
    if is_written { Ok(default.map(RoleResponse::from)) } else { Err(role_changed(&before.name)) }
}

/// Arguments of `roleHistory`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HistoryArguments {
    id: RoleId,
    next_token: Option<String>,
}

/// Returns one page of the history of a role, newest first. `given` and `taken` contain actions and flags.
pub async fn role_history(
    audit: &AuditTable,
    HistoryArguments { id, next_token }: HistoryArguments,
) -> Result<Page<crate::history::AccessChange>> {
    crate::history::history(audit, Subject::Role(id.as_str()), next_token.as_deref()).await
}

fn role_changed(name: &str) -> Error {
    Error::conflict(format!("The role {name} changed while you were working. Reload the page and try again."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(name: &str, version: u64) -> Role {
        let id = RoleId::of_name(name).unwrap();
        Role { has_default: default_role(&id).is_some(), id, name: name.into(), grants: Grants::default(), version }
    }

    #[test]
    fn names_that_differ_only_in_case_and_spaces_have_the_same_id() {
        for (name, id) in [
            ("Customer service", Some("customer-service")),
            ("customer-service", Some("customer-service")),
            ("Customer  Service ", Some("customer-service")),
            ("Depot 2", Some("depot-2")),
            ("", None),
            ("-", None),
            (" Dispatcher", None),
            ("a#b", None),
            (&"a".repeat(41), None),
        ] {
            assert_eq!(RoleId::of_name(name).as_ref().map(RoleId::as_str), id, "{name:?}");
        }
    }

    #[test]
    fn accepts_only_ids_of_roles_as_ids() {
        assert!(RoleId::try_from("customer-service".to_owned()).is_ok());
        for other in ["Customer service", "customer service", "", "#"] {
            assert!(RoleId::try_from(other.to_owned()).is_err(), "{other:?}");
        }
    }

    #[test]
    fn a_stored_role_replaces_its_default_and_others_follow_by_name() {
        let roles = merge_defaults(vec![stored("Zone lead", 1), stored("Planner", 3), stored("Auditor", 2)]);
        let listed: Vec<_> = roles.iter().map(|role| (role.name.as_str(), role.version, role.has_default)).collect();
        let expected = [
            ("Dispatcher", 0, true),
            ("Planner", 3, true),
            ("Technician", 0, true),
            ("Customer service", 0, true),
            ("Administrator", 0, true),
            ("Auditor", 2, false),
            ("Zone lead", 1, false),
        ];
        assert_eq!(listed, expected);
    }

    #[test]
    fn a_stored_role_round_trips_and_ignores_actions_that_no_longer_exist() {
        let role = Role { version: 2, ..default_roles().remove(0) };
        let mut read: StoredRole = table::from_item("Roles", "dispatcher", item(&role).unwrap()).unwrap();
        read.actions.push("RuleTheWorld".into());
        assert_eq!(Role::from(read), role);
    }
}
