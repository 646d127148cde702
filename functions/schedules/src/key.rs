//! The identity of a scheduled change: what it changes, and when, make it.
//!
//! The same change scheduled again, by a retry after an answer that was lost or by another person, meets the one that
//! is stored. A change that is moved gets the identity of its new time, so that its old one is free.

use crate::model::{ScheduleChange, Unit};
use locations::model::LocationId;
use shared::Instant;
use uuid::Uuid;

/// The namespace of these identities. Never changes: stored changes are found by it.
const NAMESPACE: Uuid = Uuid::from_u128(0x6c61_7264_6572_4a3e_9c1d_5ced_01ed_c4a6);

/// The identity of the change of `attribute` at that time.
pub fn key(location: &LocationId, attribute: &str, action_time: Instant) -> Uuid {
    Uuid::new_v5(&NAMESPACE, format!("{location}/{attribute}/{action_time}").as_bytes())
}

/// The unit with the identities that its changes make. A reason's is that of the reason of its lead's attribute: the
/// allocation and the mobile ordering of a location may change at the same time, each with a reason.
#[must_use]
pub fn keyed(mut unit: Unit) -> Unit {
    let of = |change: &ScheduleChange, attribute: &str| key(&change.id, attribute, change.action_time);
    let attribute = unit.lead.change.attribute.clone();
    unit.lead.uuid = of(&unit.lead, &attribute);
    if let Some(reason) = &mut unit.reason {
        reason.uuid = of(reason, &format!("{}.{attribute}", reason.change.attribute));
        (unit.lead.paired_with, reason.paired_with) = (Some(reason.uuid), Some(unit.lead.uuid));
    }
    unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn location_attribute_and_time_make_the_identity_for_ever() {
        let of = |location: &str, attribute: &str, time: &str| {
            key(&location.parse().unwrap(), attribute, time.parse().unwrap())
        };
        let stop = of("FRIDGE_1", "stop", "2026-11-22T12:00:00Z");
        assert_eq!(stop, of("FRIDGE_1", "stop", "2026-11-22T06:00:00-06:00"));
        for other in [
            of("FRIDGE_2", "stop", "2026-11-22T12:00:00Z"),
            of("FRIDGE_1", "route", "2026-11-22T12:00:00Z"),
            of("FRIDGE_1", "stop", "2026-11-22T12:00:00.001Z"),
        ] {
            assert_ne!(stop, other);
        }
        // Stored changes are found by it: it must not move with a release.
        assert_eq!(stop.to_string(), "149622ef-8997-575b-ba3b-da7f127df1a1");
    }
}
