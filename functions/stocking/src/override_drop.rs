//! Records a dispatcher's decision about a drop that will not be completed normally. Requirements:
//! `docs/requirements/stocking.md`, "Drop Off Summary".

use crate::{
    decision::{DropDecisionStore, drop_name},
    driver_action::{DriverAction, DriverActionStore, DriverActionType},
    model::PackingSlip,
    notifications,
    rules::drop_override::{self, DropStatus},
    store::PackingSlipStore,
};
use chrono::NaiveDate;
use locations::{
    model::{Location, LocationId},
    store::LocationStore,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use shared::{
    Error, FieldError, Instant, Permit, Request, Result,
    audit::{AuditTable, Change, Entry, Subject},
    live::Live,
    table::Transaction,
    time,
};
use users::flags::FlagStore;
use uuid::Uuid;

/// The feature flag that a caller needs.
const REQUIRED_FLAG: &str = "drop-override";
/// Maximum attempts to store a decision while drop-offs at the location are reported.
const MAX_ATTEMPTS: usize = 5;

/// Arguments of `createDriverAction`.
#[derive(Debug, Deserialize)]
pub struct CreateDriverActionArguments {
    input: CreateDriverActionInput,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CreateDriverActionInput {
    event_type: DriverActionType,
    location_id: LocationId,
    data: String,
}

/// The stores that are read.
type Reads = (LocationStore, PackingSlipStore, FlagStore);
/// The stores that are written.
type Writes = (DropDecisionStore, DriverActionStore, AuditTable);
/// The stores that are read and written, and the publisher of live events.
pub type Dependencies = (Reads, Writes, Live);

/// The parsed `data` of a request: a decision about the drop of a slip.
#[derive(Debug, Eq, PartialEq)]
pub struct DecisionInput {
    drop_off_date: NaiveDate,
    packing_slip_id: String,
    /// Distinguishes slips with the same id at one location.
    stocking_index: Option<u32>,
    drop_status: String,
    status_reason: String,
}

/// Records the first decision about a drop. A repeated call with the same decision returns the stored one, so a caller
/// can retry after a lost response.
///
/// # Errors
/// [`Error::Forbidden`] without the flag, [`Error::Invalid`] with all invalid fields, [`Error::NotFound`] if the
/// location does not exist, [`Error::Conflict`] if the drop was already decided, cannot be overridden, or is complete
/// and therefore cannot be set to Not Delivering. Nothing is written in these cases.
pub async fn create_driver_action(
    ((locations, slips, flags), writes, live): &Dependencies,
    Request { permit, now, input: CreateDriverActionArguments { input } }: Request<CreateDriverActionArguments>,
) -> Result<DriverAction> {
    if !flags.enabled_for(permit.caller().email()).await?.iter().any(|flag| flag == REQUIRED_FLAG) {
        return Err(Error::Forbidden);
    }
    if input.event_type != DriverActionType::DropOverride {
        let message = "Only DropOverride can be recorded here. Drivers report all other actions.";
        return Err(Error::invalid("input.eventType", message));
    }
    let decision = parse_data(&input.data).map_err(Error::Invalid)?;
    let location = locations.require(&input.location_id).await?;
    let status = validate(&decision, &location).map_err(Error::Invalid)?;
    let day_slips = slips.list_by_location(decision.drop_off_date, &location.id).await?;
    let slip = decision.find_slip(&day_slips)?;
    if !drop_override::can_be_overridden(slip) {
        let message = "belongs to an internal order or another client, or was deleted. Its drop cannot be overridden.";
        return Err(Error::conflict(format!("Packing slip {} {message}", slip.unique_id)));
    }
    let action = decide(writes, &permit, now, (slip, &day_slips), (status, &decision.status_reason)).await?;
    notifications::publish_actions(live, slip.drop_off_date, std::slice::from_ref(&action)).await;
    Ok(action)
}

/// Parses `data`. Other attributes, such as the submitting user, are ignored.
///
/// # Errors
/// All invalid fields.
pub fn parse_data(data: &str) -> Result<DecisionInput, Vec<FieldError>> {
    let Ok(Value::Object(data)) = serde_json::from_str(data) else {
        return Err(vec![FieldError::new("input.data", "data should be a JSON object as text")]);
    };
    let text = |name: &str| data.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut errors = Vec::new();
    let mut invalid = |name: &str, message: &str| {
        errors.push(FieldError::new(format!("input.data.{name}"), format!("{name} {message}")));
    };
    let drop_off_date = time::day(&text("originalDropOffDate"));
    if drop_off_date.is_none() {
        invalid("originalDropOffDate", "should be a day in the format YYYY-MM-DD");
    }
    let packing_slip_id = text("packingSlipId");
    if packing_slip_id.is_empty() {
        invalid("packingSlipId", "cannot be empty");
    }
    let stocking_index = parse_stocking_index(&data);
    if stocking_index.is_err() {
        invalid("stockingIndex", "should be a whole number");
    }
    match (drop_off_date, stocking_index, errors.is_empty()) {
        (Some(drop_off_date), Ok(stocking_index), true) => Ok(DecisionInput {
            drop_off_date,
            packing_slip_id,
            stocking_index,
            drop_status: text("dropStatus"),
            status_reason: text("statusReason"),
        }),
        _ => Err(errors),
    }
}

fn parse_stocking_index(data: &Map<String, Value>) -> Result<Option<u32>, ()> {
    match data.get("stockingIndex") {
        None | Some(Value::Null) => Ok(None),
        Some(index) => index.as_u64().and_then(|index| index.try_into().ok()).map(Some).ok_or(()),
    }
}

fn validate(decision: &DecisionInput, location: &Location) -> Result<DropStatus, Vec<FieldError>> {
    let with_input_path =
        |error: FieldError| FieldError { field: format!("input.data.{}", error.field), message: error.message };
    drop_override::parse_decision(&decision.drop_status, &decision.status_reason, location.kind)
        .map(|(status, _)| status)
        .map_err(|errors| errors.into_iter().map(with_input_path).collect())
}

impl DecisionInput {
    /// The slip that the decision refers to, from the location's slips of the day.
    fn find_slip<'a>(&self, day_slips: &'a [PackingSlip]) -> Result<&'a PackingSlip> {
        let Self { packing_slip_id, drop_off_date, stocking_index, .. } = self;
        let matching = day_slips.iter().filter(|slip| {
            slip.unique_id == *packing_slip_id && stocking_index.is_none_or(|index| index == slip.stocking_index)
        });
        let mut matching = matching.collect::<Vec<_>>();
        match (matching.pop(), matching.is_empty()) {
            (Some(slip), true) => Ok(slip),
            (Some(_), false) => {
                let message =
                    "Several packing slips of the location have this id. stockingIndex should select one of them.";
                Err(Error::invalid("input.data.stockingIndex", message))
            }
            (None, _) => {
                let message = format!("The location has no packing slip {packing_slip_id} on {drop_off_date}");
                Err(Error::invalid("input.data.packingSlipId", message))
            }
        }
    }
}

/// Stores the decision, unless the drop is already decided or drivers reported a contradicting drop-off.
async fn decide(
    (decisions, actions, audit): &Writes,
    permit: &Permit,
    now: Instant,
    (slip, day_slips): (&PackingSlip, &[PackingSlip]),
    (status, reason): (DropStatus, &str),
) -> Result<DriverAction> {
    let action = action(permit, now, slip, (status, reason));
    for _ in 0..MAX_ATTEMPTS {
        let drop_offs = decisions.drop_offs(slip.drop_off_date, &slip.location_id).await?;
        let contradiction = drop_override::contradicts(status, drop_offs.is_complete(slip, day_slips));
        if !contradiction {
            let check = decisions.check_drop_offs_unchanged(slip.drop_off_date, &slip.location_id, &drop_offs)?;
            let transaction = Transaction::new()
                .with(decisions.put_if_undecided(slip, &action)?)
                .with(actions.put_new(&action)?)
                .audited(audit, &entry(permit, now, slip, (status, reason)))?
                .with(check);
            if transaction.send(decisions.client()).await?.is_written() {
                return Ok(action);
            }
        }
        if let Some(first) = decisions.get(slip).await? {
            return if first.user == action.user && first.data == action.data {
                Ok(first)
            } else {
                Err(already_decided(&first))
            };
        }
        if contradiction {
            return Err(already_complete(slip, status));
        }
    }
    Err(Error::retryable("drop-offs at the location kept being reported while the decision was stored"))
}

/// The conflict with a reported drop-off.
fn already_complete(slip: &PackingSlip, status: DropStatus) -> Error {
    let PackingSlip { unique_id, location_id, .. } = slip;
    let message =
        format!("Packing slip {unique_id} was already dropped off at {location_id}. It cannot be set to {status}.");
    Error::conflict(message)
}

/// The conflict with the first decision. It states the user, the status and the reason.
fn already_decided(first: &DriverAction) -> Error {
    let data: Value = serde_json::from_str(&first.data).unwrap_or_default();
    let text = |name: &str| data.get(name).and_then(Value::as_str).unwrap_or_default();
    let (status, reason) = (text("dropStatus"), text("statusReason"));
    Error::Conflict {
        message: format!("{} already set this drop to {status} ({reason}). Your change was not saved.", first.user),
        current: serde_json::to_value(first).ok(),
    }
}

fn action(permit: &Permit, now: Instant, slip: &PackingSlip, (status, reason): (DropStatus, &str)) -> DriverAction {
    let data = json!({
        "userSubmitted": permit.user(),
        "dropStatus": status,
        "statusReason": reason,
        "originalDropOffDate": slip.drop_off_date,
        "packingSlipId": slip.unique_id,
        "stockingIndex": slip.stocking_index,
    });
    DriverAction {
        id: Uuid::now_v7(),
        event_type: DriverActionType::DropOverride,
        location_id: slip.location_id.clone(),
        data: data.to_string(),
        created_at: now,
        user: permit.user().to_owned(),
        last_modified: now,
    }
}

fn entry(permit: &Permit, now: Instant, slip: &PackingSlip, (status, reason): (DropStatus, &str)) -> Entry {
    let change = Change { attribute: "dropStatus".into(), from: Some(json!("Pending")), to: Some(json!(status)) };
    let drop = drop_name(slip);
    Entry::new(Subject::Drop(slip.drop_off_date, &drop), "OVERRIDDEN", permit, now)
        .with(vec![change])
        .with_reason(Some(reason.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data() -> Value {
        json!({
            "dropStatus": "Not Delivering", "statusReason": "Missing Totes", "originalDropOffDate": "2026-11-23",
            "packingSlipId": "PS-1", "userSubmitted": "other@larder.example",
        })
    }

    fn slip(unique_id: &str, stocking_index: u32) -> PackingSlip {
        PackingSlip {
            location_id: "F1".parse().unwrap(),
            unique_id: unique_id.into(),
            drop_off_date: "2026-11-23".parse().unwrap(),
            route: "amber".into(),
            stocking_index,
            create_date: "2026-11-22".parse().unwrap(),
            slip_type: "ORDER".into(),
            client_code: "LARDER".into(),
            status: "PACKED".into(),
            tote_count: 1,
            occurred_at: "2026-11-22T20:00:00Z".parse().unwrap(),
        }
    }

    #[test]
    fn stores_the_caller_as_the_submitting_user() {
        let permit = Permit::system("dana@larder.example");
        let now = "2026-11-23T15:00:00Z".parse().unwrap();
        let action = action(&permit, now, &slip("PS-1", 1), (DropStatus::NotDelivering, "Missing Totes"));
        let data: Value = serde_json::from_str(&action.data).unwrap();
        let expected = json!({
            "userSubmitted": "dana@larder.example", "dropStatus": "Not Delivering", "statusReason": "Missing Totes",
            "originalDropOffDate": "2026-11-23", "packingSlipId": "PS-1", "stockingIndex": 1,
        });
        assert_eq!(data, expected);
        assert_eq!(action.user, "dana@larder.example");
    }

    #[test]
    fn reports_all_invalid_fields_together() {
        assert!(parse_data(&data().to_string()).is_ok());
        for text in ["", "[]", "null", "\"text\"", "{"] {
            assert_eq!(parse_data(text).unwrap_err()[0].field, "input.data");
        }
        let invalid = json!({ "originalDropOffDate": "11/23/2026", "stockingIndex": "one" });
        let fields: Vec<_> =
            parse_data(&invalid.to_string()).unwrap_err().into_iter().map(|error| error.field).collect();
        let expected = ["originalDropOffDate", "packingSlipId", "stockingIndex"];
        assert_eq!(fields, expected.map(|name| format!("input.data.{name}")));
    }

    #[test]
    fn finds_the_slip_of_the_location_on_the_day() {
        let mut decision = parse_data(&data().to_string()).unwrap();
        assert_eq!(decision.find_slip(&[slip("PS-2", 1), slip("PS-1", 2)]).unwrap(), &slip("PS-1", 2));
        assert!(matches!(decision.find_slip(&[slip("PS-2", 1)]), Err(Error::Invalid(_))));
        // Two slips with one id need a stocking index.
        let two = [slip("PS-1", 1), slip("PS-1", 2)];
        assert!(matches!(decision.find_slip(&two), Err(Error::Invalid(_))));
        decision.stocking_index = Some(1);
        assert_eq!(decision.find_slip(&two).unwrap(), &slip("PS-1", 1));
    }

    #[test]
    fn a_second_decision_is_rejected_with_the_first_user_and_status() {
        let permit = Permit::system("dana@larder.example");
        let now = "2026-11-23T15:00:00Z".parse().unwrap();
        let first = action(&permit, now, &slip("PS-1", 1), (DropStatus::Complete, "Group Drop"));
        let message = "dana@larder.example already set this drop to Complete (Group Drop). Your change was not saved.";
        assert_eq!(already_decided(&first).to_string(), message);
    }
}
