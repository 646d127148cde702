//! The history of a layout: scheduled changes with their users.

use crate::{
    model::{self, Placement, Slot},
    rules,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{
    Instant, Page, Result,
    audit::{self, AuditTable, Change, Entry, Subject},
};

/// Returns the changes for the audit entry: one per changed slot, named `slot@hour`.
pub fn audit_changes(before: Option<&model::Change>, after: &model::Change) -> Vec<Change> {
    let slots = |change: &model::Change| -> Value {
        let slot = |(slot, placement): (&Slot, &Placement)| {
            (format!("{slot}@{}", change.active_hour), placement.vend_item_name.clone().into())
        };
        Value::Object(change.slots.iter().map(slot).collect())
    };
    audit::changes(&before.map(slots).unwrap_or_default(), &slots(after), &[])
}

/// Arguments of `planogramHistory`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanogramHistoryArguments {
    layout_name: String,
    #[serde(default)]
    next_token: Option<String>,
}

/// The changes of one call.
#[derive(Debug, Serialize)]
pub struct PlanogramHistoryEntry {
    id: String,
    at: Instant,
    user: String,
    event: String,
    changes: Vec<SlotChange>,
}

/// A change of one slot at one hour: the previous and the new item.
#[derive(Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct SlotChange {
    slot: String,
    active_hour: String,
    from: Option<String>,
    to: Option<String>,
}

/// Returns one page of the history of a layout, newest first.
pub async fn planogram_history(
    audit: &AuditTable,
    PlanogramHistoryArguments { layout_name, next_token }: PlanogramHistoryArguments,
) -> Result<Page<PlanogramHistoryEntry>> {
    rules::check_layout_name(&layout_name)?;
    let Page { items, next_token } = audit.history(Subject::Planogram(&layout_name), next_token.as_deref()).await?;
    Ok(Page { items: items.into_iter().map(history_entry).collect(), next_token })
}

fn history_entry(Entry { entry, at, user, event, changes, .. }: Entry) -> PlanogramHistoryEntry {
    PlanogramHistoryEntry { id: entry, at, user, event, changes: changes.into_iter().map(slot_change).collect() }
}

fn slot_change(Change { attribute, from, to }: Change) -> SlotChange {
    let (slot, hour) = attribute.split_once('@').unwrap_or((&attribute, ""));
    let item = |value: Option<Value>| value.map(|value| value.as_str().unwrap_or_default().to_owned());
    SlotChange { slot: slot.into(), active_hour: hour.into(), from: item(from), to: item(to) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn change_of(slots: &[(&str, &str)]) -> model::Change {
        let placement = |item: &str| Placement {
            vend_item_name: item.into(),
            physical_fridge_config: None,
            scheduled_by: "ann@larder.example".into(),
            scheduled_at: "2026-11-21T10:00:00Z".parse().unwrap(),
        };
        model::Change {
            layout_name: "L".into(),
            active_hour: "2026-11-23T06:00:00Z".parse().unwrap(),
            slots: slots.iter().map(|(slot, item)| (slot.parse().unwrap(), placement(item))).collect(),
            creation: false,
        }
    }

    #[test]
    fn audits_only_the_changed_slots_with_their_hour() {
        let before = change_of(&[("1:1", "SOUP"), ("1:2", "SALAD")]);
        let after = change_of(&[("1:1", "SOUP"), ("1:2", "WRAP"), ("1:3", "JUICE")]);
        let changes: Vec<_> =
            audit_changes(Some(&before), &after).into_iter().map(|c| (c.attribute, c.from, c.to)).collect();
        let hour = "2026-11-23T06:00:00.000Z";
        let expected = [
            (format!("1:2@{hour}"), Some(json!("SALAD")), Some(json!("WRAP"))),
            (format!("1:3@{hour}"), None, Some(json!("JUICE"))),
        ];
        assert_eq!(changes, expected);
    }

    #[test]
    fn parses_slot_and_hour_of_an_audit_entry() {
        let hour = "2026-11-23T06:00:00.000Z";
        let stored = Change { attribute: format!("1:2@{hour}"), from: None, to: Some(json!("SOUP")) };
        let expected = SlotChange { slot: "1:2".into(), active_hour: hour.into(), from: None, to: Some("SOUP".into()) };
        assert_eq!(slot_change(stored), expected);
    }
}
