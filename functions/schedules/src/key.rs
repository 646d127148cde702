//! The UUID of a scheduled change, derived from its location, attribute and time.
//!
//! If the same change is scheduled again, by a retry or by another user, it has the UUID of the stored one. A
//! rescheduled change gets the UUID of its new time, so another change can be scheduled for the old time.

use crate::model::{ScheduleChange, Unit};
use locations::model::LocationId;
use shared::Instant;
use uuid::Uuid;

/// The UUID namespace. It must never change, because stored changes are looked up by their UUID.
const NAMESPACE: Uuid = Uuid::from_u128(0x6c61_7264_6572_4a3e_9c1d_5ced_01ed_c4a6);

/// The UUID of the change of `attribute` at `action_time`.
pub fn change_uuid(location: &LocationId, attribute: &str, action_time: Instant) -> Uuid {
    Uuid::new_v5(&NAMESPACE, format!("{location}/{attribute}/{action_time}").as_bytes())
}

/// Assigns the UUIDs of a unit. The UUID of a reason includes the attribute that it explains, because allocation and
/// mobile ordering of a location can change at the same time, each with a reason.
#[must_use]
pub fn with_uuids(mut unit: Unit) -> Unit {
    let uuid = |change: &ScheduleChange, attribute: &str| change_uuid(&change.id, attribute, change.action_time);
    let attribute = unit.lead.change.attribute.clone();
    unit.lead.uuid = uuid(&unit.lead, &attribute);
    if let Some(reason) = &mut unit.reason {
        reason.uuid = uuid(reason, &format!("{}.{attribute}", reason.change.attribute));
        (unit.lead.paired_with, reason.paired_with) = (Some(reason.uuid), Some(unit.lead.uuid));
    }
    unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uuid_depends_only_on_location_attribute_and_time() {
        let uuid = |location: &str, attribute: &str, time: &str| {
            change_uuid(&location.parse().unwrap(), attribute, time.parse().unwrap())
        };
        let stop = uuid("FRIDGE_1", "stop", "2026-11-22T12:00:00Z");
        assert_eq!(stop, uuid("FRIDGE_1", "stop", "2026-11-22T06:00:00-06:00"));
        for other in [
            uuid("FRIDGE_2", "stop", "2026-11-22T12:00:00Z"),
            uuid("FRIDGE_1", "route", "2026-11-22T12:00:00Z"),
            uuid("FRIDGE_1", "stop", "2026-11-22T12:00:00.001Z"),
        ] {
            assert_ne!(stop, other);
        }
        // Stored changes are looked up by this UUID, so it must not change between releases.
        assert_eq!(stop.to_string(), "149622ef-8997-575b-ba3b-da7f127df1a1");
    }
}
