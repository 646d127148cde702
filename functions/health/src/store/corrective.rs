//! `CorrectiveActionStore` reads and writes the CorrectiveActions table. Entries do not expire and never change.

use crate::model::CorrectiveAction;
use locations::model::LocationId;
use shared::{
    Instant, Page, Result,
    table::{self, CompositeKey, Cursor, ItemExt, TransactWriteItem, attribute},
};
use uuid::Uuid;

const KEY: CompositeKey = CompositeKey::new("fridge", "entry");
const CURSOR: Cursor = Cursor::new(&["entry"], |values| values.iter().all(|entry| is_entry(entry)));
/// The number of corrective actions on a page.
const PAGE_SIZE: i32 = 100;
/// A character after the one that separates instant and id in a sort key.
const AFTER_INSTANT: char = '$';

shared::store! {
    /// The store of corrective actions, by fridge and start of the excursion.
    pub struct CorrectiveActionStore { variable: "CORRECTIVE_ACTIONS_TABLE", key: KEY }
}

impl CorrectiveActionStore {
    /// Returns the action that stores a corrective action. Its condition fails if one with this id is stored.
    pub fn put_new(&self, action: &CorrectiveAction) -> Result<TransactWriteItem> {
        let key = KEY.of(action.location.as_str(), entry(action.excursion_start, action.id));
        self.table.put(table::to_item(action)?.with_key(key)).when(attribute("entry").not_exists()).action()
    }

    /// The corrective action with this id.
    pub async fn get(
        &self,
        location: &LocationId,
        excursion_start: Instant,
        id: Uuid,
    ) -> Result<Option<CorrectiveAction>> {
        self.table.get(KEY.of(location.as_str(), entry(excursion_start, id))).await
    }

    /// One page of the corrective actions for excursions that started from `from` up to and including `to`, oldest first.
    pub async fn page(
        &self,
        location: &LocationId,
        (from, to): (Instant, Instant),
        next_token: Option<&str>,
    ) -> Result<Page<CorrectiveAction>> {
        let query = self.table.query(KEY.partition(location.as_str())).consistent();
        query.between(from, format!("{to}{AFTER_INSTANT}")).limit(PAGE_SIZE).page(CURSOR, next_token).await
    }
}

fn entry(excursion_start: Instant, id: Uuid) -> String {
    format!("{excursion_start}#{id}")
}

fn is_entry(entry: &str) -> bool {
    let is_valid = |(at, id): (&str, &str)| at.parse::<Instant>().is_ok() && id.parse::<Uuid>().is_ok();
    entry.split_once('#').is_some_and(is_valid)
}
