//! Recording what a dispatcher decided about a drop that will not be completed normally. Source: the spec of fleet
//! operations, sections 2.5, 4.5 and 5.

use crate::{
    decision::{DropDecisionStore, drop_name},
    driver_action::{DriverAction, DriverActionStore, DriverActionType},
    model::PackingSlip,
    rules::drop_override::{self, DropStatus},
    store::PackingSlipStore,
    told,
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
    dynamo::{self, Transaction},
    live::Live,
    time,
};
use users::flags::FlagStore;
use uuid::Uuid;

/// The flag of those who may override.
const FLAG: &str = "drop-override";
/// How often a decision is tried while drop-offs at the location are reported.
const MAX_TRIES: usize = 5;

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

/// What is read.
type Reads = (LocationStore, PackingSlipStore, FlagStore);
/// What is written.
type Writes = (DropDecisionStore, DriverActionStore, AuditTable);
/// What is read, what is written, and who is told.
pub type Uses = (Reads, Writes, Live);

/// What was decided about which slip.
#[derive(Debug, Eq, PartialEq)]
struct Wanted {
    drop_off_date: NaiveDate,
    packing_slip_id: String,
    /// Tells slips of one id apart, where a location has such.
    stocking_index: Option<u32>,
    drop_status: String,
    status_reason: String,
}

/// Records the first decision about a drop. Who sends the same decision again gets it as it was stored: a call whose
/// answer was lost may be made again.
///
/// # Errors
/// [`Error::Forbidden`] for whom the flag is off, [`Error::Invalid`] with everything that is wrong,
/// [`Error::NotFound`] where there is no such location, [`Error::Conflict`] where the drop was decided already, is not
/// one that dispatchers follow, or is done and so cannot be Not Delivering. Nothing is written then.
pub async fn create_driver_action(
    ((locations, slips, flags), writes, live): &Uses,
    Request { permit, now, input: CreateDriverActionArguments { input } }: Request<CreateDriverActionArguments>,
) -> Result<DriverAction> {
    if !flags.on_for(permit.caller().email()).await?.iter().any(|flag| flag == FLAG) {
        return Err(Error::Forbidden);
    }
    if input.event_type != DriverActionType::DropOverride {
        let message = "Only DropOverride can be recorded here: all else comes from drivers";
        return Err(Error::invalid("input.eventType", message));
    }
    let wanted = read(&input.data).map_err(Error::Invalid)?;
    let location = locations.require(&input.location_id).await?;
    let status = check(&wanted, &location).map_err(Error::Invalid)?;
    let of_day = slips.of_location(wanted.drop_off_date, &location.id).await?;
    let slip = wanted.slip(&of_day)?;
    if !drop_override::is_followed(slip) {
        let message = "is an internal order, another client's, or was taken back: its drop is not followed";
        return Err(Error::conflict(format!("Packing slip {} {message}", slip.unique_id)));
    }
    let action = decide(writes, &permit, now, (slip, &of_day), (status, &wanted.status_reason)).await?;
    told::tell(live, slip.drop_off_date, std::slice::from_ref(&action)).await;
    Ok(action)
}

/// Reads what the text of `data` says; whatever else it holds, such as who submitted it, is not looked at.
fn read(data: &str) -> Result<Wanted, Vec<FieldError>> {
    let Ok(Value::Object(data)) = serde_json::from_str(data) else {
        return Err(vec![FieldError::new("input.data", "data should be the text of a JSON object")]);
    };
    let text = |name: &str| data.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut errors = Vec::new();
    let mut wrong = |name: &str, message: &str| {
        errors.push(FieldError::new(format!("input.data.{name}"), format!("{name} {message}")));
    };
    let drop_off_date = time::day(&text("originalDropOffDate"));
    if drop_off_date.is_none() {
        wrong("originalDropOffDate", "should be a day in the format YYYY-MM-DD");
    }
    let packing_slip_id = text("packingSlipId");
    if packing_slip_id.is_empty() {
        wrong("packingSlipId", "cannot be empty");
    }
    let stocking_index = index(&data);
    if stocking_index.is_err() {
        wrong("stockingIndex", "should be a whole number");
    }
    match (drop_off_date, stocking_index, errors.is_empty()) {
        (Some(drop_off_date), Ok(stocking_index), true) => Ok(Wanted {
            drop_off_date,
            packing_slip_id,
            stocking_index,
            drop_status: text("dropStatus"),
            status_reason: text("statusReason"),
        }),
        _ => Err(errors),
    }
}

fn index(data: &Map<String, Value>) -> Result<Option<u32>, ()> {
    match data.get("stockingIndex") {
        None | Some(Value::Null) => Ok(None),
        Some(index) => index.as_u64().and_then(|index| index.try_into().ok()).map(Some).ok_or(()),
    }
}

fn check(wanted: &Wanted, location: &Location) -> Result<DropStatus, Vec<FieldError>> {
    let of_input =
        |error: FieldError| FieldError { field: format!("input.data.{}", error.field), message: error.message };
    drop_override::decision(&wanted.drop_status, &wanted.status_reason, location.kind)
        .map(|(status, _)| status)
        .map_err(|errors| errors.into_iter().map(of_input).collect())
}

impl Wanted {
    /// The slip that is meant, of those of the location's day.
    fn slip<'a>(&self, of_day: &'a [PackingSlip]) -> Result<&'a PackingSlip> {
        let Self { packing_slip_id, drop_off_date, stocking_index, .. } = self;
        let meant = of_day.iter().filter(|slip| {
            slip.unique_id == *packing_slip_id && stocking_index.is_none_or(|index| index == slip.stocking_index)
        });
        let mut meant = meant.collect::<Vec<_>>();
        match (meant.pop(), meant.is_empty()) {
            (Some(slip), true) => Ok(slip),
            (Some(_), false) => {
                let message = "stockingIndex should say which of the location's slips of this id is meant";
                Err(Error::invalid("input.data.stockingIndex", message))
            }
            (None, _) => {
                let message = format!("There is no packing slip {packing_slip_id} here on {drop_off_date}");
                Err(Error::invalid("input.data.packingSlipId", message))
            }
        }
    }
}

/// Stores the decision, unless there is one, or drivers reported that the drop is done.
async fn decide(
    (decisions, actions, audit): &Writes,
    permit: &Permit,
    now: Instant,
    (slip, of_day): (&PackingSlip, &[PackingSlip]),
    (status, reason): (DropStatus, &str),
) -> Result<DriverAction> {
    let action = action(permit, now, slip, (status, reason));
    for _ in 0..MAX_TRIES {
        let drop_offs = decisions.drop_offs(slip.drop_off_date, &slip.location_id).await?;
        let contradiction = drop_override::contradicts(status, drop_offs.complete(slip, of_day));
        if !contradiction {
            let writes = vec![
                decisions.put_first(slip, &action)?,
                actions.put_new(&action)?,
                audit.put(&entry(permit, now, slip, (status, reason)))?,
                decisions.no_drop_off_since(slip.drop_off_date, &slip.location_id, &drop_offs)?,
            ];
            if dynamo::transact(decisions.client(), writes).await? == Transaction::Written {
                return Ok(action);
            }
        }
        if let Some(first) = decisions.get(slip).await? {
            return if first.user == action.user && first.data == action.data {
                Ok(first)
            } else {
                Err(decided(&first))
            };
        }
        if contradiction {
            return Err(completed(slip, status));
        }
    }
    Err(Error::retryable("drop-offs at the location are reported faster than a decision can be stored"))
}

/// The conflict with what drivers reported.
fn completed(slip: &PackingSlip, status: DropStatus) -> Error {
    let PackingSlip { unique_id, location_id, .. } = slip;
    let message = format!("Packing slip {unique_id} was dropped off at {location_id}: it cannot be set to {status}");
    Error::conflict(message)
}

/// The conflict that the first decision is: by whom, and what.
fn decided(first: &DriverAction) -> Error {
    let data: Value = serde_json::from_str(&first.data).unwrap_or_default();
    let text = |name: &str| data.get(name).and_then(Value::as_str).unwrap_or_default();
    let (status, reason) = (text("dropStatus"), text("statusReason"));
    Error::Conflict {
        message: format!("{} has set this drop to {status} ({reason}) already. Yours was not saved.", first.user),
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
        .because(Some(reason.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data() -> Value {
        json!({
            "dropStatus": "Not Delivering", "statusReason": "Missing Totes", "originalDropOffDate": "2026-11-23",
            "packingSlipId": "PS-1", "userSubmitted": "somebody.else@larder.example",
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
    fn the_server_stamps_who_submitted_whatever_the_data_says() {
        let permit = Permit::system("dana@larder.example");
        let now = "2026-11-23T15:00:00Z".parse().unwrap();
        let action = action(&permit, now, &slip("PS-1", 1), (DropStatus::NotDelivering, "Missing Totes"));
        let told: Value = serde_json::from_str(&action.data).unwrap();
        let expected = json!({
            "userSubmitted": "dana@larder.example", "dropStatus": "Not Delivering", "statusReason": "Missing Totes",
            "originalDropOffDate": "2026-11-23", "packingSlipId": "PS-1", "stockingIndex": 1,
        });
        assert_eq!((told, action.user.as_str()), (expected, "dana@larder.example"));
    }

    #[test]
    fn everything_that_cannot_be_read_is_told_at_once() {
        assert!(read(&data().to_string()).is_ok());
        for text in ["", "[]", "null", "\"text\"", "{"] {
            assert_eq!(read(text).unwrap_err()[0].field, "input.data");
        }
        let wrong = json!({ "originalDropOffDate": "11/23/2026", "stockingIndex": "one" });
        let fields: Vec<_> = read(&wrong.to_string()).unwrap_err().into_iter().map(|error| error.field).collect();
        let expected = ["originalDropOffDate", "packingSlipId", "stockingIndex"];
        assert_eq!(fields, expected.map(|name| format!("input.data.{name}")));
    }

    #[test]
    fn the_slip_is_one_of_the_location_on_that_day() {
        let mut wanted = read(&data().to_string()).unwrap();
        assert_eq!(wanted.slip(&[slip("PS-2", 1), slip("PS-1", 2)]).unwrap(), &slip("PS-1", 2));
        assert!(matches!(wanted.slip(&[slip("PS-2", 1)]), Err(Error::Invalid(_))));
        // Two of one id: which, must be said.
        let two = [slip("PS-1", 1), slip("PS-1", 2)];
        assert!(matches!(wanted.slip(&two), Err(Error::Invalid(_))));
        wanted.stocking_index = Some(1);
        assert_eq!(wanted.slip(&two).unwrap(), &slip("PS-1", 1));
    }

    #[test]
    fn who_comes_second_learns_who_was_first_and_what_they_decided() {
        let permit = Permit::system("dana@larder.example");
        let now = "2026-11-23T15:00:00Z".parse().unwrap();
        let first = action(&permit, now, &slip("PS-1", 1), (DropStatus::Complete, "Group Drop"));
        let message = "dana@larder.example has set this drop to Complete (Group Drop) already. Yours was not saved.";
        assert_eq!(decided(&first).to_string(), message);
    }
}
