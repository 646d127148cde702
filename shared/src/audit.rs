//! The audit table: who changed what, when, from what, to what, and why. Append-only.

mod about;
mod log;

use crate::{
    Instant, Page, Permit, Result,
    table::{CompositeKey, Cursor, ItemExt, SerializedItem, TransactWriteItem, Transaction, attribute},
};
pub use about::{About, SubjectKind};
use chrono::NaiveDate;
pub use log::LogFilter;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::{collections::BTreeSet, fmt};
use uuid::Uuid;

/// The number of entries on a page of history.
const PAGE_SIZE: i32 = 50;
/// The maximum length of an entry's id, in bytes.
const MAX_ID: usize = 100;
const KEY: CompositeKey = CompositeKey::new("subject", "entry");
const CURSOR: Cursor = Cursor::new(&["entry"], |values| values.iter().all(|entry| is_entry(entry)));

/// The object that was changed.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'a> {
    /// A location, by its id.
    Location(&'a str),
    /// A user's permissions, by the user's id in the user pool.
    User(&'a str),
    /// The stops of a route on one day.
    RouteDay(NaiveDate, &'a str),
    /// The drop of a packing slip on one day, by the location, the stocking and the slip.
    Drop(NaiveDate, &'a str),
    /// A sync of routes with LogiNext, by its id.
    LogiNextSync(Uuid),
    /// JIT at one stocking of a location, by its day, the location's id and the stocking.
    JitLocation(NaiveDate, &'a str, u32),
    /// An alert, by the fridge's id and the alert's id.
    FridgeAlert(&'a str, &'a str),
    /// A rule of alert notifications, by its id.
    AlertSubscription(Uuid),
    /// The snooze of a fridge's alerts, by its location's id.
    AlertSnooze(&'a str),
    /// The commands to a fridge, by its location's id.
    FridgeCommands(&'a str),
    /// The connection and the certificates of a fridge, by its location's id.
    FridgeConnection(&'a str),
    /// A deployment of fridge software in stages, by its id.
    FridgeDeployment(Uuid),
    /// The software of a fridge, by the location's id.
    FridgeSoftware(&'a str),
    /// A pilot of fridge software, by its id.
    FridgeSoftwarePilot(&'a str),
    /// The pars of one stocking of a location, by its drop-off day, the location's id and the stocking.
    Pars(NaiveDate, &'a str, u32),
    /// The forecast of an item on one day.
    Forecast(NaiveDate, &'a str),
    /// A planogram, by its layout's name.
    Planogram(&'a str),
    /// The price of an item in a schema, by the schema's id and the item.
    ItemPrice(&'a str, &'a str),
    /// A price schema, by its id.
    PriceSchema(&'a str),
    /// A coupon, by its code.
    Coupon(&'a str),
    /// A feature flag, by its name.
    FeatureFlag(&'a str),
    /// A role, by its id.
    Role(&'a str),
    /// The corrective actions of a fridge, by its location's id.
    CorrectiveActions(&'a str),
    /// The packing status of a bay, by its zone and its name.
    PackingBay(&'a str, &'a str),
    /// The handover notes on a fridge, by its location's id.
    FridgeNotes(&'a str),
    /// The handover notes on a route, by its name.
    RouteNotes(&'a str),
}

impl fmt::Display for Subject<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Location(id) => write!(formatter, "LOCATION#{id}"),
            Self::User(user) => write!(formatter, "USER#{user}"),
            Self::RouteDay(date, route) => write!(formatter, "ROUTE#{date}#{route}"),
            Self::Drop(date, slip) => write!(formatter, "DROP#{date}#{slip}"),
            Self::LogiNextSync(id) => write!(formatter, "LOGINEXT#{id}"),
            Self::JitLocation(date, location, stocking) => write!(formatter, "JIT#{date}#{location}#{stocking}"),
            Self::FridgeAlert(location, id) => write!(formatter, "ALERT#{location}#{id}"),
            Self::AlertSubscription(id) => write!(formatter, "ALERTSUBSCRIPTION#{id}"),
            Self::AlertSnooze(id) => write!(formatter, "ALERTSNOOZE#{id}"),
            Self::FridgeCommands(id) => write!(formatter, "COMMANDS#{id}"),
            Self::FridgeConnection(id) => write!(formatter, "CONNECTION#{id}"),
            Self::FridgeDeployment(id) => write!(formatter, "DEPLOYMENT#{id}"),
            Self::FridgeSoftware(fridge) => write!(formatter, "SOFTWARE#{fridge}"),
            Self::FridgeSoftwarePilot(pilot) => write!(formatter, "PILOT#{pilot}"),
            Self::Pars(date, location, stocking) => write!(formatter, "PARS#{date}#{location}#{stocking}"),
            Self::Forecast(date, item) => write!(formatter, "FORECAST#{date}#{item}"),
            Self::Planogram(layout) => write!(formatter, "PLANOGRAM#{layout}"),
            Self::ItemPrice(schema, item) => write!(formatter, "PRICE#{schema}#{item}"),
            Self::PriceSchema(schema) => write!(formatter, "PRICESCHEMA#{schema}"),
            Self::Coupon(code) => write!(formatter, "COUPON#{code}"),
            Self::FeatureFlag(flag) => write!(formatter, "FLAG#{flag}"),
            Self::Role(role) => write!(formatter, "ROLE#{role}"),
            Self::CorrectiveActions(fridge) => write!(formatter, "CORRECTIVE#{fridge}"),
            Self::PackingBay(zone, bay) => write!(formatter, "PACKING#{zone}#{bay}"),
            Self::FridgeNotes(location) => write!(formatter, "FRIDGENOTES#{location}"),
            Self::RouteNotes(route) => write!(formatter, "ROUTENOTES#{route}"),
        }
    }
}

/// The change of one attribute. The values are JSON values, or of a type that is serialized without them.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Change<V = Value> {
    /// The attribute's name in the schema.
    pub attribute: String,
    /// The value before; `None` if the attribute was absent.
    pub from: Option<V>,
    /// The value after; `None` if the attribute was removed.
    pub to: Option<V>,
}

/// The differences between `before` and `after`, sorted by attribute name.
///
/// A null value counts as absent. `ignored` lists attributes that change with every write, such as the version.
pub fn changes(before: &Value, after: &Value, ignored: &[&str]) -> Vec<Change> {
    let objects = [before, after].into_iter().filter_map(Value::as_object);
    let names: BTreeSet<&String> =
        objects.flat_map(Map::keys).filter(|name| !ignored.contains(&name.as_str())).collect();
    let change = |name: &String| {
        let [from, to] = [before, after].map(|object| object.get(name).filter(|value| !value.is_null()));
        (from != to).then(|| Change { attribute: name.clone(), from: from.cloned(), to: to.cloned() })
    };
    names.into_iter().filter_map(change).collect()
}

/// One entry of the audit table. `V` is the type of the changed values.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Entry<V = Value> {
    /// The object that was changed; see [`Subject`].
    pub subject: String,
    /// The sort key: the instant, `#` and an id.
    pub entry: String,
    /// The time of the change.
    pub at: Instant,
    /// The user's e-mail, or the name of a worker.
    pub user: String,
    /// The event, such as `UPDATED`.
    pub event: String,
    /// The object that was changed, for the activity log.
    pub about: About,
    /// The changed attributes.
    pub changes: Vec<Change<V>>,
    /// The reason that the user entered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// A note that Larder adds, such as the stocking that a change of allocation missed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Entry {
    /// Creates an entry of `event` by the user of `permit`.
    pub fn new(subject: Subject<'_>, event: &str, permit: &Permit, now: Instant) -> Self {
        Self {
            subject: subject.to_string(),
            entry: format!("{now}#{}", Uuid::now_v7()),
            at: now,
            user: permit.user().into(),
            event: event.into(),
            about: subject.about(),
            changes: Vec::new(),
            reason: None,
            note: None,
        }
    }

    /// Adds the changed attributes.
    #[must_use]
    pub fn with<V>(self, changes: Vec<Change<V>>) -> Entry<V> {
        let Self { subject, entry, at, user, event, about, changes: _, reason, note } = self;
        Entry { subject, entry, at, user, event, about, changes, reason, note }
    }
}

impl<V> Entry<V> {
    /// Replaces the object's id in the activity log by a name that people search for, such as a user's e-mail.
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        Self { about: About { id: name.into(), ..self.about }, ..self }
    }

    /// Adds the reason.
    #[must_use]
    pub fn with_reason(self, reason: Option<String>) -> Self {
        Self { reason, ..self }
    }

    /// Adds a note.
    #[must_use]
    pub fn with_note(self, note: Option<String>) -> Self {
        Self { note, ..self }
    }

    /// Replaces the worker by the user who scheduled the change.
    #[must_use]
    pub fn on_behalf_of(self, user: &str) -> Self {
        Self { user: user.into(), ..self }
    }
}

crate::store! {
    /// Reads and writes the audit table.
    pub struct AuditTable { variable: "AUDIT_TABLE", key: KEY }
}

impl<N> Transaction<N> {
    /// Adds the audit entry of the change.
    ///
    /// # Errors
    /// [`crate::Error::Unavailable`] if the entry cannot be serialized.
    pub fn audited(self, audit: &AuditTable, entry: &Entry<impl Serialize>) -> Result<Self> {
        Ok(self.with(audit.put(entry)?))
    }
}

impl AuditTable {
    /// The transaction action that appends `entry`, for the transaction that writes the change.
    pub fn put(&self, entry: &Entry<impl Serialize>) -> Result<TransactWriteItem> {
        self.table.put(item::<SerializedItem>(entry)?).when(attribute("entry").not_exists()).action()
    }

    /// Appends many entries outside a transaction. Only the seeder uses it.
    pub async fn put_all(&self, entries: &[Entry]) -> Result<()> {
        self.table.put_all(entries.iter().map(item).collect::<Result<_>>()?).await
    }

    /// Reads a page of the history of `subject`, newest first.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) if the token is not one of this list.
    pub async fn history(&self, subject: Subject<'_>, next_token: Option<&str>) -> Result<Page<Entry>> {
        let history = self.table.query(KEY.partition(subject.to_string())).newest_first().limit(PAGE_SIZE);
        history.page(CURSOR, next_token).await
    }
}

/// The stored item: the entry with its keys in the indexes of the activity log.
fn item<I: ItemExt>(entry: &Entry<impl Serialize>) -> Result<I> {
    Ok(I::of(entry)?.with_key(log::keys(entry)).with("author", entry.user.to_lowercase()))
}

/// Whether the text can be the sort key of an entry: its time and its id.
fn is_entry(sort_key: &str) -> bool {
    let is_id = |id: &str| (1..=MAX_ID).contains(&id.len());
    sort_key.split_once('#').is_some_and(|(at, id)| at.parse::<Instant>().is_ok() && is_id(id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Error, page, table};
    use serde_json::json;

    #[test]
    fn changes_list_attributes_that_were_set_changed_or_removed() {
        let before = json!({"version": 1, "kept": 1, "changed": 1, "removed": 1, "null": null});
        let after = json!({"version": 2, "kept": 1, "changed": 2, "set": 1});
        let changes: Vec<_> =
            super::changes(&before, &after, &["version"]).into_iter().map(|c| (c.attribute, c.from, c.to)).collect();
        let expected = [
            ("changed", Some(json!(1)), Some(json!(2))),
            ("removed", Some(json!(1)), None),
            ("set", None, Some(json!(1))),
        ];
        assert_eq!(changes, expected.map(|(name, from, to)| (name.to_owned(), from, to)));
    }

    #[test]
    fn accepts_only_cursors_that_are_sort_keys_of_entries() {
        let entry = Entry::new(Subject::Location("F"), "UPDATED", &Permit::system("test"), Instant::now()).entry;
        let decode = |entry: &str| CURSOR.decode(&page::encode_token(&entry).unwrap());
        assert_eq!(decode(&entry).unwrap(), table::Item::from([("entry".into(), table::text(&entry))]));
        for other in [
            "",
            "#",
            "2026-11-21T09:59:59.999Z",
            "yesterday#1",
            &"A".repeat(1100),
            "2026-11-21T09:59:59.999Z#",
            &format!("{entry}{}", "A".repeat(100)),
        ] {
            assert!(matches!(decode(other), Err(Error::Invalid(_))), "{other}");
        }
    }

    #[test]
    fn entries_sort_by_time() {
        let permit = Permit::system("test");
        let at = |text: &str| Entry::new(Subject::Location("F"), "UPDATED", &permit, text.parse().unwrap()).entry;
        assert!(at("2026-11-21T09:59:59.999Z") < at("2026-11-21T10:00:00Z"));
    }
}
